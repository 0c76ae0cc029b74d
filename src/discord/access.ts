import type { BaseInteraction, MessageComponentInteraction } from 'discord.js';
import { LRUCache } from 'lru-cache';

import { MINUTE_MS } from '../clock.ts';
import type { Redis } from '../redis.ts';
import { type Command, ownEntry } from './command.ts';

/**
 * How long the components of a reply work for whoever was given its command, as long as the lists that they page
 * through.
 */
export const OPENED_FOR_MS = 30 * MINUTE_MS;
const MAX_OPENED = 10_000;

export type Access = {
  /**
   * Whether this person may use the command, or the component or modal of it, by the permissions that the interaction
   * carries.
   *
   * Where admins may open the command to other roles, Discord has already decided who may use it. A click says nothing
   * of that, only who clicks with which permissions on the reply to which interaction. So it is remembered in which
   * ones a command was used without its permission: the components of their replies work for half an hour, unless their
   * action needs a permission of its own. Those of anyone who had the permission stop working at once when it is taken
   * away. A person of whom nothing is known any more uses the command again.
   *
   * @param action - from the custom id of the component or modal; undefined for the command itself
   */
  mayUse(command: Command, interaction: BaseInteraction, action: string | undefined): Promise<boolean>;
};

/**
 * @param now - ms since the epoch
 * @param redis - shared with the other processes, at any of which a click may arrive
 */
export function createAccess(now: () => number, redis?: Redis): Access {
  const opened = new LRUCache<string, true>({
    max: MAX_OPENED,
    ttl: OPENED_FOR_MS,
    ttlResolution: 0,
    perf: { now },
  });

  async function noteOpened(interactionId: string): Promise<void> {
    opened.set(interactionId, true);
    if (!redis) return;
    const key = redis.keyOf('opened', interactionId);
    const noting = redis.client.set(key, '', { expiration: { type: 'PX', value: OPENED_FOR_MS } });
    await redis.patiently(noting).catch(() => undefined);
  }

  async function wasOpened(interactionId: string): Promise<boolean> {
    if (opened.has(interactionId) || !redis) return opened.has(interactionId);
    return redis.patiently(redis.client.exists(redis.keyOf('opened', interactionId))).then(
      (count) => count > 0,
      () => false,
    );
  }

  return {
    async mayUse(command, interaction, action) {
      const needed = permissionFor(command, action);
      if (needed === undefined || interaction.memberPermissions?.has(needed)) return true;
      if (!command.adminsMayOpen || permissionForAction(command, action) !== undefined) return false;
      if (interaction.isAutocomplete()) return true;
      if (interaction.isCommand()) {
        await noteOpened(interaction.id);
        return true;
      }
      if (!interaction.isMessageComponent() || !isOnTheirReply(interaction)) return false;
      return wasOpened(interaction.message.interactionMetadata?.id ?? '');
    },
  };
}

/** The permission that the command, or this action of it, asks for; undefined when everyone may use it. */
export function permissionFor(command: Command, action: string | undefined): bigint | undefined {
  const byDefault = command.definition.default_member_permissions;
  return permissionForAction(command, action) ?? (byDefault ? BigInt(byDefault) : undefined);
}

function permissionForAction(command: Command, action: string | undefined): bigint | undefined {
  return action === undefined ? undefined : ownEntry(command.extraPermissions, action);
}

/** Discord itself sends the message with the click, so its author and components cannot be forged. */
function isOnTheirReply({ message, user, customId }: MessageComponentInteraction): boolean {
  if (message.interactionMetadata?.user.id !== user.id) return false;
  return message.components.some(
    (row) => 'components' in row && row.components.some((part) => 'customId' in part && part.customId === customId),
  );
}
