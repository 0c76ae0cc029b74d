import type { GameServer } from '../hosts/game-server.ts';
import type { Game } from './protocol.ts';

const REWARDS_SHOWN = 100;

/** The game server, with the newest rewards that it handed over. */
export function describeGame({ address, secrets, votifier, online, waiting, handedOver }: GameServer): Game {
  return {
    address,
    knowsSecret: secrets.length > 0,
    votifier: { address: votifier.address, token: votifier.token.get('default') ?? '' },
    online,
    waiting,
    handedOver: handedOver.slice(-REWARDS_SHOWN).map((reward) => {
      const { id, player, at } = reward;
      if (reward.by === 'votifier') return { id, player, at, by: reward.by, serviceName: reward.serviceName };
      return { id, player, at, by: reward.by, reference: reward.reference, deliveries: reward.deliveries };
    }),
  };
}
