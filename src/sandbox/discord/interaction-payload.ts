import { InteractionContextType } from 'discord-api-types/v10';

import type { Application } from './application.ts';
import type { Interaction } from './interactions.ts';
import { toApiMessage } from './message.ts';

const ATTACHMENT_SIZE_LIMIT_BYTES = 10 * 1024 * 1024;

/** INTERACTION_CREATE as Discord sends it for a guild. Source: Discord documentation, "Interaction object". */
export function interactionPayload(interaction: Interaction, application: Application): Record<string, unknown> {
  const { id, token, type, person, channel, data, source } = interaction;
  const { guild } = person;
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
    channel: { ...channel.toApi(), permissions: person.permissions.toString() },
    member: { ...person.toMember(), user: person.user },
    locale: person.locale,
    app_permissions: channel.appPermissions.toString(),
    entitlements: [],
    entitlement_sku_ids: [],
    authorizing_integration_owners: { 0: guild.id },
    context: InteractionContextType.Guild,
    attachment_size_limit: ATTACHMENT_SIZE_LIMIT_BYTES,
    ...(source === undefined ? {} : { message: toApiMessage(source, application.id) }),
  };
}
