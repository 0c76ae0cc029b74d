import { once } from 'node:events';

import { expect, onTestFinished } from 'vitest';

import type { ClaimTimings } from '../../src/claims/timings.ts';
import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import { type VotifierPlugin, VotifierPort } from '../../src/sandbox/hosts/votifier-port.ts';
import { standBetween } from '../between.ts';
import { freePort } from '../database/free-port.ts';
import { answerTo, type Bot, fillIn, setting, startBot } from './bot.ts';
import { descriptionOf } from './reading.ts';
import { OFTEN } from './reward-scene.ts';

export const openRewards = async ({ manager }: Bot) => (await answerTo(setting(manager, 'rewards'))).message;

export async function addVotifier(bot: Bot, address: string, token: string) {
  return fillIn(bot.manager, await openRewards(bot), 'Add NuVotifier', { address, token });
}

export const TOKEN = 'the-right-one';

type Options = { plugin?: VotifierPlugin; timings?: ClaimTimings; environment?: Record<string, string> };

/** A game server of which nothing is set yet, and a channel for moderators. */
export async function startBeside({ plugin = 'NuVotifier', timings = OFTEN, environment }: Options = {}) {
  const votifier = new VotifierPort();
  await votifier.listen();
  onTestFinished(() => votifier.close());
  votifier.plugin = plugin;
  votifier.token = new Map([['plan-vote-bot', TOKEN]]);
  const bot = await startBot({
    app: { timings: { claims: timings } },
    environment: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', ...environment },
  });
  const channel = bot.guild.addChannel('moderators');
  await answerTo(setting(bot.manager, 'moderators', { channel: channel.id }));
  return { ...bot, votifier, channel };
}

/** A guild whose rewards go to a game server with NuVotifier, and that has a channel for moderators. */
export async function start(options: Options = {}) {
  const { votifier, ...bot } = await startBeside(options);
  votifier.token = new Map([['default', TOKEN]]);
  const added = await addVotifier(bot, votifier.address, TOKEN);
  expect([added.title, added.colour]).toEqual(['NuVotifier added', '57F287']);
  return { ...bot, votifier, added: added.message };
}

/** What a manager gives who gets one thing wrong, or who has a server that is not set up. */
export const mistakes = {
  token: ({ address }: VotifierPort) => ({ address, token: 'another' }),
  port: async () => ({ address: `127.0.0.1:${await freePort()}`, token: TOKEN }),
  async protocol(votifier: VotifierPort) {
    if (votifier.plugin === 'HytaleVotifier') {
      return {
        address: await standBetween(votifier.port, { adds: 'PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n' }),
        token: TOKEN,
      };
    }
    if (votifier.plugin === 'VotifierPlus') votifier.plugin = 'VotifierPlus without tokens';
    else votifier.inject({ kind: 'greeting', text: 'VOTIFIER 1.9\n' });
    return { address: votifier.address, token: TOKEN };
  },
};

/** Waits until the reply to a command says this. */
export async function reads(exchange: Exchange, words: string): Promise<void> {
  while (!descriptionOf(exchange.history.at(-1)?.message).includes(words)) await once(exchange, 'change');
}
