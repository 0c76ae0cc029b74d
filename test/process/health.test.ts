import { connect } from 'node:net';

import { Gauge, Registry } from 'prom-client';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createPrometheusMetrics } from '../../src/metrics/prometheus.ts';
import { METRICS_KEPT_MS, serveHealth } from '../../src/process/health.ts';
import { FatalError } from '../../src/work/errors.ts';
import { freePort } from '../database/free-port.ts';
import { createManualClock } from '../manual-clock.ts';

const LOOPBACK = '127.0.0.1';
const { registry } = createPrometheusMetrics();
const clock = createManualClock();

type Options = Partial<Parameters<typeof serveHealth>[1]> & { host?: string };

async function serve({ host = LOOPBACK, ...options }: Options = {}) {
  const port = await freePort();
  const health = await serveHealth({ host, port }, { registry, isReady: () => true, clock, ...options });
  onTestFinished(() => health.close());
  const get = (path: string, { at = LOOPBACK, ...request }: RequestInit & { at?: string } = {}) =>
    fetch(`http://${at}:${port}${path}`, request);
  const ask = async (path: string): Promise<[status: number, text: string]> => {
    const response = await get(path);
    return [response.status, await response.text()];
  };
  return { port, health, get, ask };
}

test('a process that runs is healthy, ready or not', async () => {
  const { ask } = await serve({ isReady: () => false });
  expect(await ask('/healthz')).toEqual([200, 'ok\n']);
});

test('a process is ready while it can serve people', async () => {
  let ready = true;
  const { ask } = await serve({ isReady: () => ready });
  expect(await ask('/readyz')).toEqual([200, 'ready\n']);
  ready = false;
  expect(await ask('/readyz')).toEqual([503, 'not ready\n']);
  ready = true;
  expect(await ask('/readyz')).toEqual([200, 'ready\n']);
});

test('a process shows what Prometheus reads of one', async () => {
  const { get } = await serve();
  const response = await get('/metrics');
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(await response.text()).toMatch(/^process_resident_memory_bytes \d/m);
});

test.each(['/healthz', '/readyz', '/metrics'])('%s is for GET and HEAD alone', async (path) => {
  const { get } = await serve();
  const head = await get(path, { method: 'HEAD' });
  const post = await get(path, { method: 'POST', body: 'x' });

  expect([head.status, await head.text()]).toEqual([200, '']);
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

describe('a scrape', () => {
  /** Metrics that are made when the test says so. */
  async function serveCounted() {
    const counted = new Registry();
    let made = 0;
    let isFailing = false;
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<boolean>();
    new Gauge({
      name: 'made',
      help: 'How often.',
      registers: [counted],
      async collect() {
        made += 1;
        await mayEnd;
        if (isFailing) throw new Error('no metrics');
        this.set(made);
      },
    });
    const time = createManualClock();
    // The cache takes 0 for a text without a time.
    await time.advance(1);
    const { ask } = await serve({ registry: counted, clock: time });
    const scrape = async () => (await ask('/metrics'))[1];
    const fail = (fails: boolean) => {
      isFailing = fails;
    };
    return { time, scrape, end, fail };
  }

  test('is made once for all who ask meanwhile, however long it takes', async () => {
    const { time, scrape, end } = await serveCounted();
    const first = scrape();
    await time.advance(10 * METRICS_KEPT_MS);
    const others = [scrape(), scrape()];
    end(true);

    expect(new Set(await Promise.all([first, ...others]))).toHaveLength(1);
    expect(await first).toContain('made 1');
  });

  test('is good for a second', async () => {
    const { time, scrape, end } = await serveCounted();
    end(true);
    const first = await scrape();

    await time.advance(METRICS_KEPT_MS);
    expect(await scrape()).toBe(first);
    await time.advance(1);
    expect(await scrape()).toContain('made 2');
  });

  test('that fails is followed by another', async () => {
    const { time, scrape, end, fail } = await serveCounted();
    end(true);
    fail(true);
    expect(await scrape()).toBe('');

    fail(false);
    await time.advance(METRICS_KEPT_MS);
    expect(await scrape()).toContain('made 2');
  });
});

test('a connection is good for one answer', async () => {
  const { get } = await serve();
  expect((await get('/healthz')).headers.get('connection')).toBe('close');
});

test('however many connections say nothing, others are answered', async () => {
  const { port, ask } = await serve();
  const silent = Array.from({ length: 100 }, () => connect(port, LOOPBACK));
  onTestFinished(() => {
    for (const socket of silent) socket.destroy();
  });
  const closed = silent.map((socket) => new Promise((resolve) => void socket.resume().once('close', resolve)));

  await Promise.race(closed);

  expect(await ask('/healthz')).toEqual([200, 'ok\n']);
});

test('an address that is not of this machine is named in one sentence', async () => {
  // TEST-NET-1 (RFC 5737), which no machine has.
  await expect(serve({ host: '192.0.2.1' })).rejects.toThrow(
    new FatalError('METRICS_HOST 192.0.2.1 is not an address of this machine.'),
  );
});

test('every address of the machine is answered on, where that is asked for', async () => {
  const { get } = await serve({ host: '0.0.0.0' });
  expect((await get('/healthz', { at: '127.0.0.2' })).status).toBe(200);
});

test('nothing else is there', async () => {
  const { ask } = await serve();
  expect((await ask('/'))[0]).toBe(404);
});

test('nobody is answered but on that address', async () => {
  const { get } = await serve();
  // 127.0.0.2 reaches a server that listens on every interface, and none that listens on 127.0.0.1 alone.
  for (const at of ['127.0.0.2', '[::1]']) await expect(get('/healthz', { at })).rejects.toThrow();
});

test('nobody is answered once it is closed', async () => {
  const { health, ask } = await serve();
  await health.close();
  await expect(ask('/healthz')).rejects.toThrow();
});
