import {
  chmodSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { beforeEach, describe, expect, test } from 'vitest';

import type { Config } from '../../src/config.ts';
import type { Secret } from '../../src/secret.ts';
import { createKey } from '../../src/secrets/key-file.ts';
import { openKeyRing, renewKeyRing } from '../../src/secrets/key-ring.ts';
import { FatalError } from '../../src/work/errors.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let folder: string;
let place: Pick<Config, 'database' | 'encryptionKeys'>;
let keyFile: string;

beforeEach(() => {
  folder = temporaryFolder();
  const path = join(folder, 'data', 'bot.db');
  keyFile = `${path}.key`;
  place = { database: { kind: 'sqlite', path }, encryptionKeys: undefined };
});

const reveal = (keys: readonly { id: string; key: Secret }[]) => keys.map(({ id, key }) => `${id}:${key.reveal()}`);

describe('the key file', () => {
  test('is made beside the database, for its owner alone, and found again', () => {
    const keys = openKeyRing(place, false)();

    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(keyFile, 'utf8')).toMatch(/^[0-9a-f]{8}:[A-Za-z0-9+/]{43}=\n$/);
    expect(reveal(openKeyRing(place, false)())).toEqual(reveal(keys));
    expect(readdirSync(join(folder, 'data'))).toEqual(['bot.db.key']);
  });

  test('is taken away from others where they could read it', () => {
    openKeyRing(place, false);
    chmodSync(keyFile, 0o644);

    openKeyRing(place, true);

    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  });

  test('is not made anew when it is missing although something is encrypted with it', () => {
    for (const open of [openKeyRing, renewKeyRing]) {
      expect(() => open(place, true)).toThrow(
        new RegExp(`^The key file ${keyFile} is missing, .* Restore it from a backup.* "npm run forget-secrets"`),
      );
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that is a link stays one, and what it points to gets the new key', () => {
    openKeyRing(place, false);
    const elsewhere = join(folder, 'keys');
    renameSync(keyFile, elsewhere);
    symlinkSync(elsewhere, keyFile);

    const renewed = renewKeyRing(place, true)();

    expect(lstatSync(keyFile).isSymbolicLink()).toBe(true);
    expect(reveal(renewed)).toEqual(readFileSync(elsewhere, 'utf8').trim().split(','));
    expect(renewed).toHaveLength(2);
  });

  test('gets a new key in front, which a bot that runs finds when it reads again', () => {
    const running = openKeyRing(place, false);
    const before = reveal(running());
    const renewed = renewKeyRing(place, false)();

    expect(reveal(renewed).slice(1)).toEqual(before);
    expect(reveal(running())).toEqual(reveal(renewed));
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'data'))).toEqual(['bot.db.key']);
  });

  test('is not changed by two rotations at once', () => {
    openKeyRing(place, false);
    const before = readFileSync(keyFile, 'utf8');
    writeFileSync(`${keyFile}.new`, '');

    expect(() => renewKeyRing(place, false)).toThrow(/Another rotation is under way.*delete .*\.new/);
    expect(readFileSync(keyFile, 'utf8')).toBe(before);
  });

  test.each(['', 'nonsense', 'id:short', 'a:b,c'])(
    'that holds %j is refused in one line without what it holds',
    (text) => {
      openKeyRing(place, false);
      writeFileSync(keyFile, text);

      expect(() => openKeyRing(place, false)).toThrow(
        new FatalError(`The key file ${keyFile} is damaged: restore it from a backup.`),
      );
    },
  );

  test('that cannot be read is refused in one line', () => {
    const blocked = { ...place, database: { kind: 'sqlite' as const, path: join(folder, 'file', 'bot.db') } };
    writeFileSync(join(folder, 'file'), '');

    expect(() => openKeyRing(blocked, false)).toThrow(FatalError);
  });
});

describe('a key ring', () => {
  test("is the operator's where they give one, and no file is made", () => {
    const encryptionKeys = [createKey(), createKey()];

    expect(openKeyRing({ ...place, encryptionKeys }, false)()).toBe(encryptionKeys);
    expect(renewKeyRing({ ...place, encryptionKeys }, false)()).toBe(encryptionKeys);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('of a database in memory is one that nobody keeps', () => {
    const inMemory = { ...place, database: { kind: 'sqlite' as const, path: ':memory:' } };

    expect(reveal(openKeyRing(inMemory, false)())).not.toEqual(reveal(openKeyRing(inMemory, false)()));
    expect(readdirSync(folder)).toEqual([]);
  });
});
