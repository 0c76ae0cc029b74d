import { InteractionType } from 'discord-api-types/v10';

import type { Exchange } from '../discord/exchange.ts';
import type { Guild } from '../discord/guild.ts';
import type { LoopbackDiscord } from '../discord/loopback-discord.ts';
import { describeModal } from './modals.ts';
import type { Interaction, PlaygroundEvent } from './protocol.ts';

const EXCHANGES_KEPT = 5_000;
const SPANS_KEPT = 100;

/** The time in which the bot worked on an interaction, in ms since the epoch. */
type Span = { interactionId: string; from: number; until: number };

/** The newest interactions by id. Each progress emits an event. */
export class Exchanges {
  readonly #byId = new Map<string, Exchange>();
  readonly #spans: Span[] = [];
  readonly #guild: Guild;
  readonly #onEvent: (event: PlaygroundEvent) => void;

  /** Starts to listen. */
  constructor(parts: { discord: LoopbackDiscord; guild: Guild; onEvent: (event: PlaygroundEvent) => void }) {
    this.#guild = parts.guild;
    this.#onEvent = parts.onEvent;
    parts.discord.on('exchange', (exchange) => {
      this.#keep(exchange);
      void this.#time(exchange);
      if (exchange.type !== InteractionType.ApplicationCommandAutocomplete) void this.#follow(exchange);
    });
  }

  find(interactionId: string): Exchange | undefined {
    return this.#byId.get(interactionId);
  }

  /** The newest interaction that was unanswered at this time, in ms since the epoch. */
  openAt(time: number): string | undefined {
    return this.#spans.findLast(({ from, until }) => from <= time && time <= until)?.interactionId;
  }

  /** An interaction is answered once its reply has content. */
  async #time(exchange: Exchange): Promise<void> {
    const span: Span = { interactionId: exchange.interactionId, from: exchange.startedAt, until: Infinity };
    this.#spans.push(span);
    if (this.#spans.length > SPANS_KEPT) this.#spans.shift();
    await exchange.reply().catch(() => undefined);
    span.until = Date.now();
  }

  #keep(exchange: Exchange): void {
    this.#byId.set(exchange.interactionId, exchange);
    const [oldest] = this.#byId.keys();
    if (this.#byId.size > EXCHANGES_KEPT && oldest !== undefined) this.#byId.delete(oldest);
  }

  async #follow(exchange: Exchange): Promise<void> {
    const { interactionId, personId } = exchange;
    this.#tell(exchange, { kind: 'waiting' });
    const acknowledgement = await exchange.acknowledged().catch(() => undefined);
    if (acknowledgement === undefined) {
      this.#tell(exchange, { kind: 'failed' });
      return;
    }
    this.#tell(exchange, { kind: 'answered', afterMs: acknowledgement.afterMs });
    if (acknowledgement.kind !== 'modal') return;
    const modal = describeModal(await exchange.modal(), { interactionId, personId }, this.#guild);
    this.#onEvent({ type: 'modal', modal });
  }

  #tell(exchange: Exchange, progress: Interaction['progress']): void {
    const { interactionId: id, personId, channelId, action, sourceId: messageId = null, startedAt } = exchange;
    this.#onEvent({
      type: 'interaction',
      interaction: { id, personId, channelId, action, messageId, startedAt, progress },
    });
  }
}
