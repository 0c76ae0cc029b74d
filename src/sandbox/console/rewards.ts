import { waitingText } from '../playground/page/panel/waiting-text.ts';
import { WORDS } from '../playground/page/words.ts';
import type { Game, HandedOver } from '../playground/protocol.ts';

const REWARDS_LISTED = 8;

/** The answer to `/rewards`, which fits a small terminal: how to set the game server up, and who got what. */
export function rewardsText({ address, knowsSecret, votifier, online, waiting, handedOver }: Game): string {
  const newest = handedOver.slice(-REWARDS_LISTED);
  return [
    'The game server hands over what it is told of by a webhook:',
    `  1. /settings rewards   add a webhook to ${address}`,
    `  2. /secret SECRET      the one you are shown${knowsSecret ? ' (it knows one)' : ', without which it turns all down'}`,
    '  3. /claimvote          for a player who has voted',
    'What it is told of by NuVotifier waits until the player is online:',
    `  1. /settings rewards   add NuVotifier at ${votifier.address}`,
    `                         with the token ${votifier.token}`,
    '  2. /claimvote          for a player who has voted',
    '  3. /join NAME          the player joins',
    online.length === 0 ? WORDS.rewards.nobodyOnline : WORDS.rewards.online(online.join(', ')),
    ...(waiting.length === 0 ? [] : [WORDS.rewards.waiting(waitingText({ waiting }))]),
    handedOver.length === 0 ? WORDS.rewards.nobody : `Handed over: ${handedOver.length}, the newest last:`,
    ...newest.map((reward) => `  ${gotText(reward)}${toldText(reward)}.`),
  ].join('\n');
}

export function handedOverText(reward: HandedOver): string {
  return `${gotText(reward)}.`;
}

function gotText(reward: HandedOver): string {
  const origin = reward.by === 'webhook' ? `reference ${reward.reference}` : `a vote of ${reward.serviceName}`;
  return `${reward.player} got a reward (${origin})`;
}

function toldText(reward: HandedOver): string {
  return `, ${reward.by === 'webhook' ? WORDS.rewards.told(reward.deliveries) : 'by NuVotifier'}`;
}
