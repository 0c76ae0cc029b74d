import { once } from 'node:events';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { AnswerLostError, NotSentError, type StatusError, UnreadableAnswerError } from '../../src/errors.ts';
import { createHttpClient, type HttpClient } from '../../src/http/client.ts';
import { withoutCredential } from '../../src/http/quoting.ts';
import { createLog } from '../../src/log.ts';
import { Secret } from '../../src/secret.ts';
import { after, hang, json, reply, type Script, ScriptedHost } from './scripted-host.ts';

const TOKEN = 'vt/live+0a9Z==~"quoted\\"&<secret>';
const MOST_BYTES = 256 * 1024;
/** more than sockets hold on the way */
const FLOOD_BYTES = 64 * 1024 * 1024;

let host: ScriptedHost;

beforeEach(async () => {
  host = await ScriptedHost.listen(json({}));
});

afterEach(() => host.close());

function hostAt(url: string): HttpClient {
  const http = createHttpClient('main', url, Date.now);
  onTestFinished(() => http.close());
  return http;
}

function send(http: HttpClient, options: { signal?: AbortSignal; token?: string } = {}): Promise<unknown> {
  const { signal = AbortSignal.timeout(10_000), token = 'token' } = options;
  return http.send({ method: 'POST', path: '/claim', credential: new Secret(token), json: {}, signal });
}

/** What the log has of a call that fails, with everything that is known of the failure. */
async function logged(script: Script, token: string): Promise<string> {
  const lines: string[] = [];
  const log = createLog({ level: 'trace', secrets: [], destination: { write: (line) => lines.push(line) } });
  host.follow(script);
  const error: unknown = await send(hostAt(host.url), { token }).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(Error);
  const { hostMessage } = error as Partial<StatusError>;
  log.warn({ err: error, hostMessage }, 'a call failed');
  return lines.join('');
}

const asJson = (text: string) => JSON.stringify(text).slice(1, -1);
const asHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('/', '&#x2F;')
    .replaceAll('+', '&#43;');
const everyUnit = (escape: (code: number) => string) => (text: string) =>
  Array.from(text, (unit) => escape(unit.charCodeAt(0))).join('');

const ESCAPINGS: [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['for JSON', asJson],
  ['for JSON, with its slashes', (text) => asJson(text).replaceAll('/', '\\/')],
  ['for JSON, every character', everyUnit((code) => `\\u${code.toString(16).padStart(4, '0')}`)],
  ['for a URL', encodeURIComponent],
  ['for a URL, every character', everyUnit((code) => `%${code.toString(16).padStart(2, '0')}`)],
  ['for HTML', asHtml],
  ['for HTML, every character', everyUnit((code) => `&#${code};`)],
];

describe('a credential that the host quotes', () => {
  test.each(ESCAPINGS)('is not in the log, escaped %s', async (_, escape) => {
    const line = await logged(reply(401, { chunks: [`{"error":"no scope for ${escape(TOKEN)}."}`] }), TOKEN);

    expect(line).toContain('no scope for [secret].');
    expect(line).not.toMatch(/0a9Z|u0030|%30|&#48;/);
  });

  test.each(ESCAPINGS)('is not in the log when it is the whole answer, escaped %s', async (_, escape) => {
    const line = await logged(reply(200, { chunks: [escape(TOKEN)] }), TOKEN);

    expect(line).toContain('unreadable answer');
    expect(line).not.toMatch(/0a9Z|u0030|%30|&#48;|vt/);
  });

  test('is found under any escapings of escapings, or nothing is kept', () => {
    const layers = fc.array(fc.constantFrom(...ESCAPINGS.map(([, escape]) => escape)), { maxLength: 6 });
    const token = fc.string({
      unit: fc.constantFrom(...Array.from('aZ09-._~+/=%&;#\\"<>')),
      minLength: 8,
      maxLength: 40,
    });
    fc.assert(
      fc.property(layers, token, (escapes, text) => {
        let quoted = text;
        for (const escape of escapes) quoted = escape(quoted);
        const kept = withoutCredential(`no scope for ${quoted}.`, new Secret(text));
        expect(kept).not.toContain(text);
        expect(kept === '' || kept.includes('[secret]')).toBe(true);
      }),
    );
  });
});

describe('a call', () => {
  test('goes below a base path, whatever slashes that ends with', async () => {
    for (const path of ['', '/', '/base', '/base/', '/base//', '/a//b///']) await send(hostAt(`${host.url}${path}`));

    expect(host.requests.map(({ path }) => path)).toEqual([
      '/claim',
      '/claim',
      '/base/claim',
      '/base/claim',
      '/base/claim',
      '/a//b/claim',
    ]);
  });

  test.each([200, 201, 299])('is answered by a status of %i', async (status) => {
    host.follow(json({ claimed: 1 }, status));
    expect(await send(hostAt(host.url))).toEqual({ claimed: 1 });
  });

  test('takes an answer of exactly 256 KiB, and none of a byte more', async () => {
    const body = (bytes: number) => reply(200, { chunks: [`"${'x'.repeat(bytes - 2)}"`] });
    const http = hostAt(host.url);

    host.follow(body(MOST_BYTES));
    expect(await send(http)).toHaveLength(MOST_BYTES - 2);
    host.follow(body(MOST_BYTES + 1));
    await expect(send(http)).rejects.toThrow(UnreadableAnswerError);
  });

  test('is not sent when its signal has aborted before', async () => {
    const sent = send(hostAt(host.url), { signal: AbortSignal.abort() });

    await expect(sent).rejects.toThrow(NotSentError);
    expect(host.connections).toBe(0);
  });

  test.each<[string, Script]>([
    ['429 and a body', reply(429, { chunks: ['x'.repeat(FLOOD_BYTES)] })],
    ['compression', reply(200, { headers: { 'content-encoding': 'gzip' }, chunks: ['x'.repeat(FLOOD_BYTES)] })],
    ['too much', reply(200, { chunks: ['x'.repeat(FLOOD_BYTES)] })],
    ['an error of too much', reply(500, { chunks: ['x'.repeat(FLOOD_BYTES)] })],
  ])('does not leave an answer lying that it refuses: %s', async (_, refused) => {
    host.follow(refused);
    const cut = once(host, 'cut');
    await expect(send(hostAt(host.url), { signal: new AbortController().signal })).rejects.toThrow();

    await expect(cut).resolves.toEqual([]);
  });

  test('is cut short when its host is closed', async () => {
    host.follow(hang);
    const http = hostAt(host.url);
    const sent = send(http, { signal: new AbortController().signal });
    const failed = expect(sent).rejects.toThrow(AnswerLostError);
    await host.hasReceived(1);
    const cut = once(host, 'cut');
    await http.close();

    await failed;
    await cut;
  });

  test('finds a connection while another waits', async () => {
    const gate = Promise.withResolvers<undefined>();
    host.follow(after(gate.promise, json({ first: true })), json({ second: true }));
    const http = hostAt(host.url);
    const first = send(http);
    await host.hasReceived(1);

    expect(await send(http)).toEqual({ second: true });
    gate.resolve(undefined);
    expect(await first).toEqual({ first: true });
    expect(host.connections).toBe(2);
  });
});
