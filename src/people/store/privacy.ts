import { type RawBuilder, sql } from 'kysely';

import { chunksOf, type Pages, ROWS_AT_ONCE } from '../../chunks.ts';
import { forgetPerson } from '../../database/forgetting.ts';
import { PERSONAL_COLUMNS, type PersonalColumn } from '../../database/personal-columns.ts';
import type { Queries, Store } from '../../database/store.ts';

/** Everything stored about a person, by guild, ready to be written as JSON. */
export type PersonalData = {
  userId: string;
  exportedAt: string;
  guilds: Record<string, GuildData>;
};

type GuildData = Record<(typeof PERSONAL_COLUMNS)[number]['name'], Pages<ExportedRow>>;
/** A claim also contains its attempts, and what became of telling the game server of its reward. */
type ExportedRow = Record<string, Value | Row[]>;
type Row = Record<string, Value>;
type Value = string | number | null;

export type Privacy = {
  /**
   * Everything stored about a person in every guild. It contains nothing secret or sealed.
   *
   * What there is was read at one moment: of claims, of which there may be thousands, the ids alone. What there is to say
   * of them is read while the pages are gone through, so that nobody waits for all of it, and a page is as it was then:
   * each claim agrees with its attempts, and one that was deleted meanwhile is missing.
   */
  collect(userId: string): Promise<PersonalData>;
  /** Removes the person from everything stored (see {@link forgetPerson}). */
  forget(userId: string): Promise<void>;
};

const [CLAIMS, ...FEW] = PERSONAL_COLUMNS;

/** @param now - ms since the epoch */
export function createPrivacy({ store, now }: { store: Store; now: () => number }): Privacy {
  return {
    async collect(userId) {
      const guilds: Record<string, GuildData> = {};
      const of = (guildId: string) => (guilds[guildId] ??= noData());
      const requests = await store.snapshot(async (db) => {
        for (const personal of FEW) {
          const found = await findRows(db, personal, sql`${sql.ref(personal.column)} = ${userId}`);
          for (const [guildId, some] of Map.groupBy(found, (one) => one.guildId)) {
            const rows = some.map(({ row }) => row);
            of(guildId)[personal.name] = [...chunksOf(rows, ROWS_AT_ONCE)];
          }
        }
        return requestIds(db, userId);
      });
      for (const [guildId, some] of requests) of(guildId).claims = claimsOf(store, userId, some);
      return { userId, exportedAt: new Date(now()).toISOString(), guilds };
    },

    async forget(userId) {
      await store.write((db) => forgetPerson(db, userId));
      await store.eraseDeleted();
    },
  };
}

/** What a person asked for, by guild, the oldest first. */
async function requestIds(db: Queries, userId: string): Promise<Map<string, { id: string }[]>> {
  const requests = await db
    .selectFrom('claim_requests')
    .select(['id', 'guild_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return Map.groupBy(requests, ({ guild_id }) => guild_id);
}

/**
 * Asks by id: with a condition that the person's index could serve, SQLite would go through all that they asked for, for
 * each page.
 */
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
      const claimIds = claims.map(({ claimId }) => claimId);
      const attempts = await attemptsOf(db, claimIds);
      const deliveries = await deliveriesOf(db, claimIds);
      return claims.map(({ row, claimId }) => ({
        ...row,
        attempts: attempts.get(claimId) ?? [],
        deliveries: deliveries.get(claimId) ?? [],
      }));
    });
  }
}

/** The rows of a table that meet a condition, the oldest first. */
async function findRows(
  db: Queries,
  { table, exported, oldestBy, joined }: PersonalColumn,
  condition: RawBuilder<unknown>,
): Promise<{ guildId: string; row: Row }[]> {
  const columns = { guildId: `${table}.guild_id`, ...exported };
  const selected = Object.entries(columns).map(([name, from]) => sql`${sql.ref(from)} as ${sql.ref(name)}`);
  const join = joined
    ? sql`join ${sql.table(joined.table)} on ${sql.ref(`${joined.table}.id`)} = ${sql.ref(joined.by)}`
    : sql``;
  const { rows } = await sql<Row & { guildId: string }>`
    select ${sql.join(selected)} from ${sql.table(table)} ${join}
    where ${condition} order by ${sql.ref(oldestBy)}`.execute(db);
  return rows.map(({ guildId, ...row }) => ({ guildId, row: withTimes(row) }));
}

/** By claim id. */
async function attemptsOf(db: Queries, claimIds: readonly string[]): Promise<Map<string | null, Row[]>> {
  if (claimIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('claim_attempts')
    .select(['claim_id', 'started_at as startedAt', 'ended_at as endedAt', 'outcome', 'claimed as answer'])
    .where('claim_id', 'in', claimIds)
    .orderBy('started_at')
    .execute();
  return byClaim(rows);
}

/** By claim id: of the addresses that it was sent to, nothing is handed out. */
async function deliveriesOf(db: Queries, claimIds: readonly string[]): Promise<Map<string | null, Row[]>> {
  if (claimIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('reward_deliveries')
    .select(['claim_id', 'state', 'body as message', 'created_at as createdAt', 'ended_at as endedAt'])
    .where('claim_id', 'in', claimIds)
    .orderBy('id')
    .execute();
  return byClaim(rows);
}

function byClaim(rows: readonly (Row & { claim_id: string | null })[]): Map<string | null, Row[]> {
  const found = new Map<string | null, Row[]>();
  for (const { claim_id, ...row } of rows) {
    const ofClaim = found.get(claim_id) ?? [];
    ofClaim.push(withTimes(row));
    found.set(claim_id, ofClaim);
  }
  return found;
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
  return {
    claims: [],
    savedNames: [],
    linkedEntities: [],
    resolvedClaims: [],
    linksToConfirm: [],
    voterRoles: [],
    reminders: [],
    stillToBeTold: [],
  };
}
