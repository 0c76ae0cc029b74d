import { once } from 'node:events';

import { expect, test } from 'vitest';

import { LoopbackDiscord } from '../../../src/sandbox/discord/loopback-discord.ts';
import { openDiscord, openSocket, startRawBot } from './bots.ts';

type Ready = { session_id: string; guilds: { id: string; unavailable: boolean }[]; application: { id: string } };

test('READY lists every guild as a stub and names the session', async () => {
  const discord = await openDiscord({ guilds: [{ name: 'One' }, { name: 'Two' }] });
  const bot = await openSocket(discord);
  bot.identify();
  const ready = (await bot.next(({ t }) => t === 'READY')).d as Ready;

  expect(ready.guilds).toEqual([...discord.guilds.keys()].map((id) => ({ id, unavailable: true })));
  expect(ready.session_id).toMatch(/^[0-9a-f]{32}$/);
  expect(ready.application.id).toBe(discord.applicationId);
});

test.each<[name: string, frame: object, code: number]>([
  ['a wrong token', { op: 2, d: { token: 'wrong', intents: 0 } }, 4004],
  ['an unknown opcode', { op: 99 }, 4001],
  ['something before identifying', { op: 3, d: {} }, 4003],
  ['a frame that is no gateway frame', { hello: 1 }, 4002],
])('%s closes the socket', async (_name, frame, code) => {
  const bot = await openSocket(await openDiscord());
  bot.send(frame);
  expect(await bot.closeCode()).toBe(code);
});

test('a shard beyond the shard count closes the socket', async () => {
  const bot = await openSocket(await openDiscord());
  bot.identify([2, 2]);
  expect(await bot.closeCode()).toBe(4010);
});

test('a resume of an unknown session is an invalid session', async () => {
  const discord = await openDiscord();
  const bot = await openSocket(discord);
  bot.send({ op: 6, d: { token: discord.token, session_id: 'unknown', seq: 1 } });
  expect(await bot.next(({ op }) => op === 9)).toEqual({ op: 9, d: false });
});

test('a session its client closed normally cannot be resumed', async () => {
  const discord = await openDiscord();
  const bot = await startRawBot(discord);
  const session = discord.gateway.connected[0];
  const gone = once(discord.gateway, 'disconnected');
  bot.socket.close(1000);
  await gone;

  const returned = await openSocket(discord);
  returned.send({ op: 6, d: { token: discord.token, session_id: session?.id, seq: 1 } });
  expect(await returned.next(({ op }) => op === 9)).toMatchObject({ d: false });
});

test('the token of the application cannot be guessed from the time it was made', () => {
  const tokens = [1, 2].map(() => new LoopbackDiscord({ now: () => 1_700_000_000_000 }).token);
  expect(new Set(tokens).size).toBe(2);
});
