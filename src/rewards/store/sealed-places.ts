import type { SealedPlace } from '../../secrets/sealer.ts';

/** Where the address of a hook is sealed: it may hold a key of the receiver's own. */
export function addressPlace(guildId: string, hookId: string): SealedPlace {
  return { guildId, field: 'webhook-address', rowId: hookId };
}

export function secretPlace(guildId: string, hookId: string): SealedPlace {
  return { guildId, field: 'webhook-secret', rowId: hookId };
}

export function oldSecretPlace(guildId: string, hookId: string): SealedPlace {
  return { guildId, field: 'old-webhook-secret', rowId: hookId };
}
