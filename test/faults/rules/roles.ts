import type { History, RoleChange } from '../history.ts';
import { CALL_LASTS_MS, DATABASE_STEP_MS, HELD_FOR_MS } from '../timings.ts';
import { claimsOf, grantsOf, isForgottenGrant, type KnownClaim } from './claims.ts';
import { isGrantOf } from './grants.ts';
import { mayBeAnothers } from './names.ts';
import { GRANTED } from './words.ts';

/**
 * That somebody is to have the voter role. `from`: when it may have begun at the earliest; `told`: when it had begun;
 * `until`: how long they have it at the least; `isEnded`: a manager ended it, after everything else was done
 */
type Right = { personId: string; guildId: string; from: number; told: number; until: number; isEnded: boolean };

/** Unless the bot is disturbed, somebody has the role this long after they were told of their claim. */
const GIVEN_WITHIN_MS = 3_000;
/** A call is on its way no longer than this, with one before it that has to fail first. */
const ON_ITS_WAY_MS = CALL_LASTS_MS + 500;
/** What keeps a call on its way for longer. */
const STOPS: readonly string[] = ['pause', 'starved'];
/** Besides these, what keeps a process from giving a role before its time is over. */
const HINDERS: readonly string[] = [...STOPS, 'kill', 'database', 'commit', 'clock', 'database clock', 'shared'];

/** Somebody whose claim was granted does not have the role shortly before its time is over. */
export function roleMissing(history: History): string[] {
  return rightsOf(history)
    .filter(({ isEnded, told, until }) => isEnded || until - told >= GIVEN_WITHIN_MS)
    .filter(({ isEnded, from, until }) => isEnded || !isHindered(history, HINDERS, from, until))
    .filter((right) => lastOf(history, right, right.until)?.isGiven !== true)
    .map(({ personId, told }) => `${personId} does not have the role of the claim told at ${told}`);
}

/** The role was taken from somebody whose claim had been granted, and whose time was not over. */
export function roleTakenEarly(history: History): string[] {
  return rightsOf(history).flatMap((right) =>
    history.roleChanges
      .filter((change) => !change.isGiven && isOf(change, right))
      .filter(({ at, sentAt }) => sentAt > right.told + ON_ITS_WAY_MS && at < right.until)
      .filter(({ at, sentAt }) => !isHindered(history, STOPS, sentAt - HELD_FOR_MS, at))
      .map(({ personId, at }) => `the role of ${personId} was taken at ${at}, before ${right.until}`),
  );
}

/** The role was given to somebody who had asked for nothing that was granted. */
export function roleWithoutClaim(history: History): string[] {
  const granted = new Set(
    claimsOf(history)
      .filter(isTold)
      .map(({ playername }) => playername),
  );
  const forgotten = grantsOf(history).filter((grant) => isForgottenGrant(history, grant));
  for (const { playername } of forgotten) granted.add(playername);
  const entitled = new Set(
    history.asks.filter(({ playername }) => granted.has(playername)).map(({ personId }) => personId),
  );
  const given = new Set(history.roleChanges.filter(({ isGiven }) => isGiven).map(({ personId }) => personId));
  return [...given.difference(entitled)].map((personId) => `${personId} got the role without a claim`);
}

/** Somebody has the role in the end, when the time of everybody's is over. */
export function roleKept(history: History): string[] {
  const byPerson = Map.groupBy(history.roleChanges, ({ guildId, personId }) => `${personId} in guild ${guildId}`);
  return [...byPerson].flatMap(([who, changes]) => {
    const last = changes.at(-1);
    if (!last?.isGiven) return [];
    // A process that was stopped before it sent the call gives it once more afterwards.
    const isStale =
      changes.some(({ isGiven }) => !isGiven) && isHindered(history, STOPS, last.sentAt - HELD_FOR_MS, last.at);
    return isStale ? [] : [`${who} kept the role for good`];
  });
}

/** Where one person alone may have asked for a claim, and so first. */
function rightsOf(history: History): Right[] {
  const grants = grantsOf(history);
  return claimsOf(history)
    .filter(isTold)
    .flatMap((claim) => {
      const told = Math.min(...claim.shown.filter(({ title }) => title === GRANTED).map(({ at }) => at));
      const [asked, ...others] = whoMayHaveAsked(history, claim, told);
      const role = history.voterRoles.find(({ guildId }) => guildId === asked?.guildId);
      if (!asked || !role || others.length > 0) return [];
      if (mayBeAnothers(history, { ...asked, playername: claim.playername }, told)) return [];
      const from = Math.min(told, ...grants.flatMap((grant) => (isGrantOf(claim, grant) ? [grant.decided.at] : [])));
      const over = from + role.lastsMs - DATABASE_STEP_MS;
      const { endedAt = Infinity } = role;
      const ownEnd = Math.min(over, leavesAt(history, asked.personId, claim.askedAt));
      return [{ ...asked, from, told, until: Math.min(ownEnd, endedAt), isEnded: endedAt < ownEnd }];
    });
}

/** When somebody who asked then first left the guild, or asked to have their data deleted, which ends the role. */
function leavesAt({ departures, deletions }: History, personId: string, askedAt: number): number {
  const left = departures.filter((one) => one.personId === personId && one.at >= askedAt);
  const deleted = deletions.filter((one) => one.personId === personId && one.until >= askedAt);
  return Math.min(Infinity, ...[...left, ...deleted].map(({ at }) => at));
}

/** Those who were shown a claim, and those who asked for its player by then and of whom nobody knows which claim they got. */
function whoMayHaveAsked(
  { asks, shown }: History,
  claim: KnownClaim,
  told: number,
): { personId: string; guildId: string }[] {
  const isKnown = ({ messageId, at }: { messageId: string | undefined; at: number }) =>
    shown.some((state) => state.messageId === messageId && state.at >= at && state.reference !== undefined);
  const people = new Set([
    ...claim.shown.map(({ personId }) => personId),
    ...asks
      .filter((ask) => ask.playername === claim.playername && ask.at <= told && !isKnown(ask))
      .map(({ personId }) => personId),
  ]);
  const guildOf = new Map(asks.map(({ personId, guildId }) => [personId, guildId]));
  return [...people].map((personId) => ({ personId, guildId: guildOf.get(personId) ?? '' }));
}

function isTold({ shown }: KnownClaim): boolean {
  return shown.some(({ title }) => title === GRANTED);
}

function isOf(change: RoleChange, { personId, guildId }: { personId: string; guildId: string }): boolean {
  return change.personId === personId && change.guildId === guildId;
}

function lastOf({ roleChanges }: History, right: Right, before: number): RoleChange | undefined {
  return roleChanges.findLast((change) => isOf(change, right) && change.at < before);
}

function isHindered({ troubles }: History, kinds: readonly string[], from: number, until: number): boolean {
  return troubles.some((trouble) => kinds.includes(trouble.kind) && trouble.from <= until && trouble.until >= from);
}
