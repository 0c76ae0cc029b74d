import type { Store } from './store.ts';

/** How many leases that have expired are deleted along with taking one. */
const SWEPT_AT_ONCE = 100;

/** Locks that expire, for work that only one of the processes sharing the database may do at a time. */
export type Leases = {
  /**
   * Takes a lease, or renews it for its holder. Those that have expired are swept on the way.
   *
   * @param holder - identifies the process
   * @param forMs - how long nobody else can take it, unless it is renewed
   * @returns whether `holder` has it now; false while somebody else does
   */
  hold(name: string, holder: string, forMs: number): Promise<boolean>;
  /** How many leases are held whose names begin like this. */
  count(prefix: string): Promise<number>;
};

export function createLeases(store: Store): Leases {
  return {
    hold: (name, holder, forMs) =>
      store.write(async (db) => {
        const expired = db
          .selectFrom('leases')
          .select('name')
          .where('until', '<=', store.now)
          .where('name', '!=', name)
          .limit(SWEPT_AT_ONCE)
          .modifyEnd(store.skipLocked);
        await db.deleteFrom('leases').where('name', 'in', expired).execute();
        const held = await db
          .insertInto('leases')
          .values({ name, holder, until: store.after(forMs) })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet((eb) => ({ holder: eb.ref('excluded.holder'), until: eb.ref('excluded.until') }))
              .where((eb) => eb.or([eb('leases.holder', '=', holder), eb('leases.until', '<=', store.now)])),
          )
          .returning('holder')
          .executeTakeFirst();
        return held !== undefined;
      }),
    count: (prefix) =>
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
