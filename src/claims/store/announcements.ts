import { sql } from 'kysely';

import type { Queries, Store } from '../../database/store.ts';
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
      };
    },
  });
}

/** Queues the announcement of a claim that is granted, if its guild wants them, within the caller's transaction. */
export async function announce(
  db: Queries,
  { now }: Pick<Store, 'now'>,
  { id, guildId, reference }: Pick<Claim, 'id' | 'guildId' | 'reference'>,
): Promise<void> {
  await db
    .insertInto('announcements')
    .columns(['claim_id', 'guild_id', 'nonce', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('guilds')
        .where('guilds.id', '=', guildId)
        .where('announcements_on', '=', 1)
        .select([
          sql<string>`cast(${id} as text)`.as('claim_id'),
          'guilds.id as guild_id',
          sql<string>`cast(${reference} as text)`.as('nonce'),
          now.as('created_at'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
