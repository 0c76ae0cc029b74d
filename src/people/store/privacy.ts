import { sql } from 'kysely';

import { forgetPerson } from '../../database/forgetting.ts';
import { PERSONAL_COLUMNS, type PersonalColumn } from '../../database/personal-columns.ts';
import type { Queries, Store } from '../../database/store.ts';

/** Everything stored about a person, by guild, ready to be written as JSON. */
export type PersonalData = {
  userId: string;
  exportedAt: string;
  guilds: Record<string, GuildData>;
};

type GuildData = Record<(typeof PERSONAL_COLUMNS)[number]['name'], ExportedRow[]>;
/** A claim also contains its attempts. */
type ExportedRow = Record<string, Value | Row[]>;
type Row = Record<string, Value>;
type Value = string | number | null;

export type Privacy = {
  /** Everything stored about a person in every guild. It contains nothing secret or sealed. */
  collect(userId: string): Promise<PersonalData>;
  /** Removes the person from everything stored (see {@link forgetPerson}). */
  forget(userId: string): Promise<void>;
};

/** @param now - ms since the epoch */
export function createPrivacy({ store, now }: { store: Store; now: () => number }): Privacy {
  return {
    collect: (userId) =>
      store.snapshot(async (db) => {
        const guilds: Record<string, GuildData> = {};
        const attempts = await attemptsOf(db, userId);
        for (const personal of PERSONAL_COLUMNS) {
          for (const { guildId, ...row } of await findRows(db, personal, userId)) {
            const guild = (guilds[String(guildId)] ??= noData());
            const { claimId } = row;
            guild[personal.name].push(claimId === undefined ? row : { ...row, attempts: attempts.get(claimId) ?? [] });
          }
        }
        return { userId, exportedAt: new Date(now()).toISOString(), guilds };
      }),

    async forget(userId) {
      await store.write((db) => forgetPerson(db, userId));
      await store.eraseDeleted();
    },
  };
}

/** The rows that name a person in a column, the oldest first, each with its `guildId`. */
async function findRows(
  db: Queries,
  { table, column, exported, oldestBy, joined }: PersonalColumn,
  userId: string,
): Promise<Row[]> {
  const columns = { guildId: `${table}.guild_id`, ...exported };
  const selected = Object.entries(columns).map(([name, from]) => sql`${sql.ref(from)} as ${sql.ref(name)}`);
  const join = joined
    ? sql`join ${sql.table(joined.table)} on ${sql.ref(`${joined.table}.id`)} = ${sql.ref(joined.by)}`
    : sql``;
  const { rows } = await sql<Row>`
    select ${sql.join(selected)} from ${sql.table(table)} ${join}
    where ${sql.ref(column)} = ${userId} order by ${sql.ref(oldestBy)}`.execute(db);
  return rows.map(withTimes);
}

/** The attempts of the claims that a person asked for, by claim id. */
async function attemptsOf(db: Queries, userId: string): Promise<Map<Value, Row[]>> {
  const rows = await db
    .selectFrom('claim_attempts')
    .select(['claim_id', 'started_at as startedAt', 'ended_at as endedAt', 'outcome', 'claimed as answer'])
    .where('claim_id', 'in', (eb) => eb.selectFrom('claim_requests').select('claim_id').where('user_id', '=', userId))
    .orderBy('started_at')
    .execute();
  const attempts = new Map<Value, Row[]>();
  for (const { claim_id, ...attempt } of rows) {
    attempts.set(claim_id, [...(attempts.get(claim_id) ?? []), withTimes(attempt)]);
  }
  return attempts;
}

/** Formats the row's times as ISO 8601. */
function withTimes(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('At') && typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  );
}

function noData(): GuildData {
  return { claims: [], savedNames: [], linkedEntities: [], resolvedClaims: [], linksToConfirm: [] };
}
