import type { Ask, History, Shown, Trouble } from '../history.ts';
import { DISCORD, TIMINGS } from '../timings.ts';
import { askedAgainAt, claimsOf, decidedClaims, faultsOf, isForgotten, isOfForgotten } from './claims.ts';
import { isSentAgain } from './late-edits.ts';
import {
  GRANTED,
  isFinal,
  LIKELY,
  PENDING,
  REVIEWED,
  saysArrived,
  saysFailure,
  saysPerhapsTwo,
  saysPostponed,
  WAIT,
} from './words.ts';

/** An answer takes this long at the most, unless the bot is disturbed. */
const ANSWERED_WITHIN_MS = 10_000;
/** What keeps a process from doing what it was about to. */
const STOPS: readonly string[] = ['kill', 'pause'];
/** A process that tells people for another one takes this long at the most, unless it is disturbed. */
const TOLD_WITHIN_MS = 1_000;
/**
 * What keeps no other process from telling people how their claim stands. A machine without a free processor does: there
 * the simulation, which has time enough, says whether one tells.
 */
const HARMLESS: readonly string[] = ['kill', 'crowd', 'host'];

/**
 * A final verdict, or what a moderator had found out, was replaced by something other than a grant, or was covered by an
 * earlier edit and not shown again, although the reply could still be edited, did not show another request by then, and
 * nothing kept the process from it that had sent that edit.
 */
export function takenBack(history: History): string[] {
  const { asks, shown, troubles } = history;
  const isLast = (state: Shown) => isFinal(state) || state.title === REVIEWED;
  return byMessageAndClaim(shown).flatMap((states) => {
    const found: string[] = [];
    for (const [index, state] of states.entries()) {
      const before = states.slice(0, index).findLast(isLast);
      const isRetry = before && isEarlier(state, before) && isSentAgain(history, state, before);
      if (!before || isRetry || state.title === before.title) continue;
      const isNews = state.title === GRANTED || (state.title === REVIEWED && before.title === LIKELY);
      if (!isNews) found.push(`${where(state)} was told "${state.title}" after "${before.title}"`);
    }
    const last = states.at(-1);
    const covered = last && states.findLast((state) => isLast(state) && isEarlier(last, state));
    if (!covered) return found;
    const isTooLate = covered.at + TIMINGS.lateEditMs >= editableUntil(asks, covered);
    const isStarved = troubles.some(
      ({ kind, from, until }) => kind === 'starved' && from <= last.at && until >= last.sentAt,
    );
    return isStarved ||
      isStoppedAt(last, troubles) ||
      isTooLate ||
      isReplaced(last, shown) ||
      isOfForgotten(history, covered)
      ? found
      : [...found, `${where(last)} is left with "${last.title}" over "${covered.title}"`];
  });
}

/**
 * A reply said that the reward has arrived, and was left with an answer from before that, which was sent later: by a
 * process that slept, and that nothing kept from correcting it while the reply could be edited.
 */
export function arrivalTakenBack(history: History): string[] {
  const { asks, shown, troubles } = history;
  return byMessageAndClaim(shown).flatMap((states) => {
    const last = states.at(-1);
    const arrived = states.findLast(saysArrived);
    if (!last || !arrived || last.title !== GRANTED || saysArrived(last) || last.sentAt < arrived.at) return [];
    const isHindered = faultsOf(history).some(
      ({ kind, from, until }) => !STOPS.includes(kind) && from <= last.at && until >= last.sentAt,
    );
    const isTooLate = last.at + TIMINGS.lateEditMs >= editableUntil(asks, last);
    return isHindered ||
      isStoppedAt(last, troubles) ||
      isTooLate ||
      isReplaced(last, shown) ||
      isOfForgotten(history, arrived)
      ? []
      : [`${where(last)} is left with an answer from before the reward arrived`];
  });
}

/** Whether this is what a claim comes to before that: it was sent before, and shown afterwards. */
function isEarlier(state: Shown, last: Shown): boolean {
  return last.title === REVIEWED ? ![REVIEWED, GRANTED].includes(state.title) : state.title === PENDING;
}

