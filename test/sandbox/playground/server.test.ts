import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';

import { describe, expect, onTestFinished, test } from 'vitest';

import type { Playground } from '../../../src/sandbox/playground/playground.ts';
import { listenOnLoopback } from '../../loopback.ts';
import { ask, openViewer, servePlayground } from './scene.ts';

type Listener = Parameters<Playground['subscribe']>[0];

const VOTE = JSON.stringify({ type: 'vote', player: 'Alex' });

test('access is refused without the token, under another host name, and to other sites', async () => {
  const { url, sandbox } = await servePlayground();
  const votes = sandbox.main.votes.length;
  const token = url.searchParams.get('token') ?? '';
  const act = { method: 'POST', body: VOTE };
  const refused: [path: string, options?: Parameters<typeof ask>[2]][] = [
    ['/'],
    ['/?token='],
    ['/?token=guess'],
    ['/api/events'],
    ['/api/events?token=guess'],
    ['/attachments/1/a.csv'],
    [`/api/actions${url.search}`, act],
  ];
  for (const host of ['localhost', 'evil.example', '127.0.0.1:1', '127.0.0.1']) {
    refused.push([`/${url.search}`, { headers: { host } }]);
  }
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost']) {
    refused.push(['/api/actions', { ...act, headers: { origin, 'x-playground-token': token } }]);
  }
  for (const [path, options] of refused) {
    expect((await ask(url, path, options)).status, JSON.stringify([path, options])).toBe(403);
  }
  expect(sandbox.main.votes).toHaveLength(votes);
});

describe('responses', () => {
  test('with the page let it load nothing from elsewhere, and keep its address from other sites', async () => {
    const { url } = await servePlayground();
    const { headers, body } = await ask(url, `/${url.search}`);
    const policy = String(headers['content-security-policy']);
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
    expect(body).not.toMatch(/(?:src|href)="https?:/);
  });

  test.each(['/?token=guess', '/page/main.ts', '/nowhere'])(
    'from %s are not cached, not read as another media type and not open to other sites',
    async (path) => {
      const { url } = await servePlayground();
      const { headers } = await ask(url, path, { headers: { host: url.host } });
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  test('to a body that is not an action are an error', async () => {
    const { url } = await servePlayground();
    const headers = { 'x-playground-token': url.searchParams.get('token') ?? '' };
    for (const body of ['', '{', '{"type":"dance"}', '{"type":"fault","host":"discord","fault":"down","times":null}'])
      expect((await ask(url, '/api/actions', { method: 'POST', headers, body })).status).toBe(400);
  });
});

test('an action larger than any real one is refused, however it is sent', async () => {
  const { url, sandbox } = await servePlayground();
  const votes = sandbox.main.votes.length;
  const body = JSON.stringify({ type: 'vote', player: 'x'.repeat(100 * 1_024) });
  const token = url.searchParams.get('token') ?? '';
  for (const framing of [{ 'content-length': `${body.length}` }, { 'transfer-encoding': 'chunked' }]) {
    const headers = { 'x-playground-token': token, ...framing };
    expect((await ask(url, '/api/actions', { method: 'POST', headers, body })).status).toBe(413);
  }
  expect(sandbox.main.votes).toHaveLength(votes);
});

test('no file is served but those of the page and of the packages that it needs', async () => {
  const { url } = await servePlayground();
  for (const path of [
    ...['/page/../server.ts', '/page/..%2fserver.ts', '/page/%2e%2e/server.ts', '/page//etc/passwd'],
    ...['/page/tsconfig.json', '/page/nothing.ts', '/page/.hidden.ts', '/modules/%2e%2e/main.js'],
    ...['/modules/lit-html/package.json', '/modules/lit-html/../zod/index.js', '/modules/lit-html/..%2fzod/index.js'],
    ...['/modules/zod/index.js', '/modules/undici/index.js'],
  ]) {
    expect((await ask(url, path)).status, path).toBe(404);
  }
});

test('the port is the next free one when the first is taken', async () => {
  const taken = await listenOnLoopback(createServer());
  const { url } = await servePlayground(taken);
  expect(Number(url.port)).toBeGreaterThan(taken);
  expect((await fetch(url)).status).toBe(200);
});

describe('the event stream', () => {
  test('ends when its viewer disconnects', async () => {
    const { url, left, listeners } = await serveCounted();
    const viewer = await openViewer(url);
    expect(listeners.size).toBe(1);
    viewer.leave();
    await left;
    expect(listeners.size).toBe(0);
  });

  test('is ended when its viewer has stopped reading', async () => {
    const { url, left, listeners } = await serveCounted();
    const { hostname, port, search } = url;
    const stuck = request({ hostname, port, path: `/api/events${search}`, agent: false }).on('error', () => undefined);
    onTestFinished(() => void stuck.destroy());
    const [answer] = (await once(stuck.end(), 'response')) as [IncomingMessage];
    answer.pause();
    const id = '1'.repeat(10_000);
    for (let event = 0; event < 5_000; event += 1)
      listeners.forEach((tell) => {
        tell({ type: 'message-deleted', id });
      });
    await left;
    expect(listeners.size).toBe(0);
  });
});

/** A playground whose listeners are known; `left` resolves when the first of them has gone. */
async function serveCounted() {
  const { promise: left, resolve } = Promise.withResolvers<undefined>();
  const listeners = new Set<Listener>();
  const { url } = await servePlayground(0, (playground) => ({
    ...playground,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        resolve(undefined);
      };
    },
  }));
  return { url, listeners, left };
}
