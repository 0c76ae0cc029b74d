import { globSync, readFileSync } from 'node:fs';

import type { KyselyPlugin } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { announce } from '../../../src/claims/store/announcements.ts';
import { openStore } from '../../../src/database/database.ts';
import { PERSONAL_COLUMNS } from '../../../src/database/personal-columns.ts';
import { createRetention } from '../../../src/database/retention.ts';
import type { Store } from '../../../src/database/store.ts';
import { createPrivacy } from '../../../src/people/store/privacy.ts';
import { toJson } from '../../../src/ui/json.ts';
import { ROWS_AT_ONCE } from '../../../src/work/chunks.ts';
import { wantAnnouncements } from '../../claims/store/ledger-scene.ts';
import { createSqlite, describeOnEachDatabase, openForTest } from '../../database/databases.ts';
import { LASTS } from '../../database/lasts.ts';
import { addRows, CLAIM_ROW, rowsIn, setRows } from '../../database/rows.ts';
import { writtenBetween } from '../../database/written-between.ts';
import { postAll, postsOn } from '../../guilds/store/take-all.ts';
import { countTurns } from '../../turns-passed.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const [ME, OTHER] = ['me', 'someone else'];

type ClaimOptions = { guildId?: string; state?: 'open' | 'closed' | 'parked'; people: string[] };

const claimRow = (id: string, guild_id: string, state: 'open' | 'closed' | 'parked') => ({
  ...CLAIM_ROW,
  ...{ id, reference: `REF-${id}`, guild_id, playername: `Player ${id}`, folded_name: `player ${id}` },
  ...{ state, verdict: state === 'open' ? null : 'granted' },
  ...{ opened_at: NOW, closed_at: state === 'open' ? null : NOW + 1_000 },
});

const attemptRow = (claim_id: string, guild_id: string) => ({
  ...{ id: `attempt of ${claim_id}`, claim_id, guild_id, credential_id: 'c', sequence: 1 },
  ...{ playername: `Player ${claim_id}`, folded_name: `player ${claim_id}` },
  ...{ started_at: NOW, ended_at: NOW + 500, outcome: 'answered' as const, claimed: 1 },
});

const requestRow = (claim_id: string, guild_id: string, user_id: string) => ({
  ...{ id: `${user_id} of ${claim_id}`, claim_id, guild_id, user_id, created_at: NOW, told: 'granted' },
  ...{ interaction_id: `interaction ${user_id} ${claim_id}`, locale: 'en-US' },
  ...{ application_id: '1', sealed_reply_token: 'canary-sealed' },
});

/** Adds claims with one attempt each, which these people asked for. */
async function addClaims(store: Store, ids: string[], { guildId = 'guild', state = 'closed', people }: ClaimOptions) {
  const requests = ids.flatMap((id) => people.map((person) => requestRow(id, guildId, person)));
  await addRows(store, 'claims', ...ids.map((id) => claimRow(id, guildId, state)));
  await addRows(store, 'claim_attempts', ...ids.map((id) => attemptRow(id, guildId)));
  await addRows(store, 'claim_requests', ...requests);
}

const addClaim = (store: Store, id: string, options: ClaimOptions) => addClaims(store, [id], options);

/** Adds what a game server was told of a claim. */
async function addDelivery(store: Store, claim_id: string, state: 'held' | 'due' | 'delivered') {
  const message = { message_id: claim_id, body: '{"player":"Steve"}', hook_number: 1 };
  const times = { due_at: NOW, created_at: NOW, ended_at: state === 'delivered' ? NOW : null };
  await addRows(store, 'reward_deliveries', { ...message, ...times, claim_id, guild_id: 'guild', state });
}

async function addTraces(store: Store): Promise<void> {
  await addClaim(store, 'mine', { people: [ME] });
  await addClaim(store, 'shared', { people: [ME, OTHER] });
  await addClaim(store, 'elsewhere', { guildId: 'guild 2', people: [ME] });
  await addDelivery(store, 'elsewhere', 'delivered');
  await addClaim(store, 'under way', { state: 'open', people: [ME] });
  await addClaim(store, 'on the list', { state: 'parked', people: [ME] });
  await addClaim(store, 'theirs', { people: [OTHER] });
  const resolution = { resolved_at: NOW, resolved_by: ME, resolution_note: 'Settled' };
  await setRows(store, 'claims', resolution, { id: 'theirs' });
  for (const user_id of [ME, OTHER]) {
    const guild_id = 'guild';
    const decision = { guild_id, hook_number: 1, user_id, at: NOW };
    await addRows(
      store,
      'reward_decisions',
      { ...decision, kind: 'sent-again', claim_id: 'theirs' },
      { ...decision, kind: 'tested', test_name: `tested by ${user_id}` },
    );
    await addRows(store, 'saved_names', { guild_id, user_id, playername: 'Steve', saved_at: NOW });
    const link = { guild_id, entity_id: `ent ${user_id}`, label: 'L', is_default: 0, linked_by: user_id };
    await addRows(store, 'linked_entities', { ...link, linked_at: NOW });
    const pending = { guild_id, entity_id: 'ent', label: 'P', requested_by: user_id };
    await addRows(store, 'pending_links', { ...pending, created_at: NOW });
  }
}

