import type { GuildSettings, PostChannel } from './settings.ts';
import type { VoteLink } from './vote-links.ts';

/** What to set up next. `permissions`: those that the bot lacks in a channel */
export type FirstStep = 'permissions' | 'token' | 'entity' | 'vote-link' | Exclude<PostChannel, 'alerts'>;

/** The most urgent step, undefined when everything is set up: first what does not work, then what people would miss. */
export function nextStep(setUp: {
  settings: Pick<GuildSettings, 'token' | 'announcements' | 'moderators'>;
  linkedEntities: number;
  /** the operator's among them */
  voteLinks: readonly VoteLink[];
  /** in a channel that the bot posts in */
  lacksPermissions: boolean;
}): FirstStep | undefined {
  const { settings, linkedEntities, voteLinks, lacksPermissions } = setUp;
  if (lacksPermissions) return 'permissions';
  if (settings.token.kind === 'none') return 'token';
  if (linkedEntities === 0) return 'entity';
  if (voteLinks.length === 0) return 'vote-link';
  if (!settings.announcements.on) return 'announcements';
  return settings.moderators.on ? undefined : 'moderators';
}
