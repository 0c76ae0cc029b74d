import { Writable } from 'node:stream';

import { expect, test } from 'vitest';

import type { Store } from '../../../src/database/store.ts';
import type { Member } from '../../../src/member.ts';
import { MAX_SAVED_NAMES } from '../../../src/people/player-name.ts';
import { createSavedNames } from '../../../src/people/store/saved-names.ts';
import { StorageUnavailableError } from '../../../src/work/errors.ts';
import { createLog } from '../../../src/work/log.ts';
import { describeOnEachDatabase } from '../../database/databases.ts';
import { createManualClock } from '../../manual-clock.ts';

const PATIENCE_MS = 500;
const owner: Member = { guildId: 'guild', userId: 'person' };
const log = createLog({ level: 'silent', secrets: [], destination: new Writable() });

function createScene(store: Store) {
  const clock = createManualClock();
  return { clock, names: createSavedNames({ store, clock, log }) };
}

describeOnEachDatabase('saved names', (open) => {
  test('come back with the one saved last first, and the sixth drops the oldest', async () => {
    const { names } = createScene(await open());
    for (const name of ['A', 'B', 'C', 'D', 'E']) await names.save(owner, name);
    expect(await names.suggest(owner, '')).toEqual(['E', 'D', 'C', 'B', 'A']);

    await names.save(owner, 'B');
    expect(await names.suggest(owner, '')).toEqual(['B', 'E', 'D', 'C', 'A']);
    await names.save(owner, 'F');
    expect(await names.suggest(owner, '')).toEqual(['F', 'B', 'E', 'D', 'C']);
    expect(await names.suggest(owner, '')).toHaveLength(MAX_SAVED_NAMES);
    expect(await names.latest(owner, PATIENCE_MS)).toBe('F');
  });

  test('are of one person in one guild', async () => {
    const { names } = createScene(await open());
    await names.save(owner, 'Steve');

    for (const other of [
      { ...owner, guildId: 'other' },
      { ...owner, userId: 'other' },
    ]) {
      expect(await names.suggest(other, '')).toEqual([]);
      expect(await names.latest(other, PATIENCE_MS)).toBeUndefined();
    }
  });

  test('are suggested by what was typed', async () => {
    const { names } = createScene(await open());
    for (const name of ['Steve', 'steve', 'Notch']) await names.save(owner, name);

    expect(await names.suggest(owner, ' STE ')).toEqual(['steve', 'Steve']);
    expect(await names.suggest(owner, 'x')).toEqual([]);
  });
});

test('a store that is slow has no latest name', async () => {
  const { clock, names } = createScene({ read: () => new Promise(() => undefined) } as unknown as Store);

  const latest = names.latest(owner, PATIENCE_MS);
  await clock.advance(PATIENCE_MS);

  expect(await latest).toBeUndefined();
});

test('a store that is down has no latest name', async () => {
  const down = { read: () => Promise.reject(new StorageUnavailableError('down')) } as unknown as Store;
  expect(await createScene(down).names.latest(owner, PATIENCE_MS)).toBeUndefined();
});
