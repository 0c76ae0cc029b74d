import { EventEmitter } from 'node:events';

import type { APIApplicationCommandOptionChoice, InteractionType } from 'discord-api-types/v10';

import type { ModalBody } from './components.ts';
import { isLoading, type Message } from './message.ts';
import type { MessageEvent, Messages } from './messages.ts';

export type AckKind = 'message' | 'deferred' | 'update' | 'deferred-update' | 'modal' | 'choices';

/** The application's first answer, and the time in ms that it took. */
type Acknowledgement = { kind: AckKind; afterMs: number };

/** One state of the original reply, and the time it appeared, in ms since the epoch. */
type ShownState = { at: number; message: Message };

export type Choice = APIApplicationCommandOptionChoice;

/** A modal on someone's screen; `source` is the message whose component opened it. */
export type Modal = ModalBody & { source?: Message };

type ExchangeIdentity = Pick<Exchange, 'interactionId' | 'type' | 'personId' | 'channelId' | 'sourceId' | 'action'>;

/**
 * One interaction as seen by the person who started it. Every change fires the event `change`. The loopback Discord
 * calls the methods named `on…` when something happens.
 */
export class Exchange extends EventEmitter<{ change: [] }> {
  readonly interactionId: string;
  readonly type: InteractionType;
  readonly personId: string;
  readonly channelId: string;
  /** The message whose component was used, or led to the submitted modal. */
  readonly sourceId: string | undefined;
  /** What the person did, for logs: `/plan`, `click refresh`. */
  readonly action: string;
  readonly startedAt: number;
  /** Every state of the original reply that was shown, including the "is thinking…" of a deferred one. */
  readonly history: ShownState[] = [];
  readonly followUps: Message[] = [];
  /** The original reply in its current state; undefined before it exists and after its deletion. */
  message: Message | undefined;
  /** Discord's words to the person, once the interaction has failed. */
  failureReason: string | undefined;
  readonly #messages: Messages;
  readonly #now: () => number;
  #acknowledgement: Acknowledgement | undefined;
  #modal: Modal | undefined;
  #choices: readonly Choice[] | undefined;
  #failure: Error | undefined;
  #isDeleted = false;
  #editsSeen = 0;
  #followUpsSeen = 0;

  constructor(identity: ExchangeIdentity, parts: { messages: Messages; now: () => number }) {
    super();
    this.setMaxListeners(0);
    this.interactionId = identity.interactionId;
    this.type = identity.type;
    this.personId = identity.personId;
    this.channelId = identity.channelId;
    this.sourceId = identity.sourceId;
    this.action = identity.action;
    this.#messages = parts.messages;
    this.#now = parts.now;
    this.startedAt = parts.now();
  }

  /** Whether the interaction has failed: no answer can follow. */
  get failed(): boolean {
    return this.#failure !== undefined;
  }

  /** How long Discord waited for the acknowledgement, in ms; undefined until it comes. */
  get acknowledgedAfterMs(): number | undefined {
    return this.#acknowledgement?.afterMs;
  }

  /** Rejects with "The application did not respond" once the deadline has passed. */
  acknowledged(): Promise<Acknowledgement> {
    return this.#until(() => this.#acknowledgement);
  }

  /** The first state of the original reply with content: the first edit of a deferred reply, or the updated message. */
  reply(): Promise<Message> {
    return this.#until(() => {
      const kind = this.#acknowledgement?.kind;
      if (kind === 'modal' || kind === 'choices')
        return new Error(`${this.action} was answered with ${kind}, not a message`);
      return this.#contentState(0);
    });
  }

  /** The next change of the original reply after {@link reply}; each call returns a later one. */
  async nextEdit(): Promise<Message> {
    const index = (this.#editsSeen += 1);
    return this.#until(() => this.#contentState(index));
  }

  /** The next follow-up, in its current state; each call returns a later one. */
  async nextFollowUp(): Promise<Message> {
    const index = this.#followUpsSeen;
    this.#followUpsSeen += 1;
    return this.#until(() => this.followUps[index]);
  }

  modal(): Promise<Modal> {
    return this.#until(() => {
      const kind = this.#acknowledgement?.kind;
      if (kind !== undefined && kind !== 'modal')
        return new Error(`${this.action} was answered with ${kind}, not a modal`);
      return this.#modal;
    });
  }

  choices(): Promise<readonly Choice[]> {
    return this.#until(() => this.#choices);
  }

  onAcknowledged(kind: AckKind): void {
    this.#acknowledgement = { kind, afterMs: this.#now() - this.startedAt };
    this.emit('change');
  }

  /** @param isState - false for a message that existed before this interaction and is still unchanged */
  onOriginal(message: Message, isState = true): void {
    this.message = message;
    if (isState) this.history.push({ at: this.#now(), message });
    this.#messages.watch(message.id, (event) => {
      this.#onOriginalChange(event);
    });
    this.emit('change');
  }

  onFollowUp(message: Message): void {
    const index = this.followUps.push(message) - 1;
    this.#messages.watch(message.id, (event) => {
      this.followUps[index] = event.message;
      this.emit('change');
    });
    this.emit('change');
  }

  onModal(modal: Modal): void {
    this.#modal = modal;
    this.emit('change');
  }

  onChoices(choices: readonly Choice[]): void {
    this.#choices = choices;
    this.emit('change');
  }

  /** Rejects every wait, present and future. */
  onFailure(reason: string): void {
    this.failureReason ??= reason;
    this.#failure ??= new Error(`${reason} (${this.action})`);
    this.emit('change');
  }

  #onOriginalChange({ kind, message }: MessageEvent): void {
    this.#isDeleted = kind === 'deleted';
    this.message = this.#isDeleted ? undefined : message;
    if (kind === 'edited') this.history.push({ at: this.#now(), message });
    this.emit('change');
  }

  /** The n-th state with content; an Error once it can no longer come. */
  #contentState(index: number): Message | Error | undefined {
    const state = this.history.filter(({ message }) => !isLoading(message))[index];
    if (state !== undefined) return state.message;
    return this.#isDeleted ? new Error(`The reply to ${this.action} was deleted`) : undefined;
  }

  #until<T>(read: () => T | Error | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        const outcome = read() ?? this.#failure;
        if (outcome === undefined) return;
        this.off('change', settle);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      };
      this.on('change', settle);
      settle();
    });
  }
}
