import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { EncryptionKey } from '../../src/formats.ts';
import { Secret } from '../../src/secret.ts';
import { createSealer, type SealedCell, UnsealError } from '../../src/secrets/sealer.ts';

const CELL: SealedCell = { guildId: '100000000000000001', field: 'reply-token', rowId: 'a request' };
const TOKEN = new Secret('an access token of a guild');
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. ';

const keyNamed = (id: string): EncryptionKey => ({ id, key: new Secret(randomBytes(32).toString('base64')) });

const [first, second] = [keyNamed('first'), keyNamed('second')];
const sealer = createSealer([first]);

describe('what is sealed', () => {
  test('opens in its place as it was, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (text, guildId, rowId) => {
        const cell: SealedCell = { guildId, field: 'reply-token', rowId };
        expect(sealer.open(sealer.seal(new Secret(text), cell), cell).reveal()).toBe(text);
      }),
    );
  });

  test('shows nothing of it, and never looks the same twice', () => {
    const sealed = Array.from({ length: 100 }, () => sealer.seal(TOKEN, CELL));

    expect(new Set(sealed).size).toBe(100);
    for (const text of sealed) {
      expect(text).not.toContain(TOKEN.reveal());
      expect(text).toMatch(/^first\.[\w-]{16}\.[\w-]+$/);
    }
  });

  test('cannot be altered anywhere', () => {
    const sealed = sealer.seal(TOKEN, CELL);
    for (let at = 0; at < sealed.length; at += 1) {
      for (const other of ALPHABET) {
        if (other === sealed[at]) continue;
        const altered = sealed.slice(0, at) + other + sealed.slice(at + 1);
        expect(() => sealer.open(altered, CELL), altered).toThrow(UnsealError);
      }
      expect(() => sealer.open(sealed.slice(0, at), CELL)).toThrow(UnsealError);
    }
    for (const other of [`${sealed}A`, `${sealed}.`, `${sealed}.AAAA`, ` ${sealed}`, sealed.slice(2)]) {
      expect(() => sealer.open(other, CELL), other).toThrow(UnsealError);
    }
  });

  test.each<[string, SealedCell]>([
    ['another guild', { ...CELL, guildId: '100000000000000002' }],
    ['another field', { ...CELL, field: 'access-token' }],
    ['another row of the guild', { ...CELL, rowId: 'another request' }],
    ['a place that reads the same', { ...CELL, guildId: `${CELL.guildId}","reply-token` }],
  ])('cannot be moved to %s', (_name, cell) => {
    expect(() => sealer.open(sealer.seal(TOKEN, CELL), cell)).toThrow(UnsealError);
  });

  test('is not in the error that says it cannot be opened', () => {
    const sealed = createSealer([second]).seal(TOKEN, CELL);
    const [, , body = ''] = sealed.split('.');

    expect(() => sealer.open(sealed, CELL)).toThrow(expect.toSatisfy((error) => !inspect(error).includes(body)));
  });
});

describe('a key ring', () => {
  test('seals nothing without a key', () => {
    expect(() => createSealer([]).seal(TOKEN, CELL)).toThrow('a key ring has at least one key');
  });

  test('names the key that it lacks, and the place that it was for', () => {
    const sealed = createSealer([second]).seal(TOKEN, CELL);
    expect(() => sealer.open(sealed, CELL)).toThrow(
      expect.objectContaining({
        message: `the sealed reply-token of guild ${CELL.guildId} cannot be opened`,
        cause: new Error('the key ring has no key "second"'),
      }),
    );
  });

  test('seals with its newest key and opens with every one', () => {
    const old = sealer.seal(TOKEN, CELL);
    const both = createSealer([second, first]);
    const renewed = both.seal(TOKEN, CELL);

    expect(both.keyIdOf(old)).toBe('first');
    expect(both.keyIdOf(renewed)).toBe('second');
    expect([old, renewed].map((sealed) => both.open(sealed, CELL).reveal())).toEqual([TOKEN.reveal(), TOKEN.reveal()]);
    expect(() => sealer.open(renewed, CELL)).toThrow(UnsealError);
  });

  test('is read again when a key turns up that it lacks, and then seals with the newest', () => {
    const running = createSealer([first], () => [second, first]);
    const renewed = createSealer([second]).seal(TOKEN, CELL);
    expect(running.keyIdOf(running.seal(TOKEN, CELL))).toBe('first');

    expect(running.open(renewed, CELL).reveal()).toBe(TOKEN.reveal());
    expect(running.keyIdOf(running.seal(TOKEN, CELL))).toBe('second');
  });

  test('is kept when reading it again does not help', () => {
    const running = createSealer([first], () => [first]);
    expect(() => running.open(createSealer([second]).seal(TOKEN, CELL), CELL)).toThrow(UnsealError);
    expect(running.open(running.seal(TOKEN, CELL), CELL).reveal()).toBe(TOKEN.reveal());
  });
});
