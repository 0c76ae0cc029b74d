import { EventEmitter } from 'node:events';

import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { z } from 'zod';

import type { LoopbackContext } from '../loopback-server.ts';
import { Refusal } from '../refusal.ts';
import { ServiceHost } from './service-host.ts';
import { VotifierPort, type Vote } from './votifier-port.ts';
import { refuse } from './wire.ts';

/** A reward that a player got, at a time in ms since the epoch. */
export type HandedOver = { readonly id: string; readonly player: string; readonly at: number } & (
  | {
      readonly by: 'webhook';
      readonly claimId: string;
      readonly reference: string;
      readonly guildId: string;
      /** When the reward was claimed, in ms since the epoch. */
      readonly claimedAt: number;
      /** How often its message has arrived. */
      deliveries: number;
    }
  | { readonly by: 'votifier'; readonly serviceName: string }
);

/** A player who is away, and how many rewards wait for them. */
export type Waiting = { player: string; rewards: number };

const REWARDS_PATH = '/rewards';
const SECRET = /^whsec_[A-Za-z\d+/]{32,}={0,2}$/;

const messageSchema = z.object({ type: z.string(), data: z.unknown() });
const rewardSchema = z.object({
  claim: z.string(),
  reference: z.string(),
  player: z.string(),
  guild: z.string(),
  claimed_at: z.iso.datetime(),
});

type ByWebhook = Extract<HandedOver, { by: 'webhook' }>;

/**
 * A game server that is told of claimed rewards (docs/rewards.md), by webhooks or by Votifier. It verifies each message
 * of a webhook with the reference library of Standard Webhooks, remembers its id, and hands its reward over once,
 * however often it comes. Each vote that Votifier takes is a reward, which waits until its player is online.
 */
export class GameServer extends ServiceHost {
  /** It fails as the rest of the server does. */
  readonly votifier = new VotifierPort(this.server.switches);
  /** The rewards of all players, in order. */
  readonly handedOver: HandedOver[] = [];
  /** The players by name in lower case. */
  readonly #online = new Map<string, string>();
  #waiting: Vote[] = [];
  #votesHandedOver = 0;
  readonly #byId = new Map<string, ByWebhook>();
  readonly #verifiers = new Map<string, Webhook>();
  readonly #changes = new EventEmitter<{ change: [] }>();

  constructor() {
    super();
    this.server.app.post(REWARDS_PATH, (context) => this.#take(context));
    this.votifier.on('vote', (vote) => {
      this.#waiting.push(vote);
      this.#handOverWaiting();
      this.#changes.emit('change');
    });
  }

  override async listen(port = 0): Promise<void> {
    await Promise.all([super.listen(port), this.votifier.listen()]);
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), this.votifier.close()]);
  }

  /** The address for messages about rewards. */
  get address(): string {
    return this.url + REWARDS_PATH;
  }

  /** The secrets that may sign messages. */
  get secrets(): readonly string[] {
    return [...this.#verifiers.keys()];
  }

  /**
   * Accepts messages signed with this secret, beside earlier secrets: each webhook that leads here has its own.
   *
   * @throws Refusal when the text is no secret of a webhook
   */
  accept(secret: string): void {
    if (!SECRET.test(secret)) throw new Refusal({ kind: 'no-secret' });
    this.#verifiers.set(secret, new Webhook(secret));
    this.#changes.emit('change');
  }

  /** The players who are online, in the order in which they joined. */
  get online(): readonly string[] {
    return [...this.#online.values()];
  }

  /** The players for whom rewards wait. */
  get waiting(): readonly Waiting[] {
    return [...Map.groupBy(this.#waiting, ({ username }) => keyOf(username)).values()].map((votes) => ({
      player: votes[0]?.username ?? '',
      rewards: votes.length,
    }));
  }

  /** A player comes online, and gets what waits for them. Names are the same in any case. @throws Refusal without a name */
  join(player: string): void {
    if (player.trim() === '') throw new Refusal({ kind: 'no-player' });
    this.#online.set(keyOf(player), player.trim());
    this.#handOverWaiting();
    this.#changes.emit('change');
  }

  /** A player goes offline. */
  leave(player: string): void {
    this.#online.delete(keyOf(player));
    this.#changes.emit('change');
  }

  /** Calls the listener whenever a reward arrives, a player comes or goes, or a secret is accepted. */
  onChange(listener: () => void): void {
    this.#changes.on('change', listener);
  }

  async #take(context: LoopbackContext): Promise<Response> {
    const body = await context.req.text();
    if (!this.#isVerified(body, context.req.header())) {
      return refuse(context, 401, 'bad_signature', 'The message is not signed with a secret that this server knows.');
    }
    const { type, data } = messageSchema.parse(JSON.parse(body));
    if (type === 'vote.claimed') this.#handOver(context.req.header('webhook-id') ?? '', rewardSchema.parse(data));
    return context.body(null, 204);
  }

  #isVerified(body: string, headers: Record<string, string>): boolean {
    return this.#verifiers.values().some((verifier) => {
      try {
        verifier.verify(body, headers, { jsonParse: false });
        return true;
      } catch (error) {
        if (error instanceof WebhookVerificationError) return false;
        throw error;
      }
    });
  }

  #handOver(id: string, { claim, reference, player, guild, claimed_at }: z.output<typeof rewardSchema>): void {
    const known = this.#byId.get(id);
    if (known) known.deliveries += 1;
    else {
      const claimedAt = Date.parse(claimed_at);
      const told = { id, claimId: claim, reference, player, guildId: guild, claimedAt };
      const reward: ByWebhook = { by: 'webhook', ...told, at: Date.now(), deliveries: 1 };
      this.#byId.set(id, reward);
      this.handedOver.push(reward);
    }
    this.#changes.emit('change');
  }

  #handOverWaiting(): void {
    const isOnline = ({ username }: Vote): boolean => this.#online.has(keyOf(username));
    for (const { username, serviceName } of this.#waiting.filter(isOnline)) {
      this.#votesHandedOver += 1;
      const id = `vote-${this.#votesHandedOver}`;
      this.handedOver.push({ by: 'votifier', id, player: username, serviceName, at: Date.now() });
    }
    this.#waiting = this.#waiting.filter((vote) => !isOnline(vote));
  }
}

function keyOf(player: string): string {
  return player.trim().toLowerCase();
}
