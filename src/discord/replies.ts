import {
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  type APIApplicationCommandOptionChoice,
  type APIModalInteractionResponseCallbackData,
  type BaseInteraction,
} from 'discord.js';

import { NotAcknowledgedError } from '../errors.ts';
import { Secret } from '../secret.ts';
import type { ReplyAddress } from '../storage/claim-ledger.ts';
import type { Reply } from '../views/reply.ts';
import type { InteractionRest } from './rest.ts';

/** How one interaction is answered. Replies are ephemeral; after the first answer, `send` edits it. */
export type Responder = {
  /** where this reply can be edited later */
  readonly address: ReplyAddress;
  /** whether anything was answered, or is being answered, already */
  readonly begun: boolean;
  /**
   * Shows that the answer is coming.
   *
   * @throws {@link NotAcknowledgedError} when Discord does not show it: then nothing may be done in the person's name
   */
  defer(): Promise<void>;
  /** Answers: a new message, or for a component, the message it stands on. */
  send(reply: Reply): Promise<void>;
  /** Answers beside what is shown: for a component, a message of its own. */
  notify(reply: Reply): Promise<void>;
  /** Whether something was answered that a message can be added to: not a modal. */
  readonly canFollowUp: boolean;
  /** Adds a message of its own to an answer. */
  followUp(reply: Reply): Promise<void>;
  showModal(modal: APIModalInteractionResponseCallbackData): Promise<void>;
  suggest(choices: readonly APIApplicationCommandOptionChoice<string>[]): Promise<void>;
};

/** @param working - shown when Discord left unclear whether it took our first answer, to find out */
export function createResponder(
  interaction: Pick<BaseInteraction, 'id' | 'token' | 'type' | 'applicationId'>,
  rest: InteractionRest,
  working: Reply,
): Responder {
  const address = { applicationId: interaction.applicationId, token: new Secret(interaction.token) };
  const onComponent = interaction.type === InteractionType.MessageComponent;
  let first: Promise<void> | undefined;
  let showsModal = false;

  /** Remembers the first answer. Whoever comes later awaits it too, so its failure never goes unhandled in between. */
  function begin(answered: Promise<void>): Promise<void> {
    answered.catch(() => undefined);
    first = answered;
    return answered;
  }

  function answer(type: InteractionResponseType, data?: object, files?: Reply['files']): Promise<void> {
    return begin(rest.callback(interaction, { type, data }, files));
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
    defer: () =>
      first ??
      begin(
        confirm(
          onComponent
            ? answer(InteractionResponseType.DeferredMessageUpdate)
            : answer(InteractionResponseType.DeferredChannelMessageWithSource, { flags: MessageFlags.Ephemeral }),
        ),
      ),
    async send(reply) {
      const { files } = reply;
      if (!first && onComponent) return answer(InteractionResponseType.UpdateMessage, messageBody(reply), files);
      if (!first) return answer(InteractionResponseType.ChannelMessageWithSource, ephemeralBody(reply), files);
      await first;
      return rest.editOriginal(address, messageBody(reply), files);
    },
    async notify(reply) {
      const { files } = reply;
      if (!first) return answer(InteractionResponseType.ChannelMessageWithSource, ephemeralBody(reply), files);
      await first;
      return onComponent
        ? rest.followUp(address, ephemeralBody(reply), files)
        : rest.editOriginal(address, messageBody(reply), files);
    },
    async followUp(reply) {
      await first;
      await rest.followUp(address, ephemeralBody(reply), reply.files);
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
