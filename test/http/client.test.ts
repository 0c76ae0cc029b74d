import { once } from 'node:events';

import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { createVoteClient } from '../../src/claims/vote-client.ts';
import { createHttpClient, type HttpClient } from '../../src/http/client.ts';
import { createIdentityClient } from '../../src/plans/identity-client.ts';
import { Secret } from '../../src/secret.ts';
import { systemClock } from '../../src/work/clock.ts';
import { AnswerLostError, NotSentError, UnreadableAnswerError, UpstreamError } from '../../src/work/errors.ts';
import { createLog } from '../../src/work/log.ts';
import { hang, json, raw, reply, type Script, ScriptedHost } from './scripted-host.ts';

const TOKEN = 'vt/live+0a9Z==~"quoted\\"&<secret>';
const PATIENT_MS = 10_000;
/** Characters in a row that would give a credential away. */
const PIECE = 8;
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

function send(http: HttpClient, options: { signal?: AbortSignal } = {}): Promise<unknown> {
  const { signal = AbortSignal.timeout(PATIENT_MS) } = options;
  return http.send({ method: 'POST', path: '/claim', credential: new Secret('token'), json: {}, signal });
}

/** All that the log has of a claim and of a plan that a host answers so. */
async function logged(script: Script, token: string): Promise<string> {
  const lines: string[] = [];
  const log = createLog({ level: 'trace', secrets: [], destination: { write: (line) => lines.push(line) } });
  const credential = new Secret(token);
  const votes = createVoteClient(hostAt(host.url), systemClock, log);
  const clock = { ...systemClock, sleep: () => Promise.resolve() };
  const identity = createIdentityClient({ host: hostAt(host.url), applicationKey: credential, log, clock });
  host.follow(script);
  await votes.claim({ playername: 'Alex', token: credential, deadlineMs: PATIENT_MS });
  const [read] = (await identity.listPlans(['ent_a'])).values();
  log.error({ err: read instanceof UpstreamError ? read : undefined }, 'a plan could not be read');
  return lines.join('');
}

const asJson = (text: string) => JSON.stringify(text).slice(1, -1);
const encoded = (encoding: BufferEncoding) => (text: string) => Buffer.from(text).toString(encoding);

/** Nothing that a host says is logged, so its form is all the same. */
const FORMS: [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['for JSON', asJson],
  ['for a URL', encodeURIComponent],
  ['in base64', encoded('base64')],
  ['in hex', encoded('hex')],
  ['without its end', (text) => text.slice(0, -4)],
  ['in pieces', (text) => Array.from(text).join(' ')],
  ['backwards', (text) => Array.from(text).reverse().join('')],
];

describe('a credential that the host quotes', () => {
  const quote = (form: string) => `no scope for ${form}.`;
  const places: [string, (form: string) => Script][] = [
    ['the answer of a refusal', (form) => reply(401, { chunks: [quote(form)] })],
    ['the answer of a failure', (form) => reply(500, { chunks: [quote(form)] })],
    ['the whole of an answer', (form) => reply(200, { chunks: [form] })],
    ['a field', (form) => json({ claimed: quote(form), plan: quote(form), [quote(form)]: quote(form) })],
    ['the line of the status', (form) => raw(`HTTP/1.1 403 ${quote(form)}\r\ncontent-length: 0\r\n\r\n`)],
    ['a header that cannot be read', (form) => raw(`HTTP/1.1 200 OK\r\n${quote(form)}\r\n\r\n`)],
  ];

  test.each(FORMS)('is not in the log, %s', async (_, escape) => {
    const form = escape(TOKEN);
    for (const [place, script] of places) {
      const log = await logged(script(form), TOKEN);

      expect(log, place).toContain('vote claim');
      expect(log, place).not.toContain('no scope');
      const pieces = Array.from(form, (_unit, at) => form.slice(at, at + PIECE)).slice(0, 1 - PIECE);
      expect(
        pieces.filter((piece) => log.includes(piece) || log.includes(asJson(piece))),
        place,
      ).toEqual([]);
    }
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
});
