import type { Store } from '../../database/store.ts';
import type { Member } from '../../member.ts';
import { inBatches } from '../../work/batch.ts';
import type { NameRefusal } from '../own-names.ts';
import { NUMBERS } from './name-owners.ts';

type Asked = Member & { foldedName: string };
type WithoutModerators<Refusal> = Refusal extends unknown ? Omit<Refusal, 'hasModerators'> : never;

/** Table `owned_names`: why a member cannot claim with a name, where names have owners. Every claim asks, hence in batches. */
export function createNameRefusals(store: Store) {
  return inBatches(
    async (asking: readonly Asked[]): Promise<(WithoutModerators<NameRefusal> | undefined)[]> => {
      const given = asking.map(({ guildId, userId, foldedName }, asked) => ({
        asked,
        guild_id: guildId,
        user_id: userId,
        folded_name: foldedName,
      }));
      const columns = { asked: 'bigint', guild_id: 'text', user_id: 'text', folded_name: 'text' } as const;
      // Two look-ups: with `or` in one, SQLite goes through all names of the guild.
      const rows = await store.read((db) => {
        const ownedBy = (column: 'folded_name' | 'user_id') =>
          db
            .selectFrom(store.given(columns, given))
            .innerJoin('owned_names', (join) =>
              join
                .onRef('owned_names.guild_id', '=', 'given.guild_id')
                .onRef(`owned_names.${column}`, '=', `given.${column}`),
            )
            .select(['asked', 'owned_names.id', 'owned_names.folded_name', 'owned_names.user_id', 'playername'])
            .select('owned_at');
        return ownedBy('folded_name').unionAll(ownedBy('user_id')).orderBy('owned_at').execute();
      });
      const found = Map.groupBy(rows, ({ asked }) => asked);
      return asking.map(({ userId, foldedName }, asked) => {
        const near = found.get(asked) ?? [];
        const owned = near.find(({ folded_name }) => folded_name === foldedName);
        if (owned) return owned.user_id === userId ? undefined : { kind: 'not-yours', nameId: owned.id };
        const [oldest] = near;
        if (!oldest || near.length < NUMBERS.length) return undefined;
        return { kind: 'names-full', nameId: oldest.id, names: near.map(({ playername }) => playername) };
      });
    },
    { max: 100 },
  );
}
