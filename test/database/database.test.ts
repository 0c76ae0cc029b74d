import { expect, test } from 'vitest';

import { describeDatabase } from '../../src/database/database.ts';
import { Secret } from '../../src/secret.ts';
import { openSealedStore } from '../../src/secrets/sealed-values.ts';
import { FatalError, StorageUnavailableError } from '../../src/work/errors.ts';

test.each([
  ['postgres://bot:canary@db.example:5432/votes?password=canary', 'Postgres, db.example:5432/votes'],
  ['postgres://db.example/votes', 'Postgres, db.example/votes'],
])('a database is described without its credentials', (url, description) => {
  expect(describeDatabase({ kind: 'postgres', url: new Secret(url) })).toBe(description);
});

test('a file is described by its path', () => {
  expect(describeDatabase({ kind: 'sqlite', path: './data/bot.db' })).toBe('SQLite, ./data/bot.db');
});

test('a database that stops answering during the start is named in one sentence', async () => {
  const config = { database: { kind: 'sqlite', path: ':memory:' } as const, encryptionKeys: undefined };
  const opening = openSealedStore(config, () => {
    throw new StorageUnavailableError('the database failed');
  });
  await expect(opening).rejects.toThrow(FatalError);
  await expect(opening).rejects.toThrow('The database stopped answering during the start. Is it running?');
});
