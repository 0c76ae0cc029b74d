import { randomUUID } from 'node:crypto';

import { type Insertable, sql } from 'kysely';
import { expect, test } from 'vitest';

import { createRetention } from '../../src/database/retention.ts';
import type { Schema } from '../../src/database/schema.ts';
import { DAY_MS, MINUTE_MS } from '../../src/work/clock.ts';
import { describeOnEachDatabase, type OpenTestStore } from './databases.ts';
import { LASTS } from './lasts.ts';
import { addRows, CLAIM_ROW, rowsIn, setRows } from './rows.ts';
import { openOnClock, type StoreOnClock } from './store-on-clock.ts';

const GUILD = '100000000000000001';
const OTHER_GUILD = '100000000000000002';
const POST_KINDS = ['alert', 'announcement', 'escalation', 'goal', 'notice'] as const;
/** The day on which the clock starts, counted from the epoch. */
const START_DAY = 20_513;

async function createScene(open: OpenTestStore) {
  const { clock, store } = await openOnClock(open);
  return { clock, store, retention: createRetention(store, LASTS) };
}

/** Adds a row of a guild to every table. */
async function fill(store: StoreOnClock, guildId: string): Promise<void> {
  const { now } = store;
  const [guild, claim_id, hook_id] = [{ guild_id: guildId }, `claim of ${guildId}`, `hook of ${guildId}`];
  await addRows(store, 'guilds', { id: guildId, last_seen_at: now });
  await addRows(store, 'claims', { ...CLAIM_ROW, ...guild, id: claim_id, credential_id: guildId, opened_at: now });
  await addRows(store, 'claim_requests', requestOf(store, guildId, guildId));
  const request_id = requestOf(store, guildId, guildId).id;
  const look = { begun_at: now, ends_at: store.after(MINUTE_MS), due_at: now };
  await addRows(store, 'looks', { ...guild, id: `look of ${guildId}`, request_id, ...look });
  await addRows(store, 'claim_attempts', attemptOf(store, guildId, claim_id));
  await addRows(store, 'credentials_used', { ...guild, credential_id: guildId });
  for (const kind of POST_KINDS) {
    const post = { ...guild, id: `${kind} of ${guildId}`, kind, channel: 'announcements', detail: '{}' } as const;
    await addRows(store, 'posts', { ...post, created_at: now });
  }
  const link = { ...guild, entity_id: 'ent', label: 'Ent' };
  await addRows(store, 'linked_entities', { ...link, is_default: 1, linked_at: now });
  await addRows(store, 'pending_links', { ...link, requested_by: 'ada', created_at: now });
  const secrets = { sealed_secret: 'new', sealed_old_secret: 'old', old_secret_until: store.after(DAY_MS) };
  await addRows(store, 'reward_hooks', { ...guild, id: hook_id, number: 1, ...secrets, created_at: now });
  const delivery = { ...guild, hook_id, hook_number: 1, claim_id, message_id: claim_id, body: '{}' };
  await addRows(store, 'reward_deliveries', { ...delivery, state: 'due', due_at: now, created_at: now });
  const decision = { ...guild, hook_number: 1, user_id: 'mona', at: now };
  await addRows(store, 'reward_decisions', { ...decision, kind: 'sent-again', claim_id });
  await addRows(store, 'reward_decisions', { ...decision, kind: 'tested', test_name: 'Steve' });
  const role = { ...guild, role_id: `role of ${guildId}`, user_id: 'ada', until_at: store.after(DAY_MS) };
  await addRows(store, 'voter_role_grants', { ...role, due_at: store.after(DAY_MS), claimed_at: now });
  const reminder = { ...guild, changed_at: now, locale: 'fr' };
  await addRows(store, 'reminders', { ...reminder, user_id: 'ada', state: 'on' });
  await addRows(store, 'reminders', { ...reminder, user_id: 'bob', state: 'off' });
  const owed = { ...guild, kind: 'news', subject: '', detail: '{}', at: now };
  await addRows(store, 'owed', owed, { ...owed, user_id: 'eve' });
  const panelPost = { ...guild, nonce: `panel post of ${guildId}`, channel_id: 'channel', is_wanted: 1 };
  await addRows(store, 'panel_posts', { ...panelPost, begun_at: now, held_until: now });
  await addRows(store, 'goal_days', { ...guild, day: START_DAY, claims: 3 });
  const name = { ...guild, folded_name: 'steve', playername: 'Steve', user_id: 'ada' };
  await addRows(store, 'owned_names', { ...name, number: 1, owned_at: now });
  await addRows(store, 'name_questions', { ...name, name_id: guildId === GUILD ? 1 : 2, asked_at: now });
  await addRows(store, 'saved_names', { ...guild, user_id: 'ada', playername: 'Steve', saved_at: now });
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

/** Every table that has rows of guilds. */
async function everyTable(store: StoreOnClock): Promise<string[]> {
  const tables = await store.read((db) => db.introspection.getTables());
  const ofGuilds = tables.filter(({ columns }) => columns.some(({ name }) => name === 'guild_id'));
  return ['guilds', ...ofGuilds.map(({ name }) => name)];
}

/** Those that have a row of this one. */
async function tablesWith(store: StoreOnClock, guildId: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of await everyTable(store)) {
    const id = sql.ref(table === 'guilds' ? 'id' : 'guild_id');
    const { rows } = await store.read((db) =>
      sql`select 1 from ${sql.table(table)} where ${id} = ${guildId}`.execute(db),
    );
    if (rows.length > 0) found.push(table);
  }
  return found;
}

