import type { History, Shown } from '../history.ts';
import { asksBehind, claimsOf, fold, grantsOf, isSamePlayer, type KnownClaim } from './claims.ts';
import { GRANTED, NOT_YOURS } from './words.ts';

type Named = { guildId: string; playername: string };

/**
 * Whether what follows a claim of somebody may be somebody else's: where names have owners, and others asked with the same
 * name by then.
 */
export function mayBeAnothers(history: History, asked: Named & { personId: string }, at: number): boolean {
  const { guildId, personId } = asked;
  return history.ownNamesIn.includes(guildId) && askersOf(history, asked, at).some((other) => other !== personId);
}

/** Whether what follows a claim that others were told of may be this member's, who asked with the same name. */
export function mayBeTheirs(history: History, { playername, shown }: KnownClaim, personId: string): boolean {
  const asks = history.asks.filter((ask) => isSamePlayer(ask, { playername }));
  const own = asks.find((ask) => ask.personId === personId);
  const isThere = (told: string) => asks.some((ask) => ask.personId === told && ask.guildId === own?.guildId);
  const isOn = own !== undefined && history.ownNamesIn.includes(own.guildId);
  return isOn && shown.some((state) => isReward(state) && isThere(state.personId));
}

/**
 * Somebody was rewarded with a name that they asked for when another member had read of a reward with it: nobody but one of
 * those who had asked by then can own it.
 */
export function rewardedWithAnothersName(history: History): string[] {
  const rewards = rewardsOf(history);
  const firsts = new Map(rewards.map((reward) => [keyOf(reward), reward] as const).toReversed());
  return [...firsts].flatMap(([key, first]) => {
    const askers = askersOf(history, first, first.at);
    const end = freedAt(history, first);
    const later = rewards.filter((one) => keyOf(one) === key && one.askedAt >= first.at && one.at < end);
    const people = [...new Set(later.map(({ personId }) => personId))];
    const strange = people.filter((personId, index) => index > 0 || !askers.includes(personId));
    return strange.map(
      (personId) => `${personId} was rewarded with ${first.playername}, which belongs to somebody else`,
    );
  });
}

/** Somebody was refused with a name that cannot be anybody else's. */
export function refusedWithOwnName(history: History): string[] {
  const rewards = rewardsOf(history);
  return history.shown
    .filter(({ title }) => title === NOT_YOURS)
    .flatMap((state) => {
      const asked = asksBehind(history, state).findLast(({ at }) => at <= state.at);
      if (!asked) return [];
      const first = rewards.find((one) => keyOf(one) === keyOf(asked) && one.at <= asked.at);
      const isKnown = first !== undefined && freedAt(history, asked) > state.at;
      const mayOwn = askersOf(history, asked, isKnown ? first.at : state.at).some((one) => one !== asked.personId);
      const isGranted =
        grantsOf(history).some((grant) => isSamePlayer(grant, asked) && grant.decided.at <= state.at) ||
        history.decisions.some((decision) => decision.kind === 'claimed' && isSamePlayer(decision, asked));
      return history.ownNamesIn.includes(asked.guildId) && mayOwn && isGranted
        ? []
        : [`${state.personId} was told "${NOT_YOURS}" of ${asked.playername}`];
    });
}

type Reward = Named & { personId: string; askedAt: number; at: number };

/** What people read of rewards where names have owners, by time. `askedAt`: at the earliest */
function rewardsOf(history: History): Reward[] {
  return claimsOf(history)
    .flatMap(({ playername, shown }) => shown.filter(isReward).map((state) => ({ playername, state })))
    .flatMap(({ playername, state }) => {
      const asks = asksBehind(history, state);
      const { guildId = '' } = asks[0] ?? {};
      const askedAt = Math.min(...asks.map(({ at }) => at));
      const reward = { guildId, playername, personId: state.personId, askedAt, at: state.at };
      return history.ownNamesIn.includes(guildId) ? [reward] : [];
    })
    .toSorted((one, other) => one.at - other.at);
}

/** Those who had asked with a name in a guild. */
function askersOf({ asks }: History, { guildId, playername }: Named, until: number): string[] {
  return asks
    .filter((ask) => ask.guildId === guildId && ask.at < until && isSamePlayer(ask, { playername }))
    .map(({ personId }) => personId);
}

/** When a name may belong to nobody any more: somebody who asked with it had their data deleted. */
function freedAt(history: History, named: Named): number {
  const askers = askersOf(history, named, Infinity);
  return Math.min(
    ...history.deletions.filter(({ personId }) => askers.includes(personId)).map(({ at }) => at),
    Infinity,
  );
}

function isReward({ title }: Shown): boolean {
  return title === GRANTED;
}

function keyOf({ guildId, playername }: Named): string {
  return `${guildId} ${fold(playername)}`;
}
