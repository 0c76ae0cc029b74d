import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';

import type { Application } from './application.ts';
import { DirectChannel } from './direct-channel.ts';
import { refusals } from './discord-error.ts';
import { Exchange } from './exchange.ts';
import type { Gateway } from './gateway/gateway.ts';
import { interactionPayload, type Action, type Interaction } from './interaction.ts';
import type { Messages } from './messages.ts';
import type { Snowflakes } from './snowflakes.ts';

type InteractionTimes = { ackDeadlineMs: number; tokenLifetimeMs: number };

type Parts = {
  application: Application;
  gateway: Gateway;
  messages: Messages;
  snowflakes: Snowflakes;
  now: () => number;
  times: InteractionTimes;
};

/** The id of a guild of shard 0, which receives all direct messages. */
const GUILD_OF_FIRST_SHARD = '0';
const NO_ANSWER = 'The application did not respond';

/** Open interactions, their deadlines and tokens. Source: Discord documentation, "Receiving and responding". */
export class Interactions extends EventEmitter<{ exchange: [Exchange] }> {
  readonly #parts: Parts;
  readonly #byToken = new Map<string, Interaction>();

  constructor(parts: Parts) {
    super();
    this.#parts = parts;
  }

  /** Sends the application the act of a member. */
  open(action: Action): Exchange {
    const { messages, snowflakes, now, times } = this.#parts;
    this.#forgetExpired();
    const id = snowflakes.next();
    const exchange = new Exchange(
      {
        interactionId: id,
        type: action.type,
        personId: action.member.id,
        channelId: action.channel.id,
        sourceId: action.source?.id,
        action: action.label,
      },
      { messages, now },
    );
    const deadline = setTimeout(() => {
      exchange.onFailure(NO_ANSWER);
    }, times.ackDeadlineMs);
    const interaction: Interaction = {
      ...action,
      id,
      token: Buffer.from(`interaction:${id}:${randomUUID()}`).toString('base64url'),
      createdAt: now(),
      exchange,
      deadline,
      answeredWith: undefined,
      originalId: undefined,
      followUpIds: new Set(),
    };
    this.#byToken.set(interaction.token, interaction);
    this.emit('exchange', exchange);
    void this.#deliver(interaction);
    return exchange;
  }

  async #deliver(interaction: Interaction): Promise<void> {
    const { application, gateway } = this.#parts;
    const payload = interactionPayload(interaction, application);
    if (application.endpoint.url === null) {
      const isDirect = interaction.channel instanceof DirectChannel;
      gateway.dispatch('INTERACTION_CREATE', payload, {
        guildId: isDirect ? GUILD_OF_FIRST_SHARD : interaction.guild.id,
      });
      return;
    }
    const taken = await application.endpoint.deliver(payload);
    if (taken || interaction.answeredWith !== undefined) return;
    clearTimeout(interaction.deadline);
    interaction.exchange.onFailure(NO_ANSWER);
  }

  /** The interaction of a callback. Throws 10062 or 40060 as Discord does. */
  forCallback(id: string, token: string): Interaction {
    const interaction = this.#byToken.get(token);
    if (interaction?.id !== id || this.#age(interaction) > this.#parts.times.tokenLifetimeMs) {
      throw refusals.unknownInteraction();
    }
    if (interaction.answeredWith !== undefined) throw refusals.alreadyAcknowledged();
    if (interaction.exchange.failed || this.#age(interaction) > this.#parts.times.ackDeadlineMs) {
      clearTimeout(interaction.deadline);
      interaction.exchange.onFailure(NO_ANSWER);
      throw refusals.unknownInteraction();
    }
    return interaction;
  }

  /**
   * The interaction whose token a webhook request carries. Throws 50027 for an expired or unknown token, 10015 for
   * another application, and before the interaction is answered.
   */
  forWebhook(applicationId: string, token: string): Interaction {
    if (applicationId !== this.#parts.application.id) throw refusals.unknownWebhook();
    const interaction = this.#byToken.get(token);
    if (interaction === undefined || this.#age(interaction) > this.#parts.times.tokenLifetimeMs) {
      throw refusals.invalidWebhookToken();
    }
    if (interaction.answeredWith === undefined) throw refusals.unknownWebhook();
    return interaction;
  }

  /** Ends every wait for an answer. */
  close(): void {
    for (const { deadline, exchange } of this.#byToken.values()) {
      clearTimeout(deadline);
      exchange.onFailure('The sandbox was closed');
    }
  }

  #age(interaction: Interaction): number {
    return this.#parts.now() - interaction.createdAt;
  }

  #forgetExpired(): void {
    for (const [token, interaction] of this.#byToken) {
      if (this.#age(interaction) <= this.#parts.times.tokenLifetimeMs) return;
      clearTimeout(interaction.deadline);
      this.#byToken.delete(token);
    }
  }
}

/** The id of the interaction behind a token; undefined for a token made elsewhere. */
export function interactionIdIn(token: string): string | undefined {
  return /^interaction:(\d+):/.exec(Buffer.from(token, 'base64url').toString())?.[1];
}
