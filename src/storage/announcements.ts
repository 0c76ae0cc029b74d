import type { Store } from './store.ts';

/** A thank-you that a guild wants posted and that is not posted yet. */
export type DueAnnouncement = {
  claimId: string;
  guildId: string;
  channelId: string;
  locale: string;
  playername: string;
  reference: string;
  nonce: string;
};

export type Announcements = {
  due(): Promise<DueAnnouncement[]>;
  markPosted(claimId: string): Promise<void>;
};

const BATCH = 50;
const DEFAULT_LOCALE = 'en-US';

/** The outbox of announcements: a row is written with the verdict it announces. */
export function createAnnouncements(store: Store): Announcements {
  return {
    due: () =>
      store.read(async (db) => {
        const rows = await db
          .selectFrom('announcements')
          .innerJoin('claims', 'claims.id', 'announcements.claim_id')
          .innerJoin('guilds', 'guilds.id', 'announcements.guild_id')
          .select(['announcements.claim_id', 'announcements.guild_id', 'announcements.nonce'])
          .select(['claims.playername', 'claims.reference', 'guilds.announcement_channel_id', 'guilds.locale'])
          .where('posted_at', 'is', null)
          .where('announcements_on', '=', 1)
          .where('announcement_channel_id', 'is not', null)
          .orderBy('announcements.created_at')
          .limit(BATCH)
          .execute();
        return rows.map((row) => ({
          claimId: row.claim_id,
          guildId: row.guild_id,
          channelId: row.announcement_channel_id ?? '',
          locale: row.locale ?? DEFAULT_LOCALE,
          playername: row.playername,
          reference: row.reference,
          nonce: row.nonce,
        }));
      }),
    markPosted: (claimId) =>
      store.write(async (db) => {
        await db.updateTable('announcements').set({ posted_at: store.now }).where('claim_id', '=', claimId).execute();
      }),
  };
}
