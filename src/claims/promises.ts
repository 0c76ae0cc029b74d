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
  reward: Reward;
  /** the moderators have a post about what is wrong with the reward, or get one */
  isPosted?: boolean;
};

/** How a reward stands. `by-hand`: sent nowhere, as a manager said that the staff hand it over */
export type Reward = RewardState | 'by-hand';

/** Nothing is said of a reward that could not be looked up. */
type KnownHere = Pick<Here, 'hasModerators' | 'isPosted'> & { reward?: Reward | undefined };

/**
 * `on`: where posts for moderators are on; `off`: where they are not, so that members have to tell a moderator, as they
 * have of a reward about which there is no post
 */
type Cell<S> = Readonly<Record<'on' | 'off', readonly S[]>>;
type Row<S, R extends Reward = Reward> = Readonly<Record<R, Cell<S>>>;

const alike = <const S extends string>(...said: readonly S[]): Cell<S> => ({ on: said, off: said });

type OfReward = Extract<TextKey, `claim.${'reward' | 'todo'}.${string}`>;
type Sentence =
  | OfReward
  | Extract<TextKey, `claim.${'granted' | 'likely-granted' | 'pending' | 'reviewed'}.${string}`>
  | 'claim.already.description'
  | 'claim.already.own'
  | 'claim.inDoubt';
type PublicSentence = Extract<TextKey, `claim.${'reward' | 'announcement'}.${string}`>;

/** Of a reward that is sent to a game server. */
const SENT = {
  'on-its-way': alike('claim.reward.onItsWay', 'claim.todo.tell'),
  failing: {
    on: ['claim.reward.notAccepted', 'claim.todo.known'],
    off: ['claim.reward.notAccepted', 'claim.todo.tell'],
  },
  off: alike('claim.reward.off', 'claim.todo.tell'),
  unclear: {
    on: ['claim.reward.notConfirmed', 'claim.todo.known'],
    off: ['claim.reward.notConfirmed', 'claim.todo.tell'],
  },
  partly: alike('claim.reward.partly', 'claim.todo.missing'),
  arrived: alike('claim.reward.arrived'),
  vouched: alike('claim.reward.vouched', 'claim.todo.missing'),
} as const satisfies Row<OfReward, Exclude<RewardState, 'none'>>;

/** What a member reads of a reward that is due now, and of one that was due before. */
const DUE: Row<OfReward> = {
  none: alike('claim.reward.byHand', 'claim.todo.tell'),
  'by-hand': alike('claim.reward.byStaff', 'claim.todo.tell'),
  ...SENT,
};
const DUE_BEFORE: Row<OfReward> = {
  none: alike('claim.todo.missing'),
  'by-hand': alike('claim.todo.missing'),
  ...SENT,
};

type Said = { first: Cell<Sentence>; reward?: Row<OfReward>; last?: Cell<Sentence> };

/**
 * What a member reads after each verdict, and then of the reward where that depends on it. `maybe-two`: of a granted
 * claim that may be two; `parked`: of a pending one that nothing more is tried for; `own`: of one that is already claimed,
 * by this member; `claimed-before`: of a vote that was already claimed before the moderator looked; `in-doubt`: of what
 * came to nothing, beside its own
 */
const PROMISES = {
  granted: { first: alike('claim.granted.confirmed'), reward: DUE },
  'maybe-two': {
    first: alike('claim.granted.confirmed'),
    reward: DUE,
    last: { on: ['claim.granted.maybeTwoKnown'], off: ['claim.granted.maybeTwo'] },
  },
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
  claimed: { first: alike('claim.reviewed.claimed'), reward: DUE },
  'claimed-before': { first: alike('claim.reviewed.claimedBefore', 'claim.todo.missing') },
  'not-claimed': { first: alike('claim.reviewed.not-claimed') },
  'in-doubt': { first: alike('claim.inDoubt', 'claim.todo.missing') },
} as const satisfies Record<string, Said>;
export type Promised = keyof typeof PROMISES;

