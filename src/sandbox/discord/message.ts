import {
  EmbedType,
  InteractionType,
  MessageFlags,
  MessageType,
  type APIAttachment,
  type APIEmbed,
  type APIMessageInteractionMetadata,
  type APIUser,
} from 'discord-api-types/v10';

import type { Component } from './components.ts';
import { mentionsIn, type AllowedMentions, type Mentions } from './mentions.ts';

/** A message in its current state; each change makes a new object. Times in ms since the epoch. */
export type Message = Readonly<{
  id: string;
  channelId: string;
  author: APIUser;
  content: string;
  embeds: readonly APIEmbed[];
  components: readonly Component[];
  attachments: readonly APIAttachment[];
  /** The pings of its creation: an edit pings nobody. */
  mentions: Mentions;
  flags: number;
  ephemeral: boolean;
  /** The only person who sees it, if it is ephemeral. */
  visibleTo: string | null;
  createdAt: number;
  editedAt: number | null;
  nonce: string | number | null;
  interaction: APIMessageInteractionMetadata | null;
}>;

/** The part of a message that an application may send, accepted by Discord's schemas. */
export type MessageBody = {
  content?: string | null;
  embeds?: APIEmbed[] | null;
  components?: Component[] | null;
  attachments?: { id: string; filename?: string | null; description?: string | null }[] | null;
  flags?: number | null;
  nonce?: string | number | null;
  enforce_nonce?: boolean | null;
  allowed_mentions?: AllowedMentions | null;
};

/** An application's body, and the attachments of the message after it. */
export type Submission = { body: MessageBody; attachments: readonly APIAttachment[] };

/** The author of a new message, its channel, and its audience. */
export type Placement = Pick<Message, 'channelId' | 'author' | 'visibleTo' | 'interaction'>;

const FLAGS_SENT = MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.IsComponentsV2;
const FLAGS_EDITED = MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2;

export type Draft = Omit<Message, 'id' | 'createdAt'>;

export function draft({ body, attachments }: Submission, placement: Placement): Draft {
  const ephemeral = placement.visibleTo !== null;
  return {
    ...placement,
    content: body.content ?? '',
    embeds: body.embeds ?? [],
    components: body.components ?? [],
    attachments,
    mentions: mentionsIn(body.content ?? '', body.allowed_mentions),
    flags: ((body.flags ?? 0) & FLAGS_SENT) | (ephemeral ? MessageFlags.Ephemeral : 0),
    ephemeral,
    editedAt: null,
    nonce: body.nonce ?? null,
  };
}

/** The state shown as "is thinking…". Source: Discord documentation, callback type 5 and message flag LOADING. */
export function loadingDraft(placement: Placement): Draft {
  const blank = draft({ body: {}, attachments: [] }, placement);
  return { ...blank, flags: blank.flags | MessageFlags.Loading };
}

/**
 * Null empties a field; a field left out stays as it is. The first edit of a loading message brings its content, and
 * does not count as an edit.
 */
export function edited(message: Message, { body, attachments }: Submission, at: number): Message {
  return {
    ...message,
    content: body.content === undefined ? message.content : (body.content ?? ''),
    embeds: body.embeds === undefined ? message.embeds : (body.embeds ?? []),
    components: body.components === undefined ? message.components : (body.components ?? []),
    attachments,
    flags: editedFlags(message, body) & ~MessageFlags.Loading,
    editedAt: isLoading(message) ? null : at,
  };
}

/** The flags that an edit can change: it suppresses embeds or shows them again, and turns components V2 on. */
export function editedFlags(message: Message, body: MessageBody): number {
  if (body.flags === undefined || body.flags === null) return message.flags;
  return (message.flags & ~MessageFlags.SuppressEmbeds) | (body.flags & FLAGS_EDITED);
}

export const isLoading = (message: Message): boolean => (message.flags & MessageFlags.Loading) !== 0;

/** Source: Discord error 50006. Components count only under components V2. */
export function isEmpty({ content, embeds, attachments, components, flags }: Draft): boolean {
  const hasLayout = (flags & MessageFlags.IsComponentsV2) !== 0 && components.length > 0;
  return content.trim() === '' && embeds.length === 0 && attachments.length === 0 && !hasLayout;
}

export type ApiMessage = Record<string, unknown> & { id: string; flags: number };

/** The message object of the API and the gateway. Source: Discord documentation, "Message object". */
export function toApiMessage(message: Message, applicationId: string): ApiMessage {
  return {
    id: message.id,
    type:
      message.interaction?.type === InteractionType.ApplicationCommand
        ? MessageType.ChatInputCommand
        : MessageType.Default,
    channel_id: message.channelId,
    author: message.author,
    content: message.content,
    embeds: message.embeds.map((embed) => ({ ...embed, type: EmbedType.Rich })),
    components: message.components,
    attachments: [...message.attachments],
    flags: message.flags,
    timestamp: new Date(message.createdAt).toISOString(),
    edited_timestamp: message.editedAt === null ? null : new Date(message.editedAt).toISOString(),
    tts: false,
    pinned: false,
    mention_everyone: message.mentions.everyone,
    mentions: [],
    mention_roles: [...message.mentions.roleIds],
    application_id: applicationId,
    ...(message.nonce === null ? {} : { nonce: message.nonce }),
    ...(message.interaction === null ? {} : { interaction_metadata: message.interaction, webhook_id: applicationId }),
  };
}