/** What a person is handed out. */
async function exportOf(store: Store, userId: string) {
  const data = await createPrivacy({ store, now: () => NOW }).collect(userId);
  return JSON.parse(await toJson(data)) as {
    userId: string;
    guilds: Record<string, Record<string, Record<string, unknown>[]>>;
  };
}

/** All that is stored of anybody. */
async function dump(store: Store): Promise<string> {
  return JSON.stringify(await Promise.all(PERSONAL_COLUMNS.map(({ table }) => rowsIn(store, table))));
}

const claimIds = async (store: Store) => (await rowsIn(store, 'claims', 'id')).map(({ id }) => id);

describeOnEachDatabase('the export', (open, create) => {
  test('has everything about the person, in every guild, readable, and nothing of others or sealed', async () => {
    const store = await open();
    await addTraces(store);

    const data = await exportOf(store, ME);

    const at = '2026-03-01T12:00:00.000Z';
    expect(data).toMatchObject({ userId: ME, exportedAt: at });
    expect(Object.keys(data.guilds).sort()).toEqual(['guild', 'guild 2']);
    expect(data.guilds['guild 2']?.claims).toEqual([
      {
        claimId: 'elsewhere',
        requestedAt: at,
        interactionId: 'interaction me elsewhere',
        language: 'en-US',
        playername: 'Player elsewhere',
        reference: 'REF-elsewhere',
        state: 'closed',
        verdict: 'granted',
        shownToYou: 'granted',
        closedAt: '2026-03-01T12:00:01.000Z',
        attempts: [{ startedAt: at, endedAt: '2026-03-01T12:00:00.500Z', outcome: 'answered', answer: 1 }],
        deliveries: [{ state: 'delivered', message: { player: 'Steve' }, createdAt: at, endedAt: at }],
      },
    ]);
    expect(data.guilds.guild?.claims?.map(({ playername }) => playername).sort()).toEqual(
      ['mine', 'on the list', 'shared', 'under way'].map((id) => `Player ${id}`),
    );
    expect(data.guilds.guild).toMatchObject({
      savedNames: [{ playername: 'Steve', savedAt: at }],
      linkedEntities: [{ entityId: 'ent me', label: 'L', linkedAt: at }],
      linksToConfirm: [{ entityId: 'ent', label: 'P', askedAt: at }],
      resolvedClaims: [{ reference: 'REF-theirs', resolvedAt: at, note: 'Settled' }],
      rewardDecisions: [
        { decision: 'sent-again', reference: 'REF-theirs', target: 1, testVoteFor: null, decidedAt: at },
        { decision: 'tested', reference: null, target: 1, testVoteFor: 'tested by me', decidedAt: at },
      ],
    });
    const text = JSON.stringify(data);
    expect(text).not.toContain('canary');
    expect(text).not.toContain(OTHER);
  });

  test('has a claim with its attempts or not at all, though another process adds it meanwhile', async () => {
    const database = await create();
    const elsewhere = await openForTest(database);
    const store = writtenBetween(await openForTest(database), () => addClaim(elsewhere, 'mine', { people: [ME] }));
    expect((await exportOf(store, ME)).guilds).toEqual({});
    const { guilds } = await exportOf(elsewhere, ME);
    expect(guilds.guild?.claims).toMatchObject([{ claimId: 'mine', attempts: [{ answer: 1 }] }]);
  });
});

/** How many rows it reads between two turns of the event loop, each time that it reads some. */
function countingRows(store: Store): { store: Store; rowsByTurn: () => number[] } {
  const turns = countTurns();
  onTestFinished(turns.stop);
  const rows = new Map<number, number>();
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      const turn = turns.passed();
      rows.set(turn, (rows.get(turn) ?? 0) + result.rows.length);
      return Promise.resolve(result);
    },
  };
  return {
    store: { ...store, snapshot: (queries) => store.snapshot((db) => queries(db.withPlugin(counting))) },
    rowsByTurn: () => [...rows.values()],
  };
}

test('the export of 10,000 claims reads a page of them and lets others have their turn', async () => {
  const whole = await openForTest(createSqlite());
  const ids = Array.from({ length: 10_000 }, (_, index) => String(index));
  await addClaims(whole, ids, { people: [ME] });
  const { store, rowsByTurn } = countingRows(whole);

  const { guilds } = await exportOf(store, ME);

  const [most, ...others] = rowsByTurn().toSorted((one, other) => other - one);
  expect(guilds.guild?.claims).toHaveLength(10_000);
  expect(most).toBeLessThanOrEqual(10_000 + 2 * ROWS_AT_ONCE); // the ids, and what came with them on a busy machine
  expect(others[0]).toBeLessThanOrEqual(2 * ROWS_AT_ONCE); // a page, each claim with its attempt
});

