import { sql } from 'kysely';

import { REPEATABLE, type Store } from './store.ts';

export type Leases = ReturnType<typeof createLeases>;

/** Locks that expire, for work that only one of the processes that share the database may do at a time. */
export function createLeases(store: Store) {
  return {
    /**
     * Takes a lease, or renews it for its holder, and deletes some of those that expired.
     *
     * @param holder - whoever may renew it: a process, or one piece of its work
     * @param options.evenIfHeld - takes it from another holder
     * @returns whether `holder` has the lease now
     */
    hold: (name: string, holder: string, forMs: number, { evenIfHeld = false } = {}): Promise<boolean> =>
      store.write(async (db) => {
        const expired = db
          .selectFrom('leases')
          .select('name')
          .where('until', '<=', store.now)
          .where('name', '!=', name)
          .limit(100)
          .modifyEnd(store.skipLocked);
        await db.deleteFrom('leases').where('name', 'in', expired).execute();
        const held = await db
          .insertInto('leases')
          .values({ name, holder, until: store.after(forMs) })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet((eb) => ({ holder: eb.ref('excluded.holder'), until: eb.ref('excluded.until') }))
              .where(
                sql<boolean>`leases.holder = excluded.holder or leases.until <= ${store.now}
                  or ${sql.lit(evenIfHeld ? 1 : 0)} = 1`,
              ),
          )
          .returning('holder')
          .executeTakeFirst();
        return held !== undefined;
      }, REPEATABLE),
    count: (prefix: string): Promise<number> =>
      store.read(async (db) => {
        const { held } = await db
          .selectFrom('leases')
          .select(({ fn }) => fn.countAll<number>().as('held'))
          .where('name', 'like', `${prefix}%`)
          .where('until', '>', store.now)
          .executeTakeFirstOrThrow();
        return held;
      }),
  };
}