/** Whether the process that sent this was kept from sending more. */
function isStoppedAt({ sentAt, at }: Shown, troubles: readonly Trouble[]): boolean {
  return troubles.some(({ kind, from }) => STOPS.includes(kind) && from >= sentAt && from <= at + ANSWERED_WITHIN_MS);
}

/** Whether the message shows another claim later. */
function isReplaced(state: Shown, shown: readonly Shown[]): boolean {
  return shown.some(
    ({ messageId, reference, at }) => messageId === state.messageId && reference !== state.reference && at > state.at,
  );
}

/** When the token of a reply ends. */
function editableUntil(asks: readonly Ask[], { messageId }: Shown): number {
  return Math.max(...asks.filter((ask) => ask.messageId === messageId).map(({ at }) => at)) + DISCORD.tokenLifetimeMs;
}

/**
 * A person is left with "not confirmed", no moderator is asked to look at the claim, and nothing ever told them what
 * came of it, or what a moderator found out.
 */
export function unlistedPending(history: History): string[] {
  const { shown, listed } = history;
  const references = new Set(listed.map(({ reference }) => reference));
  return lastOfMessages(shown)
    .filter(({ title, reference }) => title === PENDING && !references.has(reference ?? ''))
    .filter(
      (state) =>
        !shown.some(
          (other) =>
            other.personId === state.personId &&
            ((other.title === WAIT && other.at >= state.at) ||
              (other.reference === state.reference && (isFinal(other) || other.title === REVIEWED))),
        ),
    )
    .filter((state) => !isOfForgotten(history, state))
    .map((state) => `${where(state)} is left with "${PENDING}", and no moderator is asked to look at it`);
}

/**
 * A person is left with "first answer lost", and neither is a moderator asked about that claim, or has decided on it, nor
 * did they ever read what one found out.
 */
export function unaskedDoubts(history: History): string[] {
  const { shown, listed, undecided } = history;
  const asked = new Set([...listed, ...undecided, ...decidedClaims(history)].map(({ reference }) => reference));
  return claimsOf(history).flatMap(({ reference, shown: states }) =>
    [...Map.groupBy(states, ({ personId }) => personId).values()].flatMap((theirs) => {
      const last = theirs.at(-1);
      const isTold = shown.some(
        (state) =>
          state.reference === reference &&
          [REVIEWED, GRANTED].includes(state.title) &&
          state.personId === last?.personId,
      );
      return last?.title !== LIKELY || asked.has(reference) || isTold || isOfForgotten(history, last)
        ? []
        : [`${where(last)} is left with "${LIKELY}", and no moderator is asked about it`];
    }),
  );
}

/** A moderator decided on a claim, and somebody who was left in doubt about it never read so. */
export function untoldDecisions(history: History): string[] {
  const decided = new Set(decidedClaims(history).map(({ reference }) => reference));
  return claimsOf(history)
    .filter(({ reference }) => decided.has(reference))
    .flatMap(({ shown }) => [...Map.groupBy(shown, ({ personId }) => personId).values()])
    .flatMap((states) => {
      const last = states.at(-1);
      const isInDoubt = last && [PENDING, LIKELY].includes(last.title);
      return !isInDoubt || states.some(({ title }) => title === REVIEWED) || isOfForgotten(history, last)
        ? []
        : [`${where(last)} is left with "${last.title}", although a moderator has decided`];
    });
}

/**
 * Somebody whose request Discord shows as being worked on never read an answer, although something was sent for it
 * before anyone asked again, or nothing had befallen the bot, or it is on record, or a process has it that nothing kept
 * from running.
 */
