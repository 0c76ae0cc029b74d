import { once } from 'node:events';

import { expect, onTestFinished } from 'vitest';

import type { ClaimTimings } from '../../src/claims/timings.ts';
import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Channel } from '../../src/sandbox/discord/guild.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import { VotifierPort } from '../../src/sandbox/hosts/votifier-port.ts';
import { answerTo, type Bot, startBot } from './bot.ts';
import { descriptionOf, OFTEN } from './reward-scene.ts';

export const openRewards = async ({ manager }: Bot) =>
  (await answerTo(manager.command('settings', {}, { subcommand: 'rewards' }))).message;

export async function addVotifier(bot: Bot, address: string, token: string) {
  const modal = bot.manager.click(await openRewards(bot), 'Add NuVotifier');
  return answerTo(await bot.manager.submit(modal, { address, token }));
}

/** A guild whose rewards go to a game server with NuVotifier, and that has a channel for moderators. */
export async function start(
  timings: ClaimTimings = OFTEN,
): Promise<Bot & { votifier: VotifierPort; channel: Channel; added: Message }> {
  const votifier = new VotifierPort();
  await votifier.listen();
  onTestFinished(() => votifier.close());
  const environment = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
  const bot = await startBot({ app: { timings: { claims: timings } }, environment });
  const channel = bot.guild.addChannel('moderators');
  await answerTo(bot.manager.command('settings', { channel: channel.id }, { subcommand: 'moderators' }));
  const added = await addVotifier(bot, votifier.address, votifier.token.get('default') ?? '');
  expect(added.title).toBe('NuVotifier added');
  return { ...bot, votifier, channel, added: added.message };
}

/** The newest post for moderators, once there is one. */
export async function posted({ discord }: Bot, channel: Channel): Promise<Message> {
  for (;;) {
    const message = channel.messages.at(-1);
    if (message) return message;
    await once(discord, 'message');
  }
}

/** Waits until the reply to a command says this. */
export async function reads(exchange: Exchange, words: string): Promise<void> {
  while (!descriptionOf(exchange.history.at(-1)?.message).includes(words)) await once(exchange, 'change');
}
