import { expect, test } from 'vitest';

import { createPrivacy } from '../../../src/people/store/privacy.ts';
import { createRoleGrants, type DueRole } from '../../../src/rewards/store/role-grants.ts';
import { createVoterRoles } from '../../../src/rewards/store/voter-roles.ts';
import { GIVEN_AGAIN_AFTER_MS, ROLE_LEASE_MS } from '../../../src/rewards/voter-role.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/work/clock.ts';
import { admit, GRANTED, GUILD, ledgerOn, OTHER_GUILD, wantAnnouncements } from '../../claims/store/ledger-scene.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { addRows, rowsIn, setRows } from '../../database/rows.ts';
import { openOnClock } from '../../database/store-on-clock.ts';
import { postAll, postsOn } from '../../guilds/store/take-all.ts';
import { owedToManagers } from '../../people/store/owed-to.ts';

const ROLE = '500000000000000001';
const OTHER_ROLE = '500000000000000002';

async function createScene(open: OpenTestStore) {
  const { clock, store } = await openOnClock(open);
  const roles = createVoterRoles(store);
  const grants = createRoleGrants(store);
  await roles.set(GUILD, { roleId: ROLE, hours: 12 });

  /** Adds rows that are due since so many ms, and end in an hour unless said. */
  async function add(userId: string, dueSinceMs = 0, { guildId = GUILD, roleId = ROLE, endsInMs = HOUR_MS } = {}) {
    const now = clock.now();
    const whose = { guild_id: guildId, role_id: roleId, user_id: userId };
    const times = { until_at: now + endsInMs, due_at: now - dueSinceMs, claimed_at: now };
    await addRows(store, 'voter_role_grants', { ...whose, ...times });
  }
  const rows = () => rowsIn(store, 'voter_role_grants', 'id');
  async function take(guildId = GUILD): Promise<DueRole> {
    const due = await grants.take(guildId);
    if (!due) throw new Error('nothing is due');
    return due;
  }
  return { clock, store, roles, grants, add, rows, take };
}

describeOnEachDatabase('roles that are due', (open) => {
  test('are those of guilds, the one first that has waited longest', async () => {
    const { clock, grants, add, take } = await createScene(open);
    await add('ada', 1);
    await add('bob', -1);
    await add('eve', 2, { guildId: OTHER_GUILD });
    await add('eve', 3, { guildId: 'third' });
    expect(await grants.dueGuilds(10)).toEqual(['third', OTHER_GUILD, GUILD]);
    expect(await grants.dueGuilds(2)).toEqual(['third', OTHER_GUILD]);
    await take('third');
    expect(await grants.dueGuilds(10)).toEqual([OTHER_GUILD, GUILD]);
    await clock.advance(ROLE_LEASE_MS);
    expect(await grants.dueGuilds(10)).toContain('third');
  });

  test('are taken one by one: first who is to get it, those who wait longest first, then who is to lose it', async () => {
    const { clock, grants, add, take } = await createScene(open);
    await add('loses', 9, { endsInMs: 0 });
    await add('late', 1);
    await add('early', 2);
    await add('early too', 2);
    await add('not yet', -1);
    await add('elsewhere', 9, { guildId: OTHER_GUILD });
    const order = [await take(), await take(), await take(), await take()];
    expect(order.map(({ userId, todo }) => `${todo} ${userId}`)).toEqual([
      'give early',
      'give early too',
      'give late',
      'remove loses',
    ]);
    expect(await grants.take(GUILD)).toBeUndefined();
    await clock.advance(1);
    expect(await take()).toMatchObject({ userId: 'not yet', guildId: GUILD, roleId: ROLE, revision: 0, tries: 0 });
  });

  test('are taken at once from all who have another role than the one of now, or one that was turned off', async () => {
    const { roles, add, take } = await createScene(open);
    await add('ada', -DAY_MS);
    await add('bob', -DAY_MS);
    expect(await roles.set(GUILD, { roleId: OTHER_ROLE, hours: 12 })).toBe(2);
    await add('eve', -DAY_MS, { roleId: OTHER_ROLE });
    expect([await take(), await take()]).toMatchObject([
      { userId: 'ada', roleId: ROLE, todo: 'remove' },
      { userId: 'bob', todo: 'remove' },
    ]);
    await roles.set(GUILD, undefined);
    expect(await take()).toMatchObject({ userId: 'eve', todo: 'remove' });
  });

  test('wait where we turned the role off, until their time is over', async () => {
    const { clock, grants, add, take, rows } = await createScene(open);
    await add('ada');
    const first = await take();
    await grants.record(first, { kind: 'later', restsMs: 0, stops: 'permission' });
    await clock.advance(1);
    expect(await take()).toMatchObject({ todo: 'wait', tries: 1 });
    expect((await rows())[0]?.take_begun_at).toBeNull();
    await clock.advance(HOUR_MS);
    expect(await take()).toMatchObject({ todo: 'remove' });
    expect((await rows())[0]?.take_begun_at).toBe(clock.now());
  });
});

