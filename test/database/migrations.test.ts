import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClaimHistory } from '../../src/claims/store/history.ts';
import { createClaimLedger } from '../../src/claims/store/ledger.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import { openStore } from '../../src/database/database.ts';
import { createLeases } from '../../src/database/leases.ts';
import { migrations } from '../../src/database/migrate.ts';
import type { Schema } from '../../src/database/schema.ts';
import type { Store } from '../../src/database/store.ts';
import { createGoals } from '../../src/guilds/store/goals.ts';
import { readVoteLinks } from '../../src/guilds/store/guilds.ts';
import { createStoredOwnNames } from '../../src/guilds/store/own-names.ts';
import { createPanelPosts } from '../../src/guilds/store/panel-posts.ts';
import { createPlanSnapshots } from '../../src/plans/store/snapshots.ts';
import { createReminderQueue } from '../../src/reminders/store/queue.ts';
import { createStoredReminders } from '../../src/reminders/store/reminders.ts';
import { createTestVotes } from '../../src/rewards/store/decisions.ts';
import { createDeliveries } from '../../src/rewards/store/deliveries.ts';
import { createHooks } from '../../src/rewards/store/hooks.ts';
import { createRoleGrants } from '../../src/rewards/store/role-grants.ts';
import { createVoterRoles } from '../../src/rewards/store/voter-roles.ts';
import { Secret } from '../../src/secret.ts';
import { createSealer } from '../../src/secrets/sealer.ts';
import { DAY_MS } from '../../src/work/clock.ts';
import { FatalError } from '../../src/work/errors.ts';
import { postAll, postsOn } from '../guilds/store/take-all.ts';
import { owedTo, owedToManagers } from '../people/store/owed-to.ts';
import { type Database, describeOnEachDatabase, openForTest } from './databases.ts';
import { addRows, rowsIn } from './rows.ts';

/** Oldest first. For each version and database, `fixtures` has what came to the store of the version before. */
const VERSIONS = Object.keys(migrations('integer'));

const GUILD = '100000000000000001';
const ADA = '200000000000000001';
const BOB = '200000000000000002';
const ASKED_AT = Date.parse('2026-03-01T12:00:00.000Z');

const TABLES = [
  ...['claim_attempts', 'claim_requests', 'claims', 'credentials_used', 'goal_days', 'guilds', 'leases'],
  ...['linked_entities', 'looks', 'name_questions', 'owed', 'owned_names', 'panel_posts'],
  ...['pending_links', 'plan_snapshots', 'posts', 'reminders'],
  ...['reward_decisions', 'reward_deliveries', 'reward_hooks', 'saved_names', 'voter_role_grants'],
] as (keyof Schema)[];

/** The key that the fixtures are sealed with. */
const sealer = createSealer([{ id: 'fixture', key: new Secret(Buffer.alloc(32, 1).toString('base64')) }]);

async function run(database: Database, statements: string): Promise<void> {
  if (database.kind === 'sqlite') {
    const file = new SqliteDatabase(database.path);
    file.transaction(() => file.exec(statements))();
    file.close();
  } else {
    const client = new pg.Client({ connectionString: database.url.reveal() });
    await client.connect();
    await client.query(statements);
    await client.end();
  }
}

/** A store as it was with this version. */
const fixture = (version: string, kind: Database['kind']) =>
  VERSIONS.slice(0, VERSIONS.indexOf(version) + 1)
    .map((one) => readFileSync(new URL(`fixtures/${one}.${kind}.sql`, import.meta.url), 'utf8'))
    .join('\n');

const appliedTo = async (store: Store) => {
  const { rows } = await store.read((db) =>
    sql<{ name: string }>`select name from kysely_migration order by name`.execute(db),
  );
  return rows.map(({ name }) => name);
};

/** The columns of each table. */
const shapeOf = async (store: Store) => {
  const tables = await store.read((db) => db.introspection.getTables());
  const shapes = tables.map(({ name: table, columns }) => {
    return [table, columns.map(({ name, dataType, isNullable }) => [name, dataType, isNullable].join(' ')).toSorted()];
  });
  return Object.fromEntries(shapes) as Partial<Record<string, string[]>>;
};

