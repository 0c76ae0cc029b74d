import { expect, onTestFinished, test } from 'vitest';

import { FatalError } from '../src/errors.ts';
import { serveHealth } from '../src/health.ts';
import { createPrometheusMetrics } from '../src/metrics/prometheus.ts';
import { freePort } from './database/free-port.ts';

const LOOPBACK = '127.0.0.1';
const { registry } = createPrometheusMetrics();

async function serve(isReady: () => boolean = () => true) {
  const port = await freePort();
  const health = await serveHealth({ host: LOOPBACK, port }, { registry, isReady });
  onTestFinished(() => health.close());
  const ask = async (path: string): Promise<[status: number, text: string]> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, await response.text()];
  };
  return { port, health, ask };
}

test('a process that runs is healthy, ready or not', async () => {
  const { ask } = await serve(() => false);
  expect(await ask('/healthz')).toEqual([200, 'ok\n']);
});

test('a process is ready while it can serve people', async () => {
  let ready = true;
  const { ask } = await serve(() => ready);
  expect(await ask('/readyz')).toEqual([200, 'ready\n']);
  ready = false;
  expect(await ask('/readyz')).toEqual([503, 'not ready\n']);
  ready = true;
  expect(await ask('/readyz')).toEqual([200, 'ready\n']);
});

test('a process shows what Prometheus reads of one', async () => {
  const { port } = await serve();
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(await response.text()).toMatch(/^process_resident_memory_bytes \d/m);
});

test('a port that is taken is named in one sentence', async () => {
  const { port } = await serve();
  await expect(serveHealth({ host: LOOPBACK, port }, { registry, isReady: () => true })).rejects.toThrow(
    new FatalError(`METRICS_PORT ${port} is in use by another program; choose another.`),
  );
});

test('an address that is not of this machine is named in one sentence', async () => {
  // TEST-NET-1 (RFC 5737), which no machine has.
  await expect(
    serveHealth({ host: '192.0.2.1', port: await freePort() }, { registry, isReady: () => true }),
  ).rejects.toThrow(new FatalError('METRICS_HOST 192.0.2.1 is not an address of this machine.'));
});

test('every address of the machine is answered on, where that is asked for', async () => {
  const port = await freePort();
  const health = await serveHealth({ host: '0.0.0.0', port }, { registry, isReady: () => true });
  onTestFinished(() => health.close());
  expect((await fetch(`http://127.0.0.2:${port}/healthz`)).status).toBe(200);
});

test('nothing else is there', async () => {
  const { ask } = await serve();
  expect((await ask('/'))[0]).toBe(404);
});

test('nobody is answered but on that address', async () => {
  const { port } = await serve();
  // 127.0.0.2 reaches a server that listens on every interface, and none that listens on 127.0.0.1 alone.
  await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow();
  await expect(fetch(`http://[::1]:${port}/healthz`)).rejects.toThrow();
});

test('nobody is answered once it is closed', async () => {
  const port = await freePort();
  const health = await serveHealth({ host: LOOPBACK, port }, { registry, isReady: () => true });
  await health.close();
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});
