import { en } from '../playground/page/words/en.ts';
import type { Game, HandedOver } from '../playground/protocol.ts';

const REWARDS_LISTED = 10;

/** The answer to `/rewards`, which fits a small terminal: how to set the game server up, and who got what. */
export function rewardsText({ address, knowsSecret, handedOver }: Game): string {
  const newest = handedOver.slice(-REWARDS_LISTED);
  return [
    'The game server hands over what it is told of by a webhook:',
    `  1. /settings rewards   add a webhook to ${address}`,
    `  2. /secret SECRET      the one you are shown${knowsSecret ? ' (it knows one)' : ', without which it turns all down'}`,
    '  3. /claimvote          for a player who has voted',
    handedOver.length === 0 ? en.rewards.nobody : `Handed over: ${handedOver.length}, the newest last:`,
    ...newest.map(
      ({ player, reference, deliveries }) =>
        `  ${player} got a reward (reference ${reference}), ${en.rewards.told(deliveries)}.`,
    ),
  ].join('\n');
}

export function handedOverText({ player, reference }: HandedOver): string {
  return `${player} got a reward (reference ${reference}).`;
}
