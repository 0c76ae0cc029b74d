import { type Expression, sql, type SqlBool } from 'kysely';

import type { Queries, Store } from '../../database/store.ts';
import { countTowardsGoals, hasGoal, queueReached } from '../../guilds/store/goal-counts.ts';
import { hasOwnNames, ownNames } from '../../guilds/store/name-owners.ts';
import { hasAnnouncements } from '../../guilds/store/post-settings.ts';
import { hasReminders, remindAgain } from '../../reminders/store/queue.ts';
import { hasHooks, queueRewards } from '../../rewards/store/queue.ts';
import { grantRoles, hasVoterRole } from '../../rewards/store/role-grants.ts';
import type { Claim } from '../claim.ts';
import { escalatedVerdict } from '../escalation.ts';
import type { Verdict } from '../states.ts';
import { announce } from './announcements.ts';
import { escalate } from './escalations.ts';

/** What follows only where a guild has set it up, or a person who asked wants it: conditions on a row of `claims`. */
const WANTS = {
  announcements: hasAnnouncements,
  goal: hasGoal,
  names: hasOwnNames,
  hooks: hasHooks,
  role: hasVoterRole,
  reminders: hasReminders,
} as const satisfies Record<string, Expression<SqlBool>>;
type Want = keyof typeof WANTS;

/** The wants of a claim, read by the statement that gives it a verdict: without any, no further one is needed. */
export const wants = (Object.keys(WANTS) as Want[]).map((want) =>
  sql<number>`case when ${WANTS[want]} then 1 else 0 end`.as(want),
);

/** A claim that was just given a verdict. `wants`: 1 for what is wanted, 0 for what is not */
type Closed = Claim & { verdict: Verdict; wants: Readonly<Record<Want, number>> };

type Follower = {
  after: (verdict: Verdict) => boolean;
  /** without it, it follows every such verdict */
  want?: Want;
  follow: (db: Queries, store: Store, closed: readonly Closed[]) => Promise<void>;
};

const isGranted = ({ kind }: Verdict) => kind === 'granted';

/** Everything that follows a verdict, in this order. */
const FOLLOWERS: readonly Follower[] = [
  { after: isGranted, follow: thank },
  { after: (verdict) => escalatedVerdict(verdict) !== undefined, follow: escalate },
  { after: ({ kind }) => REWARDED.includes(kind), want: 'hooks', follow: reward },
  // The role and the reminder are for the owner.
  { after: isGranted, want: 'names', follow: ownNames },
  { after: isGranted, want: 'role', follow: grantRoles },
  { after: isGranted, want: 'reminders', follow: remindAgain },
];

/** Records what follows these verdicts, within the transaction that gives them. */
export async function followVerdicts(db: Queries, store: Store, closed: readonly Closed[]): Promise<void> {
  for (const { after, want, follow } of FOLLOWERS) {
    const followed = closed.filter((claim) => after(claim.verdict) && (want === undefined || claim.wants[want] === 1));
    if (followed.length > 0) await follow(db, store, followed);
  }
}

/** Counts claims towards the goals of their guilds, announces them, and then the goals that they reached. */
async function thank(db: Queries, store: Store, granted: readonly Closed[]): Promise<void> {
  const counted = granted.filter((claim) => claim.wants.goal === 1);
  const goals = await countTowardsGoals(db, store, counted);
  const announced = granted.filter((claim) => claim.wants.announcements === 1);
  await announce(db, store, announced, goals);
  await queueReached(db, store, goals);
}

/** The verdicts after which a reward is due, or a moderator decides whether it is. */
const REWARDED: readonly Verdict['kind'][] = ['granted', 'likely-granted', 'pending'];

async function reward(db: Queries, store: Store, closed: readonly Closed[]): Promise<void> {
  const rewarded = closed.map((claim) => ({ ...claim, isProven: isGranted(claim.verdict) }));
  await queueRewards(db, store, rewarded);
}
