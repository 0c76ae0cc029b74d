import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

import { expect, test } from 'vitest';

import { createDeadline } from '../../src/http/deadline.ts';
import { systemClock } from '../../src/work/clock.ts';
import { listenOnLoopback } from '../loopback.ts';

const HELD_UP_MS = 20;

test('what has arrived while the process was held up is read before a deadline is over', async () => {
  const server = createServer();
  const port = await listenOnLoopback(server);
  const [client, [accepted]] = await Promise.all([
    Promise.resolve(connect(port, '127.0.0.1')),
    once(server, 'connection') as Promise<[Socket]>,
  ]);
  const order: string[] = [];
  client.on('data', () => order.push('read'));
  const deadline = createDeadline(HELD_UP_MS / 4, systemClock);
  const over = once(deadline.signal, 'abort').then(() => order.push('over'));
  accepted.write('in time');
  const heldUpUntil = performance.now() + HELD_UP_MS;
  while (performance.now() < heldUpUntil);
  await over;
  client.destroy();
  expect(order).toEqual(['read', 'over']);
});

test('a deadline that is cleared never ends', async () => {
  const deadline = createDeadline(0, systemClock);
  deadline.clear();
  // One that begins later is over after it would have been.
  await once(createDeadline(0, systemClock).signal, 'abort');
  expect(deadline.signal.aborted).toBe(false);
});