describeOnEachDatabase('an empty database', (_open, create) => {
  test('gets every table', async () => {
    const store = await openForTest(await create());
    expect(Object.keys(await shapeOf(store)).toSorted()).toEqual(TABLES);
    expect(await appliedTo(store)).toEqual(VERSIONS);
  });

  test('is brought up to date once by processes that open it at once', async () => {
    const database = await create();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openForTest(database)));
    for (const store of stores) expect(await appliedTo(store)).toEqual(VERSIONS);
    await Promise.all(stores.map((store, index) => addRows(store, 'guilds', { id: `${index}`, last_seen_at: 0 })));
    for (const store of stores) expect(await rowsIn(store, 'guilds')).toHaveLength(4);
  });

  test('has all of a migration or nothing', async () => {
    const database = await create();
    await run(database, 'create table saved_names (in_the_way text)');
    await expect(openStore(database)).rejects.toThrow(FatalError);
    await run(database, 'drop table saved_names');
    expect(await appliedTo(await openForTest(database))).toHaveLength(VERSIONS.length);
  });
});

describeOnEachDatabase('a database of a newer program', (_open, create) => {
  test('is refused in one plain sentence, and left as it is', async () => {
    const database = await create();
    await (await openStore(database)).close();
    await run(database, "insert into kysely_migration values ('9999-from-the-future', '2036-03-01T12:00:00.000Z')");

    const opening = openStore(database);
    await expect(opening).rejects.toThrow(FatalError);
    await expect(opening).rejects.toThrow(
      'The database was written by a newer version of this program. Update the program.',
    );
    await run(database, "delete from kysely_migration where name = '9999-from-the-future'");
    expect(await appliedTo(await openForTest(database))).toEqual(VERSIONS);
  });
});

