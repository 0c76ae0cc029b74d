import { type RawBuilder, sql } from 'kysely';

import { forgetPerson } from '../../database/forgetting.ts';
import { PERSONAL_COLUMNS, type PersonalColumn } from '../../database/personal-columns.ts';
import type { Queries, Store } from '../../database/store.ts';
import { chunksOf, type Pages, ROWS_AT_ONCE } from '../../work/chunks.ts';

/** Everything stored about a person, by guild, ready to be written as JSON. */
export type PersonalData = { userId: string; exportedAt: string; guilds: Record<string, GuildData> };

type GuildData = Record<(typeof PERSONAL_COLUMNS)[number]['name'], Pages<ExportedRow>>;
/** A claim also contains its attempts, and the deliveries of its reward. */
type ExportedRow = Record<string, Value | object[]>;
type Row = Record<string, Value>;
type Value = string | number | null;

const [CLAIMS, ...FEW] = PERSONAL_COLUMNS;
const NO_DATA = Object.fromEntries(PERSONAL_COLUMNS.map(({ name }) => [name, []])) as unknown as GuildData;

export function createPrivacy({ store, now }: { store: Store; now: () => number }) {
  return {
    /**
     * Everything stored about a person in every guild, but nothing secret or sealed, as it was at one moment. Of
     * claims, which may be thousands, only the ids are: the rest is read page by page, so that nobody waits for all of
     * it. Each claim agrees with its attempts, and one that was deleted meanwhile is missing.
     */
    async collect(userId: string): Promise<PersonalData> {
      const guilds: PersonalData['guilds'] = {};
      const of = (guildId: string) => (guilds[guildId] ??= { ...NO_DATA });
      const requests = await store.snapshot(async (db) => {
        for (const personal of FEW) {
          const found = await findRows(db, personal, sql`${sql.ref(personal.column)} = ${userId}`);
          for (const [guildId, some] of Map.groupBy(found, (one) => one.guildId)) {
            const rows = some.map(({ row }) => row);
            of(guildId)[personal.name] = [...chunksOf(rows, ROWS_AT_ONCE)];
          }
        }
        const asked = db.selectFrom('claim_requests').select(['id', 'guild_id']).where('user_id', '=', userId);
        return asked.orderBy('created_at').orderBy('id').execute();
      });
      for (const [guildId, some] of Map.groupBy(requests, ({ guild_id }) => guild_id)) {
        of(guildId).claims = claimsOf(store, userId, some);
      }
      return { userId, exportedAt: new Date(now()).toISOString(), guilds };
    },

    /** Removes the person from everything stored (see {@link forgetPerson}). */
    async forget(userId: string): Promise<void> {
      await forgetPerson(store, userId);
      await store.eraseDeleted();
    },
  };
}

/** Asks by id. `coalesce` hides the person's index from SQLite, which would go through all their requests each time. */
async function* claimsOf(
  store: Store,
  userId: string,
  requests: readonly { id: string }[],
): AsyncGenerator<ExportedRow[]> {
  for (const some of chunksOf(requests, ROWS_AT_ONCE)) {
    const ids = sql.join(some.map(({ id }) => id));
    yield await store.snapshot(async (db) => {
      const theirs = sql`claim_requests.id in (${ids}) and coalesce(user_id, '') = ${userId}`;
      const claims = (await findRows(db, CLAIMS, theirs)).map(({ row }) => ({ row, claimId: String(row.claimId) }));
      if (claims.length === 0) return [];
      const claimIds = claims.map(({ claimId }) => claimId);
      const attempts = await db
        .selectFrom('claim_attempts')
        .select(['claim_id', 'started_at as startedAt', 'ended_at as endedAt', 'outcome', 'claimed as answer'])
        .where('claim_id', 'in', claimIds)
        .orderBy('started_at')
        .execute();
      // The addresses of game servers are not handed out.
      const deliveries = await db
        .selectFrom('reward_deliveries')
        .select(['claim_id', 'state', 'body as message', 'created_at as createdAt', 'ended_at as endedAt'])
        .where('claim_id', 'in', claimIds)
        .orderBy('id')
        .execute();
      const [attemptsOf, deliveriesOf] = [byClaim(attempts), byClaim(deliveries)];
      return claims.map(({ row, claimId }) => ({
        ...row,
        attempts: attemptsOf.get(claimId) ?? [],
        deliveries: (deliveriesOf.get(claimId) ?? []).map(withMessage),
      }));
    });
  }
}

async function findRows(
  db: Queries,
  { table, exported, oldestBy, joined }: PersonalColumn,
  condition: RawBuilder<unknown>,
): Promise<{ guildId: string; row: Row }[]> {
  const columns = { guildId: `${table}.guild_id`, ...exported };
  const selected = Object.entries(columns).map(([name, from]) => sql`${sql.ref(from)} as ${sql.ref(name)}`);
  const join = joined
    ? sql`left join ${sql.table(joined.table)} on ${sql.ref(`${joined.table}.id`)} = ${sql.ref(joined.by)}`
    : sql``;
  const { rows } = await sql<Row & { guildId: string }>`
    select ${sql.join(selected)} from ${sql.table(table)} ${join}
    where ${condition} order by ${sql.ref(oldestBy)}`.execute(db);
  return rows.map(({ guildId, ...row }) => ({ guildId, row: withTimes(row) }));
}

function byClaim(rows: readonly (Row & { claim_id: string | null })[]): Map<string | null, Row[]> {
  const found = new Map<string | null, Row[]>();
  for (const { claim_id, ...row } of rows) found.set(claim_id, [...(found.get(claim_id) ?? []), withTimes(row)]);
  return found;
}

/** The message as the data that it is, not as text. */
function withMessage({ message, ...delivery }: Row): object {
  return { ...delivery, message: JSON.parse(String(message)) as unknown };
}

function withTimes(row: Row): Row {
  const shown = Object.entries(row).map(([name, value]) => {
    const isTime = name.endsWith('At') && typeof value === 'number';
    return [name, isTime ? new Date(value).toISOString() : value];
  });
  return Object.fromEntries(shown) as Row;
}
