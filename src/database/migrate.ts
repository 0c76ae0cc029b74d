import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';

import { FatalError } from '../errors.ts';
import { claimsAndGuilds } from './migrations/0001-claims-and-guilds.ts';
import { ownersAndModerators } from './migrations/0002-owners-and-moderators.ts';
import { peopleWhoWait } from './migrations/0003-people-who-wait.ts';
import { claimEvidence } from './migrations/0004-claim-evidence.ts';
import { alertRole } from './migrations/0005-alert-role.ts';
import { replacedRequests } from './migrations/0006-replaced-requests.ts';
import { processes } from './migrations/0007-processes.ts';
import { claimTotals } from './migrations/0008-claim-totals.ts';
import { rewardHooks } from './migrations/0009-reward-hooks.ts';
import { voteLinksAndPanel } from './migrations/0010-vote-links-and-panel.ts';
import { voterRoles } from './migrations/0011-voter-roles.ts';
import { reminders } from './migrations/0012-reminders.ts';
import { goals } from './migrations/0013-goals.ts';
import { panelPosts } from './migrations/0014-panel-posts.ts';
import { noClaimTotals } from './migrations/0015-no-claim-totals.ts';
import { turnsAndTakenRoles } from './migrations/0016-turns-and-taken-roles.ts';

/**
 * Every migration, oldest first. None can be undone, and one that has landed is never edited:
 * `npm run check:migrations` compares its hash.
 */
export function migrations(serial: 'integer' | 'bigserial'): Record<string, Migration> {
  return {
    '0001-claims-and-guilds': claimsAndGuilds(serial),
    '0002-owners-and-moderators': ownersAndModerators(serial),
    '0003-people-who-wait': peopleWhoWait(),
    '0004-claim-evidence': claimEvidence,
    '0005-alert-role': alertRole,
    '0006-replaced-requests': replacedRequests,
    '0007-processes': processes,
    '0008-claim-totals': claimTotals,
    '0009-reward-hooks': rewardHooks(serial),
    '0010-vote-links-and-panel': voteLinksAndPanel,
    '0011-voter-roles': voterRoles(serial),
    '0012-reminders': reminders(serial),
    '0013-goals': goals,
    '0014-panel-posts': panelPosts,
    '0015-no-claim-totals': noClaimTotals,
    '0016-turns-and-taken-roles': turnsAndTakenRoles,
  };
}

/**
 * Brings the tables up to date, under the database's own lock.
 *
 * @throws {@link FatalError} when a newer version has changed them
 */
export async function migrate<T>(db: Kysely<T>, all: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(all) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  // Kysely has no other sign of a migration that was applied and is not among `all`.
  if (error instanceof Error && error.message.includes('corrupted migrations')) {
    throw new FatalError('The database was written by a newer version of this program. Update the program.', {
      cause: error,
    });
  }
  throw error instanceof Error ? error : new Error('the migration failed', { cause: error });
}