/** What a member does about a reward that does not come, where a button does it. */
const BY_BUTTON: Partial<Record<Sentence, Sentence>> = {
  'claim.todo.tell': 'claim.todo.ask',
  'claim.todo.missing': 'claim.todo.askMissing',
};

/**
 * Everybody reads announcements: doubt stands there where moderators have no channel of their own. An announcement is
 * changed at most once the reward is there, so that it says nothing that passes before.
 */
const ANNOUNCED: Row<PublicSentence> = {
  // Nobody has said yet how players get their rewards.
  none: alike(),
  'by-hand': alike('claim.reward.byHand'),
  'on-its-way': alike('claim.reward.onItsWay'),
  failing: alike('claim.reward.onItsWay'),
  off: alike('claim.announcement.later'),
  unclear: { on: [], off: ['claim.announcement.notConfirmed'] },
  partly: alike('claim.reward.partly'),
  arrived: alike('claim.reward.arrived'),
  vouched: alike('claim.reward.vouched'),
};
/** Of a moderator's decision, which asked them to hand the reward over themselves. */
const DECIDED_BY_HAND: readonly PublicSentence[] = ['claim.announcement.byModerator'];
const DOUBTED = {
  maybeTwo: { on: [], off: ['claim.announcement.maybeTwo'] },
  unlikelyTwo: { on: [], off: ['claim.announcement.unlikelyTwo'] },
} as const satisfies Record<string, Cell<PublicSentence>>;

/**
 * What a member reads.
 *
 * @param here.canAsk - whether a button can have the moderators asked
 * @returns `asks`: it says to press that button
 */
export function promised(
  which: Promised,
  { hasModerators, reward, isPosted = false, canAsk }: KnownHere & { canAsk: boolean },
): { sentences: readonly Sentence[]; asks: boolean } {
  const channel = hasModerators ? 'on' : 'off';
  const row: Said = PROMISES[which];
  const last = row.last?.[channel] ?? [];
  // The last words say what to do about either reward.
  const isSaid = (sentence: Sentence) => last.includes('claim.granted.maybeTwo') && sentence in BY_BUTTON;
  const ofReward = ((reward && row.reward?.[reward][isPosted ? channel : 'off']) ?? []).filter(
    (sentence) => !isSaid(sentence),
  );
  const told = [...row.first[channel], ...ofReward, ...last];
  const asks = canAsk && told.some((sentence) => sentence in BY_BUTTON);
  return { sentences: asks ? told.map((sentence) => BY_BUTTON[sentence] ?? sentence) : told, asks };
}

/** Whether what is said to those who asked depends on how the reward of their claim stands. */
export function tellsOfReward(verdict: Verdict): boolean {
  return verdict.kind === 'granted' || (verdict.kind === 'reviewed' && reviewOf(verdict) === 'claimed');
}

/** What is promised after a moderator's decision. */
export function reviewOf({ outcome, claimedBefore }: Extract<Verdict, { kind: 'reviewed' }>) {
  return claimedBefore ? 'claimed-before' : outcome;
}

/** What everybody reads of a claim with a reward: of that, and beside it what may be wrong. */
export function announced(
  { maybeTwo, unlikely, isDecided }: { maybeTwo: boolean; unlikely: boolean; isDecided: boolean },
  { hasModerators, reward }: Here,
): { reward: readonly PublicSentence[]; doubt: readonly PublicSentence[] } {
  const channel = hasModerators ? 'on' : 'off';
  const doubt = maybeTwo ? DOUBTED[unlikely ? 'unlikelyTwo' : 'maybeTwo'][channel] : [];
  return {
    reward: isDecided && (reward === 'none' || reward === 'by-hand') ? DECIDED_BY_HAND : ANNOUNCED[reward][channel],
    doubt,
  };
}