describeOnEachDatabase('a database of a version', (_open, create, kind) => {
  /** By version. Those below read before others take: their order matters. */
  const stores = new Map<string, Store>();
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'versions-'));
    for (const version of VERSIONS) {
      const database = kind === 'sqlite' ? { kind, path: join(folder, version) } : await create();
      await run(database, fixture(version, kind));
      stores.set(version, await openStore(database));
    }
  });
  afterAll(async () => {
    for (const store of stores.values()) await store.close();
    rmSync(folder, { recursive: true });
  });
  const storeOf = (version = '') => stores.get(version) ?? expect.fail(`there is no ${version}`);
  const onEachVersion = (has: string, check: (store: Store, version: string) => Promise<void>) => {
    test.each(VERSIONS)(`%s ${has}`, (version) => check(storeOf(version), version));
  };

  test('each gets the tables of an empty one', async () => {
    const shape = await shapeOf(await openForTest(await create()));
    for (const [version, store] of stores) {
      expect(await shapeOf(store), version).toEqual(shape);
      expect(await appliedTo(store)).toEqual(VERSIONS);
    }
  });

  test('the newest has something in every table', async () => {
    const store = storeOf(VERSIONS.at(-1));
    for (const table of TABLES) {
      expect(await rowsIn(store, table), table).not.toEqual([]);
    }
  });

  onEachVersion('has whose turn it is, and the roles that may be taken', async (store) => {
    const reminded = (await rowsIn(store, 'guilds')).filter(({ reminded_at }) => reminded_at > 0);
    expect(reminded).toMatchObject([{ id: GUILD, reminded_at: ASKED_AT }]);
    expect((await rowsIn(store, 'voter_role_grants', 'id'))[0]).toMatchObject({ take_begun_at: ASKED_AT });
  });

  onEachVersion('has its claims gone on with', async (store) => {
    const ledger = createClaimLedger({ store, sealer, timings: CLAIM_TIMINGS });
    const [claim] = await ledger.takeOver();
    const open = { id: 'claim-open', guildId: GUILD, playername: 'Steve', openedAt: ASKED_AT, epoch: 3 };
    expect(claim).toMatchObject(open);
    const [request] = await ledger.requestsOf('claim-open');
    expect(request).toMatchObject({ id: 'request-open', userId: ADA, told: 'pending', createdAt: ASKED_AT });
    expect(request?.reply?.token.reveal()).toBe('reply-token');
    expect((claim && (await ledger.evidence(claim)).related.map(({ id }) => id))?.toSorted()).toEqual([
      'attempt-answered',
      'attempt-open',
    ]);
  });

  onEachVersion('has its verdicts and late answers', async (store) => {
    const ledger = createClaimLedger({ store, sealer, timings: CLAIM_TIMINGS });
    const already = { kind: 'already', recordedAt: ASKED_AT - 1_000 };
    expect((await ledger.standing('request-closed'))?.verdict).toEqual(already);
    expect(await ledger.lateAnswersFor({ guildId: GUILD, userId: ADA })).toMatchObject([
      { request: { id: 'request-parked' }, verdict: { kind: 'pending' } },
    ]);
    expect(await ledger.lateAnswersFor({ guildId: GUILD, userId: BOB })).toMatchObject([
      { request: { id: 'request-reviewed' }, verdict: { kind: 'reviewed', outcome: 'claimed' } },
    ]);
  });

  onEachVersion('has its claims found by name', async (store) => {
    const { claims } = await createClaimHistory(store).page(GUILD, { playername: 'STEVE' }, 1);
    const steves = ['closed', 'granted', 'open', 'parked'].map((state) => `claim-${state}`);
    expect(claims.map(({ id }) => id).toSorted()).toEqual(steves);
  });

  onEachVersion('has its settings, and takes new rows', async (store) => {
    const guild = await store.read((db) =>
      db.selectFrom('guilds').selectAll().where('id', '=', GUILD).executeTakeFirstOrThrow(),
    );
    const token = sealer.open(guild.sealed_token ?? '', { guildId: GUILD, field: 'access-token', rowId: GUILD });
    expect([token.reveal(), readVoteLinks(guild.vote_links)]).toEqual([
      'access-token-of-the-guild',
      [{ url: 'https://vote.example/', label: undefined }],
    ]);
    const link = { guild_id: GUILD, entity_id: 'ent_new', label: 'New', is_default: 0, linked_at: ASKED_AT };
    const { id } = await store.write((db) =>
      db.insertInto('linked_entities').values(link).returning('id').executeTakeFirstOrThrow(),
    );
    expect(id).toBe(3);
  });

  onEachVersion('has what is to be posted', async (store) => {
    expect(await postAll(postsOn(store))).toMatchObject([
      { id: 'thanks-due', channelId: '300000000000000001', locale: 'fr', content: { goal: { count: 37 } } },
      {
        id: 'escalation-due',
        channelId: '300000000000000004',
        content: { verdict: 'likely-granted', claim: { playername: 'Alex' } },
      },
      {
        id: 'alert-due',
        channelId: '300000000000000002',
        roleId: '500000000000000001',
        content: { label: 'Castle', news: [{ kind: 'grace-begun' }], plan: { plan: 'premium' } },
      },
      { id: 'goal-due', channelId: '300000000000000001', content: { claims: 50, every: 'week', count: 50 } },
      { id: 'notice-due', content: 'webhook' },
    ]);
  });

  onEachVersion('has what alerts go by', async (store) => {
    const snapshots = createPlanSnapshots(store);
    expect(await snapshots.takeOldest(1, 0)).toMatchObject([{ entityId: 'ent_tower', known: { plan: undefined } }]);
    expect(await snapshots.takeOldest(1, 0)).toMatchObject([
      {
        entityId: 'ent_castle',
        known: { plan: { plan: 'premium' }, doubtful: { plan: 'standard' }, warned: { grace: { days: 3 } } },
        revision: 4,
      },
    ]);
    expect(await createLeases(store).hold('watch-plans', 'a process of today', 60_000)).toBe(true);
  });

  onEachVersion('has its hooks, and what is to be delivered', async (store, version) => {
    const hooks = await createHooks({ store, sealer }).list(GUILD);
    const votifier = { id: 'hook-votifier', kind: 'votifier', failing: { outcome: { kind: 'bad-token' } } };
    expect(hooks.slice(2)).toMatchObject(version === '0001-first-release' ? [] : [votifier]);
    expect(hooks.slice(0, 2)).toMatchObject([
      {
        id: 'hook-on',
        kind: 'webhook',
        address: 'https://game.example/votes?key=of-the-receiver',
        credentialId: 'credential',
        waiting: 1,
      },
      { id: 'hook-stopped', address: undefined, state: 'stopped', waiting: 0 },
    ]);
    const deliveries = createDeliveries({ store, sealer });
    const slots = { free: 10, further: 10, guilds: [] };
    expect(await deliveries.takeHooks({ well: slots, unwell: { ...slots, free: 0 } })).toEqual([
      { id: 'hook-on', guildId: GUILD, health: 'well' },
    ]);
    expect(await deliveries.next('hook-on')).toMatchObject({
      message: { id: 'claim-granted' },
      target: { address: 'https://game.example/votes?key=of-the-receiver' },
      tries: 2,
    });
  });

  onEachVersion('has who decided about a reward, and who tested a game server', async (store, version) => {
    const isThere = version >= '0004';
    const again = { hookNumber: 4, kind: 'sent-again', by: ADA, at: ASKED_AT };
    const claim = await createClaimHistory(store).find(GUILD, 'claim-granted');
    expect(claim?.decisions).toEqual(isThere ? [again] : []);
    expect(claim?.deliveries.map(({ earlierTries }) => earlierTries).at(-1)).toBe(isThere ? 1 : 0);
    const test = { hookNumber: 4, playername: 'Steve', by: undefined, at: ASKED_AT };
    expect(await createTestVotes(store).newest(GUILD)).toEqual(isThere ? [test] : []);
  });

  onEachVersion('has its roles, and takes those whose time is over', async (store) => {
    const roles = createVoterRoles(store);
    expect(await roles.find(GUILD)).toMatchObject({ roleId: '500000000000000001', hours: 12, state: 'on' });
    expect(await createRoleGrants(store).take(GUILD)).toMatchObject({ userId: ADA, todo: 'remove', revision: 2 });
  });

  onEachVersion('has whose names are, and what others ask about them', async (store, version) => {
    const names = createStoredOwnNames(store);
    const isThere = version >= '0007';
    expect(await names.read(GUILD)).toEqual(isThere ? { on: true, count: 1 } : { on: false, count: 0 });
    expect(await names.of({ guildId: GUILD, userId: ADA })).toMatchObject(isThere ? [{ playername: 'Steve' }] : []);
    const asked = await names.keep({ guildId: GUILD, userId: ADA }, 1);
    expect(asked.question?.decision?.outcome).toBe(isThere ? 'kept' : undefined);
  });

  onEachVersion('has its reminders, and what is due of them', async (store) => {
    const reminders = createStoredReminders(store);
    const ada = { guildId: GUILD, userId: ADA };
    const quiet = { from: 22, to: 8, timeZone: 'Europe/Paris' };
    expect(await reminders.find(ada)).toMatchObject({ state: 'on', nextAt: ASKED_AT + DAY_MS, quiet });
    expect(await createReminderQueue(store).take()).toMatchObject({ ...ada, claimedAt: ASKED_AT, hours: 24, quiet });
    expect(await reminders.find({ guildId: GUILD, userId: BOB })).toMatchObject({ state: 'off' });
    expect(await owedTo(store, { guildId: GUILD, userId: BOB })).toContainEqual({});
  });

  onEachVersion('has its goals, and what is counted', async (store, version) => {
    expect(await createGoals(store).progress(GUILD)).toMatchObject({ claims: 50, every: 'month' });
    expect(await createGoals(store).guildsOfOutdatedPanels()).toEqual([GUILD]);
    const guild = (await rowsIn(store, 'guilds')).find(({ id }) => id === GUILD);
    expect(guild?.goal_told_in).toBe(version >= '0005-day-starts' ? null : 'week 1771804800000');
  });

  onEachVersion('has what is to be done about panels', async (store) => {
    const posts = createPanelPosts(store);
    expect(await posts.dueGuilds()).toEqual([GUILD]);
    const location = { channelId: '300000000000000006', messageId: '600000000000000002' };
    const taken = [await posts.take(GUILD), await posts.take(GUILD)];
    expect(taken).toContainEqual({ nonce: 'message-left', guildId: GUILD, location, tries: 0 });
    expect(taken).toContainEqual(expect.objectContaining({ nonce: 'post-begun', channelId: '300000000000000001' }));
  });

  onEachVersion('has what was turned off', async (store) => {
    expect(await owedToManagers(store, '100000000000000002')).toMatchObject([
      ...['announcements', 'alerts', 'moderators'].map((posts) => ({ posts, channelId: expect.any(String) as string })),
      { problem: 'hierarchy' },
    ]);
  });
});
