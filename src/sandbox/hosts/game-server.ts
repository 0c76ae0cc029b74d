import { EventEmitter } from 'node:events';

import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { z } from 'zod';

import type { LoopbackContext } from '../loopback-server.ts';
import { Refusal } from '../refusal.ts';
import { ServiceHost } from './service-host.ts';
import { refuse } from './wire.ts';

/** A reward that a player got. `deliveries`: how often its message has arrived; `at`: in ms since the epoch. */
export type HandedOver = {
  readonly id: string;
  readonly claimId: string;
  readonly reference: string;
  readonly player: string;
  readonly guildId: string;
  readonly at: number;
  deliveries: number;
};

const REWARDS_PATH = '/rewards';
const SECRET = /^whsec_[A-Za-z\d+/]{32,}={0,2}$/;

const messageSchema = z.object({ type: z.string(), data: z.unknown() });
const rewardSchema = z.object({ claim: z.string(), reference: z.string(), player: z.string(), guild: z.string() });

/**
 * A game server that webhooks tell of claimed rewards (docs/rewards.md). It verifies each message with the reference
 * library of Standard Webhooks, remembers its id, and hands its reward over once, however often it comes.
 */
export class GameServer extends ServiceHost {
  /** The rewards of all players, in order. */
  readonly handedOver: HandedOver[] = [];
  readonly #byId = new Map<string, HandedOver>();
  readonly #verifiers = new Map<string, Webhook>();
  readonly #changes = new EventEmitter<{ change: [] }>();

  constructor() {
    super();
    this.server.app.post(REWARDS_PATH, (context) => this.#take(context));
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

  /** Calls the listener whenever a reward is delivered, or a secret accepted. */
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

  #handOver(id: string, { claim, reference, player, guild }: z.output<typeof rewardSchema>): void {
    const known = this.#byId.get(id);
    if (known) known.deliveries += 1;
    else {
      const reward = { id, claimId: claim, reference, player, guildId: guild, at: Date.now(), deliveries: 1 };
      this.#byId.set(id, reward);
      this.handedOver.push(reward);
    }
    this.#changes.emit('change');
  }
}
