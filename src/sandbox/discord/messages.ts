import { EventEmitter } from 'node:events';

import { edited, type Draft, type Message, type Submission } from './message.ts';
import type { Snowflakes } from './snowflakes.ts';

export type MessageEvent = { kind: 'created' | 'edited' | 'deleted'; message: Message };
type MessageWatcher = (event: MessageEvent) => void;

const MESSAGES_KEPT = 10_000;

/** All messages, public and ephemeral; beyond a limit the oldest are dropped. */
export class Messages extends EventEmitter<{ message: [MessageEvent] }> {
  readonly #byId = new Map<string, Message>();
  readonly #watchers = new Map<string, Set<MessageWatcher>>();
  readonly #lastPublicId = new Map<string, string>();
  readonly #snowflakes: Snowflakes;
  readonly #now: () => number;

  constructor(snowflakes: Snowflakes, now: () => number) {
    super();
    this.#snowflakes = snowflakes;
    this.#now = now;
  }

  create(draft: Draft): Message {
    const message: Message = { ...draft, id: this.#snowflakes.next(), createdAt: this.#now() };
    this.#byId.set(message.id, message);
    if (!message.ephemeral) this.#lastPublicId.set(message.channelId, message.id);
    this.#forgetOldest();
    this.#announce({ kind: 'created', message });
    return message;
  }

  edit(message: Message, submission: Submission): Message {
    const changed = edited(message, submission, this.#now());
    this.#byId.set(message.id, changed);
    this.#announce({ kind: 'edited', message: changed });
    return changed;
  }

  delete(message: Message): void {
    this.#byId.delete(message.id);
    this.#announce({ kind: 'deleted', message });
    this.#watchers.delete(message.id);
  }

  find(id: string): Message | undefined {
    return this.#byId.get(id);
  }

  /** Oldest first. */
  get all(): Message[] {
    return [...this.#byId.values()];
  }

  /** The messages that everyone in a channel sees, oldest first. */
  publicIn(channelId: string): Message[] {
    return this.all.filter((message) => message.channelId === channelId && !message.ephemeral);
  }

  /** The id of the newest public message in a channel, even after its deletion. */
  lastIdIn(channelId: string): string | null {
    return this.#lastPublicId.get(channelId) ?? null;
  }

  /** Calls `watcher` at each later change of one message. */
  watch(id: string, watcher: MessageWatcher): void {
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(watcher));
  }

  #announce(event: MessageEvent): void {
    for (const watcher of this.#watchers.get(event.message.id) ?? []) watcher(event);
    this.emit('message', event);
  }

  #forgetOldest(): void {
    if (this.#byId.size <= MESSAGES_KEPT) return;
    const [oldest] = this.#byId.keys();
    if (oldest === undefined) return;
    this.#byId.delete(oldest);
    this.#watchers.delete(oldest);
  }
}
