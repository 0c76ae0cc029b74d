import { InteractionContextType, InteractionType, type APIMessageInteractionMetadata } from 'discord-api-types/v10';

import type { Application } from './application.ts';
import type { AckKind, Exchange } from './exchange.ts';
import type { Channel, Guild } from './guild.ts';
import type { Member } from './member.ts';
import { toApiMessage, type Message } from './message.ts';

const ATTACHMENT_SIZE_LIMIT_BYTES = 10 * 1024 * 1024;

/** What a member did. `source`: the message whose component was used, or opened the modal that was submitted. */
export type Action = {
  type: InteractionType;
  label: string;
  guild: Guild;
  channel: Channel;
  member: Member;
  data: object;
  source: Message | undefined;
};

/** An interaction as Discord keeps it while its token lives. */
export type Interaction = Action & {
  id: string;
  token: string;
  createdAt: number;
  exchange: Exchange;
  deadline: NodeJS.Timeout;
  answeredWith: AckKind | undefined;
  originalId: string | undefined;
  followUpIds: Set<string>;
};

/** INTERACTION_CREATE as Discord sends it for a guild. Source: Discord documentation, "Interaction object". */
export function interactionPayload(interaction: Interaction, application: Application): Record<string, unknown> {
  const { id, token, type, guild, channel, member, data, source } = interaction;
  return {
    id,
    application_id: application.id,
    type,
    token,
    version: 1,
    data,
    guild_id: guild.id,
    guild: guild.toPartial(),
    guild_locale: guild.locale,
    channel_id: channel.id,
    channel: { ...channel.toApi(), permissions: member.permissions.toString() },
    member: { ...member.toApi(), user: member.user },
    locale: member.locale,
    app_permissions: channel.appPermissions.toString(),
    entitlements: [],
    entitlement_sku_ids: [],
    authorizing_integration_owners: { 0: guild.id },
    context: InteractionContextType.Guild,
    attachment_size_limit: ATTACHMENT_SIZE_LIMIT_BYTES,
    ...(source === undefined ? {} : { message: toApiMessage(source, application.id) }),
  };
}

/** What a message says of the interaction it answers. Source: Discord documentation, "Message interaction metadata". */
export function interactionMetadata({ id, type, guild, member, source }: Interaction): APIMessageInteractionMetadata {
  const common = { id, user: member.user, authorizing_integration_owners: { 0: guild.id } };
  switch (type) {
    case InteractionType.MessageComponent:
      return { ...common, type, interacted_message_id: source?.id ?? id };
    case InteractionType.ModalSubmit:
      return {
        ...common,
        type,
        triggering_interaction_metadata: { ...common, type: InteractionType.ApplicationCommand },
      };
    case InteractionType.ApplicationCommand:
    case InteractionType.ApplicationCommandAutocomplete:
    case InteractionType.Ping:
      return { ...common, type: InteractionType.ApplicationCommand };
  }
}