export function unanswered(history: History): string[] {
  const { asks, shown, posts } = history;
  return asks
    .filter(({ fate }) => fate === 'acknowledged' || fate === 'held')
    .filter((ask) => !isForgotten(history, ask))
    .filter((ask) => !shown.some((state) => state.at >= ask.at && isAnswer(state, ask)))
    .filter((ask) => !isRefusedBeside(ask, history))
    .filter((ask) => {
      const { at, playername, fate } = ask;
      const again = askedAgainAt(history, ask);
      const sent = posts.some(
        (post) => post.playername === playername && post.startedAt >= at && post.startedAt < again,
      );
      const during = faultsOf(history).filter(({ from, until }) => from <= at + ANSWERED_WITHIN_MS && at <= until);
      const stopped = during.some(({ kind }) => kind === 'clock' || STOPS.includes(kind));
      return fate === 'acknowledged' || sent || during.length === 0 || !stopped;
    })
    .map(({ id, playername }) => `the request ${id} for ${playername} was never answered`);
}

/**
 * Somebody whose request is on record read nothing in time, although a process lived then that could tell them: one that
 * was not given the request, and so learnt of it from the record.
 */
export function leftThinking(history: History): string[] {
  const { asks, shown, lifetimes, troubles } = history;
  return asks
    .filter(({ fate, acknowledgedAfterMs }) => fate === 'acknowledged' && acknowledgedAfterMs !== undefined)
    .flatMap((ask) => {
      // The request is recorded a moment after it was made.
      const from = ask.at + TIMINGS.tellForOthersAfterMs;
      const until = from + TIMINGS.recordedFirstMs + TOLD_WITHIN_MS;
      const isTold = shown.some(({ at, ...state }) => at >= ask.at && at <= until && isAnswer({ at, ...state }, ask));
      const couldBe = lifetimes.some(
        (life) => life.from <= from && life.until >= until && !ask.heirs.includes(life.number),
      );
      const isHindered = troubles.some(
        ({ kind, ...trouble }) => !HARMLESS.includes(kind) && trouble.from <= until && trouble.until >= ask.at,
      );
      const isForgottenBy = history.deletions.some(({ at }) => at <= until) && isForgotten(history, ask);
      return isTold || !couldBe || isHindered || isForgottenBy
        ? []
        : [`the request ${ask.id} for ${ask.playername} read nothing by ${until}, though another process lived`];
    });
}

/** Whether this is the reply, or a later message to the same person about the player. */
function isAnswer({ messageId, personId, title, text }: Shown, ask: Ask): boolean {
  if (messageId === ask.messageId) return true;
  return personId === ask.personId && (title === WAIT || text.includes(`**${ask.playername}**`));
}

/** Whether a click was not put on record, and whoever clicked read so beside the message, which shows what it had shown. */
function isRefusedBeside({ fate, personId, messageId, at }: Ask, { asks, shown }: History): boolean {
  const isClick = asks.some((earlier) => earlier.messageId === messageId && earlier.at < at);
  return (
    fate === 'held' &&
    isClick &&
    shown.some((state) => state.personId === personId && state.at >= at && saysFailure(state))
  );
}

/** Two people who shared a claim were told different things in the end. */
export function disagreements(history: History): string[] {
  return claimsOf(history).flatMap(({ reference, shown }) => {
    const lasts = [...Map.groupBy(shown, ({ personId }) => personId).values()]
      .flatMap((states) => states.findLast(isFinal) ?? [])
      .map((state) => (saysPostponed(state) ? WAIT : state.title) + (saysPerhapsTwo(state) ? ', perhaps two' : ''));
    const verdicts = [...new Set(lasts)];
    return verdicts.length > 1 ? [`those who shared claim ${reference} were told ${verdicts.join(' and ')}`] : [];
  });
}

function byMessageAndClaim(shown: readonly Shown[]): Shown[][] {
  const known = shown.filter(({ reference }) => reference !== undefined);
  return [...Map.groupBy(known, ({ messageId, reference }) => `${messageId} ${String(reference)}`).values()];
}

function lastOfMessages(shown: readonly Shown[]): Shown[] {
  const byMessage = Map.groupBy(shown, ({ messageId }) => messageId);
  return [...byMessage.values()].flatMap((states) => states.at(-1) ?? []);
}

function where({ personId, reference }: Shown): string {
  return `${personId} (claim ${String(reference)})`;
}
