import { randomUUID } from 'node:crypto';

import { type Insertable, sql } from 'kysely';
import { expect, test } from 'vitest';

import { createRetention } from '../../src/database/retention.ts';
import type { Schema } from '../../src/database/schema.ts';
import type { Queries } from '../../src/database/store.ts';
import { chunksOf } from '../../src/work/chunks.ts';
import { MINUTE_MS, DAY_MS } from '../../src/work/clock.ts';
import { createManualClock } from '../manual-clock.ts';
import { describeOnEachDatabase, type OpenTestStore } from './databases.ts';
import { LASTS } from './lasts.ts';
import { onClock, type StoreOnClock } from './store-on-clock.ts';

const GUILD = '100000000000000001';
const OTHER_GUILD = '100000000000000002';
const POST_KINDS = ['announcement', 'escalation', 'alert', 'goal', 'notice'] as const;
/** The day on which the clock starts, counted from the epoch. */
const START_DAY = 20_513;

async function createScene(open: OpenTestStore) {
  const clock = createManualClock();
  const store = onClock(await open(), clock.now);
  return { clock, store, retention: createRetention(store, LASTS) };
}

/** Adds a row of a guild to every table. */
async function fill(store: StoreOnClock, guildId: string): Promise<void> {
  const { now } = store;
  await store.write(async (db) => {
    await db.insertInto('guilds').values({ id: guildId, last_seen_at: now }).execute();
    await db
      .insertInto('claims')
      .values({
        id: `claim of ${guildId}`,
        reference: 'ABCD2345',
        guild_id: guildId,
        credential_id: guildId,
        playername: 'Steve',
        folded_name: 'steve',
        state: 'closed',
        verdict: 'granted',
        opened_at: now,
        epoch: 1,
        lease_until: now,
        retry_at: now,
      })
      .execute();
    await db
      .insertInto('claim_requests')
      .values(requestOf(store, guildId, guildId))
      .execute();
    await db
      .insertInto('claim_attempts')
      .values(attemptOf(store, guildId, `claim of ${guildId}`))
      .execute();
    await db.insertInto('credentials_used').values({ guild_id: guildId, credential_id: guildId }).execute();
    for (const kind of POST_KINDS) {
      const post = { id: `${kind} of ${guildId}`, kind, channel: 'announcements', detail: '{}' } as const;
      await db
        .insertInto('posts')
        .values({ ...post, guild_id: guildId, created_at: now })
        .execute();
    }
    await db
      .insertInto('linked_entities')
      .values({ guild_id: guildId, entity_id: 'ent', label: 'Ent', is_default: 1, linked_at: now })
      .execute();
    await db
      .insertInto('pending_links')
      .values({ guild_id: guildId, entity_id: 'ent', label: 'Ent', requested_by: 'ada', created_at: now })
      .execute();
    const hook = { id: `hook of ${guildId}`, number: 1, old_secret_until: store.after(DAY_MS) };
    await db
      .insertInto('reward_hooks')
      .values({ ...hook, guild_id: guildId, sealed_secret: 'new', sealed_old_secret: 'old', created_at: now })
      .execute();
    await db
      .insertInto('reward_deliveries')
      .values({
        hook_id: hook.id,
        hook_number: 1,
        claim_id: `claim of ${guildId}`,
        guild_id: guildId,
        message_id: `claim of ${guildId}`,
        body: '{}',
        state: 'due',
        due_at: now,
        created_at: now,
      })
      .execute();
    const decision = { guild_id: guildId, hook_number: 1, user_id: 'mona', at: now };
    await db
      .insertInto('reward_decisions')
      .values([
        { ...decision, kind: 'sent-again', claim_id: `claim of ${guildId}` },
        { ...decision, kind: 'tested', test_name: 'Steve' },
      ])
      .execute();
    const role = { guild_id: guildId, role_id: `role of ${guildId}` };
    await db
      .insertInto('voter_role_grants')
      .values({ ...role, user_id: 'ada', until_at: store.after(DAY_MS), due_at: store.after(DAY_MS), claimed_at: now })
      .execute();
    const reminder = { guild_id: guildId, changed_at: now, locale: 'fr' };
    await db
      .insertInto('reminders')
      .values([
        { ...reminder, user_id: 'ada', state: 'on' },
        { ...reminder, user_id: 'bob', state: 'off' },
      ])
      .execute();
    const owed = { guild_id: guildId, kind: 'news', subject: '', detail: '{}', at: now };
    await db
      .insertInto('owed')
      .values([owed, { ...owed, user_id: 'eve' }])
      .execute();
    const panelPost = { nonce: `panel post of ${guildId}`, channel_id: 'channel', is_wanted: 1 };
    await db
      .insertInto('panel_posts')
      .values({ ...panelPost, guild_id: guildId, begun_at: now, held_until: now })
      .execute();
    await db.insertInto('goal_days').values({ guild_id: guildId, day: START_DAY, claims: 3 }).execute();
    await db
      .insertInto('saved_names')
      .values({ guild_id: guildId, user_id: 'ada', playername: 'Steve', saved_at: now })
      .execute();
  });
}

