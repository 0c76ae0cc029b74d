import { InteractionResponseType, MessageFlags } from 'discord-api-types/v10';

import type { Application } from './application.ts';
import type { Attachments, UploadedFile } from './attachments.ts';
import { refusals } from './discord-error.ts';
import type { AckKind } from './exchange.ts';
import { interactionMetadata, type Interaction } from './interaction.ts';
import type { Interactions } from './interactions.ts';
import {
  type ApiMessage,
  draft,
  edited,
  isEmpty,
  isLoading,
  loadingDraft,
  type Message,
  type MessageBody,
  type Placement,
  type Submission,
} from './message.ts';
import type { Messages } from './messages.ts';
import { acceptCallback, acceptEdit, acceptFollowUp } from './validation/bodies.ts';

/** A request body and its files. */
export type Upload = { json: unknown; files: readonly UploadedFile[] };
export type WebhookAddress = { applicationId: string; token: string };

type Parts = {
  application: Application;
  interactions: Interactions;
  messages: Messages;
  attachments: Attachments;
  now: () => number;
};

/** The uses of an interaction's token: answers, edits, follow-ups. */
export class Responses {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes the first answer. @returns the interaction, and the message that it has now, if any */
  answer(id: string, token: string, upload: Upload): { interaction: Interaction; message: Message | undefined } {
    const interaction = this.#parts.interactions.forCallback(id, token);
    const { exchange } = interaction;
    const callback = acceptCallback(upload.json, interaction.type, interaction.source);
    let message: Message | undefined;
    switch (callback.kind) {
      case 'message':
        message = this.#send(callback.body, upload.files, this.#placement(interaction, callback.body));
        break;
      case 'deferred':
        message = this.#parts.messages.create(loadingDraft(this.#placement(interaction, callback.body)));
        break;
      case 'update':
        message = this.#edit(this.#source(interaction), callback.body, upload.files);
        break;
      case 'deferred-update':
        message = this.#source(interaction);
        break;
      case 'choices':
        exchange.onChoices(callback.choices);
        break;
      case 'modal':
        exchange.onModal({ ...callback.modal, ...(interaction.source && { source: interaction.source }) });
        break;
    }
    clearTimeout(interaction.deadline);
    interaction.answeredWith = callback.kind;
    interaction.originalId = message?.id;
    if (message !== undefined) exchange.onOriginal(message, callback.kind !== 'deferred-update');
    exchange.onAcknowledged(callback.kind);
    return { interaction, message };
  }

  /** @param messageId - the id of a follow-up or the original, or `@original` */
  find({ applicationId, token }: WebhookAddress, messageId: string): Message {
    return this.#find(this.#parts.interactions.forWebhook(applicationId, token), messageId);
  }

  edit(address: WebhookAddress, messageId: string, upload: Upload): Message {
    const message = this.find(address, messageId);
    return this.#edit(message, acceptEdit(upload.json, message), upload.files);
  }

  delete(address: WebhookAddress, messageId: string): void {
    this.#parts.messages.delete(this.find(address, messageId));
  }

  /** The first follow-up to a deferred reply replaces its "is thinking…", and is as public or ephemeral as that. */
  followUp({ applicationId, token }: WebhookAddress, upload: Upload): Message {
    const interaction = this.#parts.interactions.forWebhook(applicationId, token);
    const body = acceptFollowUp(upload.json);
    const original = interaction.originalId ? this.#parts.messages.find(interaction.originalId) : undefined;
    if (original && isLoading(original)) return this.#edit(original, body, upload.files);
    const message = this.#send(body, upload.files, this.#placement(interaction, body));
    interaction.followUpIds.add(message.id);
    interaction.exchange.onFollowUp(message);
    return message;
  }

  #find(interaction: Interaction, messageId: string): Message {
    const id = messageId === '@original' ? interaction.originalId : messageId;
    const isOurs = id !== undefined && (id === interaction.originalId || interaction.followUpIds.has(id));
    const message = isOurs ? this.#parts.messages.find(id) : undefined;
    if (message === undefined) throw refusals.unknownMessage();
    return message;
  }

  #source(interaction: Interaction): Message {
    const message = interaction.source && this.#parts.messages.find(interaction.source.id);
    if (message === undefined) throw refusals.unknownMessage();
    return message;
  }

  #send(body: MessageBody, files: readonly UploadedFile[], placement: Placement): Message {
    const attachments = this.#parts.attachments.resulting(body, files, placement.channelId);
    const message = draft({ body, attachments }, placement);
    if (isEmpty(message)) throw refusals.emptyMessage();
    return this.#parts.messages.create(message);
  }

  #edit(message: Message, body: MessageBody, files: readonly UploadedFile[]): Message {
    const attachments = this.#parts.attachments.resulting(body, files, message.channelId, message);
    const submission: Submission = { body, attachments };
    if (isEmpty(edited(message, submission, this.#parts.now()))) throw refusals.emptyMessage();
    return this.#parts.messages.edit(message, submission);
  }

  #placement(interaction: Interaction, body: MessageBody): Placement {
    const isEphemeral = ((body.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
    return {
      channelId: interaction.channel.id,
      author: this.#parts.application.bot,
      visibleTo: isEphemeral ? interaction.member.id : null,
      interaction: interactionMetadata(interaction),
    };
  }
}

const CALLBACK_TYPES: Record<AckKind, InteractionResponseType> = {
  message: InteractionResponseType.ChannelMessageWithSource,
  deferred: InteractionResponseType.DeferredChannelMessageWithSource,
  'deferred-update': InteractionResponseType.DeferredMessageUpdate,
  update: InteractionResponseType.UpdateMessage,
  choices: InteractionResponseType.ApplicationCommandAutocompleteResult,
  modal: InteractionResponseType.Modal,
};

/** The answer to `with_response`. Source: Discord documentation, "Interaction callback response". */
export function callbackResponse({ id, type, answeredWith }: Interaction, message: ApiMessage | undefined): object {
  const flags = message?.flags ?? 0;
  return {
    interaction: {
      id,
      type,
      ...(message && {
        response_message_id: message.id,
        response_message_loading: (flags & MessageFlags.Loading) !== 0,
        response_message_ephemeral: (flags & MessageFlags.Ephemeral) !== 0,
      }),
    },
    ...(message && answeredWith && { resource: { type: CALLBACK_TYPES[answeredWith], message } }),
  };
}
