import { InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import {
  ApplicationCommandAutocompleteCallbackRequestSchema,
  ApplicationCommandUpdateRequestSchema,
  ApplicationFormPartialSchema,
  CreateMessageInteractionCallbackRequestSchema,
  CreatePrivateChannelRequestSchema,
  IncomingWebhookRequestPartialSchema,
  IncomingWebhookUpdateRequestPartialSchema,
  MessageCreateRequestSchema,
  MessageEditRequestPartialSchema,
  ModalInteractionCallbackRequestSchema,
  UpdateMessageInteractionCallbackRequestSchema,
} from 'discord-api-spec/zod';
import type { ZodMiniType } from 'zod/mini';

import type { CommandBody } from '../commands.ts';
import type { ModalBody } from '../components.ts';
import { refusals } from '../discord-error.ts';
import type { Choice } from '../exchange.ts';
import { editedFlags, type Message, type MessageBody } from '../message.ts';
import { commandErrors } from './command-rules.ts';
import {
  badLength,
  notAChoice,
  refuseInvalidForm,
  required,
  tooLong,
  type FormError,
  type FormPath,
} from './form-error.ts';
import { messageErrors } from './message-rules.ts';
import { modalErrors } from './modal-rules.ts';
import { schemaErrors } from './schema-errors.ts';

const CHAT_INPUT_COMMANDS_MAX = 100;
const CONTENT_MAX = 2_000;
const CHOICE_VALUE_MAX = 100;
const CALLBACK_DATA: FormPath = ['data'];

/** An accepted answer to an interaction. */
type Callback =
  | { kind: 'message' | 'deferred' | 'update'; body: MessageBody }
  | { kind: 'deferred-update' }
  | { kind: 'choices'; choices: readonly Choice[] }
  | { kind: 'modal'; modal: ModalBody };

/**
 * The callback types that Discord accepts for each type of interaction. 10 and 12 stand here for its error message
 * alone: the sandbox does not support them.
 */
const ANSWERS: Record<InteractionType, readonly number[]> = {
  [InteractionType.Ping]: [1],
  [InteractionType.ApplicationCommand]: [4, 5, 9, 10, 12],
  [InteractionType.MessageComponent]: [4, 5, 6, 7, 9, 10, 12],
  [InteractionType.ApplicationCommandAutocomplete]: [8],
  [InteractionType.ModalSubmit]: [4, 5, 6, 7, 10, 12],
};

/** Accepts an interaction callback or throws 50035. Source: Discord documentation, "Interaction callback type". */
export function acceptCallback(body: unknown, interactionType: InteractionType, source: Message | undefined): Callback {
  const { type } = (typeof body === 'object' && body !== null ? body : {}) as { type?: unknown };
  const allowed = ANSWERS[interactionType];
  if (!allowed.includes(type as number)) {
    refuseInvalidForm([type === undefined ? required(['type']) : notAChoice(['type'], allowed)]);
  }
  switch (type) {
    case InteractionResponseType.ChannelMessageWithSource:
    case InteractionResponseType.DeferredChannelMessageWithSource: {
      refuseInvalidForm(schemaErrors(CreateMessageInteractionCallbackRequestSchema, body));
      const data = messageData(body, (sent) => sent.flags ?? 0);
      return { kind: type === InteractionResponseType.ChannelMessageWithSource ? 'message' : 'deferred', body: data };
    }
    case InteractionResponseType.DeferredMessageUpdate:
      return { kind: 'deferred-update' };
    case InteractionResponseType.UpdateMessage:
      refuseInvalidForm(schemaErrors(UpdateMessageInteractionCallbackRequestSchema, body));
      return { kind: 'update', body: messageData(body, (sent) => (source ? editedFlags(source, sent) : 0)) };
    case InteractionResponseType.ApplicationCommandAutocompleteResult: {
      refuseInvalidForm(schemaErrors(ApplicationCommandAutocompleteCallbackRequestSchema, body));
      const choices = (body as { data: { choices?: Choice[] | null } }).data.choices ?? [];
      refuseInvalidForm(choiceErrors(choices, [...CALLBACK_DATA, 'choices']));
      return { kind: 'choices', choices };
    }
    case InteractionResponseType.Modal: {
      refuseInvalidForm(schemaErrors(ModalInteractionCallbackRequestSchema, body));
      const modal = (body as { data: ModalBody }).data;
      refuseInvalidForm(modalErrors(modal, CALLBACK_DATA));
      return { kind: 'modal', modal };
    }
    default:
      return unsupported();
  }
}

/** The schema takes 6000 characters. Source: Discord documentation, "Application command option choice structure". */
function choiceErrors(choices: readonly Choice[], path: FormPath): FormError[] {
  return choices.flatMap(({ value }, index) =>
    typeof value === 'string' && value.length > CHOICE_VALUE_MAX
      ? [badLength([...path, index, 'value'], 1, CHOICE_VALUE_MAX)]
      : [],
  );
}

function unsupported(): never {
  throw refusals.notFound();
}

function messageData(body: unknown, flagsOf: (sent: MessageBody) => number): MessageBody {
  const data = (body as { data?: MessageBody | null }).data ?? {};
  refuseInvalidForm(messageErrors(data, CALLBACK_DATA, flagsOf(data)));
  return data;
}

/** Accepts a follow-up or throws 50035. */
export function acceptFollowUp(body: unknown): MessageBody {
  refuseInvalidForm(schemaErrors(IncomingWebhookRequestPartialSchema, body));
  const sent = body as MessageBody;
  refuseInvalidForm(messageErrors(sent, [], sent.flags ?? 0));
  return sent;
}

/** Accepts an edit of `message` through the webhook or throws 50035. */
export function acceptEdit(body: unknown, message: Message): MessageBody {
  return acceptedEdit(IncomingWebhookUpdateRequestPartialSchema, body, message);
}

/** Accepts an edit of a message that the bot posted in a channel or throws 50035. */
export function acceptChannelEdit(body: unknown, message: Message): MessageBody {
  return acceptedEdit(MessageEditRequestPartialSchema, body, message);
}

function acceptedEdit(schema: ZodMiniType, body: unknown, message: Message): MessageBody {
  refuseInvalidForm(schemaErrors(schema, body));
  const sent = body as MessageBody;
  refuseInvalidForm(messageErrors(sent, [], editedFlags(message, sent)));
  return sent;
}

/** Accepts a channel message or throws 50035. Discord takes 2000 characters of `content`, its published schema 4000. */
export function acceptChannelMessage(body: unknown): MessageBody {
  refuseInvalidForm(schemaErrors(MessageCreateRequestSchema, body));
  const sent = body as MessageBody;
  if ((sent.content?.length ?? 0) > CONTENT_MAX) refuseInvalidForm([tooLong(['content'], CONTENT_MAX)]);
  refuseInvalidForm(messageErrors(sent, [], sent.flags ?? 0));
  return sent;
}

/** Accepts the opening of a channel for direct messages to one user or throws 50035. */
export function acceptDirectChannel(body: unknown): { recipient_id: string } {
  refuseInvalidForm(schemaErrors(CreatePrivateChannelRequestSchema, body));
  const { recipient_id: userId } = body as { recipient_id?: string | null };
  if (!userId) refuseInvalidForm([required(['recipient_id'])]);
  return { recipient_id: userId ?? '' };
}

/** Accepts an edit of the application or throws 50035. */
export function acceptApplicationEdit(body: unknown): { interactions_endpoint_url?: string | null } {
  refuseInvalidForm(schemaErrors(ApplicationFormPartialSchema, body));
  return body as { interactions_endpoint_url?: string | null };
}

/** Accepts a bulk overwrite of commands or throws 50035, or 30032 for too many. */
export function acceptCommands(body: unknown): CommandBody[] {
  if (!Array.isArray(body)) {
    const message = 'Only iterables may be used in a ListType';
    refuseInvalidForm([{ path: [], code: 'LIST_TYPE_CONVERT', message }]);
  }
  refuseInvalidForm(
    (body as unknown[]).flatMap((command, index) =>
      schemaErrors(ApplicationCommandUpdateRequestSchema, withNumericPermissions(command), [index]),
    ),
  );
  const commands = body as CommandBody[];
  refuseInvalidForm(commandErrors(commands));
  if (commands.filter(({ type }) => (type ?? 1) === 1).length > CHAT_INPUT_COMMANDS_MAX) {
    throw refusals.tooManyCommands();
  }
  return commands;
}

/** Discord documents these permissions as a string, and publishes a schema with a number; it takes both. */
function withNumericPermissions(command: unknown): unknown {
  if (typeof command !== 'object' || command === null || !('default_member_permissions' in command)) return command;
  const permissions = command.default_member_permissions;
  if (typeof permissions !== 'string' || !/^\d+$/.test(permissions)) return command;
  return { ...command, default_member_permissions: Number(permissions) };
}
