import { TeamMemberMembershipState, type APIApplication, type REST } from 'discord.js';

import { type Clock, MINUTE_MS } from '../work/clock.ts';
import { FatalError } from '../work/errors.ts';
import { fetchApplication } from './rest/application.ts';

/**
 * How long an operator keeps their right without Discord's confirmation: a former operator loses it although Discord is
 * silent, and a single missing answer takes it from nobody.
 */
export const CONFIRMED_FOR_MS = 5 * MINUTE_MS;

export type Ownership = ReturnType<typeof createOwnership>;

export function createOwnership(options: { rest: REST; homeGuildId: string | undefined; now: Clock['now'] }) {
  const { rest, homeGuildId, now } = options;
  let operators: readonly string[] = [];
  let confirmedAt = Number.NEGATIVE_INFINITY;

  /** @throws as {@link refuseHomeless} does */
  function note(application: APIApplication): void {
    refuseHomeless(application, homeGuildId);
    operators = operatorsOf(application);
    confirmedAt = now();
  }

  return {
    note,
    /** @throws as {@link note} does, and whatever a call to Discord throws */
    async reread(): Promise<void> {
      note(await fetchApplication(rest));
    },
    isOperator: (userId: string): boolean => now() - confirmedAt < CONFIRMED_FOR_MS && operators.includes(userId),
  };
}

/** @throws {@link FatalError} for a public bot without a home guild: every guild would count as the operator's own */
export function refuseHomeless({ bot_public: isPublic }: APIApplication, homeGuildId: string | undefined): void {
  if (!isPublic || homeGuildId !== undefined) return;
  throw new FatalError(
    'This application is a public bot: set HOME_GUILD_ID to your own guild, or switch "Public Bot" off in the Discord Developer Portal.',
  );
}

/** The application's owner, or the members of its team who accepted the invitation. */
function operatorsOf({ owner, team }: APIApplication): string[] {
  if (!team) return owner ? [owner.id] : [];
  const accepted = team.members.filter((member) => member.membership_state === TeamMemberMembershipState.Accepted);
  return accepted.map(({ user }) => user.id);
}
