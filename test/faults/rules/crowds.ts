import type { History, Shown } from '../history.ts';
import { DISCORD } from '../timings.ts';
import { asksBehind, claimsOf, faultsOf, mayBeElses } from './claims.ts';
import { saysInterrupted, saysPostponed, saysTooFast } from './words.ts';

/** Besides a crowd, what makes the bot itself too slow to send anything in time. */
const REASONS_TO_WAIT: readonly string[] = [
  'crowd',
  'starved',
  'kill',
  'pause',
  'database',
  'commit',
  'clock',
  'database clock',
];

/** Somebody was asked to wait as if there were a crowd, although nothing had made the bot slow since they asked. */
export function needlessWaits(history: History): string[] {
  const reasons = history.troubles.filter(({ kind }) => REASONS_TO_WAIT.includes(kind));
  return history.shown
    .filter((state) => saysPostponed(state) || saysTooFast(state))
    .flatMap((state) => {
      // What refuses a click beside another answer names no claim.
      const askedAt = Math.min(state.at, ...asksBehind(history, state).map(({ at }) => at));
      const hasReason = reasons.some(({ from, until }) => from <= state.at && askedAt <= until);
      return hasReason ? [] : [`${whoRead(state)}, although hardly anybody was asking`];
    });
}

/**
 * Somebody was told that the bot was interrupted, although nothing but a crowd had befallen it since they asked. On a
 * busy machine it may not hear in time that Discord took its acknowledgement, and gives the claim up.
 */
export function needlessInterruptions(history: History): string[] {
  const starved = history.troubles.filter(({ kind }) => kind === 'starved');
  return history.shown.filter(saysInterrupted).flatMap((state) => {
    const askedAt = Math.min(...asksBehind(history, state).map(({ at }) => at));
    const hasReason =
      faultsOf(history).some(({ from, until }) => from <= state.at && askedAt <= until) ||
      starved.some(({ from, until }) => from <= askedAt + DISCORD.ackDeadlineMs && askedAt <= until);
    return hasReason ? [] : [`${whoRead(state)}, although nothing had interrupted the bot`];
  });
}

/** Somebody was told that nothing was sent because of us, and a POST had been sent for their claim. */
export function sentAlthoughPostponed(history: History): string[] {
  const claims = claimsOf(history);
  return claims.flatMap((claim) => {
    const state = claim.shown.find((one) => saysPostponed(one) || saysInterrupted(one));
    const others = claims.filter((other) => other !== claim && other.playername === claim.playername);
    const sent =
      state &&
      history.posts.find(
        ({ playername, startedAt }) =>
          playername === claim.playername &&
          startedAt >= claim.askedAt &&
          startedAt <= state.sentAt &&
          // After *Check again* one message has shown two claims, of which one may be left to a moderator.
          !others.some(
            ({ askedAt, shown, listed }) => askedAt <= startedAt && (listed || shown.some(({ at }) => at >= startedAt)),
          ) &&
          !mayBeElses(history, claim, startedAt),
      );
    return sent ? [`${whoRead(state)} after a POST at ${sent.startedAt}`] : [];
  });
}

/** Somebody who was refused at once was refused after their claim was put on record. */
export function refusedOnRecord({ shown }: History): string[] {
  return shown
    .filter((state) => saysTooFast(state) && state.reference !== undefined)
    .map((state) => `${whoRead(state)}, which is on record`);
}

function whoRead({ personId, title, reference }: Shown): string {
  return `${personId} was told "${title}" (claim ${String(reference)})`;
}
