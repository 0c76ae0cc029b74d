import type { Store } from './store.ts';

/** Work that one process at a time does, however many share the database. */
export type Leases = {
  /**
   * Takes a lease, or renews it for its holder.
   *
   * @param holder - the process
   * @param forMs - how long nobody else can have it, unless it is renewed
   * @returns whether it is held now: false while it is somebody else's
   */
  hold(name: string, holder: string, forMs: number): Promise<boolean>;
};

export function createLeases(store: Store): Leases {
  return {
    hold: (name, holder, forMs) =>
      store.write(async (db) => {
        const held = await db
          .insertInto('leases')
          .values({ name, holder, until: store.after(forMs) })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet((row) => ({ holder: row.ref('excluded.holder'), until: row.ref('excluded.until') }))
              .where((row) => row.or([row('leases.holder', '=', holder), row('leases.until', '<=', store.now)])),
          )
          .returning('holder')
          .executeTakeFirst();
        return held !== undefined;
      }),
  };
}
