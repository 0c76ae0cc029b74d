import {
  InteractionContextType,
  InteractionType,
  PermissionFlagsBits,
  type APIMessageInteractionMetadata,
} from 'discord-api-types/v10';

import type { Application } from './application.ts';
import { DirectChannel } from './direct-channel.ts';
import type { AckKind, Exchange } from './exchange.ts';
import type { Channel, Guild } from './guild.ts';
import type { Member } from './member.ts';
import { toApiMessage, type Message } from './message.ts';
import { DEFAULT_PERMISSIONS } from './role.ts';

const ATTACHMENT_SIZE_LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * An act of a member. `source`: the message whose component was used, or led to the submitted modal. `guild`: in a
 * direct message, only the metadata of the reply names it.
 */
export type Action = {
  type: InteractionType;
  label: string;
  guild: Guild;
  channel: Channel | DirectChannel;
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

/** INTERACTION_CREATE as Discord sends it. Source: Discord documentation, "Interaction object". */
export function interactionPayload(interaction: Interaction, application: Application): Record<string, unknown> {
  const { id, token, type, channel, member, data, source } = interaction;
  return {
    id,
    application_id: application.id,
    type,
    token,
    version: 1,
    data,
    channel_id: channel.id,
    locale: member.locale,
    entitlements: [],
    entitlement_sku_ids: [],
    attachment_size_limit: ATTACHMENT_SIZE_LIMIT_BYTES,
    ...(channel instanceof DirectChannel ? directly(channel, member) : inGuild(channel, interaction)),
    ...(source === undefined ? {} : { message: toApiMessage(source, application.id) }),
  };
}

function inGuild(channel: Channel, { guild, member }: Interaction): Record<string, unknown> {
  return {
    guild_id: guild.id,
    guild: guild.toPartial(),
    guild_locale: guild.locale,
    channel: { ...channel.toApi(), permissions: member.permissions.toString() },
    member: { ...member.toApi(), user: member.user },
    app_permissions: (
      channel.appPermissions |
      (guild.appRole.permissions & PermissionFlagsBits.ManageRoles)
    ).toString(),
    authorizing_integration_owners: { 0: guild.id },
    context: InteractionContextType.Guild,
  };
}

/** In direct messages with an application that a guild has installed, its owner is 0. */
const OWNERS_IN_MESSAGES = { 0: '0' };

/** A direct message has a user in place of the member, and no guild. */
function directly(channel: DirectChannel, { user }: Member): Record<string, unknown> {
  return {
    channel: channel.toApi(),
    user,
    app_permissions: DEFAULT_PERMISSIONS.toString(),
    authorizing_integration_owners: OWNERS_IN_MESSAGES,
    context: InteractionContextType.BotDM,
  };
}

/** The metadata in a message about its interaction. Source: Discord documentation, "Message interaction metadata". */
export function interactionMetadata(interaction: Interaction): APIMessageInteractionMetadata {
  const { id, type, channel, guild, member, source } = interaction;
  const owners = channel instanceof DirectChannel ? OWNERS_IN_MESSAGES : { 0: guild.id };
  const common = { id, user: member.user, authorizing_integration_owners: owners };
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