describeOnEachDatabase('deletion', (open) => {
  const forget = (store: Store) => createPrivacy({ store, now: () => NOW }).forget(ME);
  const forgetOld = (store: Store) => createRetention(store, LASTS).forgetOld();

  test('takes the person out of everything, and with them what only they asked for', async () => {
    const store = await open();
    await addTraces(store);

    await forget(store);

    expect(await claimIds(store)).toEqual(['shared', 'theirs', 'under way']);
    const requests = await rowsIn(store, 'claim_requests', 'id');
    expect(requests.map(({ id, user_id, sealed_reply_token }) => [id, user_id, sealed_reply_token])).toEqual([
      ['me of shared', null, null],
      ['me of under way', null, null],
      ['someone else of shared', OTHER, 'canary-sealed'],
      ['someone else of theirs', OTHER, 'canary-sealed'],
    ]);
    expect((await rowsIn(store, 'saved_names')).map(({ user_id }) => user_id)).toEqual([OTHER]);
    expect((await rowsIn(store, 'pending_links')).map(({ requested_by }) => requested_by)).toEqual([OTHER]);
    expect((await rowsIn(store, 'linked_entities', 'id')).map(({ linked_by }) => linked_by)).toEqual([null, OTHER]);
    const attempts = await rowsIn(store, 'claim_attempts', 'id');
    expect(attempts.map(({ claim_id }) => claim_id)).toEqual([null, null, null, 'shared', 'theirs', 'under way']);
    expect(await dump(store)).not.toMatch(/"me"/);
    expect((await exportOf(store, ME)).guilds).toEqual({});
  });

  test('leaves a reward that is due to be announced, names nobody, and then forgets it', async () => {
    const store = await open();
    await addClaim(store, 'mine', { people: [ME] });
    await wantAnnouncements(store, 'guild');
    await store.write((db) => announce(db, store, [{ id: 'mine', guildId: 'guild' }], new Map()));
    await forget(store);
    await forgetOld(store);
    expect(await dump(store)).not.toMatch(/"me"/);

    const said = { playername: 'Player mine', reference: 'REF-mine' };
    expect(await postAll(postsOn(store))).toMatchObject([{ content: said }]);
    await forgetOld(store);
    expect([await claimIds(store), await rowsIn(store, 'claim_requests')]).toEqual([[], []]);
  });

  test('leaves a reward that is on its way to be delivered, and then forgets it', async () => {
    const store = await open();
    await addClaim(store, 'mine', { people: [ME] });
    await addDelivery(store, 'mine', 'due');
    await forget(store);
    expect(await claimIds(store)).toEqual(['mine']);

    await setRows(store, 'reward_deliveries', { state: 'delivered' });
    await forgetOld(store);
    expect([await claimIds(store), await rowsIn(store, 'reward_deliveries')]).toEqual([[], []]);
  });

  test('leaves a claim under way, and forgets it once it is closed', async () => {
    const store = await open();
    await addClaim(store, 'under way', { state: 'open', people: [ME] });
    await addClaim(store, 'theirs', { people: [OTHER] });
    await forget(store);
    await forgetOld(store);
    expect(await claimIds(store)).toEqual(['theirs', 'under way']);
    await setRows(store, 'claims', { state: 'closed' }, { id: 'under way' });
    await forgetOld(store);
    expect(await claimIds(store)).toEqual(['theirs']);
  });
});

/** Names of columns that hold a person's id: `user_id`, `owner`, `linked_by`. */
const NAMES_A_PERSON = /(^|_)(user|member|person|author|owner|moderator|operator|admin)(_|$)|_by$/;

describeOnEachDatabase('the list of what names a person', (open) => {
  test('has every such column of the database, and no other', async () => {
    const store = await open();
    const tables = await store.read((db) => db.introspection.getTables());
    const named = tables.flatMap(({ name, columns }) =>
      columns.filter((column) => NAMES_A_PERSON.test(column.name)).map((column) => `${name}.${column.name}`),
    );
    expect(named.sort()).toEqual(PERSONAL_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort());
  });
});

/** How often a text is in the database's files, of which there are two while it is open. */
function occurrences(path: string, text: string): number {
  const contents = globSync(`${path}*`).map((file) => readFileSync(file, 'latin1'));
  return contents.join('').split(text).length - 1;
}

test('what a person has deleted, on SQLite, is not in its files any more, neither while it is open nor after', async () => {
  const database = createSqlite();
  const store = await openStore(database);
  const person = 'canary-of-the-person';
  const ids = Array.from({ length: 50 }, (_, index) => `claim ${index}`);
  await addClaims(store, ids, { people: [person] });
  const saved = { guild_id: 'guild', user_id: person, playername: 'canary-of-the-name', saved_at: NOW };
  await addRows(store, 'saved_names', saved);
  expect(occurrences(database.path, person)).toBeGreaterThan(50);

  await createPrivacy({ store, now: () => NOW }).forget(person);

  expect(occurrences(database.path, 'canary-of-the')).toBe(0);
  await store.close();
  expect(occurrences(database.path, 'canary-of-the')).toBe(0);
  expect(occurrences(database.path, 'claim_requests')).toBeGreaterThan(0);
});
