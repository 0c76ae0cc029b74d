import { REST } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';

import { createBlock } from '../../../src/discord/rest/block.ts';
import { boundedRequests } from '../../../src/discord/rest/bounded-requests.ts';
import { createInteractionRest } from '../../../src/discord/rest/interaction-rest.ts';
import { Secret } from '../../../src/secret.ts';
import { MINUTE_MS } from '../../../src/work/clock.ts';
import { BlockedError } from '../../../src/work/errors.ts';
import { createLog } from '../../../src/work/log.ts';
import { json, reply, type Script, ScriptedHost } from '../../http/scripted-host.ts';
import { createManualClock } from '../../manual-clock.ts';

const OWN = { message: 'You are being rate limited.', global: false };
const page = (headers: Record<string, string> = {}, status = 429) => reply(status, { headers, chunks: ['<html>'] });

async function createScene(...scripts: Script[]) {
  const host = await ScriptedHost.listen(...scripts);
  const clock = createManualClock();
  const lines: string[] = [];
  const log = createLog({ level: 'info', secrets: [], destination: { write: (line) => lines.push(line) } });
  const block = createBlock({ clock, log });
  const rest = new REST({ api: host.url, retries: 0, ...boundedRequests(host.url, block) }).setToken('token');
  const replies = createInteractionRest(host.url, block, clock);
  onTestFinished(() => {
    replies.close();
  });
  const edit = () => replies.editOriginal({ applicationId: '1', token: new Secret('t') }, {});
  const ask = () => rest.get('/users/@me');
  return { host, clock, lines, log, rest, edit, ask };
}

test.each<[string, Script, number]>([
  ['without a time', page(), MINUTE_MS],
  ['with a time of zero', page({ 'retry-after': '0' }), MINUTE_MS],
  ['with a time that cannot be read', page({ 'retry-after': 'soon' }), MINUTE_MS],
  ['with a time before now', page({ 'retry-after': '-1' }), MINUTE_MS],
  ['with a time without end', page({ 'retry-after': 'Infinity' }), MINUTE_MS],
  ['with a time beyond all dates', page({ 'retry-after': '1e12' }), 60 * MINUTE_MS],
  ['with a date', page({ 'retry-after': 'Thu, 26 Nov 2026 12:00:00 GMT' }), MINUTE_MS],
  ['with an hour, from before Discord', page({ 'retry-after': '3600' }), 60 * MINUTE_MS],
  ['with a year, from before Discord', page({ 'retry-after': '31536000' }), 60 * MINUTE_MS],
  ['of a blocked address (discord-api-docs 5810)', json({ code: 0, message: 'You are being blocked' }, 429), MINUTE_MS],
  ['of a gateway URL (discord-api-docs 2132)', page({ 'retry-after': '498' }), 498_000],
  ['of Discord, without a time', json({ ...OWN, retry_after: 0 }, 429), MINUTE_MS],
])('after a 429 %s no request leaves for as long, on any path, and one line says until when', async (_, answer, ms) => {
  const { host, clock, lines, log, rest, edit, ask } = await createScene(answer);

  await expect(ask()).rejects.toThrow(BlockedError);
  const others = [ask, edit, () => rest.put('/guilds/1/members/2/roles/3'), () => rest.post('/channels/1/messages')];
  for (const call of others) await expect(call()).rejects.toThrow(BlockedError);
  await clock.advance(ms - 1);
  const failure: unknown = await ask().catch((error: unknown) => error);
  log.error({ err: new Error('a job failed', { cause: failure }) }, 'a job failed');

  expect(host.requests).toHaveLength(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(new Date(Date.parse('2026-03-01T12:00:00.000Z') + ms).toISOString());
  await clock.advance(1);
  host.follow(json({}));
  await expect(ask()).resolves.toEqual({});
  expect(lines[1]).toContain('Discord takes requests again');
});

test('ten minutes of it cost four requests more however many ask, and it is over by itself', async () => {
  const { host, clock, lines, edit, ask } = await createScene(page());
  for (let second = 0; second < 600; second += 5) {
    await Promise.allSettled([ask(), edit(), edit()]);
    await clock.advance(5_000);
  }
  host.follow(json({}));
  await clock.advance(8 * MINUTE_MS);
  await expect(Promise.all([ask(), edit(), ask()])).resolves.toHaveLength(3);

  expect(host.requests.length).toBeLessThan(12);
  expect(lines).toHaveLength(2);
});

test.each([
  ['the header', reply(429, { headers: { 'retry-after': '0.05' }, chunks: [JSON.stringify(OWN)] })],
  ['the body alone', json({ ...OWN, retry_after: 0.05 }, 429)],
])('a short wait that Discord names in %s concerns that call alone', async (_, limited) => {
  const { host, lines, ask } = await createScene(limited, json({}));
  await expect(ask()).resolves.toEqual({});
  expect(host.requests).toHaveLength(2);
  expect(lines).toEqual([]);
});

test.each([
  ['401', page({}, 401)],
  ['403', page({}, 403)],
  ['404', page({}, 404)],
  ['400', page({}, 400)],
  ['407', page({}, 407)],
  ['451', page({}, 451)],
  ['200', page({ 'content-type': 'text/html; charset=utf-8' }, 200)],
  ['40333', json({ code: 40_333, message: 'internal network error' }, 403)],
])('a %s that is not of Discord itself is no last word, and takes no token away', async (_, refusal) => {
  const { host, edit, ask } = await createScene(refusal);
  await expect(ask()).rejects.toMatchObject({ name: 'HTTPError' });
  await expect(edit()).rejects.toMatchObject({ name: 'HTTPError' });
  host.follow(json({}));
  await expect(ask()).resolves.toEqual({});
});

test('whatever refuses, no more than a fifth of what gets an address banned leaves', async () => {
  const { host, edit } = await createScene(page({}, 403));
  for (let round = 0; round < 30; round += 1) await Promise.allSettled(Array.from({ length: 100 }, edit));
  expect(host.requests.length).toBeLessThanOrEqual(2_101);
});
