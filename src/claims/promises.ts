import type { TextKey } from '../locales/index.ts';
import type { RewardState } from '../rewards/hook.ts';
import type { Verdict } from './states.ts';

/**
 * What answers and announcements promise, told once. It depends on what is set up where somebody asked, so that nobody
 * reads of something that nobody does there. Each cell has its sentences in this order: whether the reward comes, what
 * to do, why. Doubt is for moderators: members read of it as far as they wait for it, or have to act.
 */
export type Here = {
  /** posts for moderators are on */
  hasModerators: boolean;
  reward: RewardState;
};

/** Nothing is said of a reward that could not be looked up. */
type KnownHere = Pick<Here, 'hasModerators'> & { reward?: RewardState | undefined };

/** `on`: where posts for moderators are on; `off`: where they are not, so that members have to tell a moderator */
type Cell<S> = Readonly<Record<'on' | 'off', readonly S[]>>;
type Row<S> = Readonly<Record<RewardState, Cell<S>>>;

const alike = <const S extends string>(...said: readonly S[]): Cell<S> => ({ on: said, off: said });

type OfReward = Extract<TextKey, `claim.${'reward' | 'todo'}.${string}`>;
export type Sentence =
  | OfReward
  | Extract<TextKey, `claim.${'granted' | 'likely-granted' | 'pending' | 'reviewed'}.${string}`>
  | 'claim.already.description'
  | 'claim.already.own';
export type PublicSentence = Extract<TextKey, `claim.${'reward' | 'announcement'}.${string}`>;

/** Of a reward that is sent to a game server. */
const SENT = {
  'on-its-way': alike('claim.reward.onItsWay'),
  failing: {
    on: ['claim.reward.notAccepted', 'claim.todo.known'],
    off: ['claim.reward.notAccepted', 'claim.todo.tell'],
  },
  off: alike('claim.reward.off', 'claim.todo.tell'),
  unclear: {
    on: ['claim.reward.notConfirmed', 'claim.todo.known'],
    off: ['claim.reward.notConfirmed', 'claim.todo.tell'],
  },
  arrived: alike('claim.reward.arrived'),
} as const satisfies Omit<Row<OfReward>, 'none'>;

/** What a member reads of a reward that is due now, and of one that was due before. */
const DUE: Row<OfReward> = { none: alike('claim.reward.byHand'), ...SENT };
const DUE_BEFORE: Row<OfReward> = { none: alike('claim.todo.missing'), ...SENT };

/**
 * What a member reads after each verdict, and then of the reward where that depends on it. `maybe-two`: of a granted
 * claim, beside its own; `parked`: of a pending one that nothing more is tried for; `own`: of one that is already claimed,
 * by this member; `claimed-before`: of a vote that was already claimed before the moderator looked
 */
const PROMISES = {
  granted: { first: alike('claim.granted.confirmed'), reward: DUE },
  'maybe-two': { first: { on: ['claim.granted.maybeTwoKnown'], off: ['claim.granted.maybeTwo'] } },
  'likely-granted': {
    first: {
      on: ['claim.likely-granted.known', 'claim.likely-granted.why'],
      off: ['claim.likely-granted.tell', 'claim.likely-granted.why'],
    },
  },
  pending: {
    first: {
      on: ['claim.pending.known', 'claim.pending.why'],
      off: ['claim.pending.tell', 'claim.pending.why'],
    },
  },
  parked: {
    first: {
      on: ['claim.pending.parkedKnown', 'claim.pending.parkedWhy'],
      off: ['claim.pending.parkedTell', 'claim.pending.parkedWhy'],
    },
  },
  already: { first: alike('claim.already.description', 'claim.todo.missing') },
  own: { first: alike('claim.already.own'), reward: DUE_BEFORE },
  unstated: { first: alike('claim.reviewed.unstated', 'claim.todo.missing') },
  claimed: { first: alike('claim.reviewed.claimed'), reward: DUE_BEFORE },
  'claimed-before': { first: alike('claim.reviewed.claimedBefore', 'claim.todo.missing') },
  'not-claimed': { first: alike('claim.reviewed.not-claimed') },
} as const satisfies Record<string, { first: Cell<Sentence>; reward?: Row<OfReward> }>;
export type Promised = keyof typeof PROMISES;

/** Everybody reads announcements: doubt stands there where moderators have no channel of their own. */
const ANNOUNCED: Row<PublicSentence> = {
  none: alike('claim.reward.byHand'),
  'on-its-way': alike('claim.reward.onItsWay'),
  failing: alike('claim.reward.notAccepted'),
  off: alike('claim.reward.off'),
  unclear: { on: ['claim.announcement.seenTo'], off: ['claim.announcement.notConfirmed'] },
  arrived: alike('claim.reward.arrived'),
};
const DOUBTED = {
  maybeTwo: { on: [], off: ['claim.announcement.maybeTwo'] },
  unlikelyTwo: { on: [], off: ['claim.announcement.unlikelyTwo'] },
} as const satisfies Record<string, Cell<PublicSentence>>;

/** What a member reads. */
export function promised(which: Promised, { hasModerators, reward }: KnownHere): readonly Sentence[] {
  const channel = hasModerators ? 'on' : 'off';
  const row: { first: Cell<Sentence>; reward?: Row<OfReward> } = PROMISES[which];
  return [...row.first[channel], ...((reward && row.reward?.[reward][channel]) ?? [])];
}

/** Whether what is said to those who asked depends on how the reward of their claim stands. */
export function tellsOfReward(verdict: Verdict): boolean {
  return verdict.kind === 'granted' || (verdict.kind === 'reviewed' && reviewOf(verdict) === 'claimed');
}

/** What is promised after a moderator's decision. `claimed-before`: no reward waited for it */
export function reviewOf({ outcome, wasAlready }: Extract<Verdict, { kind: 'reviewed' }>) {
  return outcome === 'claimed' && wasAlready ? 'claimed-before' : outcome;
}

/** What everybody reads of a granted claim: of its reward, and beside it what may be wrong. */
export function announced(
  { maybeTwo, unlikely }: { maybeTwo: boolean; unlikely: boolean },
  { hasModerators, reward }: Here,
): { reward: readonly PublicSentence[]; doubt: readonly PublicSentence[] } {
  const channel = hasModerators ? 'on' : 'off';
  const doubt = maybeTwo ? DOUBTED[unlikely ? 'unlikelyTwo' : 'maybeTwo'][channel] : [];
  return { reward: ANNOUNCED[reward][channel], doubt };
}
