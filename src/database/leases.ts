import { sql } from 'kysely';

import { type ParametersOf, prepared } from './prepared.ts';
import { REPEATABLE, type Store } from './store.ts';

const deleteExpired = prepared((db, store, { name }: ParametersOf<{ name: string }>) => {
  const expired = db
    .selectFrom('leases')
    .select('name')
    .where('until', '<=', store.now)
    .where('name', '!=', name)
    .limit(100)
    .modifyEnd(store.skipLocked);
  return db.deleteFrom('leases').where('name', 'in', expired);
});

type Lease = { name: string; holder: string; forMs: number; evenIfHeld: number };

const take = prepared((db, store, { name, holder, forMs, evenIfHeld }: ParametersOf<Lease>) =>
  db
    .insertInto('leases')
    .values({ name, holder, until: store.after(forMs) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ holder: eb.ref('excluded.holder'), until: eb.ref('excluded.until') }))
        .where(
          sql<boolean>`leases.holder = excluded.holder or leases.until <= ${store.now}
            or cast(${evenIfHeld} as integer) = 1`,
        ),
    )
    .returning('holder'),
);

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
        await deleteExpired(db, store, { name });
        const [held] = await take(db, store, { name, holder, forMs, evenIfHeld: evenIfHeld ? 1 : 0 });
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
