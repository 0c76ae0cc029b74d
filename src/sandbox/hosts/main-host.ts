import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import type { LoopbackContext } from '../loopback-server.ts';
import { ServiceHost } from './service-host.ts';
import { Votes, type Claimed, type Vote } from './votes.ts';
import { bearerOf, jsonBodyOf, refuse } from './wire.ts';

/** The game server of the token a host starts with, and of votes cast without naming one. */
export const DEFAULT_GAME_SERVER = 'default';

/**
 * One claim the host decided. `voteId` names the vote it was about; there is none with 0. `at` in ms since the epoch.
 */
type ClaimRecord = {
  at: number;
  token: string;
  gameServer: string;
  playername: string;
  claimed: Claimed;
  voteId?: string;
};

type MainHostOptions = {
  /** The token of {@link DEFAULT_GAME_SERVER}; made when left out. */
  accessToken?: string;
  /**
   * Whether `Alex` and `alex` are two players. It is open (docs/services.md, "What is left open"); the default is no,
   * as in Minecraft.
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
   * Every POST that was decided, in order, entered before a fault can drop its answer. Refused requests decide nothing
   * and are left out.
   */
  readonly claims: ClaimRecord[] = [];
  claimedForm: 'number' | 'string' = 'number';
  /** Awaited after a claim took effect and before it is answered: a way to hold the answer. */
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

  /** Those who have a vote that is not claimed, in the order in which they voted. */
  get waiting(): string[] {
    return this.votes.filter(({ claimedAt }) => claimedAt === null).map(({ player }) => player);
  }

  /** Calls the listener whenever a vote is cast or claimed. */
  onVotes(listener: () => void): void {
    this.#votes.on('change', listener);
  }

  /**
   * A player votes for a game server.
   *
   * @returns the player's one unclaimed vote, which may have been waiting already.
   */
  castVote(player: string, gameServer = DEFAULT_GAME_SERVER): Vote {
    return this.#votes.cast(gameServer, player);
  }

  /**
   * A player claims by some other way than an application: the vote counts as claimed, and no application learns of it.
   */
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
    return context.json({ claimed: this.claimedForm === 'string' ? String(claim.claimed) : claim.claimed });
  }
}

/** The body wins where both carry a name. Names are taken as sent: nothing is trimmed. */
async function playernameOf(context: LoopbackContext): Promise<string | undefined> {
  const body = claimBody.safeParse(await jsonBodyOf(context));
  return body.data?.playername ?? context.req.query('playername');
}
