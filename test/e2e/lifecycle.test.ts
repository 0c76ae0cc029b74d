import { describe, expect, it } from 'vitest';

import { readConfig } from '../../src/config.ts';
import { register } from '../../src/tasks.ts';
import { createLog } from '../../src/work/log.ts';
import { answerTo, type Bot, prepareBot, startBot } from './bot.ts';

const COMMANDS_PATH = /\/applications\/\d+\/commands$/;

function registrations({ discord }: Bot): number {
  return discord.server.requests.filter(({ method, path }) => method === 'PUT' && COMMANDS_PATH.test(path)).length;
}

describe('starting', () => {
  it('registers the commands once, and not again while they are the same', async () => {
    const bot = await startBot();
    expect(registrations(bot)).toBe(1);
    expect(bot.discord.commands.all.map(({ name }) => name)).toEqual([
      'claimvote',
      'plan',
      'plans',
      'claims',
      'Claims of this member',
      'entity',
      'setup',
      'settings',
      'remind',
      'privacy',
      'help',
    ]);

    const config = readConfig({
      DISCORD_TOKEN: bot.discord.token,
      DISCORD_API_URL: bot.discord.apiUrl,
      AUTH_URL: bot.identity.url,
      BASE_URL: bot.main.url,
      APPLICATION_KEY: 'unused',
    });
    const changed = await register(config, createLog({ level: 'silent', secrets: [] }));

    expect(changed).toBe(false);
    expect(registrations(bot)).toBe(1);
  });

  it('declares who may use what', async () => {
    const { discord } = await startBot();

    const [claimvote, plan] = discord.commands.all;

    expect(claimvote).toMatchObject({
      default_member_permissions: null,
      contexts: [0],
      options: [{ name: 'playername', autocomplete: true }],
    });
    expect(plan).toMatchObject({
      default_member_permissions: String(1n << 40n),
      contexts: [0],
      options: [{ name: 'entity', autocomplete: true }],
    });
  });
});

it('running keeps neither guilds nor people in memory', async () => {
  const { app, discord, guild } = await prepareBot();
  for (let index = 0; index < 50; index += 1) discord.addGuild();
  await app.start();
  const person = discord.addPerson({ guild, name: 'Sam' });
  await answerTo(person.command('claimvote', { playername: 'Steve' }));

  expect(app.cached()).toEqual({ guilds: 0, users: 0, channels: 0 });
});
