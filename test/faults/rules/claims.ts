import type { Ask, History, PostEvent, Shown, Trouble } from '../history.ts';
import { isFinal, saysTooFast } from './words.ts';

/** A vote that one of our POSTs used up. */
export type Grant = PostEvent & { decided: { at: number; claimed: 1; voteId: string | undefined } };

/** A claim as people know it: by its reference. */
export type KnownClaim = {
  reference: string;
  playername: string;
  /** by whoever asked first of those who were shown it; -Infinity when nobody was */
  askedAt: number;
  shown: Shown[];
  listed: boolean;
};

export function grantsOf({ posts }: History): Grant[] {
  return posts.filter((post): post is Grant => post.decided?.claimed === 1);
}

/** Every claim whose reference somebody was shown, or that is on the moderators' list. */
export function claimsOf(history: History): KnownClaim[] {
  const states = Map.groupBy(history.shown, ({ reference }) => reference ?? '');
  states.delete('');
  const listed = new Map(history.listed.map(({ reference, playername }) => [reference, playername]));
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
  if (own.length > 0) return own;
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
    return !states.some((state) => state.at < postedAt && (isFinal(state) || saysTooFast(state)));
  });

  /** When the reply began to be about another request. */
  function checkedAgainAt({ messageId, at }: Ask): number {
    const later = asks.filter((ask) => ask.messageId === messageId && ask.at > at);
    return Math.min(...later.map((ask) => ask.at), Number.POSITIVE_INFINITY);
  }
}

/** Troubles that are somebody's fault. */
export function faultsOf({ troubles }: History): Trouble[] {
  return troubles.filter(({ kind }) => kind !== 'crowd' && kind !== 'starved');
}

/** Whether two spellings may be one player: equal but for case and for how accents are composed. */
export function isSamePlayer(one: { playername: string }, other: { playername: string }): boolean {
  return fold(one.playername) === fold(other.playername);
}

function fold(playername: string): string {
  return playername.normalize('NFC').toLowerCase();
}
