import type { Shown } from '../history.ts';

export const GRANTED = 'Reward claimed';
export const LIKELY = 'Vote claimed, first answer lost';
export const ALREADY = 'Already claimed';
export const NONE = 'No vote found yet';
/** The button of that which has the vote looked for. */
export const KEEP_LOOKING = 'Keep looking';
export const PENDING = 'Claim not confirmed yet';
export const UNAVAILABLE = 'Vote service unavailable';
export const TOKEN_REFUSED = 'Claims need an admin';
export const WAIT = 'Please wait';
/** What a moderator found out about a claim. */
export const REVIEWED = 'A moderator has looked into it';
/** Nothing that is stored points to whoever asked for that. */
export const DELETED = 'Your data is deleted';
/** Whoever does not own a name cannot claim with it. */
export const NOT_YOURS = 'This name belongs to somebody else';
export const STORAGE = 'Storage unavailable';
export const UNFORESEEN = 'Something went wrong';
/** Nobody knows whether it was written. */
export const UNCLEAR = 'Unclear whether it was saved';

/** That a change is on record. */
export const CHANGED = /Vote link saved|is marked as resolved|decision is on record/;

export const THANKS = 'Thank you for voting';
/** What a changed announcement says, also where a moderator said so. */
export const ARRIVED = /reward has (?:reached the game server|arrived)/;
/** What invites people to hand a reward over, which the game server is told of. */
export const BY_HAND = 'can now be handed out';
export const DID_ARRIVE = 'Did the reward arrive?';
export const NOT_ACCEPTED = 'Reward not accepted yet';
/** What a post about a place of a reward is changed to. */
export const SETTLED: readonly string[] = [
  'The reward has arrived',
  'The reward is being sent again',
  'There is nothing left to decide',
];
export const SECOND_REWARD = 'A second reward may be due';
export const NOT_DELIVERED = 'Rewards are delayed';
export const GOAL_REACHED = 'Goal reached';
export const TOKEN_IS_REFUSED = 'The access token is refused';

/** What a claim can come to for good. */
export const FINAL: readonly string[] = [GRANTED, LIKELY, ALREADY, NONE, UNAVAILABLE, TOKEN_REFUSED];

/**
 * Whether a claim is said to have been closed before anything was sent, since too many people asked at once. Whoever reads
 * it later has nothing to wait for.
 */
export function saysPostponed({ title, text }: Pick<Shown, 'title' | 'text'>): boolean {
  return (
    (title === WAIT && text.includes('Too many people are claiming')) ||
    (title === UNFORESEEN && text.includes('Too many people were claiming'))
  );
}

/** Whether a claim is said to have been closed before anything was sent, since the bot was interrupted. */
export function saysInterrupted({ title, text }: Pick<Shown, 'title' | 'text'>): boolean {
  return title === UNFORESEEN && text.includes('was interrupted before it sent anything');
}

/** Whether somebody is said to have been refused at once. */
export function saysTooFast({ title, text }: Pick<Shown, 'title' | 'text'>): boolean {
  return title === WAIT && /coming in too fast|too many people at once/.test(text);
}

/** Whether somebody is said to have their vote looked for. */
export function saysLooking({ text }: Pick<Shown, 'text'>): boolean {
  return text.includes('bot looks again');
}

/** Whether nothing is said to have been done for somebody, or changed, so that nothing may be on record. */
export function saysNothingWasDone(state: Pick<Shown, 'title' | 'text'>): boolean {
  return state.title === STORAGE || /[Nn]othing was (?:done|changed)|\(not saved\)/.test(state.text);
}

/** Whether somebody is told no more than that the bot has failed. */
export function saysFailure(state: Pick<Shown, 'title' | 'text'>): boolean {
  if (state.title === UNFORESEEN) return !saysInterrupted(state) && !saysPostponed(state);
  return [STORAGE, UNCLEAR].includes(state.title);
}

/** Whether this is what a claim came to for good. */
export function isFinal(state: Pick<Shown, 'title' | 'text'>): boolean {
  return FINAL.includes(state.title) || saysPostponed(state) || saysInterrupted(state);
}

/** Whether a reward claimed is said to have arrived. */
export function saysArrived({ title, text }: Pick<Shown, 'title' | 'text'>): boolean {
  return title === GRANTED && ARRIVED.test(text);
}

/** Whether a reward claimed is said to have been perhaps two. */
export function saysPerhapsTwo({ text }: Pick<Shown, 'text'>): boolean {
  return text.includes('a second vote may have been claimed');
}

/** Whether a reply that is no grant says that there may have been one. */
export function saysPerhapsOne({ text }: Pick<Shown, 'text'>): boolean {
  return text.includes('may already have been claimed by this bot');
}

/** Whether a reply says for certain that no vote was claimed. */
export function saysNothingWasClaimed(state: Pick<Shown, 'title' | 'text'>): boolean {
  return state.title === NONE ? !saysPerhapsOne(state) : /nothing was claimed|untouched/.test(state.text);
}
