import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import type { LoopbackContext } from '../loopback-server.ts';
import { ServiceHost } from './service-host.ts';
import { Votes, type Claimed, type Vote } from './votes.ts';
import { bearerOf, jsonBodyOf, refuse } from './wire.ts';

/** The game server of a host's first token, and of votes that name none. */
export const DEFAULT_GAME_SERVER = 'default';

/** One claim that the host decided. `voteId`: the vote behind it, missing with 0. `at` in ms since the epoch. */
type ClaimRecord = {
  at: number;
  token: string;
  gameServer: string;
  playername: string;
  claimed: Claimed;
  voteId?: string;
};

type MainHostOptions = {
  /** The token of {@link DEFAULT_GAME_SERVER}; by default a new one. */
  accessToken?: string;
  /**
   * Whether `Alex` and `alex` are two players. This is open (docs/services.md, "What is left open"). By default they
   * are one, as in Minecraft.
   */
  caseSensitive?: boolean;
  /** Ms since the epoch; dates votes and claims. */
  now?: () => number;
};

const CLAIM_PATH = '/api/v1/votes/claim';
const claimBody = z.object({ playername: z.string() });

/** The main service: claims the reward for a vote (docs/services.md). */
export class MainHost extends ServiceHost {
  readonly accessToken: string;
  /** Access token to the game server whose votes it claims. */
  readonly tokens: Map<string, string>;
  /**
   * Every POST that was decided, in order. Each is entered before a fault can drop its answer. Refused requests decide
   * nothing, and are left out.
   */
  readonly claims: ClaimRecord[] = [];
  /** Awaited between the effect of a claim and its answer: a way to hold the answer. */
  beforeAnswer: ((claim: ClaimRecord) => Promise<void> | void) | undefined;
  readonly #votes: Votes;
  readonly #now: () => number;

  constructor(options: MainHostOptions = {}) {
    super();
    const { accessToken = `access-token-${randomUUID()}`, caseSensitive = false, now = Date.now } = options;
    this.accessToken = accessToken;
    this.tokens = new Map([[accessToken, DEFAULT_GAME_SERVER]]);
    this.#votes = new Votes(caseSensitive, now);
    this.#now = now;
    this.server.app.post(CLAIM_PATH, (context) => this.#claim(context));
    this.server.app.get(CLAIM_PATH, (context) =>
      refuse(context, 410, 'gone', 'GET was removed on 2026-10-01: use POST.'),
    );
  }

  /** Every vote ever cast, in order. */
  get votes(): readonly Vote[] {
    return this.#votes.all;
  }

  /** The players with an unclaimed vote, in the order in which they voted. */
  get waiting(): string[] {
    return this.votes.filter(({ claimedAt }) => claimedAt === null).map(({ player }) => player);
  }

  /** Calls the listener whenever a vote is cast or claimed. */
  onVotes(listener: () => void): void {
    this.#votes.on('change', listener);
  }

  /** Casts the vote of a player for a game server. @returns the player's one unclaimed vote, new or already waiting */
  castVote(player: string, gameServer = DEFAULT_GAME_SERVER): Vote {
    return this.#votes.cast(gameServer, player);
  }

  /** Claims in another way than by an application: the vote counts as claimed, and no application learns of it. */
  claimElsewhere(player: string, gameServer = DEFAULT_GAME_SERVER): void {
    this.#votes.cast(gameServer, player);
    this.#votes.claim(gameServer, player);
  }

  async #claim(context: LoopbackContext): Promise<Response> {
    const token = bearerOf(context) ?? '';
    const gameServer = this.tokens.get(token);
    if (gameServer === undefined) {
      return refuse(context, 401, 'invalid_token', 'The access token is missing or unknown.');
    }
    const playername = await playernameOf(context);
    if (!playername?.trim()) {
      return refuse(context, 400, 'missing_playername', 'Send playername in a JSON body or in the query string.');
    }
    const claim = { at: this.#now(), token, gameServer, playername, ...this.#votes.claim(gameServer, playername) };
    this.claims.push(claim);
    await this.beforeAnswer?.(claim);
    return context.json({ claimed: claim.claimed });
  }
}

/** The name in the body wins over the one in the query. Names are taken as sent, untrimmed. */
async function playernameOf(context: LoopbackContext): Promise<string | undefined> {
  const body = claimBody.safeParse(await jsonBodyOf(context));
  return body.data?.playername ?? context.req.query('playername');
}