describeOnEachDatabase('a guild', (open) => {
  test('that was in no list for 30 days is forgotten with all its data, also in claims of others, and no other', async () => {
    const { clock, store, retention } = await createScene(open);
    await fill(store, GUILD);
    await fill(store, OTHER_GUILD);
    await addRows(store, 'claim_requests', requestOf(store, GUILD, OTHER_GUILD));
    await clock.advance(30 * DAY_MS);
    await retention.keepGuilds([OTHER_GUILD]);
    expect(await tablesWith(store, GUILD)).toEqual(await everyTable(store));
    await clock.advance(1);
    await retention.keepGuilds([OTHER_GUILD]);
    expect(await tablesWith(store, GUILD)).toEqual([]);
    expect(await tablesWith(store, OTHER_GUILD)).toEqual(await everyTable(store));
  });

  test('is forgotten however many claims it has', async () => {
    const { clock, store, retention } = await createScene(open);
    await fill(store, GUILD);
    const claim = { ...CLAIM_ROW, guild_id: GUILD };
    const many = Array.from({ length: 2_001 }, (_, index) => ({ ...claim, id: `claim ${index}` }));
    await addRows(store, 'claims', ...many);
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
    expect(await rowsIn(store, 'guilds')).toHaveLength(1);
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
    await addRows(store, 'guilds', ...ids.map((id) => ({ id, last_seen_at: store.now })));
    await clock.advance(31 * DAY_MS);
    await retention.keepGuilds(ids);
    expect(await rowsIn(store, 'guilds')).toHaveLength(ids.length);
  });
});

