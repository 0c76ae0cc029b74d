import type { Selectable } from 'kysely';

import type { Schema } from '../../database/schema.ts';
import { openIfKnown, type SealedPlace, type Sealer } from '../../secrets/sealer.ts';
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
  const { id, guild_id, now } = row;
  const address = openIfKnown(sealer, row.sealed_address, addressPlace(guild_id, id));
  const secret = openIfKnown(sealer, row.sealed_secret, secretPlace(guild_id, id));
  if (!address || !secret) return undefined;
  const isOldValid = (row.old_secret_until ?? 0) > now;
  const oldSecret = isOldValid && openIfKnown(sealer, row.sealed_old_secret, oldSecretPlace(guild_id, id));
  return { address: address.reveal(), secrets: oldSecret ? [secret, oldSecret] : [secret] };
}
