import type { History, Shown, Trouble } from '../history.ts';
import { SURELY_IN_TIME_MS } from '../timings.ts';
import { claimsOf, isForgotten, type KnownClaim } from './claims.ts';
import {
  CHANGED,
  isFinal,
  saysFailure,
  saysNothingWasDone,
  saysPerhapsTwo,
  SECOND_REWARD,
  STORAGE,
  UNCLEAR,
} from './words.ts';

/**
 * Somebody read that nothing was done, or changed, and it is on record; or the other way round. Of two processes that were
 * given a request each knows its own database: where one says that it is unavailable, the other may put it on record. A
 * change comes to that only when the other one stood still: else Discord takes a first response of one alone.
 */
export function deniedAlthoughDone({ asks, shown, changes, troubles }: History): string[] {
  const denied = asks
    .filter(({ fate }) => fate === 'acknowledged')
    .flatMap((ask) => {
      const until = Math.min(...asks.filter((other) => isNext(other, ask)).map(({ at }) => at), Infinity);
      const denies = (state: Shown) => saysNothingWasDone(state) && !(state.title === STORAGE && ask.heirs.length > 1);
      const state = shown.find(
        (one) => one.messageId === ask.messageId && one.at >= ask.at && one.at < until && denies(one),
      );
      return state ? [`${whoRead(state)} of the request ${ask.id} for ${ask.playername}, which is on record`] : [];
    });
  const changed = changes.flatMap(({ personId, what, at, heirs, title, text, isKept }) => {
    const isLater =
      title === STORAGE &&
      heirs.length > 1 &&
      troubles.some(({ kind, from, until }) => kind === 'pause' && from <= at && at <= until);
    const isWrong = isKept ? saysNothingWasDone({ title, text }) && !isLater : CHANGED.test(`${title} ${text}`);
    return isWrong ? [`${personId} was told "${title}" of "${what}", which is ${isKept ? '' : 'not '}on record`] : [];
  });
  return [...denied, ...changed];
}

/** A message that showed what a claim has come to was replaced by a failure, though nobody asked for another claim there. */
export function replacedByFailure({ asks, shown }: History): string[] {
  return [...Map.groupBy(shown, ({ messageId }) => messageId).values()].flatMap((states) =>
    states.flatMap((state, index) => {
      const before = saysFailure(state) ? states.slice(0, index).findLast(isFinal) : undefined;
      const isAbout = ({ messageId, at }: { messageId: string | undefined; at: number }) =>
        messageId === state.messageId && before !== undefined && at >= before.at && at <= state.at;
      return before && state.sentAt >= before.at && !asks.some(isAbout)
        ? [`${whoRead(state)} in place of "${before.title}" (claim ${String(before.reference)})`]
        : [];
    }),
  );
}

/** Somebody whose request is on record was left with words that say that nobody knows. */
export function leftUnclear(history: History): string[] {
  const { asks, shown } = history;
  return asks
    .filter((ask) => ask.fate === 'acknowledged' && !isForgotten(history, ask))
    .flatMap((ask) => {
      const last = shown.findLast(({ messageId }) => messageId === ask.messageId);
      if (last?.title !== UNCLEAR || last.at < ask.at) return [];
      const isTold = shown.some(
        (state) =>
          state.personId === ask.personId &&
          state.at >= last.at &&
          state.text.includes(`**${ask.playername}**`) &&
          state !== last,
      );
      return isTold ? [] : [`${whoRead(last)} of the request ${ask.id} for ${ask.playername} for good`];
    });
}

/** After these an attempt may be on record of which nobody can know any more whether it was sent. */
const FORGETS: readonly string[] = ['kill', 'pause', 'database', 'clock', 'database clock'];

/**
 * Somebody, or the moderators, read that there may have been two votes, although one POST at the most was sent for the
 * claim, whose answer came in time.
 */
export function falseAlarms(history: History): string[] {
  const { posts, channel, troubles } = history;
  return claimsOf(history).flatMap((claim) => {
    const said = claim.shown.find(saysPerhapsTwo);
    const posted = channel.some(({ title, reference }) => title === SECOND_REWARD && reference === claim.reference);
    const { playername, askedAt, shown } = claim;
    const until = Math.max(...shown.map(({ at }) => at));
    const sent = posts.filter((post) => post.playername === playername && post.startedAt <= until);
    const isSure =
      sent.length <= 1 && sent.every((post) => post.answered && post.endedAt - post.startedAt < SURELY_IN_TIME_MS);
    if (!(said ?? posted) || !isSure || mayHaveForgotten(troubles, claim, until)) return [];
    return [`claim ${claim.reference} of ${playername} was told as perhaps two after ${sent.length} POST (${askedAt})`];
  });
}

function mayHaveForgotten(troubles: readonly Trouble[], { askedAt }: KnownClaim, until: number): boolean {
  return troubles.some(({ kind, from, until: end }) => FORGETS.includes(kind) && from <= until && askedAt <= end);
}

function isNext(
  other: { messageId: string | undefined; at: number },
  ask: { messageId: string | undefined; at: number },
) {
  return other.messageId === ask.messageId && other.at > ask.at;
}

function whoRead({ personId, title }: Shown): string {
  return `${personId} was told "${title}"`;
}
