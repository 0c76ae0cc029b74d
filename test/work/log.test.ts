import { describe, expect, test } from 'vitest';

import { Secret } from '../../src/secret.ts';
import { StatusError } from '../../src/work/errors.ts';
import { createLog } from '../../src/work/log.ts';

const CANARY = 'canary-3f9a';

type Line = Record<string, unknown>;

/** The text of the one line that says this. */
function textOf(msg: string, fields: object = {}, secrets: string[] = []): string {
  const lines: string[] = [];
  createLog({ level: 'trace', secrets, destination: { write: (line) => lines.push(line) } }).info(fields, msg);
  return lines.join('');
}

const lineOf = (...said: Parameters<typeof textOf>): Line => JSON.parse(textOf(...said)) as Line;

describe('a log line', () => {
  test('is one line of JSON with the time, the level by name, the fields and the message', () => {
    const text = textOf('a plan was read', { guildId: '1', durationMs: 12 });

    expect(text.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(text)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
      guildId: '1',
      durationMs: 12,
      msg: 'a plan was read',
    });
  });

  test.each(['\u007F', '\u009B2J', '\u001B[2J', 'a\u202Eb', '\u200B', '\u2028', '\uFEFF', '\u{E0041}', 'a\nb'])(
    'shows %j only as JSON escapes it, wherever it is',
    (text) => {
      const line = textOf(text, { command: text, outcome: { [text]: text }, err: new Error(text) });

      expect(line.trimEnd()).toMatch(/^[ -~]+$/);
      const { command, outcome, err, msg } = JSON.parse(line) as Line;
      expect([command, outcome, err, msg]).toMatchObject([text, { [text]: text }, { message: text }, text]);
    },
  );

  test('leaves letters of every script as they are', () => {
    expect(textOf('Zoë Ω Я 名 ع 👍')).toContain('Zoë Ω Я 名 ع 👍');
  });

  test('is left out below the level', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'warn', secrets: [], destination: { write: (line) => lines.push(line) } });

    log.info('unimportant');
    log.warn('important');

    expect(lines.map((line) => (JSON.parse(line) as Line).msg)).toEqual(['important']);
  });

  test.each(['token', 'authorization', 'config', 'request', 'headers', 'body', 'url', 'playername', 'Status'])(
    'does not carry the field %s',
    (name) => {
      expect(Object.keys(lineOf('said', { [name]: CANARY, status: 200 })).toSorted()).toEqual([
        'level',
        'msg',
        'status',
        'time',
      ]);
    },
  );

  test('shows a secret in an allowed field as [secret]', () => {
    const outcome = { credential: new Secret(CANARY) };

    expect(lineOf('said', { outcome })).toMatchObject({ outcome: { credential: '[secret]' } });
  });
});

describe('an error in a log line', () => {
  test('shows no stack of what a host answered', () => {
    const { err } = lineOf('failed', { err: new StatusError('main', 401) });

    expect(err).toEqual({ type: 'StatusError', message: 'main service: answered 401', status: 401 });
  });

  test('shows its kind, message, code, status and stack', () => {
    const err = Object.assign(new TypeError('no'), { code: 'ECONNRESET', status: 502 });
    const shown = { type: 'TypeError', message: 'no', code: 'ECONNRESET', status: 502, stack: err.stack };

    expect(lineOf('failed', { err }).err).toEqual(shown);
  });

  test('shows its causes, four deep', () => {
    let err = new Error('cause 5');
    for (const depth of [4, 3, 2, 1, 0]) err = new Error(`cause ${depth}`, { cause: err });
    const line = textOf('failed', { err });

    expect(line).toContain('"message":"cause 4"');
    expect(line).not.toContain('"message":"cause 5"');
  });

  test('survives causes that go in a circle', () => {
    const err = new Error('circle');
    err.cause = err;

    expect(lineOf('failed', { err }).msg).toBe('failed');
  });

  test('shows none of its other properties', () => {
    const cause = Object.assign(new Error('inner'), { requestBody: { token: CANARY } });
    const err = Object.assign(new StatusError('main', 500), { config: { token: CANARY }, cause });

    expect(textOf('failed', { err })).not.toContain(CANARY);
  });

  test.each([
    ['a string', 'broken', 'broken'],
    ['nothing', undefined, 'undefined'],
    ['an object', { token: CANARY }, '[object Object]'],
  ])('may be %s', (_, thrown, expected) => {
    const line = textOf('failed', { err: thrown });

    expect(line).not.toContain(CANARY);
    expect((JSON.parse(line) as Line).err ?? 'undefined').toBe(expected);
  });
});

