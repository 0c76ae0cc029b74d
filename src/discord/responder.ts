import {
  DiscordAPIError,
  InteractionResponseType,
  MessageFlags,
  type APIApplicationCommandOptionChoice,
  type BaseInteraction,
} from 'discord.js';

import type { ReplyAddress } from '../claims/claim.ts';
import type { Clock } from '../clock.ts';
import { NotAcknowledgedError } from '../errors.ts';
import { retry } from '../retry.ts';
import { Secret } from '../secret.ts';
import type { Modal, Reply } from '../ui/reply.ts';
import type { InteractionRest } from './rest.ts';

/** The person has their answer: there is nothing left to send. */
export type Answered = 'answered';

/** Answers one interaction. Messages are ephemeral unless stated otherwise. */
export type Responder = {
  /** where the reply can still be edited later */
  readonly address: ReplyAddress;
  /** whether a first response was sent, or is on its way */
  readonly begun: boolean;
  /** when Discord had taken the first response, in ms since the epoch; undefined until it has */
  readonly acknowledgedAt: number | undefined;
  /**
   * Acknowledges the interaction, to answer later. After a click, the answer replaces the message that was clicked on,
   * or with `beside` is a new message.
   *
   * @throws {@link NotAcknowledgedError} when Discord did not take it: then nothing may be done in the person's name
   */
  defer(options?: { beside?: boolean }): Promise<void>;
  /** Shows progress in a deferred reply, at most every 1.5 seconds. Failures are ignored. */
  report(progress: Reply): void;
  /** Sends the answer: edits the deferred reply or the message that was clicked on, else creates a message. */
  send(reply: Reply): Promise<void>;
  /** Answers without changing the message that was clicked on. */
  notify(reply: Reply): Promise<Answered>;
  /** whether a message was sent that a follow-up can be added to; a modal is none */
  readonly canFollowUp: boolean;
  /** Sends a further message after an answer. */
  followUp(reply: Reply): Promise<void>;
  /** Answers a component with a message that everyone in the channel can see. */
  post(reply: Reply): Promise<Answered>;
  showModal(modal: Modal): Promise<Answered>;
  suggest(choices: readonly APIApplicationCommandOptionChoice<string>[]): Promise<void>;
};

const MIN_PROGRESS_INTERVAL_MS = 1_500;
/**
 * The pauses between the tries to find out whether Discord took the first response. Whoever it shows "thinking…" to
 * would wait in vain for a quarter of an hour.
 */
const PROBED_AGAIN_AFTER_MS = [500, 1_000, 2_000, 4_000];

export function createResponder(
  interaction: Pick<BaseInteraction, 'id' | 'token' | 'applicationId'> & { message?: object | null },
  rest: InteractionRest,
  clock: Pick<Clock, 'now' | 'sleep'>,
): Responder {
  const { now } = clock;
  const address = { applicationId: interaction.applicationId, token: new Secret(interaction.token) };
  const onMessage = Boolean(interaction.message);
  let first: Promise<void> | undefined;
  let acknowledgedAt: number | undefined;
  let showsModal = false;
  /** whether the answer edits the message that was clicked on; a failure must not replace that message */
  let editsClicked = onMessage;
  let reporting: Promise<void> | undefined;
  let reportAgainAt = 0;

  /**
   * Remembers the first response, which every later call awaits. Until then its failure must not count as unhandled.
   */
  function begin(answered: Promise<void>): Promise<void> {
    answered.then(
      () => (acknowledgedAt ??= now()),
      () => undefined,
    );
    first = answered;
    return answered;
  }

  function answer(type: InteractionResponseType, data?: object): Promise<void> {
    return begin(rest.callback(interaction, { type, data }));
  }

  async function defer({ beside = false } = {}): Promise<void> {
    if (first) return first;
    editsClicked = onMessage && !beside;
    return begin(
      confirm(
        editsClicked
          ? answer(InteractionResponseType.DeferredMessageUpdate)
          : answer(InteractionResponseType.DeferredChannelMessageWithSource, { flags: MessageFlags.Ephemeral }),
      ),
    );
  }

  /** Only looks when it is unclear: meanwhile another process may have shown the answer. */
  async function confirm(acknowledgement: Promise<void>): Promise<void> {
    try {
      await acknowledgement;
    } catch (error) {
      if (error instanceof NotAcknowledgedError) throw error;
      await retry(() => rest.findOriginal(address), {
        pauseAfter: (probeError, tryNumber) =>
          probeError instanceof DiscordAPIError ? undefined : PROBED_AGAIN_AFTER_MS[tryNumber - 1],
        clock,
      }).catch((probeError: unknown) => {
        throw new NotAcknowledgedError('Discord did not confirm the acknowledgement', { cause: probeError });
      });
    }
  }

  return {
    address,
    get begun() {
      return first !== undefined;
    },
    get acknowledgedAt() {
      return acknowledgedAt;
    },
    get canFollowUp() {
      return first !== undefined && !showsModal;
    },
    defer,
    report(progress) {
      if (!first || reporting || now() < reportAgainAt) return;
      reportAgainAt = now() + MIN_PROGRESS_INTERVAL_MS;
      reporting = first
        .then(() => rest.editOriginal(address, messageBody(progress)))
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => (reporting = undefined));
    },
    async send(reply) {
      const { files } = reply;
      // An upload may take longer than Discord waits for a first answer.
      if (files) await defer();
      if (!first && onMessage) return answer(InteractionResponseType.UpdateMessage, messageBody(reply));
      if (!first) return answer(InteractionResponseType.ChannelMessageWithSource, ephemeralBody(reply));
      await first;
      await reporting;
      await rest.editOriginal(address, messageBody(reply), files);
    },
    async notify(reply) {
      if (first) {
        await first;
        await reporting;
        if (editsClicked) await rest.followUp(address, ephemeralBody(reply));
        else await rest.editOriginal(address, messageBody(reply));
      } else await answer(InteractionResponseType.ChannelMessageWithSource, ephemeralBody(reply));
      return 'answered';
    },
    async followUp(reply) {
      await first;
      await rest.followUp(address, ephemeralBody(reply));
    },
    async post(reply) {
      if (first) {
        await first;
        await rest.followUp(address, messageBody(reply));
      } else await answer(InteractionResponseType.ChannelMessageWithSource, messageBody(reply));
      return 'answered';
    },
    async showModal(modal) {
      showsModal = true;
      await answer(InteractionResponseType.Modal, modal);
      return 'answered';
    },
    suggest: (choices) => answer(InteractionResponseType.ApplicationCommandAutocompleteResult, { choices }),
  };
}

/**
 * The body of a message. Whatever its text says, it pings nobody but the role that it is to mention, which stands above
 * the embeds because nothing in them pings. Files are sent separately.
 */
export function messageBody({ embeds, components, mentionedRole }: Reply): object {
  if (mentionedRole === undefined) return { embeds, components, allowed_mentions: { parse: [] } };
  const allowed_mentions = { parse: [], roles: [mentionedRole] };
  return { content: `<@&${mentionedRole}>`, embeds, components, allowed_mentions };
}

function ephemeralBody(reply: Reply): object {
  return { ...messageBody(reply), flags: MessageFlags.Ephemeral };
}
