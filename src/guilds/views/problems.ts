import type { Translate } from '../../locales/index.ts';
import { escapeText, type Maybe } from '../../ui/text.ts';
import { MAX_LABEL_LENGTH } from '../entities.ts';
import type { PanelContent } from '../panel-message.ts';
import type { PanelState } from '../panels.ts';
import type { ChannelState, GuildSettings } from '../settings.ts';
import type { PostChannel } from '../store/post-settings.ts';
import { voteUrlFor } from '../vote-links.ts';
import { settingTitle } from './overview.ts';
import { listPermissions } from './settings.ts';

export function postsProblem(
  channel: PostChannel,
  channelId: string,
  state: ChannelState,
  t: Translate,
): Maybe<string> {
  if (state === 'fine') return undefined;
  const values = { what: settingTitle(channel, t), channel: channelId, command: `</settings ${channel}>` };
  if (state === 'gone') return t('problems.channelGone', values);
  if (state === 'unknown') return t('problems.channelUnknown', values);
  return t('problems.channelClosed', { ...values, permissions: listPermissions(state.missing, t) });
}

/** @param state - undefined when Discord did not say */
export function panelProblem(state: PanelState | undefined, t: Translate): Maybe<string> {
  if (!state) return t('problems.panelUnknown');
  if (state.kind === 'gone') return t('problems.panelGone');
  return state.kind === 'out-of-reach' && t('problems.panelClosed', { channel: state.location.channelId });
}

/** That a panel asks for a vote without saying where, unless the guild's own words do. */
export function panelLinkProblem(
  state: PanelState | undefined,
  { text = '', voteLinks }: Pick<PanelContent, 'text' | 'voteLinks'>,
  t: Translate,
): Maybe<string> {
  if (!state || !('location' in state)) return undefined;
  const isLinked = text.includes('://') || voteLinks.some((link) => voteUrlFor(link, undefined) !== undefined);
  return !isLinked && t('problems.panelLinkless');
}

/** The state of the access token. `lost`: it cannot be unsealed; `refused`: by the service, at its last use */
export type TokenState = 'fine' | 'lost' | 'refused';

export function tokenProblem({ kind }: GuildSettings['token'], state: TokenState, t: Translate): Maybe<string> {
  if (state === 'lost') return t('problems.tokenLost');
  return state === 'refused' && t(kind === 'own' ? 'problems.tokenRefused' : 'problems.operatorsToken');
}

/** How many entities a list of problems names before it counts. */
const ENTITIES_NAMED = 3;

export function entityProblems(ids: readonly string[], t: Translate): Maybe<string>[] {
  const named = ids.slice(0, ENTITIES_NAMED);
  const more = ids.length - named.length;
  return [
    ...named.map((id) => t('problems.entity', { id: escapeText(id, MAX_LABEL_LENGTH) })),
    more > 0 && t('problems.moreEntities', { count: more }),
  ];
}
