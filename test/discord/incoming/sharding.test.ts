import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';

import { Events } from 'discord.js';
import { expect, onTestFinished, test, vi } from 'vitest';

import { createClient } from '../../../src/discord/client.ts';
import { createBlock } from '../../../src/discord/rest/block.ts';
import { LoopbackDiscord } from '../../../src/sandbox/discord/loopback-discord.ts';
import { Secret } from '../../../src/secret.ts';
import { type Clock, systemClock } from '../../../src/work/clock.ts';
import { createLog } from '../../../src/work/log.ts';

type Line = { msg: string } & Record<string, unknown>;

/**
 * A client whose waits between two attempts take no time, but are noted; its random numbers are 1, so that a wait is as
 * long as it can be.
 */
async function connect({ isAway = false } = {}) {
  const discord = new LoopbackDiscord();
  await discord.listen();
  discord.gateway.acceptsConnections = !isAway;
  const lines: Line[] = [];
  const waits: number[] = [];
  let now = 0;
  const clock: Clock = {
    ...systemClock,
    now: () => now,
    monotonic: () => now,
    random: () => 1,
    sleep: async (ms) => {
      waits.push(ms);
      await systemClock.sleep(0);
    },
  };
  const destination = { write: (line: string) => lines.push(JSON.parse(line) as Line) };
  const { promise: fatal, reject: onFatal } = Promise.withResolvers<never>();
  fatal.catch(() => undefined);
  const client = createClient(
    { token: new Secret(discord.token), apiUrl: discord.apiUrl, homeGuildId: undefined },
    { block: createBlock({ clock }), clock, log: createLog({ level: 'trace', secrets: [], destination }), onFatal },
  );
  onTestFinished(async () => {
    await client.destroy();
    await discord.close();
  });
  const ready = once(client, Events.ClientReady);
  const login = client.login(discord.token);
  if (!isAway) await Promise.all([login, ready]);
  const messages = () => lines.map(({ msg }) => msg);
  return { client, discord, lines, messages, waits, ready, later: (ms: number) => (now += ms) };
}

/** Lets this many attempts to connect fail. */
async function failAttempts({ discord }: Awaited<ReturnType<typeof connect>>, count: number): Promise<void> {
  discord.gateway.acceptsConnections = false;
  discord.gateway.drop();
  for (let attempts = 0; attempts < count; attempts += 1) await once(discord.server.http, 'upgrade');
}

test('waits longer after each attempt that failed, up to a minute, and says so once', async () => {
  const scene = await connect();
  const { discord, messages, waits } = scene;

  await failAttempts(scene, 9);
  const restored = once(scene.client, Events.ShardReady);
  discord.gateway.acceptsConnections = true;
  await restored;

  expect(waits.slice(0, 9)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(messages()).toEqual(['no connection to Discord, trying again', 'connected to Discord again']);
  expect(scene.lines[0]).toMatchObject({ level: 'warn', shardId: 0, closeCode: 1_006 });
});

test('adds no listeners with each attempt of a start, for which the console would have a warning', async () => {
  const warn = vi.spyOn(console, 'warn');
  onTestFinished(() => {
    warn.mockRestore();
  });
  const scene = await connect({ isAway: true });

  await failAttempts(scene, 12);
  scene.discord.gateway.acceptsConnections = true;
  await scene.ready;

  expect(warn).not.toHaveBeenCalled();
});

test('goes on waiting longer while connections do not last, and starts anew after one that did', async () => {
  const { client, discord, waits, later } = await connect();
  const lose = async () => {
    const resumed = once(client, Events.ShardResume);
    discord.gateway.drop();
    await resumed;
  };
  await lose();
  await lose();
  await lose();
  later(60_000);
  await lose();

  expect(waits).toEqual([500, 1_000, 2_000, 500]);
});

test('resumes its session after a break, and gets a new one when Discord declares it invalid', async () => {
  const { client, discord, lines } = await connect();
  const [session] = discord.gateway.connected;

  const resumed = once(client, Events.ShardResume);
  discord.gateway.requestReconnect();
  await resumed;
  expect(discord.gateway.connected).toEqual([session]);
  const renewed = once(client, Events.ShardReady);
  discord.gateway.invalidateSessions();
  await renewed;
  expect(discord.gateway.connected).not.toContain(session);

  expect(lines.flatMap(({ reason }) => reason ?? [])).toEqual(['Told to reconnect by Discord', 'Invalid session']);
});

test('connects no more once it is destroyed, whatever it was doing', async () => {
  const scene = await connect();
  await failAttempts(scene, 3);
  const { client, discord, waits } = scene;

  await client.destroy();
  const before = waits.length;
  discord.gateway.acceptsConnections = true;
  let attempts = 0;
  discord.server.http.on('upgrade', () => (attempts += 1));
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();

  expect(attempts).toBe(0);
  expect(waits).toHaveLength(before);
});
