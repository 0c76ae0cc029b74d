import type { Selectable } from 'kysely';

import type { Schema } from '../../database/schema.ts';
import { type SealedPlace, type Sealer, UnsealError } from '../../secrets/sealer.ts';
import type { Secret } from '../../secrets/secret.ts';

const placeOf =
  (field: SealedPlace['field']) =>
  (guildId: string, hookId: string): SealedPlace => ({ guildId, field, rowId: hookId });

/** The address is sealed because it may contain a key of the receiver. */
export const addressPlace = placeOf('webhook-address');
export const secretPlace = placeOf('webhook-secret');
export const oldSecretPlace = placeOf('old-webhook-secret');

/** Where a hook sends. `secrets`: the newest first */
export type Target = { address: string; secrets: Secret[] };

type SealedHook = Pick<
  Selectable<Schema['reward_hooks']>,
  'id' | 'guild_id' | 'sealed_address' | 'sealed_secret' | 'sealed_old_secret' | 'old_secret_until'
>;

/** @returns undefined when the key that sealed the hook is lost */
export function openTarget(sealer: Sealer, row: SealedHook & { now: number }): Target | undefined {
  const { id, guild_id, sealed_address, sealed_secret, sealed_old_secret, old_secret_until, now } = row;
  if (sealed_address === null || sealed_secret === null) return undefined;
  return openIfKnown(() => {
    const secrets = [sealer.open(sealed_secret, secretPlace(guild_id, id))];
    if (sealed_old_secret !== null && (old_secret_until ?? 0) > now) {
      secrets.push(sealer.open(sealed_old_secret, oldSecretPlace(guild_id, id)));
    }
    return { address: sealer.open(sealed_address, addressPlace(guild_id, id)).reveal(), secrets };
  });
}

/** @returns undefined when the key is lost */
export function openIfKnown<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}
