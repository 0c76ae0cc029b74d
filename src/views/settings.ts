import { ComponentType, TextInputStyle, type APIModalInteractionResponseCallbackData } from 'discord.js';

import type { TextKey, Translate } from '../locales/index.ts';
import type { PostKind, PostSettings } from '../services/guild-posts.ts';
import { TOKEN_LENGTH, VOTE_URL_MAX_LENGTH, type GuildSettings } from '../services/settings.ts';
import { formatCustomId } from './custom-id.ts';
import { actionButton, createEmbed, createReply, type Colour, type Reply } from './reply.ts';
import { BLANK, escapeText } from './text.ts';

export const TOKEN_INPUT = 'token';

/** Asks for the access token. Nothing is filled in: it can be written, never read. */
export function tokenModal(t: Translate): APIModalInteractionResponseCallbackData {
  return {
    custom_id: formatCustomId('settings', 'token'),
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
          min_length: TOKEN_LENGTH.least,
          max_length: TOKEN_LENGTH.most,
          required: true,
        },
      },
    ],
  };
}

export function tokenSaved({ token }: GuildSettings, t: Translate): Reply {
  const ending = token.kind === 'own' ? showEnding(token.ending) : BLANK;
  return createReply(
    embed(t, 'green', 'settings.token.saved.title', t('settings.token.saved.description', { ending })),
    clearButton(token, t),
  );
}

export function tokenCleared({ token }: GuildSettings, t: Translate): Reply {
  const then = token.kind === 'operators' ? 'settings.token.cleared.operators' : 'settings.token.cleared.none';
  return createReply(embed(t, 'green', 'settings.token.cleared.title', t(then)));
}

/** For *Clear token* when another token was set, or none is left. */
export function tokenChanged(t: Translate): Reply {
  return createReply(embed(t, 'grey', 'settings.token.changed.title', t('settings.token.changed.description')));
}

export function badToken(t: Translate): Reply {
  return createReply(
    embed(t, 'amber', 'settings.token.bad.title', t('settings.token.bad.description', { ...TOKEN_LENGTH })),
  );
}

export function voteUrlSaved({ voteUrl }: GuildSettings, t: Translate): Reply {
  if (voteUrl === undefined) {
    return createReply(
      embed(t, 'green', 'settings.voteLink.removed.title', t('settings.voteLink.removed.description')),
    );
  }
  const url = showUrl(voteUrl);
  return createReply(
    embed(t, 'green', 'settings.voteLink.saved.title', t('settings.voteLink.saved.description', { url })),
  );
}

export function badVoteUrl(t: Translate): Reply {
  const most = VOTE_URL_MAX_LENGTH;
  return createReply(
    embed(t, 'amber', 'settings.voteLink.bad.title', t('settings.voteLink.bad.description', { most })),
  );
}

export function postsSaved(kind: PostKind, settings: GuildSettings, t: Translate): Reply {
  const { on, channelId } = settings[kind];
  const state = on ? t(`settings.${kind}.saved.on`, { channel: channelId ?? '' }) : t(`settings.${kind}.saved.off`);
  return createReply(embed(t, 'green', `settings.${kind}.saved.title`, state));
}

export function postChannelMissing(kind: PostKind, t: Translate): Reply {
  return createReply(
    embed(t, 'amber', `settings.${kind}.noChannel.title`, t(`settings.${kind}.noChannel.description`)),
  );
}

/** For a manager, once: alerts could not be posted and were turned off. */
export function alertsStopped(channelId: string, t: Translate): Reply {
  return createReply(
    embed(
      t,
      'amber',
      'settings.alerts.stopped.title',
      t('settings.alerts.stopped.description', { channel: channelId }),
    ),
  );
}

/** Everything at a glance; of the token, whose it is and how it ends. */
export function settingsReply(settings: GuildSettings, t: Translate): Reply {
  const { token, voteUrl, announcements, alerts } = settings;
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

function showPosts({ on, channelId }: PostSettings, t: Translate): string {
  return on ? t('settings.show.postsOn', { channel: channelId ?? '' }) : t('settings.show.postsOff');
}

/** Inside backticks everything stands for itself, but for a backtick. */
function showEnding(ending: string): string {
  return ending.replaceAll('`', '’');
}

function showUrl(url: string): string {
  return escapeText(url, VOTE_URL_MAX_LENGTH);
}

/** A button that clears this token and no other, however late it is clicked. */
function clearButton(token: GuildSettings['token'], t: Translate) {
  if (token.kind !== 'own') return [];
  return [actionButton(t('buttons.clearToken'), formatCustomId('settings', 'clear-token', token.ending))];
}

function embed(t: Translate, colour: Colour, title: TextKey, description: string) {
  return createEmbed({ colour, title: t(title), description });
}
