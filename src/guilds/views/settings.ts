import { ComponentType, TextInputStyle } from 'discord.js';

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
} from '../../ui/reply.ts';
import { BLANK, escapeText } from '../../ui/text.ts';
import { type GuildSettings, TOKEN_LENGTH } from '../settings.ts';
import type { PostKind, PostSettings } from '../store/post-settings.ts';

export const TOKEN_INPUT = 'token';

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

export function tokenSaved({ token }: GuildSettings, t: Translate): Reply {
  const ending = token.kind === 'own' ? showEnding(token.ending) : BLANK;
  return noticeReply({ colour: 'green', text: 'settings.token.saved', buttons: clearButton(token, t) }, t, { ending });
}

export function tokenCleared({ token }: GuildSettings, t: Translate): Reply {
  const then = token.kind === 'operators' ? 'settings.token.cleared.operators' : 'settings.token.cleared.none';
  return createReply(createEmbed({ colour: 'green', title: t('settings.token.cleared.title'), description: t(then) }));
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

export function voteUrlSaved({ voteUrl }: GuildSettings, t: Translate): Reply {
  if (voteUrl === undefined) return noticeReply({ colour: 'green', text: 'settings.voteLink.removed' }, t);
  return noticeReply({ colour: 'green', text: 'settings.voteLink.saved' }, t, { url: showUrl(voteUrl) });
}

export function badVoteUrl(t: Translate): Reply {
  return noticeReply({ colour: 'amber', text: 'settings.voteLink.bad' }, t, { max: MAX_LINK_LENGTH });
}

/** What the bot needs to post in a channel. */
export type PostPermission = 'viewChannel' | 'sendMessages' | 'embedLinks';

/** @param missing - what the bot lacks in the channel; undefined when that is not known */
export function postsSaved(
  kind: PostKind,
  settings: GuildSettings,
  missing: readonly PostPermission[] | undefined,
  t: Translate,
): Reply {
  const lacks = settings[kind].on && missing !== undefined && missing.length > 0;
  const permissions = missing?.map((name) => `*${t(`common.permissions.${name}`)}*`).join(', ') ?? '';
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
export function postsNow(kind: PostKind, settings: GuildSettings, t: Translate): Reply {
  const title = t(`settings.show.fields.${kind}`);
  const embed = createEmbed({ colour: 'blurple', title, description: postsState(kind, settings, t) });
  return createReply(embed, roleButton(settings[kind], t));
}

function postsState(kind: PostKind, settings: GuildSettings, t: Translate): string {
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

export function postChannelMissing(kind: PostKind, t: Translate): Reply {
  return noticeReply({ colour: 'amber', text: `settings.${kind}.noChannel` }, t);
}

/** Told to a manager once: posts of a kind could not be made, so they were turned off. */
export function postsStopped(kind: PostKind, channelId: string, t: Translate): Reply {
  return noticeReply({ colour: 'amber', text: `settings.${kind}.stopped` }, t, { channel: channelId });
}

/** All settings. Of the token, only whose it is and how it ends. */
export function settingsReply(settings: GuildSettings, t: Translate): Reply {
  const { token, voteUrl, announcements, alerts, moderators } = settings;
  return createReply(
    createEmbed({
      colour: 'blurple',
      title: t('settings.show.title'),
      description: t('settings.show.description'),
      fields: [
        { name: t('settings.show.fields.token'), value: showToken(token, t) },
        {
          name: t('settings.show.fields.voteLink'),
          value: voteUrl === undefined ? t('settings.show.voteLinkNone') : showUrl(voteUrl),
        },
        { name: t('settings.show.fields.announcements'), value: showPosts(announcements, t) },
        { name: t('settings.show.fields.alerts'), value: showPosts(alerts, t) },
        { name: t('settings.show.fields.moderators'), value: showPosts(moderators, t) },
      ],
    }),
    clearButton(token, t),
  );
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

function showUrl(url: string): string {
  return escapeText(url, MAX_LINK_LENGTH);
}

/** Leads to {@link askToClear}. */
function clearButton(token: GuildSettings['token'], t: Translate) {
  if (token.kind !== 'own') return [];
  return [actionButton(t('buttons.clearToken'), customIds.settings.buttons['ask-clear'](token.ending), 'danger')];
}
