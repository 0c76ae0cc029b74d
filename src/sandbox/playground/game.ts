import type { GameServer } from '../hosts/game-server.ts';
import type { Game } from './protocol.ts';

const REWARDS_SHOWN = 100;

/** The game server, with the newest rewards that it handed over. */
export function describeGame({ address, secrets, handedOver }: GameServer): Game {
  return {
    address,
    knowsSecret: secrets.length > 0,
    handedOver: handedOver
      .slice(-REWARDS_SHOWN)
      .map(({ id, reference, player, at, deliveries }) => ({ id, reference, player, at, deliveries })),
  };
}
