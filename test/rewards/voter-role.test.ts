import { expect, test } from 'vitest';

import { createPrivacy } from '../../src/people/store/privacy.ts';
import { createRoleKeeping } from '../../src/rewards/role-keeping.ts';
import { createRoleGrants } from '../../src/rewards/store/role-grants.ts';
import { createVoterRoles } from '../../src/rewards/store/voter-roles.ts';
import type { RoleCalls, RoleOfMember } from '../../src/rewards/voter-role.ts';
import { HOUR_MS } from '../../src/work/clock.ts';
import { createLog } from '../../src/work/log.ts';
import { admit, grant, GRANTED, GUILD, ledgerOn } from '../claims/store/ledger-scene.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../database/databases.ts';
import { rowsIn } from '../database/rows.ts';
import { onClock } from '../database/store-on-clock.ts';
import { createManualClock } from '../manual-clock.ts';

const ROLE = '500000000000000001';
const OTHER_ROLE = '500000000000000002';
const HOURS = 12;
const log = createLog({ level: 'silent', secrets: [] });
const stopping = new AbortController().signal;

async function createScene(open: OpenTestStore) {
  const clock = createManualClock();
  const store = onClock(await open(), clock.now);
  /** Who has which role, as Discord sees it. */
  const members = new Set<string>();
  const nameOf = ({ userId, roleId }: RoleOfMember) => `${userId} ${roleId}`;
  const calls: RoleCalls = {
    give(role) {
      members.add(nameOf(role));
      return Promise.resolve('done');
    },
    remove: (role) => Promise.resolve(members.delete(nameOf(role)) ? 'done' : 'no-member'),
    inspect: () => Promise.resolve(undefined),
    isBelow: () => Promise.resolve(true),
  };
  const roles = createVoterRoles(store);
  const grants = createRoleGrants(store);
  await roles.set(GUILD, { roleId: ROLE, hours: HOURS });
  const ledger = ledgerOn(store);
  const keeping = createRoleKeeping({ grants, calls, clock, log });
  async function look() {
    await keeping.round(stopping);
    await keeping.idle();
  }
  const claim = (userId = 'ada', playername = 'Steve') => grant(ledger, { userId, playername });
  const rows = () => rowsIn(store, 'voter_role_grants');
  return { clock, store, members, roles, ledger, look, claim, rows };
}

describeOnEachDatabase('the voter role', (open) => {
  test('is given to whoever asked first, not to who joined', async () => {
    const { clock, ledger, members, look } = await createScene(open);
    const { claim } = await admit(ledger, { userId: 'ada' });
    await clock.advance(1);
    await admit(ledger, { userId: 'bob' });
    await ledger.settle({ claim, attempt: await ledger.startAttempt(claim), outcome: GRANTED });
    await look();
    expect([...members]).toEqual([`ada ${ROLE}`]);
  });

  test('is taken from all when it is turned off, and when another one is chosen', async () => {
    const { members, roles, look, claim } = await createScene(open);
    await claim('ada');
    await claim('bob', 'Bob');
    await look();
    expect(await roles.set(GUILD, { roleId: OTHER_ROLE, hours: HOURS })).toBe(2);
    await claim('eve', 'Eve');
    await look();
    expect([...members]).toEqual([`eve ${OTHER_ROLE}`]);
    expect(await roles.set(GUILD, undefined)).toBe(1);
    await claim('dan', 'Dan');
    await look();
    expect(members.size).toBe(0);
  });

  test('is taken from a member who has their data deleted, and then nothing of it is left', async () => {
    const { store, clock, members, look, claim, rows } = await createScene(open);
    await claim();
    await look();
    const privacy = createPrivacy({ store, now: clock.now });
    const { guilds } = await privacy.collect('ada');
    const until = new Date(clock.now() + HOURS * HOUR_MS).toISOString();
    const claimedAt = new Date(clock.now()).toISOString();
    expect(guilds[GUILD]?.voterRoles).toEqual([[{ roleId: ROLE, claimedAt, endsAt: until }]]);
    await privacy.forget('ada');
    await look();
    expect([...members, ...(await rows())]).toEqual([]);
    expect((await privacy.collect('ada')).guilds).toEqual({});
  });
});
