import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { temporaryFolder } from '../temporary-folder.ts';
import { answerTo, type Bot, link, setToken, startBot, tokensIn } from './bot.ts';
import { runProgram } from './program.ts';

const OWN_TOKEN = 'canary-guild-token-4711';
const ENCRYPTION_KEY = Buffer.from('canary-encryption-key-32-bytes!!').toString('base64');

/** Sets the guild's token, claims with it, links, and saves a name, so that every secret is used once. */
async function live({ main, manager, member }: Bot): Promise<void> {
  main.tokens.set(OWN_TOKEN, 'own');
  main.castVote('Steve', 'own');
  await setToken(manager, OWN_TOKEN);
  const granted = await answerTo(member.command('claimvote', { playername: 'Steve' }));
  await member.click(granted.message, 'Remember this name').reply();
  await link(manager, { id: 'ent_active' });
  await answerTo(manager.command('setup'));
  await answerTo(member.command('privacy', {}, { subcommand: 'export' }));
}

it('no secret stands in the database files, the log or a reply', async () => {
  const folder = temporaryFolder();
  const bot = await startBot({ environment: { DATABASE_URL: `sqlite:${join(folder, 'bot.db')}`, ENCRYPTION_KEY } });
  await live(bot);
  const { discord, identity, main } = bot;

  const replyTokens = tokensIn(discord);
  expect(replyTokens.length).toBeGreaterThan(5);
  const secrets = [
    OWN_TOKEN,
    ENCRYPTION_KEY,
    Buffer.from(ENCRYPTION_KEY, 'base64').toString('latin1'),
    identity.applicationKey,
    main.accessToken,
    discord.token,
    ...replyTokens,
  ];
  const files = readdirSync(folder);
  expect(files.toSorted()).toEqual(['bot.db', 'bot.db-shm', 'bot.db-wal']);
  const stored = files.map((name) => readFileSync(join(folder, name), 'latin1')).join('');
  expect(stored).toContain('Steve');
  const replied = discord.server.requests.map(({ requestBody }) => requestBody).join('\n');
  for (const secret of secrets) {
    expect(stored).not.toContain(secret);
    expect(bot.log.join('')).not.toContain(secret);
    expect(replied).not.toContain(secret);
  }
});

it('keys rotate while the bot runs, with its key file', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'bot.db');
  const bot = await startBot({ environment: { DATABASE_URL: `sqlite:${path}` } });
  await live(bot);
  const keyId = () => readFileSync(`${path}.key`, 'utf8').split(':', 1)[0] ?? '';
  const firstKeyId = keyId();

  const { stdout } = await runProgram(bot.environment, ['rotate-keys']).ended;

  expect(stdout).toMatch(/^Encrypted with the newest key: [1-9]\d*\.\n$/);
  expect(keyId()).not.toBe(firstKeyId);
  bot.main.castVote('Alex', 'own');
  expect((await answerTo(bot.member.command('claimvote', { playername: 'Alex' }))).title).toBe('Reward claimed');
  expect(bot.main.claims.at(-1)?.token).toBe(OWN_TOKEN);
});
