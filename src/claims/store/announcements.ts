import type { Queries, Store } from '../../database/store.ts';
import type { GoalProgress } from '../../guilds/goal.ts';
import { readGoal, writeGoal } from '../../guilds/store/goal-counts.ts';
import { createOutbox, DEFAULT_LOCALE, type Outbox, type OutboxOptions, type Post } from '../../guilds/store/outbox.ts';
import type { Claim } from '../claim.ts';
import { readVerdict } from './rows.ts';

/**
 * A thank-you for a vote. `wasResolved`: a moderator had already marked the claim as dealt with when its reward turned
 * out to be due. `maybeTwo`: an answer of the claim was lost, which may have been a second grant.
 */
export type Announcement = Post & {
  kind: 'announcement';
  playername: string;
  reference: string;
  wasResolved: boolean;
  maybeTwo: boolean;
  /** how far the claim brought the guild's goal; undefined without one */
  goal: GoalProgress | undefined;
};

/** The outbox of announcements: each row is written together with the verdict it announces. */
export function createAnnouncements(options: OutboxOptions): Outbox<Announcement> {
  const { store } = options;

  function findOldest(guildId: string) {
    return store.read((db) =>
      db
        .selectFrom('announcements')
        .innerJoin('claims', 'claims.id', 'announcements.claim_id')
        .innerJoin('guilds', 'guilds.id', 'announcements.guild_id')
        .select(['announcements.claim_id as id', 'announcements.guild_id', 'announcements.nonce'])
        .select('announcements.goal')
        .select([
          'claims.playername',
          'claims.reference',
          'claims.resolved_at',
          'claims.verdict',
          'claims.verdict_detail',
          'guilds.announcement_channel_id',
          'guilds.locale',
        ])
        .where('announcements.guild_id', '=', guildId)
        .where('posted_at', 'is', null)
        .where('announcements_on', '=', 1)
        .where('announcement_channel_id', 'is not', null)
        .orderBy('announcements.created_at')
        .limit(1)
        .executeTakeFirst(),
    );
  }

  return createOutbox({
    ...options,
    table: 'announcements',
    kindOf: () => 'announcements',
    findOldest,
    toPost: (row): Announcement => {
      const verdict = readVerdict(row);
      return {
        kind: 'announcement',
        id: row.id,
        guildId: row.guild_id,
        channelId: row.announcement_channel_id ?? '',
        locale: row.locale ?? DEFAULT_LOCALE,
        nonce: row.nonce,
        playername: row.playername,
        reference: row.reference,
        wasResolved: row.resolved_at !== null,
        maybeTwo: verdict.kind === 'granted' && verdict.maybeTwo === true,
        goal: readGoal(row.goal),
      };
    },
  });
}

/**
 * Queues the announcements of claims that are granted, of the guilds that want them, within the caller's transaction.
 *
 * @param goals - how far each claim brought its guild, by its id, where there is a goal
 */
export async function announce(
  db: Queries,
  { now, given }: Pick<Store, 'now' | 'given'>,
  claims: readonly Pick<Claim, 'id' | 'guildId' | 'reference'>[],
  goals: ReadonlyMap<string, GoalProgress>,
): Promise<void> {
  if (claims.length === 0) return;
  const rows = claims.map(({ id, guildId, reference }) => {
    const goal = goals.get(id);
    return { id, guild_id: guildId, reference, goal: goal ? writeGoal(goal) : null };
  });
  await db
    .insertInto('announcements')
    .columns(['claim_id', 'guild_id', 'nonce', 'created_at', 'goal'])
    .expression((eb) =>
      eb
        .selectFrom(given({ id: 'text', guild_id: 'text', reference: 'text', goal: 'text' }, rows))
        .innerJoin('guilds', 'guilds.id', 'given.guild_id')
        .where('announcements_on', '=', 1)
        .select(['given.id', 'guilds.id as guild_id', 'given.reference', now.as('created_at'), 'given.goal']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
