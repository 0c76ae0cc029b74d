import { RateLimitError } from 'discord.js';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { asLoginFailure, createClient } from '../../src/discord/client.ts';
import { fetchApplication } from '../../src/discord/rest/application.ts';
import { createBlock } from '../../src/discord/rest/block.ts';
import { Secret } from '../../src/secret.ts';
import { systemClock } from '../../src/work/clock.ts';
import { createLog } from '../../src/work/log.ts';
import { json, reply, ScriptedHost } from '../http/scripted-host.ts';

let host: ScriptedHost;

beforeEach(async () => {
  host = await ScriptedHost.listen(json({}));
});

function connect() {
  const config = { token: new Secret('token'), apiUrl: host.url, homeGuildId: undefined };
  const log = createLog({ level: 'silent', secrets: [] });
  const client = createClient(config, {
    block: createBlock({ clock: systemClock }),
    clock: systemClock,
    log,
    onFatal: () => undefined,
  });
  client.rest.setToken('token');
  onTestFinished(() => client.destroy());
  return client.rest;
}

const limited = (seconds: number) =>
  reply(429, {
    headers: { 'content-type': 'application/json', 'retry-after': String(seconds), via: '1.1 google' },
    chunks: [JSON.stringify({ message: 'You are being rate limited.', retry_after: seconds, global: false })],
  });

test('a post does not wait for a channel that is rate-limited for long', async () => {
  host.follow(limited(6));
  await expect(connect().post('/channels/300000000000000001/messages', { body: {} })).rejects.toThrow(RateLimitError);
  expect(host.requests).toHaveLength(1);
});

test.each([
  ['a page instead of the application', 200],
  ['a page that asks for a login', 401],
  ['a gateway that is bad', 502],
  ['a service that is away', 503],
])('a start that meets %s blames no token: %s', async (_, status) => {
  host.follow(reply(status, { headers: { 'content-type': 'text/html' }, chunks: ['<html>'] }));
  const failure: unknown = await fetchApplication(connect()).catch(asLoginFailure);
  expect(String(failure)).toContain(`answers with ${status} and nothing that tells more`);
});

test.each(['/channels/300000000000000001/messages', '/users/@me'] as const)(
  'a call waits for a short rate limit: %s',
  async (route) => {
    host.follow(limited(1), json({ made: true }));
    expect(await connect().post(route, { body: {} })).toEqual({ made: true });
    expect(host.requests).toHaveLength(2);
  },
);