const requestOf = (store: StoreOnClock, guildId: string, claimOfGuildId: string) => ({
  id: `request of ${guildId} in ${claimOfGuildId}`,
  claim_id: `claim of ${claimOfGuildId}`,
  interaction_id: `interaction of ${guildId} in ${claimOfGuildId}`,
  guild_id: guildId,
  user_id: 'ada',
  locale: 'en-US',
  application_id: 'application',
  created_at: store.now,
});

const attemptOf = (store: StoreOnClock, guildId: string, claimId: string | null) => ({
  id: `attempt of ${guildId} in ${claimId ?? 'no claim'}`,
  claim_id: claimId,
  guild_id: guildId,
  credential_id: guildId,
  playername: 'Steve',
  folded_name: 'steve',
  sequence: 1,
  started_at: store.now,
});

/** Every column in the database that holds a guild's id. */
async function guildColumns(store: StoreOnClock): Promise<{ table: string; column: string }[]> {
  const tables = await store.read((db) => db.introspection.getTables());
  const found = tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'guild_id'))
    .map(({ name }) => ({ table: name, column: 'guild_id' }));
  return [...found, { table: 'guilds', column: 'id' }];
}

/** The tables that have a row of a guild. */
async function tablesWith(store: StoreOnClock, guildId: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await guildColumns(store)) {
    const { rows } = await store.read((db) =>
      sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${guildId}`.execute(db),
    );
    if (rows.length > 0) found.push(table);
  }
  return found;
}

async function everyTable(store: StoreOnClock): Promise<string[]> {
  return (await guildColumns(store)).map(({ table }) => table);
}

describeOnEachDatabase('a guild', (open) => {
  test('that was in no list for 30 days is forgotten with all its data, and no other', async () => {
    const { clock, store, retention } = await createScene(open);
    await fill(store, GUILD);
    await fill(store, OTHER_GUILD);
    await clock.advance(30 * DAY_MS + 1);
    await retention.keepGuilds([OTHER_GUILD]);
    expect(await tablesWith(store, GUILD)).toEqual([]);
    expect(await tablesWith(store, OTHER_GUILD)).toEqual(await everyTable(store));
  });

  test('that is forgotten leaves nothing in the claims of others either', async () => {
    const { clock, store, retention } = await createScene(open);
    await fill(store, GUILD);
    await fill(store, OTHER_GUILD);
    await store.write((db) =>
      db
        .insertInto('claim_requests')
        .values(requestOf(store, GUILD, OTHER_GUILD))
        .execute(),
    );
    await clock.advance(30 * DAY_MS + 1);
    await retention.keepGuilds([OTHER_GUILD]);
    expect(await tablesWith(store, GUILD)).toEqual([]);
  });

  test('is forgotten however many claims it has', async () => {
    const { clock, store, retention } = await createScene(open);
    await fill(store, GUILD);
    await store.write(async (db) => {
      const claim = await db.selectFrom('claims').selectAll().executeTakeFirstOrThrow();
      const copies = Array.from({ length: 2_001 }, (_, index) => ({ ...claim, id: `claim ${index}` }));
      for (const some of chunksOf(copies, 100)) await db.insertInto('claims').values(some).execute();
    });
    await clock.advance(30 * DAY_MS + 1);
    await retention.keepGuilds([]);
    expect(await tablesWith(store, GUILD)).toEqual([]);
  });

  test('that cannot be forgotten keeps no other from it', async () => {
    const { clock, store } = await createScene(open);
    await fill(store, GUILD);
    await fill(store, OTHER_GUILD);
    await clock.advance(30 * DAY_MS + 1);
    let isBusy = true;
    const busyOnce: typeof store = {
      ...store,
      write(work) {
        if (!isBusy) return store.write(work);
        isBusy = false;
        return Promise.reject(new Error('the database is busy'));
      },
    };

    await expect(createRetention(busyOnce, LASTS).keepGuilds([])).rejects.toThrow(AggregateError);
    const left = await store.read((db) => db.selectFrom('guilds').select('id').execute());
    expect(left).toHaveLength(1);
  });

  test('is kept for 30 days', async () => {
    const { clock, store, retention } = await createScene(open);
    await fill(store, GUILD);
    await clock.advance(30 * DAY_MS);
    await retention.keepGuilds([]);
    expect(await tablesWith(store, GUILD)).toEqual(await everyTable(store));
  });

  test('that was in a list meanwhile is kept for 30 days more', async () => {
    const { clock, store, retention } = await createScene(open);
    await fill(store, GUILD);
    await clock.advance(29 * DAY_MS);
    await retention.keepGuilds([GUILD]);
    await clock.advance(29 * DAY_MS);
    await retention.keepGuilds([]);
    expect(await tablesWith(store, GUILD)).toEqual(await everyTable(store));
  });

  test('is kept wherever it stands in a long list', async () => {
    const { clock, store, retention } = await createScene(open);
    const ids = Array.from({ length: 1_201 }, (_, index) => `${index}`);
    await store.write(async (db) => {
      for (const id of ids) await db.insertInto('guilds').values({ id, last_seen_at: store.now }).execute();
    });
    await clock.advance(31 * DAY_MS);
    await retention.keepGuilds(ids);
    expect(await store.read((db) => db.selectFrom('guilds').select('id').execute())).toHaveLength(ids.length);
  });
});

describeOnEachDatabase('a claim that was closed a year ago', (open) => {
  const CLOSED_AT = Date.UTC(2025, 1, 28);

  type Store = Awaited<ReturnType<typeof createScene>>['store'];

  /** Adds copies of the guild's one claim, each with a request and an attempt. */
  const addClaims = (store: Store, count: number, changes: Partial<Insertable<Schema['claims']>> = {}) =>
    store.write(async (db) => {
      const claim = await db.selectFrom('claims').selectAll().executeTakeFirstOrThrow();
      for (let index = 0; index < count; index += 1) {
        const id = `claim of ${randomUUID()}`;
        await db
          .insertInto('claims')
          .values({ ...claim, closed_at: CLOSED_AT, ...changes, id })
          .execute();
        await db
          .insertInto('claim_requests')
          .values({ ...requestOf(store, GUILD, GUILD), id, interaction_id: id, claim_id: id })
          .execute();
        await db
          .insertInto('claim_attempts')
          .values({ ...attemptOf(store, GUILD, id), outcome: 'answered', claimed: 1 })
          .execute();
      }
    });

  const countIn = async (store: Store, table: 'claims' | 'claim_requests' | 'claim_attempts') => {
    const rows = await store.read((db) => db.selectFrom(table).select('id').execute());
    return rows.length;
  };

  /** A guild with a claim that is open, a year after the others were closed. */
  async function yearLater() {
    const scene = await createScene(open);
    await fill(scene.store, GUILD);
    await scene.store.write((db) =>
      db
        .updateTable('claims')
        .set({ state: 'open' } as object)
        .execute(),
    );
    await scene.clock.advance(CLOSED_AT + 365 * DAY_MS - scene.clock.now());
    return scene;
  }

  test('is deleted from then on, with nothing left of it', async () => {
    const { clock, store, retention } = await yearLater();
    await addClaims(store, 1_201, { state: 'closed', verdict: 'granted' });
    await addClaims(store, 2, { state: 'closed', verdict: 'already' });
    await retention.forgetOld();
    expect(await countIn(store, 'claims')).toBe(1_204);

    await clock.advance(1);
    await retention.forgetOld();
    for (const table of ['claims', 'claim_requests', 'claim_attempts'] as const) {
      expect(await countIn(store, table)).toBe(1);
    }
  });

  test.each(['parked', 'open'] as const)('is kept while it is %s', async (state) => {
    const { clock, store, retention } = await yearLater();
    await addClaims(store, 1, { state, playername: 'Alex', verdict: 'pending' });
    await clock.advance(DAY_MS);
    await retention.forgetOld();
    expect(await countIn(store, 'claims')).toBe(2);
  });
});

describeOnEachDatabase('what is old', (open) => {
  const attemptsIn = (store: StoreOnClock) =>
    store.read((db) => db.selectFrom('claim_attempts').select('claim_id').execute());

  test('an attempt that belongs to nobody is kept for 24 hours, one of a claim longer', async () => {
    const { clock, store, retention } = await createScene(open);
    await fill(store, GUILD);
    await store.write((db) =>
      db
        .insertInto('claim_attempts')
        .values(attemptOf(store, GUILD, null))
        .execute(),
    );
    await clock.advance(DAY_MS);
    await retention.forgetOld();
    expect(await attemptsIn(store)).toHaveLength(2);

    await clock.advance(1);
    await retention.forgetOld();
    expect(await attemptsIn(store)).toEqual([{ claim_id: `claim of ${GUILD}` }]);
  });

  test.each<
    [what: string, lastsMs: number, read: (db: Queries) => Promise<object[]>, kept: unknown[], left: unknown[]]
  >([
    [
      'a link that nobody confirmed',
      15 * MINUTE_MS - 1,
      (db) => db.selectFrom('pending_links').select('label').execute(),
      ['Ent'],
      [],
    ],
    [
      'a reminder that is off',
      90 * DAY_MS,
      (db) => db.selectFrom('reminders').select('user_id').orderBy('user_id').execute(),
      ['ada', 'bob'],
      ['ada'],
    ],
    [
      'what a person, but not what the managers were not told',
      90 * DAY_MS,
      (db) => db.selectFrom('owed').select('user_id').orderBy('id').execute(),
      [null, 'eve'],
      [null],
    ],
    [
      'a post, but the one that a goal is reached,',
      30 * DAY_MS,
      (db) => db.selectFrom('posts').select('kind').orderBy('number').execute(),
      [...POST_KINDS],
      ['goal'],
    ],
    [
      'a reward that could not be delivered',
      30 * DAY_MS,
      (db) => db.selectFrom('reward_deliveries').select('state').execute(),
      ['due'],
      ['dropped'],
    ],
    [
      'who sent a test vote',
      LASTS.closedClaimMs,
      (db) => db.selectFrom('reward_decisions').select('test_name').where('claim_id', 'is', null).execute(),
      ['Steve'],
      [],
    ],
    [
      'the secret before the one of a hook',
      DAY_MS - 1,
      (db) => db.selectFrom('reward_hooks').select('sealed_old_secret').execute(),
      ['old'],
      [null],
    ],
  ])('%s is kept for %i ms, and no longer', async (_what, lastsMs, read, kept, left) => {
    const { clock, store, retention } = await createScene(open);
    const values = async () => (await store.read(read)).flatMap((row) => Object.values(row) as unknown[]);
    await fill(store, GUILD);
    await clock.advance(lastsMs);
    await retention.forgetOld();
    expect(await values()).toEqual(kept);
    await clock.advance(1);
    await retention.forgetOld();
    expect(await values()).toEqual(left);
  });

  test('a role that could not be taken is given up after 60 days', async () => {
    const { clock, store, retention } = await createScene(open);
    await fill(store, GUILD);
    const count = async () =>
      (await store.read((db) => db.selectFrom('voter_role_grants').select('id').execute())).length;
    await clock.advance(61 * DAY_MS);
    await retention.forgetOld();
    expect(await count()).toBe(1);
    await clock.advance(DAY_MS);
    await retention.forgetOld();
    expect(await count()).toBe(0);
  });

  test('what was counted for a goal, and its post, outlast every period that they belong to', async () => {
    const { clock, store, retention } = await createScene(open);
    const rowsIn = async () => [
      ...(await store.read((db) => db.selectFrom('goal_days').select('day').execute())),
      ...(await store.read((db) => db.selectFrom('posts').select('id').execute())),
    ];
    await fill(store, GUILD);
    await clock.advance(62 * DAY_MS);
    await retention.forgetOld();
    expect(await rowsIn()).toHaveLength(2);
    await clock.advance(DAY_MS);
    await retention.forgetOld();
    expect(await rowsIn()).toEqual([]);
  });
});
