import type { History, PostEvent, Shown } from '../history.ts';
import { SURELY_IN_TIME_MS } from '../timings.ts';
import { asksBehind, claimsOf, faultsOf, isForgotten, isSamePlayer } from './claims.ts';
import { unplaced } from './matching.ts';
import { isFinal, LIKELY, STORAGE, UNAVAILABLE, UNCLEAR } from './words.ts';

/**
 * The main service may notice that a POST was given up only after the next one has reached it by another connection, on
 * a busy machine the later.
 */
const NOTICED_WITHIN_MS = 250;

/** Two POSTs of a key were in flight at once, although no process was kept from running in the meantime. */
export function overlappingPosts({ posts, troubles }: History): string[] {
  const pauses = troubles.filter(({ kind }) => kind === 'pause');
  const inOrder = posts.toSorted((one, other) => one.startedAt - other.startedAt);
  return inOrder.flatMap((post, index) => {
    const overlaps = inOrder
      .slice(index + 1)
      .some(
        (other) =>
          other.playername === post.playername &&
          other.token === post.token &&
          other.startedAt < post.endedAt - NOTICED_WITHIN_MS &&
          !pauses.some(({ from, until }) => from <= other.startedAt && post.startedAt <= until),
      );
    return overlaps ? [`two POSTs for ${post.playername} were in flight at once at ${post.startedAt}`] : [];
  });
}

export function unrecordedPosts({ posts }: History): string[] {
  return posts
    .filter(({ hadAttemptRow }) => !hadAttemptRow)
    .map(({ playername, startedAt }) => `a POST for ${playername} at ${startedAt} had no attempt on record`);
}

/** What may keep an answer that has arrived from being recorded, or from being found on record. */
const FORGETS: readonly string[] = ['kill', 'pause', 'database', 'commit', 'clock', 'database clock', 'starved'];
const RECORDED_WITHIN_MS = 2_000;

/**
 * A claim was POSTed again after an answer that could be read, although nothing kept the bot from recording it. Such an
 * answer ends its claim, so each needs a claim of its own.
 */
export function needlessPosts(history: History): string[] {
  const { asks, posts, shown, troubles } = history;
  const claims = [
    ...claimsOf(history).map(({ playername, askedAt, shown: states }) => ({
      playername,
      askedAt,
      endedAt: states.find(isFinal)?.at ?? Number.POSITIVE_INFINITY,
    })),
    // Of what nobody was shown, each request may have had a claim of its own.
    ...asks
      .filter(
        (ask) =>
          !shown.some(
            ({ messageId, reference, at }) =>
              messageId === ask.messageId && reference !== undefined && (at > ask.at || !isForgotten(history, ask)),
          ),
      )
      .map(({ playername, at }) => ({ playername, askedAt: at, endedAt: Number.POSITIVE_INFINITY })),
  ];
  const forgets = troubles.filter(({ kind }) => FORGETS.includes(kind));
  const isClear = ({ playername, answered, startedAt, endedAt }: PostEvent) => {
    const askedAt = Math.min(...asks.filter((ask) => ask.playername === playername).map(({ at }) => at));
    return (
      answered &&
      endedAt - startedAt < SURELY_IN_TIME_MS &&
      !forgets.some(({ from, until }) => from <= endedAt + RECORDED_WITHIN_MS && askedAt <= until)
    );
  };
  return unplaced(
    posts.filter(isClear),
    claims,
    (claim, post) =>
      claim.playername === post.playername && claim.askedAt <= post.startedAt && post.startedAt <= claim.endedAt,
    () => 1,
  ).map(({ playername, startedAt }) => `the POST for ${playername} at ${startedAt} was sent for no reason`);
}

/** What befalls the bot alone, and is nothing to blame the service for. */
const OUR_OWN: readonly string[] = ['kill'];

/**
 * Somebody was told that a service or the storage failed them, or that an answer was lost, although nothing had been
 * wrong since they asked. That many people asked is no reason, nor is a kill one to call the service unavailable.
 */
export function needlessRefusals(history: History): string[] {
  return history.shown
    .filter(({ title }) => [UNAVAILABLE, STORAGE, UNCLEAR, LIKELY].includes(title))
    .flatMap((state) => {
      const asks = asksBehind(history, state);
      // Of other commands, only what was changed is judged.
      if (asks.length === 0) return [];
      const askedAt = Math.min(...asks.map(({ at }) => at));
      const troubled = faultsOf(history)
        .filter(({ kind }) => state.title !== UNAVAILABLE || !OUR_OWN.includes(kind))
        .some(({ from, until }) => from <= state.at && askedAt <= until);
      return troubled || (state.title === LIKELY && isInDoubt(history, state, askedAt))
        ? []
        : [`${state.personId} was told "${state.title}", although nothing was wrong`];
    });
}

/** Another spelling was under way meanwhile: as long as its answer is not on record, it counts as lost. */
function isInDoubt(history: History, state: Shown, askedAt: number): boolean {
  return asksBehind(history, state).some((ask) =>
    history.posts.some(
      (post) =>
        isSamePlayer(post, ask) &&
        post.playername !== ask.playername &&
        post.startedAt <= state.at &&
        post.endedAt >= askedAt,
    ),
  );
}
