import { once } from 'node:events';

import { expect, test } from 'vitest';

import type { GatewayFrame } from '../../../src/sandbox/discord/gateway/gateway.ts';
import { LoopbackDiscord } from '../../../src/sandbox/discord/loopback-discord.ts';
import { openDiscord, openSocket, startRawBot, startScene } from './bots.ts';

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

test('GUILD_CREATE comes only to a session with the Guilds intent', async () => {
  const discord = await openDiscord({ guilds: [{ name: 'One' }] });
  const plain = await openSocket(discord);
  const informed = await openSocket(discord);
  plain.identify();
  informed.identify({ intents: 1 });
  await informed.next(({ t }) => t === 'GUILD_CREATE');
  discord.gateway.dispatchToAll('MARK', {});

  expect((await plain.next(({ t, s }) => t !== 'READY' && s !== undefined)).t).toBe('MARK');
});

test('a heartbeat is acknowledged', async () => {
  const bot = await openSocket(await openDiscord());
  bot.send({ op: 1, d: null });
  expect(await bot.next(({ op }) => op === 11)).toEqual({ op: 11 });
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
  bot.identify({ shard: [2, 2] });
  expect(await bot.closeCode()).toBe(4010);
});

test('a refused identify closes with the code that was asked for, once', async () => {
  const discord = await openDiscord();
  discord.gateway.refuseNextIdentify(4013);
  const refused = await openSocket(discord);
  refused.identify();
  expect(await refused.closeCode()).toBe(4013);
  await startRawBot(discord);
});

test('a resume replays what was missed, in order, then RESUMED', async () => {
  const { discord, person, bot } = await startScene();
  const session = discord.gateway.connected[0];
  discord.gateway.drop();
  const missed = [person.command('ping'), person.command('ping')];

  const returned = await openSocket(discord);
  returned.send({ op: 6, d: { token: discord.token, session_id: session?.id, seq: 1 } });
  const ids = [(await returned.interaction()).id, (await returned.interaction()).id];
  const end = await returned.next(({ t }) => t === 'RESUMED');

  expect(ids).toEqual(missed.map(({ interactionId }) => interactionId));
  expect(end.s).toBe(4);
  expect(bot.socket.readyState).not.toBe(bot.socket.OPEN);
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

test('an interaction goes to one session of its shard only', async () => {
  const discord = await openDiscord({ guilds: [{}, {}] });
  const bots = [await openSocket(discord), await openSocket(discord)];
  for (const [shard, bot] of bots.entries()) {
    bot.identify({ shard: [shard, 2] });
    await bot.next(({ t }) => t === 'READY');
  }
  await bots[0]?.register({ name: 'ping', description: 'Ping' });
  const exchanges = [...discord.guilds.values()].map((guild) =>
    discord.addPerson({ guild, name: 'Ada' }).command('ping'),
  );
  const received = await Promise.all(bots.map((bot) => bot.interaction<{ guild_id: string }>()));

  expect(received.map(({ id }) => id).toSorted()).toEqual(exchanges.map((one) => one.interactionId).toSorted());
  expect(received.map(({ guild_id }) => (BigInt(guild_id) >> 22n) % 2n)).toEqual([0n, 1n]);
});

test('every frame is announced, without the bot token', async () => {
  const discord = await openDiscord();
  const frames: GatewayFrame[] = [];
  discord.on('gateway', (frame) => frames.push(frame));
  await startRawBot(discord);

  expect(frames.map(({ direction }) => direction)).toEqual(['sent', 'received', 'sent']);
  expect(JSON.stringify(frames)).not.toContain(discord.token);
});

test('the token of the application cannot be guessed from the time it was made', () => {
  const tokens = [1, 2].map(() => new LoopbackDiscord({ now: () => 1_700_000_000_000 }).token);
  expect(new Set(tokens).size).toBe(2);
});
