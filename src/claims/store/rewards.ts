import type { Queries, Store } from '../../database/store.ts';
import { remindAgain } from '../../reminders/store/queue.ts';
import { countTowardsGoals } from '../../guilds/store/goal-counts.ts';
import { queueRewards } from '../../rewards/store/queue.ts';
import { grantRoles } from '../../rewards/store/role-grants.ts';
import type { Claim } from '../claim.ts';
import type { Verdict } from '../states.ts';
import { announce } from './announcements.ts';

/** Whose reward is due (`true`), and whose a moderator has to decide about. */
const REWARDED: Partial<Record<Verdict['kind'], boolean>> = { granted: true, 'likely-granted': false, pending: false };

/**
 * Counts what was granted of claims that were just given these verdicts towards the goals of their guilds, and queues
 * the announcements.
 *
 * @param given - `hasGoal`: false where it is known that there is no goal
 */
export async function thank(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
  given: readonly { claim: Claim; verdict: Verdict; hasGoal: boolean }[],
): Promise<void> {
  const granted = given.filter(({ verdict }) => verdict.kind === 'granted');
  const goals = await countTowardsGoals(
    db,
    store,
    granted.flatMap(({ claim, hasGoal }) => (hasGoal ? [claim] : [])),
  );
  await announce(
    db,
    store,
    granted.map(({ claim }) => claim),
    goals,
  );
}

/** Queues what the hooks of the guilds are to be told of claims that were just given these verdicts. */
export async function reward(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
  given: readonly { claim: Claim; verdict: Verdict }[],
): Promise<void> {
  const rewarded = given.flatMap(({ claim, verdict }) => {
    const { id: claimId, reference, playername, guildId, credentialId } = claim;
    const isProven = REWARDED[verdict.kind];
    return isProven === undefined ? [] : [{ claimId, reference, playername, guildId, credentialId, isProven }];
  });
  await queueRewards(db, store, rewarded);
}

/** Queues the voter role for whoever asked first for each of these claims, if it is granted: nothing less gives it. */
export async function giveRoles(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
  given: readonly { claim: Claim; verdict: Verdict }[],
): Promise<void> {
  await grantRoles(
    db,
    store,
    given.flatMap(({ claim, verdict }) => (verdict.kind === 'granted' ? [claim] : [])),
  );
}

/** Sets the reminders anew of everyone who asked for each of these claims, if it is granted. */
export async function remindLater(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
  given: readonly { claim: Claim; verdict: Verdict }[],
): Promise<void> {
  await remindAgain(
    db,
    store,
    given.flatMap(({ claim, verdict }) => (verdict.kind === 'granted' ? [claim] : [])),
  );
}
