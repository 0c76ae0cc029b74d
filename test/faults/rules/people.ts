import type { Ask, History, Shown } from '../history.ts';
import { DISCORD, REST_TIMEOUT_MS, TIMINGS } from '../timings.ts';
import { askedAgainAt, claimsOf } from './claims.ts';
import { FINAL, GRANTED, PENDING, saysPerhapsTwo, WAIT } from './words.ts';

/** An answer takes this long at the most, unless the bot is disturbed. */
const ANSWERED_WITHIN_MS = 10_000;
/**
 * An edit that Discord did not answer is sent once more after this long, whatever else was shown since: by whom, only
 * the bot knows.
 */
const RETRIED_WITHIN_MS = REST_TIMEOUT_MS + 50;
/** What keeps a process from doing what it was about to. */
const STOPS: readonly string[] = ['kill', 'pause'];

/**
 * A final verdict was replaced by something other than a grant, or was covered by an earlier edit and not shown again,
 * although the reply could still be edited and nothing kept the process from it that had sent that edit.
 */
export function takenBack({ asks, shown, troubles }: History): string[] {
  return byMessageAndClaim(shown).flatMap((states) => {
    const found: string[] = [];
    for (const [index, state] of states.entries()) {
      const before = states.slice(0, index).findLast(({ title }) => FINAL.includes(title));
      const isRetry = before && state.title === PENDING && state.sentAt - before.at < RETRIED_WITHIN_MS;
      if (!before || isRetry || state.title === before.title) continue;
      if (state.title !== GRANTED) found.push(`${where(state)} was told "${state.title}" after "${before.title}"`);
    }
    const last = states.at(-1);
    const covered = last?.title === PENDING && states.findLast(({ title }) => FINAL.includes(title));
    if (!covered) return found;
    const isStopped = troubles.some(
      ({ kind, from }) => STOPS.includes(kind) && from >= last.sentAt && from <= last.at + ANSWERED_WITHIN_MS,
    );
    const isTooLate = covered.at + TIMINGS.lateEditMs >= editableUntil(asks, covered);
    return isStopped || isTooLate
      ? found
      : [...found, `${where(last)} is left with "${PENDING}" over "${covered.title}"`];
  });
}

/** When the token of a reply ends. */
function editableUntil(asks: readonly Ask[], { messageId }: Shown): number {
  return Math.max(...asks.filter((ask) => ask.messageId === messageId).map(({ at }) => at)) + DISCORD.tokenLifetimeMs;
}

/**
 * A person is left with "not confirmed", no moderator is asked to look at the claim, and nothing else told them what
 * came of it.
 */
export function unlistedPending({ shown, listed }: History): string[] {
  const references = new Set(listed.map(({ reference }) => reference));
  return lastOfMessages(shown)
    .filter(({ title, reference }) => title === PENDING && !references.has(reference ?? ''))
    .filter(
      (state) =>
        !shown.some(
          (other) =>
            other.personId === state.personId &&
            other.at >= state.at &&
            (other.title === WAIT || (other.reference === state.reference && FINAL.includes(other.title))),
        ),
    )
    .map((state) => `${where(state)} is left with "${PENDING}", and no moderator is asked to look at it`);
}

/**
 * Somebody whose request Discord shows as being worked on never read an answer, although something was sent for it
 * before anyone asked again, or nothing had befallen the bot, or a process has it that nothing kept from running. What
 * was left behind before anything was sent may stay without an answer.
 */
export function unanswered(history: History): string[] {
  const { asks, shown, posts, troubles } = history;
  return asks
    .filter(({ fate }) => fate === 'acknowledged' || fate === 'held')
    .filter((ask) => !shown.some((state) => state.at >= ask.at && isAnswer(state, ask)))
    .filter((ask) => {
      const { at, playername, fate } = ask;
      const again = askedAgainAt(history, ask);
      const sent = posts.some(
        (post) => post.playername === playername && post.startedAt >= at && post.startedAt < again,
      );
      const during = troubles.filter(({ from, until }) => from <= at + ANSWERED_WITHIN_MS && at <= until);
      const stopped = during.some(({ kind }) => kind === 'clock' || STOPS.includes(kind));
      return sent || during.length === 0 || (fate === 'held' && !stopped);
    })
    .map(({ id, playername }) => `the request ${id} for ${playername} was never answered`);
}

/** Whether this is the reply, or a later message to the same person about the player. */
function isAnswer({ messageId, personId, title, text }: Shown, ask: Ask): boolean {
  if (messageId === ask.messageId) return true;
  return personId === ask.personId && (title === WAIT || text.includes(`**${ask.playername}**`));
}

/** Two people who shared a claim were told different things in the end. */
export function disagreements(history: History): string[] {
  return claimsOf(history).flatMap(({ reference, shown }) => {
    const lasts = [...Map.groupBy(shown, ({ personId }) => personId).values()]
      .flatMap((states) => states.findLast(({ title }) => FINAL.includes(title)) ?? [])
      .map((state) => state.title + (saysPerhapsTwo(state) ? ', perhaps two' : ''));
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
