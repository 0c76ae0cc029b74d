import { createHmac, randomBytes } from 'node:crypto';

import { z } from 'zod';

import { readStored } from '../database/stored-json.ts';
import { Secret } from '../secret.ts';
import { SECOND_MS } from '../work/clock.ts';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A claim whose reward the receiver is to hand over. `claimedAt`: ms since the epoch */
export type Reward = { id: string; reference: string; playername: string; guildId: string; claimedAt: number };

/** `id`: the same on every try, so that the receiver recognises a message that it has handled already */
export type Message = { id: string; body: string };

/** The same on every try, and far below 20 kB (Standard Webhooks 1.0.0, "Payload size"). */
export function rewardMessage({ id, reference, playername, guildId, claimedAt }: Reward): Message {
  const claimed_at = new Date(claimedAt).toISOString();
  const data = { claim: id, reference, player: playername, guild: guildId, claimed_at };
  return { id, body: JSON.stringify({ type: 'vote.claimed', timestamp: claimed_at, data }) };
}

const storedReward = z.object({ data: z.object({ player: z.string(), claimed_at: z.iso.datetime() }) });

/** What a vote says of a reward. @returns undefined for the message of another version */
export function readReward({ body }: Message): Pick<Reward, 'playername' | 'claimedAt'> | undefined {
  const stored = readStored(storedReward, body);
  return stored && { playername: stored.data.player, claimedAt: Date.parse(stored.data.claimed_at) };
}

/** A message of a type for which no receiver hands over anything. @param now - ms since the epoch */
export function testMessage(id: string, guildId: string, now: number): Message {
  const timestamp = new Date(now).toISOString();
  return { id: `test_${id}`, body: JSON.stringify({ type: 'webhook.test', timestamp, data: { guild: guildId } }) };
}

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
