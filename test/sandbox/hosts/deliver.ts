import { Webhook } from 'standardwebhooks';

import type { GameServer } from '../../../src/sandbox/hosts/game-server.ts';

export const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
export const OTHER_SECRET = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;

type Told = { id?: string; type?: string; player?: string; reference?: string; secret?: string; at?: Date };

/** Tells a game server of a reward as the reference library of Standard Webhooks does. @returns the status */
export async function deliver({ address }: Pick<GameServer, 'address'>, told: Told = {}): Promise<number> {
  const { id = 'msg_1', type = 'vote.claimed', player = 'Steve', reference = 'ABCD2345', secret = SECRET } = told;
  const { at = new Date() } = told;
  const data = { claim: 'claim-1', reference, player, guild: '1', claimed_at: at.toISOString() };
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
  return (await fetch(address, { method: 'POST', headers, body })).status;
}
