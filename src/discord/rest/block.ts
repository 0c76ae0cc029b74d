import type { Answer } from '../../http/exchange.ts';
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../work/clock.ts';
import { BlockedError, TOO_MANY_REQUESTS } from '../../work/errors.ts';
import type { Log } from '../../work/log.ts';
import { retry } from '../../work/retry.ts';
import { jsonFields } from './refusal.ts';

const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = HOUR_MS;
/** No pause is longer than a day, whoever asks for it. */
const MOST_SECONDS = DAY_MS / SECOND_MS;
/** Discord bans an address for 10,000 in ten minutes (its documentation, "Invalid Request Limit"), and others may share it. */
const REFUSED_MOST = 2_000;
const COUNTED_FOR_MS = 10 * MINUTE_MS;
const COUNTED: readonly number[] = [401, 403, TOO_MANY_REQUESTS];

export type Block = ReturnType<typeof createBlock>;

/**
 * Knows when Discord takes no request of this process at all, and lets none out then: each would prolong that. A 429
 * without a readable time to wait begins it, as the page of a proxy before Discord has none. When its time is over, one
 * call finds out whether Discord answers again, and the others wait for that one.
 */
export function createBlock({ clock, log }: { clock: Pick<Clock, 'now' | 'monotonic'>; log?: Log }) {
  /** by the clock's `monotonic`, as are all moments here */
  let until = Number.NEGATIVE_INFINITY;
  let blocks = 0;
  let began = 0;
  let trial: Promise<unknown> | undefined;
  let counted = { refused: 0, since: Number.NEGATIVE_INFINITY };

  const waitMs = () => until - clock.monotonic();
  const blocked = () => new BlockedError(clock.now() + waitMs());

  /** An answer to a call that was sent before the block tells nothing new. */
  function begin(status: number, sentAt: number, askedMs = 0): void {
    if (sentAt < until) return;
    const now = clock.monotonic();
    if (blocks === 0) began = now;
    // Whoever asks for days may be wrong, or mean another unit: one call an hour finds out.
    until = now + Math.min(LONGEST_WAIT_MS, Math.max(askedMs, FIRST_WAIT_MS * 2 ** blocks));
    blocks += 1;
    const retryAt = new Date(clock.now() + waitMs()).toISOString();
    log?.[blocks === 1 ? 'warn' : 'debug'](
      { status, retryAt },
      `Discord takes no requests from this machine: the bot makes none until ${retryAt}, then one to find out, and so on with longer pauses`,
    );
  }

  function end(): void {
    blocks = 0;
    log?.info({ durationMs: clock.monotonic() - began }, 'Discord takes requests again');
  }

  function isOneTooMany(status: number): boolean {
    const now = clock.monotonic();
    if (now - counted.since >= COUNTED_FOR_MS) counted = { refused: 0, since: now };
    if (COUNTED.includes(status)) counted.refused += 1;
    return COUNTED.includes(status) && counted.refused > REFUSED_MOST;
  }

  /** @returns the answer, with a `retry-after` that can be read if it asks to wait. @throws {@link BlockedError} */
  function judge(answer: Answer, sentAt: number): Answer {
    const isTooMany = isOneTooMany(answer.status);
    if (answer.status === TOO_MANY_REQUESTS) {
      const { seconds, isOwn } = waitOf(answer);
      if (isTooMany || seconds === undefined || (!isOwn && seconds * SECOND_MS >= FIRST_WAIT_MS)) {
        begin(answer.status, sentAt, (seconds ?? 0) * SECOND_MS);
        throw blocked();
      }
      if (seconds * SECOND_MS >= FIRST_WAIT_MS) {
        const retryAt = new Date(clock.now() + seconds * SECOND_MS).toISOString();
        log?.warn({ status: answer.status, retryAt }, `Discord asks to wait with a kind of request until ${retryAt}`);
      }
      return { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } };
    }
    if (isTooMany) begin(answer.status, sentAt);
    else if (blocks > 0 && sentAt >= until) end();
    return answer;
  }

  return {
    /** @throws {@link BlockedError} without sending, or for an answer that begins a block, and whatever `send` throws */
    async pass(send: () => Promise<Answer>): Promise<Answer> {
      while (trial) await trial;
      if (waitMs() > 0) throw blocked();
      const sentAt = clock.monotonic();
      const answered = send().then((answer) => judge(answer, sentAt));
      if (blocks > 0) {
        const over = () => (trial = undefined);
        trial = answered.then(over, over);
      }
      return answered;
    },
  };
}

/** Begins anew whenever a block that ended `work` is over. */
export function unlessBlocked<T>(
  work: () => Promise<T>,
  { clock, stopping }: { clock: Pick<Clock, 'now' | 'sleep'>; stopping: AbortSignal },
): Promise<T> {
  const pauseAfter = (error: unknown) => (error instanceof BlockedError ? error.until - clock.now() : undefined);
  return retry(work, { pauseAfter, clock, stopping });
}

/** `seconds`: undefined when it is left out, zero or unreadable; `isOwn`: Discord itself says so, not a page before it */
function waitOf({ headers, body }: Answer): { seconds: number | undefined; isOwn: boolean } {
  const { retry_after: said } = jsonFields(body.toString());
  const asked = [Number(headers['retry-after']), Number(said)].find((one) => Number.isFinite(one) && one > 0);
  const seconds = asked === undefined ? undefined : Math.min(asked, MOST_SECONDS);
  return { seconds, isOwn: said !== undefined };
}
