import type { ClaimRequest } from './claim.ts';
import type { Look } from './states.ts';
import type { ClaimTimings } from './timings.ts';

/**
 * Somebody whose claim found no vote has the bot **keep looking**: it makes an ordinary claim for them again and again,
 * after pauses, which takes the place of the one before in their reply. A look ends with the first answer that is not 0,
 * with a refusal, with *Stop*, with another claim in the same reply, and when the reply can be edited no more. Until then
 * it is on record, so that any process goes on with it; once it is not, their answer on record is that of their last
 * claim alone, which they are then told as every other one.
 *
 * `DueLook`: one that is due, held by this process, and the request whose claim found nothing so far.
 */
export type DueLook = { id: string; guildId: string; request: ClaimRequest };

/** When a look claims for the last time: each pause is longer by all that have passed. In ms since the epoch. */
export function lastLookAt(look: Omit<Look, 'id'>, timings: Pick<ClaimTimings, 'firstLookMs'>): number {
  const { begunAt, nextAt, endsAt } = look;
  const afterThat = nextAt + (nextAt - begunAt) + timings.firstLookMs;
  return afterThat < endsAt ? lastLookAt({ begunAt, nextAt: afterThat, endsAt }, timings) : nextAt;
}

/** The interaction that stands for a claim of a look on record: the same for every process that makes it. */
export function lookAfter({ id }: Pick<ClaimRequest, 'id'>): string {
  return `look after ${id}`;
}
