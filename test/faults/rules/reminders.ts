import type { History, Reminder, Shown, Trouble, Wish } from '../history.ts';
import { CALL_LASTS_MS, DATABASE_STEP_MS } from '../timings.ts';
import { asksBehind, claimsOf, grantsOf, isForgottenGrant, type KnownClaim } from './claims.ts';
import { mayBeAnothers, mayBeTheirs } from './names.ts';
import { GRANTED } from './words.ts';

/** A reminder says when its claim was granted, to the second, by a clock that may have been set back. */
const CLAIMED_BEFORE_MS = DATABASE_STEP_MS + 1_000;
/** A message is on its way no longer than this while its process runs; on a busy machine it is given up later. */
const ON_ITS_WAY_MS = CALL_LASTS_MS + 500;
const ON_ITS_WAY_STARVED_MS = 2 * ON_ITS_WAY_MS;

/** Somebody got two messages about the same claim. */
export function remindedTwice({ reminders }: History): string[] {
  const byClaim = Map.groupBy(reminders, ({ personId, claimedAt }) => `${personId} of the claim at ${claimedAt}`);
  return [...byClaim].flatMap(([what, all]) => (all.length > 1 ? [`${what} was reminded ${all.length} times`] : []));
}

/** Somebody got messages about more claims than they were told are granted. */
export function remindedOfNothing(history: History): string[] {
  const claims = claimsOf(history);
  const forgotten = grantsOf(history).filter((grant) => isForgottenGrant(history, grant));
  return [...Map.groupBy(history.reminders, ({ personId }) => personId)].flatMap(([personId, all]) => {
    const about = new Set(all.map(({ claimedAt }) => claimedAt)).size;
    // A deletion that failed on its way takes the answer first, and the reminder last.
    const untold = forgotten.filter(({ playername, startedAt }) =>
      history.asks.some((ask) => ask.personId === personId && ask.playername === playername && ask.at <= startedAt),
    );
    const granted = claims.filter((claim) => isToldTo(claim, personId) || mayBeTheirs(history, claim, personId));
    const most = granted.length + untold.length;
    return about > most ? [`${personId} was reminded of ${about} claims, of which ${most} were granted`] : [];
  });
}

/**
 * Somebody had reminders on for certain when they asked for a claim that they were told is granted, or read when their
 * next one comes, and got no message about that claim, nor about a newer one. A world ends before Discord forgets a
 * nonce, so that none may be left unconfirmed.
 */
export function neverReminded(history: History): string[] {
  const { reminders, departures } = history;
  // Whoever cannot be reached is forgotten.
  const left = departures.map((one) => ({ ...one, isOn: false, doneAt: one.until, follows: undefined }));
  const wishes = [...history.wishes, ...left];
  const claims = claimsOf(history);
  const got = ({ personId }: Wish, since: number) =>
    reminders.some((reminder) => reminder.personId === personId && reminder.claimedAt >= since);
  // One that could not be sent at first comes later than its claim says: then the time that was read tells of no claim.
  const gotNext = ({ personId, at }: Wish) =>
    reminders.some((reminder) => reminder.personId === personId && reminder.sentAt >= at);
  const found = wishes
    .filter((wish) => isOnForGood(wish, wishes))
    .flatMap((wish) => {
      const { personId, doneAt = Infinity, follows } = wish;
      const asked = claims
        .filter((claim) => isToldTo(claim, personId))
        .map(({ shown }) => shown.filter((state) => state.personId === personId))
        .filter((states) => !states.some((state) => mayFollowElsewhere(history, state)))
        .map((states) => Math.min(...states.flatMap((state) => asksBehind(history, state)).map(({ at }) => at)))
        .filter((at) => Number.isFinite(at) && at >= doneAt);
      return [
        ...(follows === undefined || got(wish, follows) || gotNext(wish)
          ? []
          : [`${personId} was never reminded of the claim at ${follows}`]),
        ...asked
          .filter((at) => !got(wish, at - CLAIMED_BEFORE_MS))
          .map((at) => `${personId} was never reminded of what they claimed at ${at}`),
      ];
    });
  return [...new Set(found)];
}

/** Somebody got a message although they had read that they get none any more, and had asked for none since. */
export function remindedAfterStop({ wishes, reminders, troubles }: History): string[] {
  const pauses = troubles.filter(({ kind }) => kind === 'pause');
  const starved = troubles.filter(({ kind }) => kind === 'starved');
  return wishes
    .filter((wish) => !wish.isOn && wish.doneAt !== undefined)
    .filter((wish) => !othersOf(wish, wishes).some((on) => on.isOn && on.at <= wish.at && !isDoneBefore(on, wish.at)))
    .flatMap((wish) => {
      const { personId, at, doneAt = Infinity } = wish;
      const onAgain = Math.min(...othersOf(wish, wishes).flatMap((on) => (on.isOn && on.at > at ? [on.at] : [])));
      const isLate = ({ sentAt }: Reminder) => {
        const isStarved = starved.some(({ from, until }) => from <= sentAt && until >= doneAt);
        const mostMs = isStarved ? ON_ITS_WAY_STARVED_MS : ON_ITS_WAY_MS;
        return freeTime(pauses, doneAt, sentAt) > mostMs && sentAt < onAgain;
      };
      return reminders
        .filter((reminder) => reminder.personId === personId && isLate(reminder))
        .map(({ sentAt }) => `${personId} was reminded at ${sentAt}, after they had stopped it at ${doneAt}`);
    });
}

/** How much of a time is free of these troubles. */
function freeTime(troubles: readonly Trouble[], from: number, until: number): number {
  let free = 0;
  let at = from;
  for (const trouble of troubles.toSorted((one, other) => one.from - other.from)) {
    free += Math.max(0, Math.min(trouble.from, until) - at);
    at = Math.max(at, trouble.until);
  }
  return free + Math.max(0, until - at);
}

/** Whether it was done, and nothing else was asked for that may have been done after it. */
function isOnForGood(wish: Wish, wishes: readonly Wish[]): boolean {
  if (!wish.isOn || wish.doneAt === undefined) return false;
  return othersOf(wish, wishes).every((other) => other.isOn || isDoneBefore(other, wish.at));
}

function isDoneBefore({ doneAt = Infinity }: Wish, at: number): boolean {
  return doneAt <= at;
}

function othersOf(wish: Wish, wishes: readonly Wish[]): Wish[] {
  return wishes.filter((other) => other !== wish && other.personId === wish.personId);
}

/** Whether the reminder about what somebody reads may be for another member, who owns the name. */
function mayFollowElsewhere(history: History, state: Shown): boolean {
  return asksBehind(history, state).some((ask) => mayBeAnothers(history, ask, state.at));
}

function isToldTo({ shown }: KnownClaim, personId: string): boolean {
  return shown.some((state) => state.personId === personId && state.title === GRANTED);
}
