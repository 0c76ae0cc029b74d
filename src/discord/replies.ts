import {
  InteractionResponseType,
  MessageFlags,
  type APIApplicationCommandOptionChoice,
  type APIModalInteractionResponseCallbackData,
  type BaseInteraction,
} from 'discord.js';

import { NotAcknowledgedError } from '../errors.ts';
import { Secret } from '../secret.ts';
import type { ReplyAddress } from '../storage/claim.ts';
import type { Reply } from '../views/reply.ts';
import type { InteractionRest } from './rest.ts';

/** How one interaction is answered. Replies are ephemeral; after the first answer, `send` edits it. */
export type Responder = {
  /** where this reply can be edited later */
  readonly address: ReplyAddress;
  /** whether anything was answered, or is being answered, already */
  readonly begun: boolean;
  /**
   * Shows that the answer is coming: in the message that was clicked on, if there is one, or `beside` it in a message of its own.
   *
   * @throws {@link NotAcknowledgedError} when Discord does not show it: then nothing may be done in the person's name
   */
  defer(options?: { beside?: boolean }): Promise<void>;
  /**
   * Shows how far the work is, where it was announced with `defer`, every second and a half at most. When Discord does not show it, nothing
   * comes of that.
   */
  report(progress: Reply): void;
  /** Answers: a new message, or for a component and a modal that it opened, the message it stands on. */
  send(reply: Reply): Promise<void>;
  /** Answers beside what is shown: for a component, a message of its own. */
  notify(reply: Reply): Promise<void>;
  /** Whether something was answered that a message can be added to: not a modal. */
  readonly canFollowUp: boolean;
  /** Adds a message of its own to an answer. */
  followUp(reply: Reply): Promise<void>;
  /** Answers a component with a message that everyone in the channel sees. */
  post(reply: Reply): Promise<void>;
  showModal(modal: APIModalInteractionResponseCallbackData): Promise<void>;
  suggest(choices: readonly APIApplicationCommandOptionChoice<string>[]): Promise<void>;
};

const PROGRESS_AT_MOST_EVERY_MS = 1_500;

/**
 * @param working - shown when Discord left unclear whether it took our first answer, to find out
 * @param now - the current time in ms since the epoch
 */
export function createResponder(
  interaction: Pick<BaseInteraction, 'id' | 'token' | 'applicationId'> & { message?: object | null },
  rest: InteractionRest,
  working: Reply,
  now: () => number,
): Responder {
  const address = { applicationId: interaction.applicationId, token: new Secret(interaction.token) };
  const onMessage = Boolean(interaction.message);
  let first: Promise<void> | undefined;
  let showsModal = false;
  /** whether the answer is the message that was clicked on, which failures must not take the place of */
  let editsClicked = onMessage;
  let reporting: Promise<void> | undefined;
  let reportAgainAt = 0;

  /** Remembers the first answer. Whoever comes later awaits it too, so its failure never goes unhandled in between. */
  function begin(answered: Promise<void>): Promise<void> {
    answered.catch(() => undefined);
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

  async function confirm(acknowledgement: Promise<void>): Promise<void> {
    try {
      await acknowledgement;
    } catch (error) {
      if (error instanceof NotAcknowledgedError) throw error;
      await rest.editOriginal(address, messageBody(working)).catch((probeError: unknown) => {
        throw new NotAcknowledgedError('Discord did not confirm the acknowledgement', { cause: probeError });
      });
    }
  }

  return {
    address,
    get begun() {
      return first !== undefined;
    },
    get canFollowUp() {
      return first !== undefined && !showsModal;
    },
    defer,
    report(progress) {
      if (!first || reporting || now() < reportAgainAt) return;
      reportAgainAt = now() + PROGRESS_AT_MOST_EVERY_MS;
      reporting = first
        .then(() => rest.editOriginal(address, messageBody(progress)))
        .catch(() => undefined)
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
      return rest.editOriginal(address, messageBody(reply), files);
    },
    async notify(reply) {
      if (!first) return answer(InteractionResponseType.ChannelMessageWithSource, ephemeralBody(reply));
      await first;
      await reporting;
      return editsClicked
        ? rest.followUp(address, ephemeralBody(reply))
        : rest.editOriginal(address, messageBody(reply));
    },
    async followUp(reply) {
      await first;
      await rest.followUp(address, ephemeralBody(reply));
    },
    async post(reply) {
      if (!first) return answer(InteractionResponseType.ChannelMessageWithSource, messageBody(reply));
      await first;
      return rest.followUp(address, messageBody(reply));
    },
    showModal(modal) {
      showsModal = true;
      return answer(InteractionResponseType.Modal, modal);
    },
    suggest: (choices) => answer(InteractionResponseType.ApplicationCommandAutocompleteResult, { choices }),
  };
}

/** The body of a message that mentions nobody, whatever its text says. Files travel beside it. */
export function messageBody({ embeds, components }: Reply): object {
  return { embeds, components, allowed_mentions: { parse: [] } };
}

function ephemeralBody(reply: Reply): object {
  return { ...messageBody(reply), flags: MessageFlags.Ephemeral };
}
