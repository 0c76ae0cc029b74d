import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, onTestFinished, test } from 'vitest';

import { MAX_BODY_BYTES } from '../../../src/discord/incoming/body-reader.ts';
import { serveInteractions, TIMESTAMP_TOLERANCE_MS } from '../../../src/discord/incoming/interactions-endpoint.ts';
import type { ServerBounds } from '../../../src/http/bounded-server.ts';
import { Endpoint } from '../../../src/sandbox/discord/endpoint.ts';
import { type Clock, MINUTE_MS } from '../../../src/work/clock.ts';
import { DISCORD_WAITS_MS } from '../../../src/work/discord-patience.ts';
import { createLog } from '../../../src/work/log.ts';
import { createManualClock } from '../../manual-clock.ts';

const LOOPBACK = '127.0.0.1';
const DEADLINE_MS = 3_000;
const INTERACTION = JSON.stringify({ type: 2, id: '1', token: 'canary-interaction-token' });

type Headers = Record<string, string>;

/** Discord, with a key of its own. */
const createDiscord = ({ now }: Clock) => new Endpoint({ now, deadlineMs: DEADLINE_MS });

/** A server for interactions, and Discord's key. `reached`: what it handed on. */
async function serve(bounds: Partial<ServerBounds> = {}) {
  const clock = createManualClock();
  const discord = createDiscord(clock);
  const reached: unknown[] = [];
  const lines: string[] = [];
  const endpoint = await serveInteractions({
    address: { host: LOOPBACK, port: 0 },
    verifyKey: discord.verifyKey,
    onInteraction: (payload) => reached.push(payload),
    clock,
    bounds,
    log: createLog({ level: 'trace', secrets: [], destination: { write: (line) => lines.push(line) } }),
  });
  onTestFinished(async () => {
    await endpoint.close();
    expect(lines.join('')).not.toContain('canary');
  });
  const port = endpoint.port ?? 0;
  const post = (body: string, headers: Headers = discord.headersFor(body)) =>
    fetch(`http://${LOOPBACK}:${port}/`, { method: 'POST', body, headers });
  return { clock, discord, reached, lines, endpoint, port, post };
}

type Scene = Awaited<ReturnType<typeof serve>>;

