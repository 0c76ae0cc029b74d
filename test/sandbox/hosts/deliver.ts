import { Webhook } from 'standardwebhooks';

import type { GameServer } from '../../../src/sandbox/hosts/game-server.ts';

export const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

/**
 * Tells a game server of the same reward as the reference library of Standard Webhooks does.
 *
 * @returns the status
 */
export async function deliver(
  { address }: Pick<GameServer, 'address'>,
  { secret = SECRET, at = new Date() } = {},
): Promise<number> {
  const id = 'msg_1';
  const data = { claim: 'claim-1', reference: 'ABCD2345', player: 'Steve', guild: '1', claimed_at: at.toISOString() };
  const body = JSON.stringify({ type: 'vote.claimed', timestamp: at.toISOString(), data });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
  return (await fetch(address, { method: 'POST', headers, body })).status;
}
