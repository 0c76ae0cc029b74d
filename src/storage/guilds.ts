import type { Queries, Store } from './store.ts';

/** Makes a guild's row if there is none, and holds it until the transaction ends, so that its writers come one after the other. */
export async function holdGuild(db: Queries, store: Pick<Store, 'now'>, guildId: string): Promise<void> {
  await db
    .insertInto('guilds')
    .values({ id: guildId, last_seen_at: store.now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((guild) => ({ last_seen_at: guild.ref('guilds.last_seen_at') })),
    )
    .execute();
}
