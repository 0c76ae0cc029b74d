import { foreignIssuer, isWebAddress } from '../../formats.ts';
import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { type Modal, textInput } from '../../ui/modal.ts';
import {
  actionButton,
  type Button,
  createReply,
  MAX_LINK_LENGTH,
  type Reply,
  selectOne,
  textReply,
} from '../../ui/reply.ts';
import { codeText, escapeText, lines, plainText } from '../../ui/text.ts';
import { credentialAsMeant } from '../../written-values.ts';
import { type GuildSettings, type PostPermission, TOKEN_LENGTH } from '../settings.ts';
import type { PostChannel, PostSettings } from '../store/post-settings.ts';
import {
  type BadLink,
  linkId,
  linkNames,
  MAX_VOTE_LABEL_LENGTH,
  MAX_VOTE_LINKS,
  type VoteLink,
} from '../vote-links.ts';
import { endingText, settingButtons, settingTitle, tokenState } from './overview.ts';

/** Discord's documentation, "Guild Object". */
export const MAX_GUILD_NAME_LENGTH = 100;

export const TOKEN_INPUT = 'token';
/** In UTF-16 units: five of them have to fit a field when each is escaped. */
const SHOWN_URL_LENGTH = 70;

/** Asks for the access token. The present one is never shown. */
export function tokenModal(t: Translate): Modal {
  const description = t('settings.token.modalHint');
  const length = { min_length: TOKEN_LENGTH.min, max_length: TOKEN_LENGTH.max };
  return {
    custom_id: customIds.setup.modals.change('token'),
    title: t('settings.token.modalTitle'),
    components: [textInput(TOKEN_INPUT, 'Short', { description, ...length }, t)],
  };
}

export function tokenNow({ token }: GuildSettings, t: Translate): Reply {
  const clear =
    token.kind === 'own' &&
    actionButton(t('buttons.clearToken'), customIds.settings.buttons['ask-clear'](token.ending), 'Danger');
  const text = { title: settingTitle('token', t), description: tokenState(token, t) };
  const buttons = settingButtons('token', t, { isSet: token.kind !== 'none', more: [clear] });
  return createReply({ colour: 'blurple', ...text }, buttons);
}

/** After the token was set or cleared. @param otherHooks - how many webhooks are limited to an earlier token */
export function tokenSaved({ token }: GuildSettings, t: Translate, otherHooks = 0): Reply {
  const serves =
    token.kind === 'own'
      ? t('settings.token.saved.description', { ending: endingText(token.ending) })
      : t(`settings.token.cleared.${token.kind}`);
  const title = t(token.kind === 'own' ? 'settings.token.saved.title' : 'settings.token.cleared.title');
  const description = [serves, otherHooks > 0 && t('settings.token.otherHooks', { count: otherHooks })];
  return createReply({ colour: 'green', title, description });
}

/** Asks whether to clear the token with this ending, so that a late click clears no other one. */
export function askToClear(ending: string, t: Translate): Reply {
  const buttons = [
    actionButton(t('buttons.clearToken'), customIds.settings.buttons['clear-token'](ending), 'Danger'),
    actionButton(t('buttons.cancel'), customIds.setup.buttons.page('token')),
  ];
  return textReply('amber', 'settings.token.askClear', { buttons })(t, { ending: endingText(ending) });
}

/** For *Clear token* when the token was replaced or cleared meanwhile. */
export const tokenChanged = textReply('grey', 'settings.token.changed');

export function badToken(raw: string, t: Translate): Reply {
  const typed = credentialAsMeant(raw);
  const service = foreignIssuer(typed);
  const description = isWebAddress(typed)
    ? t('settings.token.bad.address')
    : service === undefined
      ? t('settings.token.bad.description', TOKEN_LENGTH)
      : t('settings.token.bad.foreign', { service });
  return createReply({ colour: 'amber', title: t('settings.token.bad.title'), description });
}

/** The guild's own links, to remove them. @param happened - what has just happened */
export function voteLinkList({ voteLinks }: GuildSettings, t: Translate, happened?: 'saved' | 'removed'): Reply {
  const names = linkNames(voteLinks);
  const options = voteLinks.map((link, at) => ({
    label: names[at] ?? '',
    description: plainText(link.url, MAX_LINK_LENGTH),
    value: linkId(link),
  }));
  return createReply(
    {
      colour: happened ? 'green' : 'blurple',
      title: happened ? t(`settings.voteLink.${happened}`) : settingTitle('vote-link', t),
      description: [
        lines(...voteLinks.map((link, index) => `${index + 1}. ${showVoteLink(link)}`)) || t('settings.voteLink.none'),
        t('settings.voteLink.hint', { max: MAX_VOTE_LINKS }),
      ],
    },
    settingButtons('vote-link', t, { label: t('buttons.add') }),
    selectOne(customIds.settings.selects['vote-link'](), t('settings.voteLink.remove'), options),
  );
}

