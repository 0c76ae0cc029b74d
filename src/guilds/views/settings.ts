import { type APIEmbed, type APIEmbedField, ComponentType, TextInputStyle } from 'discord.js';

import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import {
  actionButton,
  createEmbed,
  createReply,
  type Modal,
  noticeReply,
  type Reply,
  MAX_LINK_LENGTH,
  selectOne,
} from '../../ui/reply.ts';
import { SYMBOLS } from '../../ui/symbols.ts';
import { BLANK, escapeText, plainText, truncate } from '../../ui/text.ts';
import type { PostPermission } from '../place.ts';
import { type GuildSettings, TOKEN_LENGTH } from '../settings.ts';
import type { PostChannel, PostSettings } from '../store/post-settings.ts';
import { type BadLink, linkId, MAX_VOTE_LABEL_LENGTH, MAX_VOTE_LINKS, type VoteLink } from '../vote-links.ts';

export const TOKEN_INPUT = 'token';
/** UTF-16 units of an address in a list of five, which has to fit into a field when each is escaped. */
const SHOWN_URL_LENGTH = 70;

/** Asks for the access token. Nothing is filled in: it can be written, never read. */
export function tokenModal(t: Translate): Modal {
  return {
    custom_id: customIds.settings.modals.token(),
    title: t('settings.token.modalTitle'),
    components: [
      {
        type: ComponentType.Label,
        label: t('settings.token.modalLabel'),
        component: {
          type: ComponentType.TextInput,
          custom_id: TOKEN_INPUT,
          style: TextInputStyle.Short,
          placeholder: t('settings.token.modalHint'),
          min_length: TOKEN_LENGTH.min,
          max_length: TOKEN_LENGTH.max,
          required: true,
        },
      },
    ],
  };
}

/** @param otherHooks - how many webhooks are limited to an earlier token */
export function tokenSaved({ token }: GuildSettings, t: Translate, otherHooks = 0): Reply {
  const ending = token.kind === 'own' ? showEnding(token.ending) : BLANK;
  const then = t('settings.token.saved.description', { ending });
  return createReply(tokenEmbed(t('settings.token.saved.title'), then, otherHooks, t), clearButton(token, t));
}

/** @param otherHooks - how many webhooks are limited to an earlier token */
export function tokenCleared({ token }: GuildSettings, t: Translate, otherHooks = 0): Reply {
  const then = token.kind === 'operators' ? 'settings.token.cleared.operators' : 'settings.token.cleared.none';
  return createReply(tokenEmbed(t('settings.token.cleared.title'), t(then), otherHooks, t));
}

function tokenEmbed(title: string, then: string, otherHooks: number, t: Translate): APIEmbed {
  const lines = otherHooks > 0 ? [then, t('settings.token.otherHooks', { count: otherHooks })] : [then];
  return createEmbed({ colour: 'green', title, description: lines.join('\n\n') });
}

/**
 * Asks whether to clear the token. It clears this one and no other, however late the click comes. It is known by its
 * last four characters, which is all that people are shown of it: two with the same ones would be the same to whoever
 * clicks, too.
 */
export function askToClear(ending: string, t: Translate): Reply {
  const buttons = [
    actionButton(t('buttons.clearToken'), customIds.settings.buttons['clear-token'](ending), 'danger'),
    actionButton(t('buttons.cancel'), customIds.settings.buttons['keep-token']()),
  ];
  return noticeReply({ colour: 'amber', text: 'settings.token.askClear', buttons }, t, { ending: showEnding(ending) });
}

/** For *Clear token* when another token was set, or none is left. */
export function tokenChanged(t: Translate): Reply {
  return noticeReply({ colour: 'grey', text: 'settings.token.changed' }, t);
}

export function badToken(t: Translate): Reply {
  return noticeReply({ colour: 'amber', text: 'settings.token.bad' }, t, TOKEN_LENGTH);
}

/** The guild's own links, each of which can be removed. @param notice - what has just happened */
export function voteLinkList({ voteLinks }: GuildSettings, t: Translate, notice?: 'saved' | 'removed'): Reply {
  const text = voteLinks.length === 0 ? t('settings.voteLink.none') : showVoteLinks(voteLinks);
  const embed = createEmbed({
    colour: notice ? 'green' : 'blurple',
    title: t(notice ? `settings.voteLink.${notice}` : 'settings.show.fields.voteLinks'),
    description: `${text}\n\n${t('settings.voteLink.hint', { max: MAX_VOTE_LINKS })}`,
  });
  const options = voteLinks.map((link) => ({ label: plainText(nameOf(link), MAX_LINK_LENGTH), value: linkId(link) }));
  return createReply(
    embed,
    [],
    selectOne(customIds.settings.selects['vote-link'](), t('settings.voteLink.remove'), options),
  );
}

export function badVoteLink(problem: BadLink, t: Translate): Reply {
  return problem === 'too-many'
    ? noticeReply({ colour: 'amber', text: 'settings.voteLink.tooMany' }, t, { max: MAX_VOTE_LINKS })
    : noticeReply({ colour: 'amber', text: 'settings.voteLink.bad' }, t, { max: MAX_LINK_LENGTH });
}

/** Their names, as Discord has them. */
export function listPermissions(permissions: readonly PostPermission[], t: Translate): string {
  return permissions.map((name) => `*${t(`common.permissions.${name}`)}*`).join(', ');
}

