import type { Ask, History, Shown } from '../history.ts';
import { REST_TIMEOUT_MS, TIMINGS } from '../timings.ts';
import { isForgotten } from './claims.ts';
import { saysLooking } from './words.ts';

/**
 * An edit that Discord did not answer is sent once more after this long, on a busy machine later, whatever else was
 * shown since: by whom, only the bot knows.
 */
const RETRIED_WITHIN_MS = REST_TIMEOUT_MS + 250;
/** What keeps back an edit that is as good as sent: no process can know that it stood still just then. */
const SENT_LATE: readonly string[] = ['starved', 'edit kept back'];
/** Whoever knows that an earlier edit may land shows a newer answer once more when it can do so no longer. */
const PUT_RIGHT_WITHIN_MS = 2 * TIMINGS.lateEditMs;
/** What keeps a process from that. */
const HINDERS: readonly string[] = [...SENT_LATE, 'kill', 'pause', 'database', 'commit', 'database clock'];

/** Whether this was sent before that was shown, or once more just afterwards. */
export function isSentAgain({ troubles }: History, state: Shown, before: Shown): boolean {
  const isLate = troubles.some(
    ({ kind, from, until }) => SENT_LATE.includes(kind) && from <= state.sentAt && until >= before.at,
  );
  return isLate || state.sentAt - before.at < RETRIED_WITHIN_MS;
}

/**
 * What a request was answered with was covered by what had been sent in the same message before anybody made it, and was not
 * shown again soon, although nothing kept the bot from that.
 */
export function leftCovered(history: History): string[] {
  const byMessage = Map.groupBy(history.shown, ({ messageId }) => messageId);
  return [...byMessage.values()].flatMap((states) =>
    states.flatMap((state, index) => {
      const found = answerUnder(state, states.slice(0, index));
      const until = state.at + PUT_RIGHT_WITHIN_MS;
      const isPutRight = (states[index + 1]?.at ?? Infinity) <= until;
      if (!found || isPutRight || isExcused(found.ask, until)) return [];
      const { personId, title, reference } = state;
      return [`${personId} is left with "${title}" (claim ${String(reference)}) over "${found.answer.title}"`];
    }),
  );

  function answerUnder(state: Shown, before: readonly Shown[]): { ask: Ask; answer: Shown } | undefined {
    const asks = history.asks.filter(({ messageId, at }) => messageId === state.messageId && at > state.sentAt);
    for (const ask of asks) {
      const answer = before.find((one) => one.sentAt >= ask.at && isNews(one, state));
      if (answer) return { ask, answer };
    }
    return undefined;
  }

  function isExcused(ask: Ask, until: number): boolean {
    const isAskedAgain = history.asks.some(
      ({ messageId, at }) => messageId === ask.messageId && at > ask.at && at <= until,
    );
    const isHindered = history.troubles.some(
      (trouble) => HINDERS.includes(trouble.kind) && trouble.from <= until && trouble.until >= ask.at,
    );
    return isAskedAgain || isHindered || until > ask.at + TIMINGS.replyEditableMs || isForgotten(history, ask);
  }
}

/** Whether somebody reads of another claim, or that their vote is looked for, where they did not before. */
function isNews(answer: Shown, before: Shown): boolean {
  if (answer.reference === undefined) return false;
  return answer.reference !== before.reference || (saysLooking(answer) && !saysLooking(before));
}
