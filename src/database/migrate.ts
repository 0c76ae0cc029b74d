import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';

import { FatalError } from '../work/errors.ts';
import { firstRelease } from './migrations/0001-first-release.ts';
import { votifier } from './migrations/0002-votifier.ts';
import { arrivals } from './migrations/0003-arrivals.ts';
import { rewardDecisions } from './migrations/0004-reward-decisions.ts';
import { dayStarts } from './migrations/0005-day-starts.ts';
import { undecidedClaims } from './migrations/0006-undecided-claims.ts';
import { ownNames } from './migrations/0007-own-names.ts';
import { looks } from './migrations/0008-looks.ts';
import { byHand } from './migrations/0009-by-hand.ts';
import { questions } from './migrations/0010-questions.ts';

/** Oldest first. A migration that has landed is never edited: `npm run check:migrations` compares its hash. */
export function migrations(serial: 'integer' | 'bigserial'): Record<string, Migration> {
  return {
    '0001-first-release': firstRelease(serial),
    '0002-votifier': votifier,
    '0003-arrivals': arrivals,
    '0004-reward-decisions': rewardDecisions(serial),
    '0005-day-starts': dayStarts(serial),
    '0006-undecided-claims': undecidedClaims,
    '0007-own-names': ownNames(serial),
    '0008-looks': looks,
    '0009-by-hand': byHand,
    '0010-questions': questions,
  };
}

/** Brings the tables up to date, under a lock. @throws {@link FatalError} when a newer version has changed them */
export async function migrate<T>(db: Kysely<T>, all: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(all) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  // Kysely's only sign of an applied migration that is not among `all`.
  if (error instanceof Error && error.message.includes('corrupted migrations')) {
    throw new FatalError('The database was written by a newer version of this program. Update the program.', {
      cause: error,
    });
  }
  throw error instanceof Error ? error : new Error('the migration failed', { cause: error });
}
