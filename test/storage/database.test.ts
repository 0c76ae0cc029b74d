import { expect, test } from 'vitest';

import { Secret } from '../../src/secret.ts';
import { describeDatabase } from '../../src/storage/database.ts';

test.each([
  ['postgres://bot:canary@db.example:5432/votes?password=canary', 'Postgres, db.example:5432/votes'],
  ['postgres://db.example/votes', 'Postgres, db.example/votes'],
])('a database is described without its credentials', (url, description) => {
  expect(describeDatabase({ kind: 'postgres', url: new Secret(url) })).toBe(description);
});

test('a file is described by its path', () => {
  expect(describeDatabase({ kind: 'sqlite', path: './data/bot.db' })).toBe('SQLite, ./data/bot.db');
});
