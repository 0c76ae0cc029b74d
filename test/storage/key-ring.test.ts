import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import type { Config } from '../../src/config.ts';
import { FatalError } from '../../src/errors.ts';
import type { Secret } from '../../src/secret.ts';
import { createKey } from '../../src/storage/key-file.ts';
import { openKeyRing, renewKeyRing } from '../../src/storage/key-ring.ts';

let folder: string;
let place: Pick<Config, 'database' | 'encryptionKeys'>;
let keyFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'key-ring-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, 'data', 'bot.db');
  keyFile = `${path}.key`;
  place = { database: { kind: 'sqlite', path }, encryptionKeys: undefined };
});

const reveal = (keys: readonly { id: string; key: Secret }[]) => keys.map(({ id, key }) => `${id}:${key.reveal()}`);

describe('the key file', () => {
  test('is made beside the database, for its owner alone, and found again', () => {
    const { keys } = openKeyRing(place);

    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(keyFile, 'utf8')).toMatch(/^[0-9a-f]{8}:[A-Za-z0-9+/]{43}=\n$/);
    expect(reveal(openKeyRing(place).keys)).toEqual(reveal(keys));
    expect(readdirSync(join(folder, 'data'))).toEqual(['bot.db.key']);
  });

  test('gets a new key in front, which a bot that runs finds when it reads again', () => {
    const running = openKeyRing(place);
    const renewed = renewKeyRing(place);

    expect(reveal(renewed.keys).slice(1)).toEqual(reveal(running.keys));
    expect(reveal(running.reread?.() ?? [])).toEqual(reveal(renewed.keys));
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'data'))).toEqual(['bot.db.key']);
  });

  test('is not changed by two rotations at once', () => {
    openKeyRing(place);
    const before = readFileSync(keyFile, 'utf8');
    writeFileSync(`${keyFile}.new`, '');

    expect(() => renewKeyRing(place)).toThrow(/Another rotation is under way.*delete .*\.new/);
    expect(readFileSync(keyFile, 'utf8')).toBe(before);
  });

  test.each(['', 'nonsense', 'id:short', 'a:b,c'])(
    'that holds %j is refused in one line without what it holds',
    (text) => {
      openKeyRing(place);
      writeFileSync(keyFile, text);

      expect(() => openKeyRing(place)).toThrow(
        new FatalError(`The key file ${keyFile} is damaged: restore it from a backup.`),
      );
    },
  );

  test('that cannot be read is refused in one line', () => {
    const blocked = { ...place, database: { kind: 'sqlite' as const, path: join(folder, 'file', 'bot.db') } };
    writeFileSync(join(folder, 'file'), '');

    expect(() => openKeyRing(blocked)).toThrow(FatalError);
  });
});

describe('a key ring', () => {
  test("is the operator's where they give one, and no file is made", () => {
    const encryptionKeys = [createKey(), createKey()];

    expect(openKeyRing({ ...place, encryptionKeys }).keys).toBe(encryptionKeys);
    expect(renewKeyRing({ ...place, encryptionKeys }).keys).toBe(encryptionKeys);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('of a database in memory is one that nobody keeps', () => {
    const inMemory = { ...place, database: { kind: 'sqlite' as const, path: ':memory:' } };

    expect(reveal(openKeyRing(inMemory).keys)).not.toEqual(reveal(openKeyRing(inMemory).keys));
    expect(readdirSync(folder)).toEqual([]);
  });
});
