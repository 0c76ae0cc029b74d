import { createHash } from 'node:crypto';

import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';

import type { Config } from '../../src/config.ts';
import { openStore } from '../../src/database/database.ts';
import { DAY_MS } from '../../src/work/clock.ts';

/**
 * A database as it is after years: claims of 300 days in 200 guilds, a quarter of them in the first guild. Each has its
 * request and its POST, every second one its delivery, those of the last 30 days their thanks; everybody saved a name and
 * is reminded.
 */
const PEOPLE = 100_000;
export const HISTORY_DAYS = 300;
const CLAIMS_A_CHUNK = 20_000;
const SHARE_OF_FIRST_GUILD = 4;
/** One claim in so many is by the same person, all in the first guild. */
const COLLECTED_EVERY = 400;

const GUILDS = 200;
const guildId = (index: number): string => `8${String(index).padStart(17, '0')}`;
export const HISTORY_GUILDS: readonly string[] = Array.from({ length: GUILDS }, (_, index) => guildId(index));
/** A person of the first guild who claimed once in four hundred times. */
export const COLLECTOR = '700000000000000001';

export type HistoryDatabase = Config['database'];

/** Creates the tables, and fills them. */
export async function fillHistory(database: HistoryDatabase, claims: number): Promise<void> {
  await (await openStore(database)).close();
  const run = await connect(database);
  try {
    const stepMs = (HISTORY_DAYS * DAY_MS) / claims;
    const startedAt = Date.now() - HISTORY_DAYS * DAY_MS;
    for (let from = 0; from < claims; from += CLAIMS_A_CHUNK) {
      const to = Math.min(from + CLAIMS_A_CHUNK, claims);
      for (const statement of claimStatements(from, to, startedAt, stepMs)) await run.execute(statement);
    }
    for (const statement of PEOPLE_STATEMENTS) await run.execute(statement);
    // Postgres does so by itself, after a while.
    if (database.kind === 'postgres') await run.execute('vacuum analyze');
  } finally {
    await run.close();
  }
}

/** Of the n-th claim; `at`: when it was opened. SQLite is given `md5`, which Postgres has. */
const numbers = (from: number, to: number) =>
  `with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n < ${to - 1})`;
const GUILD = `(case when (n % ${SHARE_OF_FIRST_GUILD}) = 0 then ${quoted(guildId(0))}
  else '8' || substr('00000000000000000' || (n % ${GUILDS}), length('00000000000000000' || (n % ${GUILDS})) - 16) end)`;
const USER = `cast(600000000000000000 + (n % ${PEOPLE}) as text)`;
const PERSON = `(case when (n % ${COLLECTED_EVERY}) = 0 then ${quoted(COLLECTOR)} else ${USER} end)`;
/** In order of time, as the bot's own are, and otherwise random. */
const idOf = (kind: string) =>
  `substr('00000000000' || n, length('00000000000' || n) - 11) || substr(md5(${quoted(kind)} || n), 13)`;
const NAME = `'Old' || (n % ${PEOPLE})`;
const FOLDED = `'old' || (n % ${PEOPLE})`;

function claimStatements(from: number, to: number, startedAt: number, stepMs: number): string[] {
  const at = `cast(${startedAt} + cast(n as bigint) * ${stepMs} as bigint)`;
  const insert = (table: string, columns: string, values: string, where = '') =>
    `insert into ${table} (${columns}) ${numbers(from, to)} select ${values} from numbers ${where}`;
  return [
    insert(
      'claims',
      'id, reference, guild_id, credential_id, playername, folded_name, state, verdict, verdict_detail, opened_at, closed_at, epoch, lease_until, retry_at',
      `${idOf('claim')}, upper(substr(${idOf('reference')}, 1, 8)), ${GUILD}, 'credential', ${NAME}, ${FOLDED}, 'closed', 'granted', '{}', ${at}, ${at} + 900, 1, ${at} + 30000, ${at}`,
    ),
    insert(
      'claim_requests',
      'id, claim_id, interaction_id, guild_id, user_id, locale, application_id, created_at, acknowledged, told',
      `${idOf('request')}, ${idOf('claim')}, cast(500000000000000000 + n as text), ${GUILD}, ${PERSON}, 'en-US', '900000000000000001', ${at}, 1, 'granted'`,
    ),
    insert(
      'claim_attempts',
      'id, claim_id, guild_id, credential_id, playername, folded_name, sequence, started_at, ended_at, outcome, claimed',
      `${idOf('attempt')}, ${idOf('claim')}, ${GUILD}, 'credential', ${NAME}, ${FOLDED}, n / ${PEOPLE} + 1, ${at}, ${at} + 100, 'answered', 1`,
    ),
    insert(
      'reward_deliveries',
      'hook_number, claim_id, guild_id, message_id, body, state, tries, due_at, outcome, created_at, ended_at',
      `1, ${idOf('claim')}, ${GUILD}, ${idOf('claim')}, '{"type":"vote.claimed"}', 'delivered', 1, ${at}, '204', ${at}, ${at} + 500`,
      'where (n % 2) = 0',
    ),
    insert(
      'posts',
      'id, kind, guild_id, channel, claim_id, detail, created_at, held_until, posted_at',
      `${idOf('post')}, 'announcement', ${GUILD}, 'announcements', ${idOf('claim')}, '{}', ${at}, ${at}, ${at} + 700`,
      `where ${at} > ${Date.now() - 29 * DAY_MS}`,
    ),
  ];
}

const PEOPLE_STATEMENTS = [
  `insert into saved_names (guild_id, user_id, playername, saved_at)
     ${numbers(0, PEOPLE)} select ${GUILD}, ${USER}, ${NAME}, ${Date.now()} from numbers`,
  `insert into reminders (guild_id, user_id, state, changed_at, locale, claimed_at, due_at)
     ${numbers(0, PEOPLE)} select ${GUILD}, ${USER}, 'on', ${Date.now()}, 'en-US',
       ${Date.now()}, ${Date.now() + DAY_MS} from numbers`,
  `insert into voter_role_grants (guild_id, role_id, user_id, until_at, due_at, claimed_at)
     ${numbers(0, PEOPLE)} select ${GUILD}, '1', ${USER}, ${Date.now() + DAY_MS},
       ${Date.now() + DAY_MS}, ${Date.now()} from numbers`,
  `insert into credentials_used (guild_id, credential_id)
     ${numbers(0, GUILDS)} select distinct ${GUILD}, 'credential' from numbers`,
];

function quoted(text: string): string {
  return `'${text}'`;
}

type Connection = { execute(statement: string): Promise<unknown>; close(): Promise<void> };

async function connect(database: HistoryDatabase): Promise<Connection> {
  if (database.kind === 'postgres') {
    const client = new pg.Client({ connectionString: database.url.reveal() });
    await client.connect();
    return { execute: (statement) => client.query(statement), close: () => client.end() };
  }
  const sqlite = new SqliteDatabase(database.path);
  sqlite.pragma('synchronous = OFF');
  sqlite.pragma('cache_size = -1000000');
  sqlite.function('md5', { deterministic: true }, (text) => createHash('md5').update(String(text)).digest('hex'));
  return {
    execute: (statement) => Promise.resolve(sqlite.exec(statement)),
    close: () => Promise.resolve(void sqlite.close()),
  };
}