describeOnEachDatabase('what came of a role', (open) => {
  test.each([
    ['is given once more a little later', HOUR_MS, GIVEN_AGAIN_AFTER_MS],
    ['is taken at its end, if that is sooner', GIVEN_AGAIN_AFTER_MS, GIVEN_AGAIN_AFTER_MS],
    ['is taken at its end, if that is much sooner', MINUTE_MS / 2, MINUTE_MS / 2],
  ])('that Discord may have been about to take %s', async (_what, endsInMs, dueInMs) => {
    const { clock, store, grants, add, take, rows } = await createScene(open);
    await add('ada', 0, { endsInMs });
    await setRows(store, 'voter_role_grants', { take_begun_at: 1 });
    await grants.record(await take(), { kind: 'given' });
    expect(await rows()).toMatchObject([{ due_at: clock.now() + dueInMs, take_begun_at: null }]);
  });

  test.each(['given', 'ended'] as const)('that was %s does not count once it was prolonged', async (kind) => {
    const { clock, store, grants, add, take, rows } = await createScene(open);
    await add('ada');
    const due = await take();
    await setRows(store, 'voter_role_grants', { revision: 1, tries: 2 });
    expect(await grants.record(due, { kind })).toBe('recorded');
    expect(await rows()).toMatchObject([{ due_at: clock.now(), tries: 2, held_until: 0 }]);
    expect(await take()).toMatchObject({ revision: 1 });
  });

  test('that could not be given is that all who have the role wait, and no others', async () => {
    const { clock, grants, add, take, rows } = await createScene(open);
    await add('ada', 1);
    await add('bob');
    await add('far off', -DAY_MS);
    await add('old', 0, { roleId: OTHER_ROLE });
    await add('elsewhere', 0, { guildId: OTHER_GUILD });
    const due = await take();
    expect(await grants.record({ ...due, tries: 1 }, { kind: 'later', restsMs: MINUTE_MS, stops: undefined })).toBe(
      'failed',
    );
    const now = clock.now();
    expect(
      (await rows()).map(({ user_id, due_at, tries, held_until }) => [user_id, due_at - now, tries, held_until]),
    ).toEqual([
      ['ada', MINUTE_MS, 2, 0],
      ['bob', MINUTE_MS, 0, 0],
      ['far off', DAY_MS, 0, 0],
      ['old', 0, 0, 0],
      ['elsewhere', 0, 0, 0],
    ]);
  });

  test('that we turned off is told once, and only if a manager has not changed it', async () => {
    const { store, roles, grants, add, take } = await createScene(open);
    await wantAnnouncements(store, GUILD);
    await add('ada');
    const due = await take();
    const stop = () => grants.record(due, { kind: 'later', restsMs: 0, stops: 'hierarchy' });
    expect([await stop(), await stop()]).toEqual(['stopped', 'failed']);
    expect(await roles.find(GUILD)).toMatchObject({ state: 'stopped', problem: 'hierarchy' });
    expect(await owedToManagers(store, GUILD)).toEqual([{ roleId: ROLE, problem: 'hierarchy' }]);
    expect(await postAll(postsOn(store))).toMatchObject([{ kind: 'notice', content: 'voter-role' }]);
    await roles.set(GUILD, { roleId: OTHER_ROLE, hours: 12 });
    expect(await owedToManagers(store, GUILD)).toEqual([]);
    expect(await stop()).toBe('failed');
    expect(await roles.find(GUILD)).toMatchObject({ roleId: OTHER_ROLE, state: 'on', problem: undefined });
  });

  test('that was deleted is that nobody has it any more, and it is off', async () => {
    const { store, roles, grants, add, take, rows } = await createScene(open);
    await add('ada');
    await add('bob', -DAY_MS);
    await add('old', -DAY_MS, { roleId: OTHER_ROLE });
    await add('elsewhere', 0, { guildId: OTHER_GUILD });
    expect(await grants.record(await take(), { kind: 'no-role' })).toBe('stopped');
    expect((await rows()).map(({ user_id }) => user_id)).toEqual(['old', 'elsewhere']);
    expect(await roles.find(GUILD)).toMatchObject({ state: 'stopped', problem: 'deleted' });
    expect(await owedToManagers(store, GUILD)).toEqual([{ roleId: ROLE, problem: 'deleted' }]);
  });

  test('that was deleted is nothing for a manager to do where another one is the role', async () => {
    const { store, roles, grants, add, take } = await createScene(open);
    await add('old', 0, { roleId: OTHER_ROLE });
    expect(await grants.record(await take(), { kind: 'no-role' })).toBe('recorded');
    expect(await roles.find(GUILD)).toMatchObject({ state: 'on' });
    expect(await owedToManagers(store, GUILD)).toEqual([]);
  });
});

describeOnEachDatabase('a role', (open) => {
  test('goes to whoever asked first, not to who joined', async () => {
    const { clock, store, rows } = await createScene(open);
    const ledger = ledgerOn(store);
    const { claim } = await admit(ledger, { userId: 'ada' });
    await clock.advance(1);
    await admit(ledger, { userId: 'bob' });
    await ledger.settle({ claim, attempt: await ledger.startAttempt(claim), outcome: GRANTED });
    expect((await rows()).map(({ user_id }) => user_id)).toEqual(['ada']);
  });

  test('is taken from a member who has their data deleted, and then nothing of it is left', async () => {
    const { clock, store, grants, add, take, rows } = await createScene(open);
    await add('ada', -DAY_MS);
    const privacy = createPrivacy({ store, now: clock.now });
    const [claimedAt, endsAt] = [0, HOUR_MS].map((ms) => new Date(clock.now() + ms).toISOString());
    expect((await privacy.collect('ada')).guilds[GUILD]?.voterRoles).toEqual([[{ roleId: ROLE, claimedAt, endsAt }]]);
    await privacy.forget('ada');
    const due = await take();
    expect(due.todo).toBe('remove');
    await grants.record(due, { kind: 'ended' });
    expect([await rows(), (await privacy.collect('ada')).guilds]).toEqual([[], {}]);
  });
});