describe('a credential in running text', () => {
  const texts: [string, string, string][] = [
    ['a bearer', `authorization: Bearer ${CANARY}`, 'authorization: Bearer [secret]'],
    ['a bearer in lower case', `bearer ${CANARY}.x~y+z/w=`, 'bearer [secret]'],
    ['a bot token', `Bot ${CANARY}.a-b_c`, 'Bot [secret]'],
    [
      'the URL of a webhook message',
      `PATCH https://discord.com/api/v10/webhooks/123/${CANARY}/messages/@original?wait=true`,
      'PATCH https://discord.com/api/v10/webhooks/123/[secret]/messages/@original?wait=true',
    ],
    ['the URL of a webhook', `/webhooks/123/${CANARY}?thread_id=1`, '/webhooks/123/[secret]?thread_id=1'],
    ['the URL of an interaction', `/interactions/123/${CANARY}/callback`, '/interactions/123/[secret]/callback'],
    ['the URL of Redis', `redis://:${CANARY}@cache.example:6379/0`, 'redis://:[secret]@cache.example:6379/0'],
    ['the URL of Postgres', `postgres://bot:${CANARY}@db.example/bot`, 'postgres://bot:[secret]@db.example/bot'],
    ['a password with an @', `postgres://bot:a@${CANARY}@db.example/bot`, 'postgres://bot:[secret]@db.example/bot'],
    [
      'a password in a query',
      `postgres://db.example/bot?user=bot&password=${CANARY}&ssl=true`,
      'postgres://db.example/bot?user=bot&password=[secret]&ssl=true',
    ],
    ['the text of a known secret', `it was ${CANARY}!`, 'it was [secret]!'],
  ];
  const secrets = (name: string): string[] => (name === 'the text of a known secret' ? [CANARY] : []);

  test.each(texts)('is scrubbed from message, field, error, stack and cause: %s', (name, text, expected) => {
    const err = new Error(text, { cause: new Error(text) });
    const line = lineOf(text, { reason: text, err }, secrets(name));

    expect(line).toMatchObject({ msg: expected, reason: expected, err: { message: expected } });
    expect(line.err).toMatchObject({ cause: { message: expected } });
    expect(JSON.stringify(line)).not.toContain(CANARY);
  });

  test('is scrubbed wherever it is, as often as it is there', () => {
    const fields = { reason: `${CANARY} ${CANARY}`, paths: [CANARY], outcome: { [CANARY]: CANARY } };

    expect(textOf(CANARY, fields, [CANARY])).not.toContain(CANARY);
  });

  test.each(['a"b\\c-secret', 'line\nbreak-secret', 'ünï-secret'])(
    'is scrubbed although JSON writes it otherwise: %j',
    (secret) => {
      expect(lineOf(`it was ${secret}!`, {}, [secret]).msg).toBe('it was [secret]!');
    },
  );

  test('leaves a line whole when a known secret is empty', () => {
    expect(lineOf('as it was', {}, ['']).msg).toBe('as it was');
  });

  test.each([
    'GET https://identity.example:8443/api/v1/entities/ent_a/plan',
    'mail to someone@example.com at 12:30',
    'the bot is ready',
    'see /webhooks/123 and /interactions/123',
  ])('is not seen where there is none: %s', (text) => {
    expect(lineOf(text).msg).toBe(text);
  });
});