/** @param id - of the link, by `linkId`: it may be gone */
export function askToRemoveLink(settings: GuildSettings, id: string | undefined, t: Translate): Reply {
  const link = settings.voteLinks.find((one) => linkId(one) === id);
  if (!link) return voteLinkList(settings, t);
  const buttons = [
    actionButton(t('buttons.remove'), customIds.settings.buttons['remove-vote-link'](linkId(link)), 'Danger'),
    actionButton(t('buttons.cancel'), customIds.setup.buttons.page('vote-link')),
  ];
  return textReply('amber', 'settings.voteLink.askRemove', { buttons })(t, { link: showVoteLink(link) });
}

export function badVoteLink(problem: BadLink, t: Translate): Reply {
  if (typeof problem === 'object') {
    const [placeholder, instead] = [codeText(problem.placeholder, 60), codeText(problem.instead, MAX_LINK_LENGTH)];
    return textReply('amber', 'settings.voteLink.foreign')(t, { placeholder, instead });
  }
  return problem === 'too-many'
    ? textReply('amber', 'settings.voteLink.tooMany')(t, { max: MAX_VOTE_LINKS })
    : textReply('amber', 'settings.voteLink.bad')(t, { max: MAX_LINK_LENGTH });
}

export function listPermissions(permissions: readonly PostPermission[], t: Translate): string {
  return permissions.map((name) => `*${t(`common.permissions.${name}`)}*`).join(', ');
}

/** @param missing - what the bot lacks in the channel; undefined when it is not known */
export function postsSaved(
  channel: PostChannel,
  settings: GuildSettings,
  missing: readonly PostPermission[] | undefined,
  t: Translate,
): Reply {
  const postSettings = settings[channel];
  const permissions = postSettings.on && listPermissions(missing ?? [], t);
  return createReply(
    {
      colour: permissions ? 'amber' : 'green',
      title: t(`settings.${channel}.${postSettings.on ? 'saved' : 'stopped'}.title`),
      description: [
        ...postsState(channel, settings, t),
        postSettings.on && missing === undefined && t('settings.permissions.needed'),
        permissions && t('settings.permissions.missing', { permissions }),
      ],
    },
    postsButtons(channel, postSettings, t),
  );
}

export function postsNow(channel: PostChannel, settings: GuildSettings, t: Translate): Reply {
  const postSettings = settings[channel];
  const description = postsState(channel, settings, t);
  return createReply(
    { colour: 'blurple', title: settingTitle(channel, t), description },
    postsButtons(channel, postSettings, t),
  );
}

function postsButtons(channel: PostChannel, { on, roleId }: PostSettings, t: Translate): Button[] {
  const stop = on && roleId && actionButton(t('buttons.stopMentioning'), customIds.settings.buttons['no-role']());
  return settingButtons(channel, t, { isOn: on, more: [stop] });
}

function postsState(channel: PostChannel, { rewardsByHand, ...settings }: GuildSettings, t: Translate) {
  const { on, channelId = '', roleId: role, saysArrival = false } = settings[channel];
  if (!on) return [t(`settings.${channel}.saved.off`)];
  return [
    t(`settings.${channel}.saved.on`, { channel: channelId }),
    role !== undefined && t('settings.role.mentioned', { role }),
    saysArrival && t(`settings.announcements.${rewardsByHand ? 'arrivalByHand' : 'arrival'}`),
  ];
}

export const badRole = textReply('amber', 'settings.role.bad');

export function postChannelMissing(channel: PostChannel, t: Translate): Reply {
  return textReply('amber', `settings.${channel}.noChannel`)(t);
}

/** Told to a manager once: these posts were turned off, because the channel is out of reach. */
export function postsStopped(channel: PostChannel, channelId: string, t: Translate): Reply {
  return textReply('amber', `settings.${channel}.stopped`)(t, { channel: channelId });
}

/** Told where the bot can still speak: posts wait for a channel that is gone or closed to it. */
/** @param guildName - where the reader may have several guilds */
export function postsWaiting(channel: string, guildName: string | undefined, t: Translate): Reply {
  const footer = guildName === undefined ? undefined : { footer: plainText(guildName, MAX_GUILD_NAME_LENGTH) };
  return textReply('amber', 'settings.waiting', footer)(t, { channel });
}

function showVoteLink({ label, url }: VoteLink): string {
  const name = label === undefined ? '' : `**${escapeText(label, MAX_VOTE_LABEL_LENGTH)}** `;
  return `${name}${escapeText(url, SHOWN_URL_LENGTH)}`;
}