async function connectTo({ port }: Scene): Promise<Socket> {
  const socket = connect(port, LOOPBACK);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A connection on which a request with this body has begun; its head is signed and has these lines besides. */
async function beginWith(scene: Scene, body: string, more: Headers, method = 'POST'): Promise<Socket> {
  const socket = await connectTo(scene);
  const headers = { host: LOOPBACK, ...scene.discord.headersFor(body), ...more };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} / HTTP/1.1\r\n${lines.join('')}\r\n`);
  return socket;
}

/** A connection on which a request has begun that announces this body. */
const begin = (scene: Scene, body: string) =>
  beginWith(scene, body, { 'content-length': String(Buffer.byteLength(body)) });

/** Waits until a request waits for the rest of its body. */
async function untilItWaits({ clock }: Scene): Promise<void> {
  while (clock.sleeping() === 0) await setImmediate();
}

const without = (headers: Headers, name: string): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name));

const secondsFrom = ({ clock }: Scene, ms: number) => String(Math.floor((clock.now() + ms) / 1_000));
const signedAfter = (scene: Scene, ms: number) => scene.discord.headersFor(INTERACTION, secondsFrom(scene, ms));

describe('what Discord signed', () => {
  test.each([-TIMESTAMP_TOLERANCE_MS, TIMESTAMP_TOLERANCE_MS])('may be %i ms from our time', async (ms) => {
    const scene = await serve();

    expect((await scene.post(INTERACTION, signedAfter(scene, ms))).status).toBe(202);
  });

  test('may be as long as the bound', async () => {
    const { post } = await serve();

    expect((await post(JSON.stringify('x'.repeat(MAX_BODY_BYTES - 2)))).status).toBe(202);
  });

  test.each(['', 'no JSON', '{"type":'])(
    'is answered 202 even when it is %j, and handed on as nothing',
    async (body) => {
      const { post, reached } = await serve();

      expect((await post(body)).status).toBe(202);
      expect(reached).toEqual([undefined]);
    },
  );

  test('is answered to the end when the server closes meanwhile, and nothing more is', async () => {
    const scene = await serve();
    const socket = await begin(scene, INTERACTION);
    await untilItWaits(scene);

    const closed = scene.endpoint.close();
    socket.write(INTERACTION);

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 202 [^]*\r\nconnection: close\r\n/i);
    await closed;
    expect(scene.reached).toHaveLength(1);
    await expect(scene.post(INTERACTION)).rejects.toThrow();
  });
});

describe('refused with 401, and never handed on, is', () => {
  const signed = ({ discord }: Scene, more: Headers = {}) => ({ ...discord.headersFor(INTERACTION), ...more });

  test.each<[string, (scene: Scene) => Headers]>([
    ['what another key signed', ({ clock }) => createDiscord(clock).headersFor(INTERACTION)],
    ['a body that was altered', ({ discord }) => discord.headersFor(`${INTERACTION} `)],
    ['a timestamp that was altered', (scene) => signed(scene, { 'x-signature-timestamp': secondsFrom(scene, 1_000) })],
    ['what has no signature', (scene) => without(signed(scene), 'x-signature-ed25519')],
    ['what has no timestamp', (scene) => without(signed(scene), 'x-signature-timestamp')],
    ['a signature that is none', (scene) => signed(scene, { 'x-signature-ed25519': 'zz' })],
    ['a timestamp that is no number', ({ discord }) => discord.headersFor(INTERACTION, 'yesterday')],
    ['a timestamp that is too far back', (scene) => signedAfter(scene, -TIMESTAMP_TOLERANCE_MS - 1_000)],
    ['a timestamp that is too far ahead', (scene) => signedAfter(scene, TIMESTAMP_TOLERANCE_MS + 1_000)],
  ])('%s', async (_, headersOf) => {
    const scene = await serve();

    expect((await scene.post(INTERACTION, headersOf(scene))).status).toBe(401);
    expect(scene.reached).toEqual([]);
  });

  test.each<[string, body: string, more: Headers, method?: string]>([
    ['a body that says it is too long', INTERACTION, { 'content-length': String(MAX_BODY_BYTES + 1) }],
    ['what announces no body', '', {}],
    ['anything but a POST, though it is signed', INTERACTION, { 'content-length': String(INTERACTION.length) }, 'PUT'],
    ['a signature that is none', INTERACTION, { 'x-signature-ed25519': 'zz', 'content-length': '1000' }],
  ])('%s, before any of a body is read', async (_, body, more, method) => {
    const scene = await serve();
    const socket = await beginWith(scene, body, more, method);

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 [^]*\r\nconnection: close\r\n/i);
    expect([scene.reached, scene.clock.sleeping()]).toEqual([[], 0]);
  });

  test('a body that turns out to be too long, with the rest unread', async () => {
    const { discord, port, reached } = await serve();
    const headers = { ...discord.headersFor(INTERACTION), 'transfer-encoding': 'chunked' };
    const upload = request({ host: LOOPBACK, port, method: 'POST', headers });
    const answered = once(upload, 'response');
    upload.on('error', () => undefined);
    upload.write('x'.repeat(MAX_BODY_BYTES + 1));

    const [{ statusCode }] = (await answered) as [{ statusCode: number }];

    expect(statusCode).toBe(401);
    expect(reached).toEqual([]);
    upload.destroy();
  });

  test('a body that is too slow', async () => {
    const scene = await serve();
    const socket = await begin(scene, INTERACTION);
    socket.write(INTERACTION.slice(0, 10));
    await untilItWaits(scene);

    await scene.clock.advance(DISCORD_WAITS_MS);

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /);
    expect(scene.reached).toEqual([]);
  });
});

test('a crowd that comes on as many connections as there may be is all answered', async () => {
  const scene = await serve({ connections: 300 });
  const headers = { ...scene.discord.headersFor(INTERACTION), 'content-length': INTERACTION.length };

  const statuses = Array.from({ length: 300 }, async () => {
    const upload = request({ host: LOOPBACK, port: scene.port, method: 'POST', headers, agent: false });
    upload.end(INTERACTION);
    const [answer] = (await once(upload, 'response')) as [IncomingMessage];
    return answer.resume().statusCode;
  });

  expect(new Set(await Promise.all(statuses))).toEqual(new Set([202]));
});

test('a clock that is wrong is warned of', async () => {
  const scene = await serve();
  const headers = scene.discord.headersFor(INTERACTION);
  await scene.clock.advance(10 * MINUTE_MS);

  await scene.post(INTERACTION, headers);

  expect(scene.lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'warn', mend: expect.stringMatching('^set the clock of this machine') as string },
  ]);
});
