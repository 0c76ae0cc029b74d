import { EventEmitter } from 'node:events';

/** 0: no vote to reward. 1: a vote is to be rewarded now. 2: it is already claimed (docs/services.md, "A claim"). */
export type Claimed = 0 | 1 | 2;

/** One vote. Times in ms since the epoch; `claimedAt` is null until the claim that answered 1. */
export type Vote = {
  readonly id: string;
  readonly gameServer: string;
  readonly player: string;
  readonly castAt: number;
  claimedAt: number | null;
};

/**
 * The votes of each player for each game server (docs/services.md, "A vote").
 *
 * The known facts about the service are of one vote at a time, so a player has at most one unclaimed vote. Another
 * vote before the claim changes nothing. A vote after the claim replaces the claimed one, and starts unclaimed.
 * `change` fires when a vote is cast or claimed.
 */
export class Votes extends EventEmitter<{ change: [] }> {
  /** Every vote ever cast, in order. */
  readonly all: Vote[] = [];
  readonly #latest = new Map<string, Vote>();
  readonly #caseSensitive: boolean;
  readonly #now: () => number;

  constructor(caseSensitive: boolean, now: () => number) {
    super();
    this.#caseSensitive = caseSensitive;
    this.#now = now;
  }

  /** @returns the player's one unclaimed vote, new or already waiting */
  cast(gameServer: string, player: string): Vote {
    const voter = this.#voter(gameServer, player);
    const latest = this.#latest.get(voter);
    if (latest?.claimedAt === null) return latest;
    const vote: Vote = { id: `vote-${this.all.length + 1}`, gameServer, player, castAt: this.#now(), claimedAt: null };
    this.all.push(vote);
    this.#latest.set(voter, vote);
    this.emit('change');
    return vote;
  }

  /** Takes effect in one step: of any number of concurrent claims of a vote, exactly one gets 1. */
  claim(gameServer: string, player: string): { claimed: Claimed; voteId?: string } {
    const vote = this.#latest.get(this.#voter(gameServer, player));
    if (!vote) return { claimed: 0 };
    if (vote.claimedAt !== null) return { claimed: 2, voteId: vote.id };
    vote.claimedAt = this.#now();
    this.emit('change');
    return { claimed: 1, voteId: vote.id };
  }

  #voter(gameServer: string, player: string): string {
    return JSON.stringify([gameServer, this.#caseSensitive ? player : player.toLowerCase()]);
  }
}
