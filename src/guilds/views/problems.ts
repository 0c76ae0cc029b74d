import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { escapeText } from '../../ui/text.ts';
import { MAX_LABEL_LENGTH } from '../entities.ts';
import type { PanelState } from '../panels.ts';
import type { ChannelState } from '../place.ts';
import type { GuildSettings } from '../settings.ts';
import type { PostChannel } from '../store/post-settings.ts';
import { listPermissions } from './settings.ts';

/** Where a channel or role is changed. */
const COMMANDS = {
  announcements: '</settings announcements>',
  alerts: '</settings alerts>',
  moderators: '</settings moderators>',
} as const satisfies Record<PostChannel, string>;

/** What is wrong with where posts of a kind appear, and what mends it. */
export function postsProblem(kind: PostChannel, channel: string, state: ChannelState, t: Translate): string[] {
  if (state === 'fine') return [];
  const values = { what: t(`settings.show.fields.${kind}`), channel, command: COMMANDS[kind] };
  if (state === 'gone') return [t('problems.channelGone', values)];
  if (state === 'unknown') return [t('problems.channelUnknown', values)];
  return [t('problems.channelClosed', { ...values, permissions: listPermissions(state.missing, t) })];
}

/** For a role that alerts are to mention, and that is gone. */
export function mentionProblem(t: Translate): string {
  return t('problems.mentionGone');
}

/** @param state - undefined when Discord did not say */
export function panelProblem(state: PanelState | undefined, t: Translate): string[] {
  if (!state) return [t('problems.panelUnknown')];
  if (state.kind === 'gone') return [t('problems.panelGone')];
  return state.kind === 'out-of-reach' ? [t('problems.panelClosed', { channel: state.place.channelId })] : [];
}

/** How the access token stands. `lost`: it cannot be unsealed; `refused`: the last time that it was used */
export type TokenState = 'fine' | 'lost' | 'refused';

export function tokenProblem(token: GuildSettings['token'], state: TokenState, t: Translate): string[] {
  if (token.kind === 'none') return [t('problems.noToken')];
  if (state === 'fine') return [];
  const text: PlainTextKey =
    state === 'lost'
      ? 'problems.tokenLost'
      : token.kind === 'own'
        ? 'problems.tokenRefused'
        : 'problems.operatorsToken';
  return [t(text)];
}

/** Entities that are named in a list of problems; of the others there is a number. */
const ENTITIES_NAMED = 3;

/** For entities of which the plan service gives no plan. */
export function entityProblems(ids: readonly string[], t: Translate): string[] {
  const named = ids
    .slice(0, ENTITIES_NAMED)
    .map((id) => t('problems.entity', { id: escapeText(id, MAX_LABEL_LENGTH) }));
  const more = ids.length - named.length;
  return more > 0 ? [...named, t('problems.moreEntities', { count: more })] : named;
}
