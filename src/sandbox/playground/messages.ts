import { InteractionType, type APIEmbed } from 'discord-api-types/v10';

import type { Guild } from '../discord/guild.ts';
import { isLoading, type Message as SentMessage } from '../discord/message.ts';
import { describeRows } from './controls.ts';
import { richText } from './markdown.ts';
import { pingsOf } from './pings.ts';
import type { Embed, Message, RichText } from './protocol.ts';

/** A message for viewers. @param commandOf - the `/name` of the command that an interaction used */
export function describeMessage(
  message: SentMessage,
  guild: Guild,
  commandOf: (interactionId: string) => string | undefined,
): Message {
  const { id, channelId, visibleTo, createdAt, editedAt } = message;
  return {
    id,
    channelId,
    visibleTo,
    usedBy: usedBy(message, commandOf),
    interactionId: message.interaction?.id ?? null,
    loading: isLoading(message),
    content: richText(message.content, guild),
    embeds: message.embeds.map((embed) => describeEmbed(embed, guild)),
    rows: describeRows(message.components, guild),
    attachments: message.attachments.map(({ id: fileId, filename, size, content_type, description }) => ({
      id: fileId,
      filename,
      size,
      contentType: content_type ?? 'application/octet-stream',
      description: description ?? null,
      url: `/attachments/${fileId}/${encodeURIComponent(filename)}`,
    })),
    pings: pingsOf(message, guild),
    createdAt,
    editedAt,
  };
}

function usedBy(
  { interaction }: SentMessage,
  commandOf: (interactionId: string) => string | undefined,
): Message['usedBy'] {
  if (interaction?.type !== InteractionType.ApplicationCommand) return null;
  return { personId: interaction.user.id, command: commandOf(interaction.id) ?? '' };
}

function describeEmbed(embed: APIEmbed, guild: Guild): Embed {
  const optional = (text: string | undefined): RichText | null =>
    text === undefined || text === '' ? null : richText(text, guild);
  return {
    colour: embed.color ?? null,
    author: embed.author?.name ?? null,
    title: optional(embed.title),
    url: embed.url ?? null,
    description: optional(embed.description),
    fields: (embed.fields ?? []).map(({ name, value, inline = false }) => ({
      name: richText(name, guild),
      value: richText(value, guild),
      inline,
    })),
    footer: embed.footer?.text ?? null,
    timestamp: embed.timestamp === undefined ? null : Date.parse(embed.timestamp),
  };
}
