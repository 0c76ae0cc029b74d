import { once } from 'node:events';

import { describe, expect, onTestFinished, test } from 'vitest';

import { LoopbackServer } from '../../src/sandbox/loopback-server.ts';

async function listen(): Promise<LoopbackServer> {
  const server = new LoopbackServer();
  server.app.get('/', (context) => context.json({ answer: 42 }));
  await server.listen();
  onTestFinished(() => server.close());
  return server;
}

describe('faults', () => {
  test('are on until they have struck as often as they were to', async () => {
    const server = await listen();
    const down = { kind: 'status', status: 503 } as const;
    server.inject(down, { times: 1 });
    expect(server.faults).toEqual([{ fault: down, times: 1 }]);
    const changed = once(server, 'faults');
    await fetch(server.url);
    await changed;
    expect(server.faults).toEqual([]);
  });

  test('without a number are on until they are healed', async () => {
    const server = await listen();
    server.inject({ kind: 'garbage' });
    await fetch(server.url);
    expect(server.faults).toEqual([{ fault: { kind: 'garbage' }, times: undefined }]);
    server.heal();
    expect(server.faults).toEqual([]);
  });
});

describe('the record of a request', () => {
  test('says which fault struck it', async () => {
    const server = await listen();
    server.inject({ kind: 'lost-answer' }, { times: 1 });
    await expect(fetch(server.url)).rejects.toThrow();
    await fetch(server.url);
    expect(server.requests.map(({ status, fault }) => [status, fault])).toEqual([
      [null, 'lost-answer'],
      [200, null],
    ]);
  });

  test('holds the answer only when it is asked to', async () => {
    const server = await listen();
    await fetch(server.url);
    server.recordsResponses = true;
    await fetch(server.url);
    expect(server.requests.map(({ responseBody }) => responseBody)).toEqual([null, '{"answer":42}']);
  });
});
