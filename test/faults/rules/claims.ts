import type { Ask, Decision, DecisionKind, HandOver, History, PostEvent, Shown, Trouble } from '../history.ts';
import { unplaced } from './matching.ts';
import { GRANTED, isFinal, NOT_YOURS, PENDING, saysLooking, saysTooFast } from './words.ts';

/** A vote that one of our POSTs used up. */
export type Grant = PostEvent & { decided: { at: number; claimed: 1; voteId: string | undefined } };

/** A claim as people know it: by its reference. */
export type KnownClaim = {
  reference: string;
  playername: string;
  /** by whoever asked first of those who were shown it; -Infinity when nobody was */
  askedAt: number;
  shown: Shown[];
  /** a moderator is asked to look at it, or has decided on it */
  listed: boolean;
};

/** What a moderator can decide of a claim, and not of its reward. */
const OF_CLAIM: readonly DecisionKind[] = ['unstated', 'claimed', 'not-claimed'];

export function grantsOf({ posts }: History): Grant[] {
  return posts.filter((post): post is Grant => post.decided?.claimed === 1);
}

/** Every claim whose reference somebody was shown, or that is on the moderators' list. */
export function claimsOf(history: History): KnownClaim[] {
  const states = Map.groupBy(history.shown, ({ reference }) => reference ?? '');
  states.delete('');
  const listed = new Map(
    [...history.listed, ...decidedClaims(history)].map(({ reference, playername }) => [reference, playername]),
  );
  return [...new Set([...states.keys(), ...listed.keys()])].map((reference) => {
    const shown = states.get(reference) ?? [];
    const asks = shown.flatMap((state) => asksBehind(history, state));
    return {
      reference,
      playername: listed.get(reference) ?? asks[0]?.playername ?? '',
      askedAt: Math.min(...(asks.length > 0 ? asks.map(({ at }) => at) : [-Infinity])),
      shown,
      listed: listed.has(reference),
    };
  });
}

/**
 * The requests that a message may be about: its own, or for a message of another command, all of this person for the
 * player it names.
 */
export function asksBehind({ asks }: History, { messageId, personId, text }: Shown): Ask[] {
  const own = asks.filter((ask) => ask.messageId === messageId);
  // After *Another name* a message is about one of several players.
  const named = own.filter((ask) => text.includes(`**${ask.playername}**`));
  if (own.length > 0) return named.length > 0 ? named : own;
  return asks.filter((ask) => ask.personId === personId && text.includes(`**${ask.playername}**`));
}

/**
 * When somebody asked for the same spelling next: what was sent before that was sent for this request, or for those
 * before it.
 */
export function askedAgainAt({ asks }: History, { id, playername, at }: Ask): number {
  return Math.min(
    ...asks.filter((ask) => ask.playername === playername && ask.at >= at && ask.id !== id).map((ask) => ask.at),
    Number.POSITIVE_INFINITY,
  );
}

/** Whether a POST for a player may have been sent for somebody who was shown another claim than the one given. */
export function mayBeElses(
  { asks, shown }: History,
  { playername, reference }: { playername: string; reference: string | undefined },
  postedAt: number,
): boolean {
  return asks.some((ask) => {
    const states = shown.filter(
      ({ messageId, at }) => messageId === ask.messageId && at >= ask.at && at < checkedAgainAt(ask),
    );
    if (ask.playername !== playername || ask.at > postedAt) return false;
    if (states.some((state) => state.reference === reference)) return false;
    return !states.some(
      (state) => state.at < postedAt && (isFinal(state) || saysTooFast(state) || state.title === NOT_YOURS),
    );
  });

  /** When the reply began to be about another request. */
  function checkedAgainAt({ messageId, at }: Ask): number {
    const later = asks.filter((ask) => ask.messageId === messageId && ask.at > at);
    return Math.min(...later.map((ask) => ask.at), Number.POSITIVE_INFINITY);
  }
}

/** The decisions of moderators about claims that are on record. */
export function decidedClaims({ decisions }: History): Decision[] {
  return decisions.filter(({ kind, isKept }) => isKept && OF_CLAIM.includes(kind));
}

/** The guilds in which people asked for a claim, as far as they were shown it. */
export function guildsOf(history: History, reference: string | undefined): Set<string> {
  const shown = history.shown.filter((state) => state.reference === reference);
  return new Set(shown.flatMap((state) => asksBehind(history, state).map(({ guildId }) => guildId)));
}

/** Whether somebody had their data deleted after this: they need not be told what came of it. */
export function isForgotten({ deletions }: History, { personId, at }: { personId: string; at: number }): boolean {
  return deletions.some((deletion) => deletion.personId === personId && deletion.until >= at);
}

/** Whether somebody had their data deleted after they asked for what they read. */
export function isOfForgotten(history: History, state: Shown): boolean {
  return asksBehind(history, state).some((ask) => ask.at <= state.at && isForgotten(history, ask));
}

/** Whether all who were shown a claim had their data deleted since: then it may be gone. */
export function isGone(history: History, { shown }: KnownClaim): boolean {
  const asks = shown.flatMap((state) => asksBehind(history, state));
  return asks.length > 0 && asks.every((ask) => isForgotten(history, ask));
}

/** Whether a vote was used up for those alone who had their data deleted: nobody has to be told of it. */
export function isForgottenGrant(history: History, { playername, startedAt }: Grant): boolean {
  const asking = history.asks.filter(
    (ask) =>
      ask.playername === playername &&
      ask.at <= startedAt &&
      !(ask.looks && history.shown.some((state) => endsLook(state, ask, startedAt))) &&
      (isForgotten(history, ask) || ask.fate === 'acknowledged' || ask.fate === 'held') &&
      !history.shown.some(
        (state) =>
          state.messageId === ask.messageId &&
          state.at >= ask.at &&
          state.at < startedAt &&
          state.title !== PENDING &&
          // The vote is looked for again, from what the reply said before.
          !(ask.looks && (state.at === ask.at || saysLooking(state))),
      ),
  );
  return asking.length > 0 && asking.every((ask) => isForgotten(history, ask));
}

/** Whether a look came to another end than a reward after that. */
function endsLook(state: Shown, ask: Ask, after: number): boolean {
  return (
    state.messageId === ask.messageId &&
    state.at > after &&
    isFinal(state) &&
    state.title !== GRANTED &&
    !saysLooking(state)
  );
}

/**
 * The rewards for votes that were used up for those alone who had their data deleted: one for each.
 *
 * @param told - the claims of which somebody was told
 */
export function forgottenRewards(history: History, told: (reference: string) => boolean): HandOver[] {
  const untold = history.handedOver.filter(({ reference }) => !told(reference));
  const grants = grantsOf(history).filter((grant) => isForgottenGrant(history, grant));
  const strange = unplaced(
    untold,
    grants,
    (grant, { playername }) => grant.playername === playername,
    () => 1,
  );
  return untold.filter((reward) => !strange.includes(reward));
}

/** Troubles that are somebody's fault. */
export function faultsOf({ troubles }: History): Trouble[] {
  return troubles.filter(({ kind }) => kind !== 'crowd' && kind !== 'starved');
}

/** Whether two spellings may be one player: equal but for case and for how accents are composed. */
export function isSamePlayer(one: { playername: string }, other: { playername: string }): boolean {
  return fold(one.playername) === fold(other.playername);
}

/** Equal for spellings that may be one player. */
export function fold(playername: string): string {
  return playername.normalize('NFC').toLowerCase();
}
