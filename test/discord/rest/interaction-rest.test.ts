import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { createBlock } from '../../../src/discord/rest/block.ts';
import { createInteractionRest, type InteractionRest } from '../../../src/discord/rest/interaction-rest.ts';
import { Secret } from '../../../src/secret.ts';
import { systemClock } from '../../../src/work/clock.ts';
import { NotAcknowledgedError } from '../../../src/work/errors.ts';
import { hang, json, reply, resetAfterProcessing, type Script, ScriptedHost } from '../../http/scripted-host.ts';

const MEBIBYTE = 1024 * 1024;
const ALREADY_ACKNOWLEDGED = json({ code: 40_060, message: 'Interaction has already been acknowledged.' }, 400);
const INTERACTION = { id: '1', token: 'token' };
const ADDRESS = { applicationId: '2', token: new Secret('token') };
const taken: Script = reply(204);

let host: ScriptedHost;

beforeEach(async () => {
  host = await ScriptedHost.listen(taken);
});

function connect(): InteractionRest {
  const rest = createInteractionRest(host.url, createBlock({ clock: systemClock }), systemClock);
  onTestFinished(() => {
    rest.close();
  });
  return rest;
}

test('an answer does not wait for a rate limit to pass', async () => {
  const limit = { message: 'You are being rate limited.', retry_after: 3_600, global: false };
  host.follow(json(limit, 429));

  await expect(connect().callback(INTERACTION, {})).rejects.toThrow('Discord refused the first response');
  expect(host.requests).toHaveLength(1);
});

test('an answer that gets no reply in time is given a second time, and no third', async () => {
  host.follow(hang, taken);
  const rest = connect();
  await rest.callback(INTERACTION, {});
  expect(host.requests).toHaveLength(2);

  host.follow(hang);
  await expect(rest.followUp(ADDRESS, {})).rejects.toThrow();
  expect(host.requests).toHaveLength(4);
});

test('an answer that Discord has already taken was taken by our first attempt, if there was one', async () => {
  host.follow(resetAfterProcessing, ALREADY_ACKNOWLEDGED);
  await expect(connect().callback(INTERACTION, {})).resolves.toBeUndefined();
});

test('an answer that Discord has already taken was taken from another process, if it is our first attempt', async () => {
  host.follow(ALREADY_ACKNOWLEDGED);
  await expect(connect().callback(INTERACTION, {})).rejects.toThrow(NotAcknowledgedError);
  expect(host.requests).toHaveLength(1);
});

test('an answer says which program sends it, and carries no credential but the token in its path', async () => {
  host.follow(taken);
  await connect().followUp(ADDRESS, {});

  const { headers, path } = host.requests[0] ?? {};
  expect(path).toBe('/v10/webhooks/2/token');
  expect(headers?.['user-agent']).toMatch(/^DiscordBot \(/);
  expect(headers).not.toHaveProperty('authorization');
});

test('the words of a failure do not name the token', async () => {
  host.follow(json({ code: 10_062, message: 'Unknown interaction' }, 404), reply(502));
  const rest = connect();

  await expect(rest.followUp(ADDRESS, {})).rejects.toThrow(/^Unknown interaction$/);
  await expect(rest.followUp(ADDRESS, {})).rejects.toThrow(/^Bad Gateway$/);
});

test('a refusal that is not written by Discord is one all the same', async () => {
  host.follow(reply(403, { chunks: ['<html>'] }));
  await expect(connect().callback(INTERACTION, {})).rejects.toThrow(NotAcknowledgedError);
});

test('a crowd shares connections, and everyone in it is answered', async () => {
  host.follow(taken);
  const rest = connect();
  await Promise.all(
    Array.from({ length: 1_000 }, (_, number) => rest.callback({ ...INTERACTION, id: `${number}` }, {})),
  );

  expect(new Set(host.requests.map(({ path }) => path)).size).toBe(1_000);
  expect(host.connections).toBeLessThan(600);
});

test('a file that is too large for Discord is sent compressed, and no other', async () => {
  host.follow(json({}));
  const rest = connect();
  const files = [
    { name: 'small.csv', content: 'a,b' },
    { name: 'large.json', content: 'x'.repeat(9 * MEBIBYTE) },
  ];

  await rest.editOriginal(ADDRESS, {}, files);

  const { body = '' } = host.requests[0] ?? {};
  expect(body.match(/filename="[^"]+"/g)).toEqual(['filename="small.csv"', 'filename="large.json.gz"']);
  expect(body).toContain('a,b');
  expect(body.length).toBeLessThan(MEBIBYTE);
});
