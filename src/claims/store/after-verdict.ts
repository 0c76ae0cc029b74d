import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

import type { Queries, Store } from '../../database/store.ts';
import { countTowardsGoals, hasGoal, queueReached } from '../../guilds/store/goal-counts.ts';
import { hasReminders, remindAgain } from '../../reminders/store/queue.ts';
import { hasHooks, queueRewards } from '../../rewards/store/queue.ts';
import { grantRoles, hasVoterRole } from '../../rewards/store/role-grants.ts';
import type { Claim } from '../claim.ts';
import { escalatedVerdict } from '../escalation.ts';
import type { Verdict } from '../states.ts';
import { announce } from './announcements.ts';
import { escalate } from './escalations.ts';

/**
 * What may follow a claim only where a guild has set it up, or somebody who asked wants it: conditions on a row of
 * `claims`.
 */
const WANTS = {
  goal: hasGoal,
  hooks: hasHooks,
  role: hasVoterRole,
  reminders: hasReminders,
} as const satisfies Record<string, Expression<SqlBool>>;
type Want = keyof typeof WANTS;

/**
 * Which of them are wanted for a claim, to be asked for by the statement that gives it a verdict: where nothing is, the
 * way of a claim has no statement more.
 */
export const wants: RawBuilder<string> = sql<string>`${sql.join(
  Object.entries(WANTS).map(([want, isWanted]) => sql`case when ${isWanted} then ${sql.lit(`${want} `)} else '' end`),
  sql` || `,
)}`;

/** A claim that was just given a verdict. `wants`: as {@link wants} has it */
export type Closed = Claim & { verdict: Verdict; wants: string };

type Follower = {
  after: (verdict: Verdict) => boolean;
  /** without it, it follows in every guild */
  want?: Want;
  follow: (db: Queries, store: Pick<Store, 'now' | 'given'>, closed: readonly Closed[]) => Promise<void>;
};

const isGranted = ({ kind }: Verdict) => kind === 'granted';

/** Everything that follows a verdict, in this order. */
const FOLLOWERS: readonly Follower[] = [
  { after: isGranted, follow: thank },
  { after: (verdict) => escalatedVerdict(verdict) !== undefined, follow: escalate },
  { after: ({ kind }) => REWARDED[kind] !== undefined, want: 'hooks', follow: reward },
  { after: isGranted, want: 'role', follow: grantRoles },
  { after: isGranted, want: 'reminders', follow: remindAgain },
];

/** Writes down what follows these verdicts, within the transaction that gives them. */
export async function followVerdicts(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
  closed: readonly Closed[],
): Promise<void> {
  for (const { after, want, follow } of FOLLOWERS) {
    const followed = closed.filter((claim) => after(claim.verdict) && (want === undefined || isWanted(claim, want)));
    if (followed.length > 0) await follow(db, store, followed);
  }
}

function isWanted({ wants: wanted }: Closed, want: Want): boolean {
  return wanted.split(' ').includes(want);
}

/** Counts claims towards the goals of their guilds, announces them, and then the goals that they reached. */
async function thank(db: Queries, store: Pick<Store, 'now' | 'given'>, granted: readonly Closed[]): Promise<void> {
  const goals = await countTowardsGoals(
    db,
    store,
    granted.filter((claim) => isWanted(claim, 'goal')),
  );
  await announce(db, store, granted, goals);
  await queueReached(db, store, goals);
}

/** Whose reward is due (`true`), and whose a moderator has to decide about. */
const REWARDED: Partial<Record<Verdict['kind'], boolean>> = { granted: true, 'likely-granted': false, pending: false };

async function reward(db: Queries, store: Pick<Store, 'now' | 'given'>, closed: readonly Closed[]): Promise<void> {
  const rewarded = closed.map(({ id: claimId, reference, playername, guildId, credentialId, verdict }) => {
    const isProven = REWARDED[verdict.kind] === true;
    return { claimId, reference, playername, guildId, credentialId, isProven };
  });
  await queueRewards(db, store, rewarded);
}
