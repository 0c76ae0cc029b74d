import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { format, inspect } from 'node:util';

import { describe, expect, test } from 'vitest';

import { Secret } from '../src/secret.ts';

const CANARY = 'canary-3f9a';
const secret = new Secret(CANARY);

/** What a console prints for a value. */
function printed(value: unknown): string {
  const stdout = new PassThrough();
  new Console({ stdout }).log(value);
  return String(stdout.read());
}

describe('a secret', () => {
  test('gives its text to who asks for it', () => {
    expect(secret.reveal()).toBe(CANARY);
  });

  test.each<[string, () => string]>([
    ['util.inspect of what holds it', () => inspect({ deep: { er: [secret] } }, { depth: null, showHidden: true })],
    ['util.inspect of its insides', () => inspect(secret, { customInspect: false, showHidden: true, depth: null })],
    ['util.format', () => format('%s %o %O %j', secret, secret, secret, secret)],
    ['the console, inside something', () => printed({ config: { token: secret } })],
    ['its own properties', () => JSON.stringify(Object.getOwnPropertyDescriptors(secret))],
  ])('does not show in %s', (_, show) => {
    expect(show()).not.toContain(CANARY);
  });

  test.each<[string, () => string, string]>([
    ['a template string', () => `Bearer ${secret as unknown as string}`, 'Bearer [secret]'],
    ['JSON', () => JSON.stringify({ token: secret }), '{"token":"[secret]"}'],
    ['util.inspect', () => inspect({ token: secret }), '{ token: [secret] }'],
    ['the console', () => printed(secret), '[secret]\n'],
  ])('prints as [secret] in %s', (_, show, expected) => {
    expect(show()).toBe(expected);
  });
});

describe('the fingerprint of a secret', () => {
  test('is the same for the same text', () => {
    expect(new Secret(CANARY).fingerprint('main')).toBe(secret.fingerprint('main'));
  });

  test('is a SHA-256 in hex, without the text', () => {
    expect(secret.fingerprint()).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each<[string, string, string]>([
    ['another text', 'main', 'canary-3f9b'],
    ['another context', 'other', CANARY],
    ['the same letters split elsewhere', `main${CANARY[0] ?? ''}`, CANARY.slice(1)],
  ])('differs for %s', (_, context, text) => {
    expect(new Secret(text).fingerprint(context)).not.toBe(secret.fingerprint('main'));
  });
});
