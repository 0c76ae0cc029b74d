import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readConfig, SECRET_NAMES } from '../src/config.ts';
import { FatalError } from '../src/work/errors.ts';
import { temporaryFolder } from './temporary-folder.ts';

const CANARY = 'canary-3f9a';
const KEY = Buffer.alloc(32, 1).toString('base64');
const PLAIN = { AUTH_URL: 'https://identity.example', BASE_URL: 'https://main.example' };
const SECRETS: Record<string, string> = {
  DISCORD_TOKEN: 'discord-token',
  APPLICATION_KEY: 'application-key',
  ACCESS_TOKEN: 'access-token',
  DATABASE_URL: 'postgres://bot:pw@db.example/bot',
  REDIS_URL: 'rediss://:pw@cache.example:6380/1',
  ENCRYPTION_KEY: `new:${KEY}`,
};
const EVERYTHING = { ...PLAIN, ...SECRETS };

/** A file with this content, removed when the test ends. */
function fileWith(content: string | Buffer): string {
  const path = join(temporaryFolder(), 'secret');
  writeFileSync(path, content);
  return path;
}

/** Everything, but this secret comes from a file. */
const withFile = (name: string, path: string) => ({ ...EVERYTHING, [name]: '', [`${name}_FILE`]: path });

test('every secret is one that may be in a file', () => {
  expect(SECRET_NAMES).toEqual(Object.keys(SECRETS));
});

test('secrets that are all in files are read from them, without the line ends', () => {
  const files: Record<string, string> = Object.fromEntries(
    Object.entries(SECRETS).map(([name, value]) => [`${name}_FILE`, fileWith(`${value}\n`)]),
  );
  const config = readConfig({ ...PLAIN, ...files });

  expect([
    config.discord.token.reveal(),
    config.identity.applicationKey.reveal(),
    config.main.accessToken?.reveal(),
    config.database.kind === 'postgres' && config.database.url.reveal(),
    config.redisUrl?.reveal(),
    config.encryptionKeys?.map(({ id, key }) => `${id}:${key.reveal()}`).join(),
  ]).toEqual(Object.values(SECRETS));
});

test.each([
  ['a byte order mark', Buffer.from('\uFEFFkey\r\n')],
  ['quotation marks', Buffer.from('"key"\n')],
  ['UTF-16, as PowerShell redirects', Buffer.from('\uFEFFkey\r\n', 'utf16le')],
  ['UTF-16 the other way round', Buffer.from('\uFEFFkey\n', 'utf16le').swap16()],
  ['UTF-16 without a byte order mark', Buffer.from('key\n', 'utf16le')],
])('a secret is read from a file with %s', (_what, content) => {
  expect(readConfig(withFile('APPLICATION_KEY', fileWith(content))).identity.applicationKey.reveal()).toBe('key');
});

test.each(SECRET_NAMES)('%s is not taken from two places', (name) => {
  expect(() => readConfig({ ...EVERYTHING, [`${name}_FILE`]: fileWith('other') })).toThrow(
    new FatalError(`${name}_FILE must not be set together with ${name}`),
  );
});

test.each(SECRET_NAMES)('%s has one line for a file that is missing, without its path', (name) => {
  expect(() => readConfig(withFile(name, `/nowhere/${CANARY}`))).toThrow(
    new FatalError(`${name}_FILE must name a file that can be read (ENOENT)`),
  );
});

test('a folder is no file', () => {
  expect(() => readConfig(withFile('DISCORD_TOKEN', tmpdir()))).toThrow(
    new FatalError('DISCORD_TOKEN_FILE must name a file that can be read (EISDIR)'),
  );
});

test.each(['', ' \n\n'])('a file with nothing but %j is an error', (content) => {
  expect(() => readConfig(withFile('ACCESS_TOKEN', fileWith(content)))).toThrow(
    new FatalError('ACCESS_TOKEN_FILE must name a file that is not empty'),
  );
});

test.each(['DISCORD_TOKEN', 'DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEY'])(
  'a file whose content is no %s is an error that does not show it',
  (name) => {
    const read = () => readConfig(withFile(name, fileWith(`${CANARY} and more`)));

    expect(read).toThrow(`${name} must be `);
    expect(read).not.toThrow(CANARY);
  },
);

test('what is wrong with files is told of together with the rest', () => {
  const files = { DISCORD_TOKEN_FILE: '/nowhere', ENCRYPTION_KEY_FILE: '/nowhere' };

  expect(() => readConfig({ ...files, AUTH_URL: PLAIN.AUTH_URL, DATABASE_URL: SECRETS.DATABASE_URL })).toThrow(
    new FatalError(
      [
        'DISCORD_TOKEN_FILE must name a file that can be read (ENOENT)',
        'BASE_URL is missing',
        'APPLICATION_KEY is missing',
        'ENCRYPTION_KEY_FILE must name a file that can be read (ENOENT)',
      ].join('\n'),
    ),
  );
});

test('a blank name of a file counts as unset', () => {
  expect(readConfig({ ...EVERYTHING, DISCORD_TOKEN_FILE: ' ' }).discord.token.reveal()).toBe('discord-token');
});
