import { createServer } from 'node:http';

import { REST } from 'discord.js';
import { expect, test } from 'vitest';

import { createBlock } from '../../../src/discord/rest/block.ts';
import { boundedRequests } from '../../../src/discord/rest/bounded-requests.ts';
import { createClockCheck } from '../../../src/discord/rest/clock-check.ts';
import { systemClock } from '../../../src/work/clock.ts';
import { createLog } from '../../../src/work/log.ts';
import { listenOnLoopback } from '../../loopback.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

function createCheck() {
  const reasons: unknown[] = [];
  const write = (line: string) => reasons.push((JSON.parse(line) as { reason: unknown }).reason);
  const check = createClockCheck({
    clock: { now: () => NOW },
    log: createLog({ level: 'info', secrets: [], destination: { write } }),
  });
  return { check, reasons };
}

test.each([
  [0, []],
  [29, []],
  [-29, []],
  [31, ["31 seconds behind Discord's"]],
  [-600, ["600 seconds ahead of Discord's"]],
  [Number.NaN, []],
])('a clock that differs by %d seconds is told of once, however often it is seen', (seconds, said) => {
  const { check, reasons } = createCheck();
  for (let seen = 0; seen < 3; seen += 1) check(NOW + seconds * 1_000);

  expect(reasons).toEqual(said);
});

test('a clock that was right meanwhile is told of again', () => {
  const { check, reasons } = createCheck();
  for (const theirs of [NOW + 60_000, NOW, NOW + 90_000]) check(theirs);

  expect(reasons).toEqual(["60 seconds behind Discord's", "90 seconds behind Discord's"]);
});

test("the time is that of each answer of Discord's, whichever way interactions arrive", async () => {
  const server = createServer((_request, response) => {
    response.setHeader('date', new Date(NOW + 600_000).toUTCString());
    response.setHeader('content-type', 'application/json').end('{}');
  });
  const api = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const { check, reasons } = createCheck();
  const rest = new REST({ api, ...boundedRequests(api, createBlock({ clock: systemClock }), check) }).setToken('token');

  await rest.get('/applications/@me');
  await rest.get('/applications/@me');

  expect(reasons).toEqual(["600 seconds behind Discord's"]);
});