/** @param missing - what the bot lacks in the channel; undefined when that is not known */
export function postsSaved(
  kind: PostChannel,
  settings: GuildSettings,
  missing: readonly PostPermission[] | undefined,
  t: Translate,
): Reply {
  const lacks = settings[kind].on && missing !== undefined && missing.length > 0;
  const permissions = listPermissions(missing ?? [], t);
  const lines = [
    postsState(kind, settings, t),
    ...(settings[kind].on && missing === undefined ? [t('settings.permissions.needed')] : []),
    ...(lacks ? [t('settings.permissions.missing', { permissions })] : []),
  ];
  return createReply(
    createEmbed({
      colour: lacks ? 'amber' : 'green',
      title: t(`settings.${kind}.saved.title`),
      description: lines.join('\n\n'),
    }),
    roleButton(settings[kind], t),
  );
}

/** Where posts of a kind appear, when nothing was to be changed. */
export function postsNow(kind: PostChannel, settings: GuildSettings, t: Translate): Reply {
  const title = t(`settings.show.fields.${kind}`);
  const embed = createEmbed({ colour: 'blurple', title, description: postsState(kind, settings, t) });
  return createReply(embed, roleButton(settings[kind], t));
}

function postsState(kind: PostChannel, settings: GuildSettings, t: Translate): string {
  const { on, channelId, roleId } = settings[kind];
  if (!on) return t(`settings.${kind}.saved.off`);
  const state = t(`settings.${kind}.saved.on`, { channel: channelId ?? '' });
  return roleId === undefined ? state : `${state}\n\n${t('settings.role.mentioned', { role: roleId })}`;
}

/** For a role that cannot be mentioned. */
export function badRole(t: Translate): Reply {
  return noticeReply({ colour: 'amber', text: 'settings.role.bad' }, t);
}

function roleButton({ on, roleId }: PostSettings, t: Translate) {
  if (!on || roleId === undefined) return [];
  return [actionButton(t('buttons.stopMentioning'), customIds.settings.buttons['no-role']())];
}

export function postChannelMissing(kind: PostChannel, t: Translate): Reply {
  return noticeReply({ colour: 'amber', text: `settings.${kind}.noChannel` }, t);
}

/** Told to a manager once: posts of a kind could not be made, so they were turned off. */
export function postsStopped(kind: PostChannel, channelId: string, t: Translate): Reply {
  return noticeReply({ colour: 'amber', text: `settings.${kind}.stopped` }, t, { channel: channelId });
}

/**
 * All settings, and what is wrong with them. Of the token, only whose it is and how it ends.
 *
 * @param more - `others`: what is set elsewhere; `problems`: a line each
 */
export function settingsReply(
  settings: GuildSettings,
  t: Translate,
  { others = [], problems = [] }: { others?: readonly APIEmbedField[]; problems?: readonly string[] } = {},
): Reply {
  const { token, voteLinks, announcements, alerts, moderators } = settings;
  return createReply(
    createEmbed({
      colour: problems.length > 0 ? 'amber' : 'blurple',
      title: t('settings.show.title'),
      description: [...problemLines(problems, t), t('settings.show.description')].join('\n\n'),
      fields: [
        { name: t('settings.show.fields.token'), value: showToken(token, t) },
        {
          name: t('settings.show.fields.voteLinks'),
          value: voteLinks.length === 0 ? t('settings.show.voteLinksNone') : showVoteLinks(voteLinks),
        },
        { name: t('settings.show.fields.announcements'), value: showPosts(announcements, t) },
        { name: t('settings.show.fields.alerts'), value: showPosts(alerts, t) },
        { name: t('settings.show.fields.moderators'), value: showPosts(moderators, t) },
        ...others,
      ],
    }),
    clearButton(token, t),
  );
}

/** As many as fit beside the settings themselves. */
const MAX_PROBLEMS_LENGTH = 2_400;

function problemLines(problems: readonly string[], t: Translate): string[] {
  if (problems.length === 0) return [`${SYMBOLS.good} ${t('problems.none')}`];
  const lines = problems.map((problem) => `${SYMBOLS.attention} ${problem}`);
  return [truncate([t('problems.heading'), ...lines].join('\n'), MAX_PROBLEMS_LENGTH)];
}

function showToken(token: GuildSettings['token'], t: Translate): string {
  switch (token.kind) {
    case 'own':
      return t('settings.show.tokenOwn', { ending: showEnding(token.ending) });
    case 'operators':
      return t('settings.show.tokenOperators');
    case 'none':
      return t('settings.show.tokenNone');
  }
}

function showPosts({ on, channelId, roleId }: PostSettings, t: Translate): string {
  if (!on) return t('settings.show.postsOff');
  const channel = channelId ?? '';
  if (roleId === undefined) return t('settings.show.postsOn', { channel });
  return t('settings.show.postsOnMentioning', { channel, role: roleId });
}

/** Shown in backticks, where only a backtick has a meaning. */
function showEnding(ending: string): string {
  return ending.replaceAll('`', '’');
}

function showVoteLinks(links: readonly VoteLink[]): string {
  return links
    .map((link, index) => {
      const label = link.label === undefined ? '' : `**${escapeText(link.label, MAX_VOTE_LABEL_LENGTH)}** `;
      return `${index + 1}. ${label}${escapeText(link.url, SHOWN_URL_LENGTH)}`;
    })
    .join('\n');
}

function nameOf({ label, url }: VoteLink): string {
  return label ?? url;
}

/** Leads to {@link askToClear}. */
function clearButton(token: GuildSettings['token'], t: Translate) {
  if (token.kind !== 'own') return [];
  return [actionButton(t('buttons.clearToken'), customIds.settings.buttons['ask-clear'](token.ending), 'danger')];
}