describeOnEachDatabase('a claim that was closed a year ago', (open) => {
  const CLOSED_AT = Date.UTC(2025, 1, 28);

  /** Adds claims of the guild, each with a request and an attempt. */
  async function addClaims(store: StoreOnClock, count: number, changes: Partial<Insertable<Schema['claims']>> = {}) {
    const ids = Array.from({ length: count }, () => `claim of ${randomUUID()}`);
    const claim = { ...CLAIM_ROW, guild_id: GUILD, credential_id: GUILD, closed_at: CLOSED_AT, ...changes };
    const request = requestOf(store, GUILD, GUILD);
    await addRows(store, 'claims', ...ids.map((id) => ({ ...claim, id })));
    const requests = ids.map((id) => ({ ...request, id, interaction_id: id, claim_id: id }));
    await addRows(store, 'claim_requests', ...requests);
    const attempts = ids.map((id) => ({ ...attemptOf(store, GUILD, id), outcome: 'answered' as const, claimed: 1 }));
    await addRows(store, 'claim_attempts', ...attempts);
  }

  /** A guild with a claim that is open, a year after the others were closed. */
  async function yearLater() {
    const scene = await createScene(open);
    await fill(scene.store, GUILD);
    await setRows(scene.store, 'claims', { state: 'open' });
    await scene.clock.advance(CLOSED_AT + 365 * DAY_MS - scene.clock.now());
    return scene;
  }

  test('is deleted from then on, with nothing left of it', async () => {
    const { clock, store, retention } = await yearLater();
    await addClaims(store, 1_201, { state: 'closed', verdict: 'granted' });
    await addClaims(store, 2, { state: 'closed', verdict: 'already' });
    await retention.forgetOld();
    expect(await rowsIn(store, 'claims')).toHaveLength(1_204);

    await clock.advance(1);
    await retention.forgetOld();
    for (const table of ['claims', 'claim_requests', 'claim_attempts'] as const) {
      expect(await rowsIn(store, table)).toHaveLength(1);
    }
  });

  test.each(['parked', 'open'] as const)('is kept while it is %s', async (state) => {
    const { clock, store, retention } = await yearLater();
    await addClaims(store, 1, { state, playername: 'Alex', verdict: 'pending' });
    await clock.advance(DAY_MS);
    await retention.forgetOld();
    expect(await rowsIn(store, 'claims')).toHaveLength(2);
  });
});

describeOnEachDatabase('what is old', (open) => {
  const CLAIM_ID = `claim of ${GUILD}`;

  test.each<[what: string, lastsMs: number, table: keyof Schema, column: string, kept: unknown[], left: unknown[]]>([
    ['an attempt of no claim', DAY_MS, 'claim_attempts', 'claim_id', [CLAIM_ID, null], [CLAIM_ID]],
    ['a link that nobody confirmed', 15 * MINUTE_MS - 1, 'pending_links', 'label', ['Ent'], []],
    ['a reminder that is off', 90 * DAY_MS, 'reminders', 'user_id', ['ada', 'bob'], ['ada']],
    ['what a person, but not what the managers were not told', 90 * DAY_MS, 'owed', 'user_id', ['eve', null], [null]],
    ['a post, but the one that a goal is reached,', 30 * DAY_MS, 'posts', 'kind', [...POST_KINDS], ['goal']],
    ['a reward that could not be delivered', 30 * DAY_MS, 'reward_deliveries', 'state', ['due'], ['dropped']],
    ['who sent a test vote', LASTS.closedClaimMs, 'reward_decisions', 'test_name', ['Steve', null], [null]],
    ['the secret before the one of a hook', DAY_MS - 1, 'reward_hooks', 'sealed_old_secret', ['old'], [null]],
    ['a role that could not be taken', 61 * DAY_MS, 'voter_role_grants', 'user_id', ['ada'], []],
  ])('%s is kept for %i ms, and no longer', async (_what, lastsMs, table, column, kept, left) => {
    const { clock, store, retention } = await createScene(open);
    const values = async () =>
      (await rowsIn(store, table)).map((row) => (row as Record<string, unknown>)[column]).toSorted();
    await fill(store, GUILD);
    await addRows(store, 'claim_attempts', attemptOf(store, GUILD, null));
    await clock.advance(lastsMs);
    await retention.forgetOld();
    expect(await values()).toEqual(kept);
    await clock.advance(1);
    await retention.forgetOld();
    expect(await values()).toEqual(left);
  });

  test('what was counted for a goal, and its post, outlast every period that they belong to', async () => {
    const { clock, store, retention } = await createScene(open);
    const rows = async () => [...(await rowsIn(store, 'goal_days')), ...(await rowsIn(store, 'posts'))];
    await fill(store, GUILD);
    await clock.advance(62 * DAY_MS);
    await retention.forgetOld();
    expect(await rows()).toHaveLength(2);
    await clock.advance(DAY_MS);
    await retention.forgetOld();
    expect(await rows()).toEqual([]);
  });
});
