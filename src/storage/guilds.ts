import { lockRow, type Queries, type Store } from './store.ts';

/** Makes a guild's row if there is none. */
export async function addGuild(db: Queries, store: Pick<Store, 'now'>, guildId: string): Promise<void> {
  await db
    .insertInto('guilds')
    .values({ id: guildId, last_seen_at: store.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The same, and locks the row: transactions that change what belongs to a guild run one after the other. */
export async function holdGuild(db: Queries, store: Pick<Store, 'now'>, guildId: string): Promise<void> {
  await addGuild(db, store, guildId);
  await lockRow(db, 'guilds', guildId);
}
