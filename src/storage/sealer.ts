import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import type { EncryptionKey } from '../config.ts';
import { Secret } from '../secret.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a sealed value belongs to: it can be opened nowhere else. */
export type SealedPlace = { guildId: string; field: string };

/** Encrypts what the database must not show: AES-256-GCM, a random nonce, the place as authenticated data. */
export type Sealer = {
  /** With the newest key. */
  seal(secret: Secret, place: SealedPlace): string;
  /** @throws {@link UnsealError} when it was altered, moved, or sealed with a key that is not in the ring */
  open(sealed: string, place: SealedPlace): Secret;
  /** Whether it is sealed with the newest key. */
  isCurrent(sealed: string): boolean;
  /** The id of the key that it was sealed with. */
  keyIdOf(sealed: string): string;
  has(keyId: string): boolean;
};

export class UnsealError extends Error {
  override readonly name = 'UnsealError';
}

/** @param keys - the key ring, newest first; sealed values read `keyId.nonce.ciphertext` with the tag at the end, in base64url */
export function createSealer(keys: readonly EncryptionKey[]): Sealer {
  const [newest] = keys;
  if (!newest) throw new Error('a key ring has at least one key');
  const ring = new Map(keys.map(({ id, key }) => [id, Buffer.from(key.reveal(), 'base64')]));
  const keyIdOf = (sealed: string) => sealed.split('.', 1)[0] ?? '';

  return {
    keyIdOf,
    has: (keyId) => ring.has(keyId),
    isCurrent: (sealed) => keyIdOf(sealed) === newest.id,
    seal(secret, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(newest.id), nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(placeBytes(place));
      const sealed = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [newest.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
    },
    open(sealed, place) {
      const [keyId = '', nonce = '', body = ''] = sealed.split('.');
      const bytes = Buffer.from(body, 'base64url');
      try {
        const decipher = createDecipheriv(CIPHER, keyOf(keyId), Buffer.from(nonce, 'base64url'), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(placeBytes(place));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        const text = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
        return new Secret(text.toString('utf8'));
      } catch (error) {
        throw new UnsealError(`the sealed ${place.field} of guild ${place.guildId} cannot be opened`, { cause: error });
      }
    },
  };

  function keyOf(id: string): Buffer {
    const key = ring.get(id);
    if (!key) throw new Error(`the key ring has no key "${id}"`);
    return key;
  }
}

/** As JSON, so that no two places read the same. */
function placeBytes({ guildId, field }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([guildId, field]), 'utf8');
}
