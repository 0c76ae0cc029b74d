import { createHmac, randomBytes } from 'node:crypto';

import { Secret } from '../secrets/secret.ts';
import { SECOND_MS } from '../work/clock.ts';
import type { Message } from './message.ts';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** In the form of Standard Webhooks 1.0.0, "Signature scheme". */
export function createHookSecret(): Secret {
  return new Secret(`${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`);
}

/**
 * The headers that prove a message to be ours, and say how old this try is (Standard Webhooks 1.0.0, "Webhook
 * headers").
 *
 * @param secrets - the newest first; while one replaces another, both sign
 * @param now - ms since the epoch
 */
export function signedHeaders(
  { id, body }: Message,
  secrets: readonly Secret[],
  now: number,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(now / SECOND_MS));
  const signatures = secrets.map((secret) => `v1,${sign(`${id}.${timestamp}.${body}`, secret)}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function sign(content: string, secret: Secret): string {
  const key = Buffer.from(secret.reveal().slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(content, 'utf8').digest('base64');
}
