import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

import type { EncryptionKey } from '../formats.ts';
import { Secret } from '../secret.ts';
import { NamedError } from '../work/errors.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The field of a row that a sealed value belongs to. The value cannot be opened for any other. */
export type SealedCell = {
  guildId: string;
  field: 'access-token' | 'reply-token' | 'webhook-address' | 'webhook-secret' | 'old-webhook-secret';
  rowId: string;
};

export type Sealer = ReturnType<typeof createSealer>;

/** The value was altered, moved, or sealed with a key that is not in the ring. */
export class UnsealError extends NamedError {}

/** For `catch`: a credential that cannot be unsealed counts as missing. */
export function noneIfSealed(error: unknown): undefined {
  if (error instanceof UnsealError) return undefined;
  throw error;
}

/** @returns undefined when nothing is there, or the key that sealed it is lost */
export function openIfPossible(sealer: Sealer, sealed: string | null, cell: SealedCell): Secret | undefined {
  if (sealed === null) return undefined;
  try {
    return sealer.open(sealed, cell);
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}

/** How every value begins that is sealed with a key. No key's id contains a dot. */
export function sealedPrefix(keyId: string): string {
  return `${keyId}.`;
}

/**
 * AES-256-GCM with a random nonce, and the cell as authenticated data. A sealed value is `keyId.nonce.ciphertext`, the
 * last two in base64url, with the authentication tag at the end of the ciphertext.
 *
 * @param keys - the key ring, newest first
 * @param reread - returns the current ring; called when a value was sealed with a key that is not in `keys`
 */
export function createSealer(keys: readonly EncryptionKey[], reread = () => keys) {
  let ring = ringOf(keys);

  function keyOf(id: string): KeyObject {
    if (!ring.has(id)) ring = ringOf(reread());
    const key = ring.get(id);
    if (!key) throw new Error(`the key ring has no key "${id}"`);
    return key;
  }

  return {
    keyIdOf,
    /** The ids of the keys in the ring, newest first. */
    keyIds: (): readonly string[] => [...ring.keys()],
    seal(secret: Secret, cell: SealedCell): string {
      const [[keyId, key] = []] = ring;
      if (keyId === undefined || !key) throw new Error('a key ring has at least one key');
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(cellBytes(cell));
      const body = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return write(keyId, nonce, body);
    },
    /** @throws {@link UnsealError} */
    open(sealed: string, cell: SealedCell): Secret {
      try {
        const keyId = keyIdOf(sealed);
        const [nonce, body] = sealed
          .split('.')
          .slice(1)
          .map((part) => Buffer.from(part, 'base64url'));
        // Decoding base64 is lenient: a value that does not encode back to itself was altered.
        if (!nonce || !body || write(keyId, nonce, body) !== sealed) throw new Error('it is not in its own form');
        const decipher = createDecipheriv(CIPHER, keyOf(keyId), nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(cellBytes(cell));
        decipher.setAuthTag(body.subarray(-TAG_BYTES));
        const text = Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]);
        return new Secret(text.toString('utf8'));
      } catch (error) {
        throw new UnsealError(`the sealed ${cell.field} of guild ${cell.guildId} cannot be opened`, { cause: error });
      }
    },
  };
}

function ringOf(keys: readonly EncryptionKey[]): Map<string, KeyObject> {
  return new Map(keys.map(({ id, key }) => [id, createSecretKey(key.reveal(), 'base64')]));
}

function keyIdOf(sealed: string): string {
  return sealed.split('.', 1)[0] ?? '';
}

function write(keyId: string, nonce: Buffer, body: Buffer): string {
  return [keyId, nonce.toString('base64url'), body.toString('base64url')].join('.');
}

/** As JSON, so that no two cells have the same bytes. */
function cellBytes({ guildId, field, rowId }: SealedCell): Buffer {
  return Buffer.from(JSON.stringify([guildId, field, rowId]), 'utf8');
}
