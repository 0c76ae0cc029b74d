import { createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import { MINUTE_MS, SECOND_MS } from '../../work/clock.ts';

/** How far Discord's clock and ours may differ. */
export const TIMESTAMP_TOLERANCE_MS = 5 * MINUTE_MS;

/** `timestamp`: seconds since the epoch, as it was signed */
export type Signature = { bytes: Buffer; timestamp: string };

/** Undefined when a header is missing or malformed. */
export function readSignature(headers: IncomingHttpHeaders): Signature | undefined {
  const { 'x-signature-ed25519': hex, 'x-signature-timestamp': timestamp } = headers;
  if (typeof hex !== 'string' || !/^[\da-f]{128}$/i.test(hex)) return undefined;
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return undefined;
  return { bytes: Buffer.from(hex, 'hex'), timestamp };
}

/** Discord signs the timestamp, then the body (its documentation, "Validating Security Request Headers"). */
export function createSignatureCheck(verifyKey: string): (signature: Signature, body: Uint8Array) => boolean {
  const x = Buffer.from(verifyKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return ({ bytes, timestamp }, body) => verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, bytes);
}

/** @param now - ms since the epoch */
export function isTimely({ timestamp }: Signature, now: number): boolean {
  return Math.abs(now - Number(timestamp) * SECOND_MS) <= TIMESTAMP_TOLERANCE_MS;
}
