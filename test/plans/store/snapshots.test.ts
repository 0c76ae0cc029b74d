import { expect, test } from 'vitest';

import { createLog } from '../../../src/log.ts';
import type { Plan } from '../../../src/plans/plan.ts';
import { createAlerts } from '../../../src/plans/store/alerts.ts';
import { createPlanSnapshots, type PlanSnapshot } from '../../../src/plans/store/snapshots.ts';
import type { PlanNews } from '../../../src/plans/store/stored-plan.ts';
import { postAll, takeAll } from '../../claims/store/take-all.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { onClock, type StoreOnClock } from '../../database/store-on-clock.ts';
import { createManualClock } from '../../manual-clock.ts';
import { planFrom } from '../plan-from.ts';

const GUILD = '100000000000000001';
const OTHER_GUILD = '100000000000000002';
const LEASE_MS = 30_000;
const NEWS: PlanNews[] = [
  { kind: 'plan-changed', from: 'basic', to: 'premium' },
  { kind: 'change-pending', change: { to: ['other', 7, null] } },
  { kind: 'reminder', of: 'grace', at: Date.parse('2026-03-20T08:00:00.000Z') },
];

const planOf = (id: string): Plan =>
  planFrom({
    entity: { id, kind: 'team', team_mode: 'solo', name: 'Castle' },
    plan: 'premium',
    status: 'active',
    cancel_at_period_end: false,
    grace_until: 'soon',
    delete_at: '2026-03-20T08:00:00.000Z',
    pending_change: { to: 'basic' },
    version: 7,
  });

async function createScene(open: OpenTestStore) {
  const clock = createManualClock();
  const store = onClock(await open(), clock.now);
  const snapshots = createPlanSnapshots(store);
  const lines: string[] = [];
  const log = createLog({ level: 'info', secrets: [], destination: { write: (line) => lines.push(line) } });

  async function addGuild(id: string, entityIds: readonly string[], alerts_on = 1): Promise<void> {
    await store.write(async (db) => {
      await db
        .insertInto('guilds')
        .values({ id, alert_channel_id: `c${id}`, alerts_on, last_seen_at: 0 })
        .execute();
      for (const entity_id of entityIds) {
        const link = { guild_id: id, entity_id, label: `${entity_id} of ${id}`, is_default: 0, linked_at: 0 };
        await db.insertInto('linked_entities').values(link).execute();
      }
    });
  }

  const takeOne = async (): Promise<PlanSnapshot> => {
    const [snapshot] = await snapshots.takeOldest(1, 0);
    if (!snapshot) throw new Error('nothing is watched');
    return snapshot;
  };

  return {
    clock,
    store,
    snapshots,
    log,
    lines,
    alerts: createAlerts({ store, leaseMs: LEASE_MS, log }),
    addGuild,
    switchAlerts: (id: string, alerts_on: 0 | 1) =>
      store.write((db) => db.updateTable('guilds').set({ alerts_on }).where('id', '=', id).execute()),
    takeOne,
  };
}

async function addAlert(
  store: StoreOnClock,
  values: { id: string; created_at: number; news?: string; guild_id?: string },
): Promise<void> {
  const alert = {
    guild_id: GUILD,
    entity_id: 'a',
    news: JSON.stringify(NEWS),
    plan: JSON.stringify(planOf('a')),
    ...values,
  };
  await store.write((db) => db.insertInto('alerts').values(alert).execute());
}

const known = (plan: Plan, doubtful?: Plan) => ({ plan, doubtful, reminders: { grace: { at: 5, days: 3 } } });

describeOnEachDatabase('what is watched', (open) => {
  test('is each entity once that a guild with alerts has linked', async () => {
    const { addGuild, snapshots } = await createScene(open);
    await addGuild(GUILD, ['a', 'b']);
    await addGuild(OTHER_GUILD, ['b', 'c']);
    await addGuild('100000000000000003', ['d'], 0);
    await snapshots.follow();
    expect(await snapshots.overview()).toEqual({ watched: 3, askedMsAgo: undefined });
    expect((await snapshots.takeOldest(10, 0)).map(({ entityId }) => entityId).toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('is taken in turns, never asked first, and noted as asked', async () => {
    const { addGuild, snapshots, takeOne, clock } = await createScene(open);
    await addGuild(GUILD, ['a', 'b']);
    await snapshots.follow();
    expect((await takeOne()).entityId).toBe('a');
    await clock.advance(10);
    expect((await takeOne()).entityId).toBe('b');
    await clock.advance(10);
    await snapshots.follow();
    expect(await snapshots.overview()).toEqual({ watched: 2, askedMsAgo: 10 });
    await addGuild(OTHER_GUILD, ['z']);
    await snapshots.follow();
    expect([(await takeOne()).entityId, (await takeOne()).entityId]).toEqual(['z', 'a']);
  });

  test('is known to be there before it is followed, and counted as it was followed after that', async () => {
    const { addGuild, snapshots, clock } = await createScene(open);
    expect(await snapshots.overview()).toEqual({ watched: 0, askedMsAgo: undefined });
    await addGuild(GUILD, ['a', 'b']);
    expect(await snapshots.overview()).toEqual({ watched: 2, askedMsAgo: undefined });
    await snapshots.follow();
    await addGuild(OTHER_GUILD, ['c']);
    await snapshots.takeOldest(1, 0);
    await clock.advance(10);
    expect(await snapshots.overview()).toEqual({ watched: 2, askedMsAgo: 10 });
  });

  test('counts as asked for when it was to be', async () => {
    const { addGuild, snapshots, clock } = await createScene(open);
    await addGuild(GUILD, ['a']);
    await snapshots.follow();
    await snapshots.takeOldest(1, 3);
    await clock.advance(10);
    expect(await snapshots.overview()).toEqual({ watched: 1, askedMsAgo: 13 });
  });

  test('begins afresh when nobody watched it in between', async () => {
    const { addGuild, snapshots, takeOne, switchAlerts } = await createScene(open);
    await addGuild(GUILD, ['a']);
    await snapshots.follow();
    await snapshots.replace(await takeOne(), known(planOf('a')), []);
    await switchAlerts(GUILD, 0);
    await snapshots.follow();
    expect(await snapshots.overview()).toEqual({ watched: 0, askedMsAgo: undefined });
    await switchAlerts(GUILD, 1);
    await snapshots.follow();
    expect(await takeOne()).toMatchObject({ plan: undefined, reminders: {} });
  });
});

describeOnEachDatabase('a snapshot', (open) => {
  test('keeps everything that is known', async () => {
    const { addGuild, snapshots, takeOne } = await createScene(open);
    await addGuild(GUILD, ['a']);
    await snapshots.follow();
    const doubtful = { ...planOf('a'), plan: 'standard' };
    await snapshots.replace(await takeOne(), known(planOf('a'), doubtful), []);
    expect(await takeOne()).toEqual({ entityId: 'a', revision: 1, ...known(planOf('a'), doubtful) });
  });

  test('that another process replaced meanwhile is not replaced, and nothing is told', async () => {
    const { addGuild, snapshots, takeOne, alerts } = await createScene(open);
    await addGuild(GUILD, ['a']);
    await snapshots.follow();
    const [mine, theirs] = [await takeOne(), await takeOne()];
    const replaced = await Promise.all([
      snapshots.replace(mine, known(planOf('a')), NEWS),
      snapshots.replace(theirs, known(planOf('a')), NEWS),
    ]);
    expect(replaced.toSorted()).toEqual([false, true]);
    expect(await takeAll(alerts)).toHaveLength(1);
  });

  test('that is replaced with news tells each guild that wants to know', async () => {
    const { addGuild, snapshots, takeOne, alerts } = await createScene(open);
    await addGuild(GUILD, ['a']);
    await addGuild(OTHER_GUILD, ['a', 'b']);
    await addGuild('100000000000000003', ['a'], 0);
    await snapshots.follow();
    await snapshots.replace(await takeOne(), known(planOf('a')), NEWS);

    const told = await takeAll(alerts);
    expect(told.toSorted((one, other) => one.guildId.localeCompare(other.guildId))).toMatchObject([
      { guildId: GUILD, channelId: `c${GUILD}`, label: `a of ${GUILD}`, entityId: 'a', news: NEWS, plan: planOf('a') },
      { guildId: OTHER_GUILD, label: `a of ${OTHER_GUILD}`, locale: 'en-US' },
    ]);
    for (const { nonce } of told) expect(nonce.length).toBeLessThanOrEqual(25);
    expect(new Set(told.map(({ nonce }) => nonce)).size).toBe(2);
  });

  test('that is replaced without news tells nobody', async () => {
    const { addGuild, snapshots, takeOne, alerts } = await createScene(open);
    await addGuild(GUILD, ['a']);
    await snapshots.follow();
    await snapshots.replace(await takeOne(), known(planOf('a')), []);
    expect(await takeAll(alerts)).toEqual([]);
  });
});

describeOnEachDatabase('an alert', (open) => {
  async function createDue(...args: Parameters<typeof createScene>) {
    const scene = await createScene(...args);
    await scene.addGuild(GUILD, ['a']);
    await scene.snapshots.follow();
    await scene.snapshots.replace(await scene.takeOne(), known(planOf('a')), NEWS);
    return scene;
  }

  test('is taken by one process until its lease ends, and then again with the same nonce', async () => {
    const { alerts, clock } = await createDue(open);
    const taken = (await Promise.all([takeAll(alerts), takeAll(alerts)])).flat();
    expect(taken).toHaveLength(1);
    await clock.advance(LEASE_MS - 1);
    expect(await takeAll(alerts)).toEqual([]);
    await clock.advance(1);
    expect(await takeAll(alerts)).toEqual(taken);
  });

  test('is due no more once it is posted', async () => {
    const { alerts, clock } = await createDue(open);
    for (const alert of await takeAll(alerts)) await alerts.markPosted(alert);
    await clock.advance(LEASE_MS);
    expect(await takeAll(alerts)).toEqual([]);
  });

  test('is not due where the entity is not linked any more', async () => {
    const { alerts, store } = await createDue(open);
    await store.write((db) => db.deleteFrom('linked_entities').execute());
    expect(await takeAll(alerts)).toEqual([]);
  });

  test.each([
    ['text that is not JSON', 'no'],
    ['news of a kind that there is not', '[{"kind":"unheard-of"}]'],
  ])('that holds %s is dropped and logged, and does not keep the others back', async (_what, news) => {
    const { alerts, store, clock, lines } = await createDue(open);
    await addAlert(store, { id: 'unreadable', created_at: 0, news });
    expect(await takeAll(alerts)).toMatchObject([{ entityId: 'a', news: NEWS }]);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ level: 'error', postId: 'unreadable' }]);
    await clock.advance(LEASE_MS);
    expect(await takeAll(alerts)).toHaveLength(1);
    expect(lines).toHaveLength(1);
  });

  test('that was tried and not posted keeps back what is newer in its guild, and nothing in others', async () => {
    const { alerts, store, clock, addGuild } = await createDue(open);
    await addGuild(OTHER_GUILD, ['a']);
    const [stuck] = await takeAll(alerts);
    await addAlert(store, { id: 'newer', created_at: clock.now() + 1 });
    await addAlert(store, { id: 'elsewhere', created_at: clock.now() + 1, guild_id: OTHER_GUILD });
    expect((await postAll(alerts)).map(({ id }) => id)).toEqual(['elsewhere']);
    await clock.advance(LEASE_MS);
    expect((await postAll(alerts)).map(({ id }) => id)).toEqual([stuck?.id, 'newer']);
  });

  test('is due first in the guild where nothing was tried for the longest time', async () => {
    const { alerts, store, clock, addGuild } = await createDue(open);
    await takeAll(alerts);
    await clock.advance(LEASE_MS);
    await addGuild(OTHER_GUILD, ['a']);
    await addAlert(store, { id: 'elsewhere', created_at: clock.now(), guild_id: OTHER_GUILD });
    expect(await alerts.dueGuilds()).toEqual([OTHER_GUILD, GUILD]);
  });

  test('has no reminder of what passed before it could be posted, and is dropped when it has nothing else', async () => {
    const { alerts, store, clock } = await createDue(open);
    const passed = { kind: 'reminder', of: 'grace', at: clock.now() } as const;
    const coming = { kind: 'reminder', of: 'deletion', at: clock.now() + 1 } as const;
    await store.write((db) => db.deleteFrom('alerts').execute());
    await addAlert(store, { id: 'passed', created_at: 1, news: JSON.stringify([passed]) });
    await addAlert(store, { id: 'partly', created_at: 2, news: JSON.stringify([passed, coming]) });
    expect(await postAll(alerts)).toMatchObject([{ id: 'partly', news: [coming] }]);
    await clock.advance(LEASE_MS);
    expect(await alerts.dueGuilds()).toEqual([]);
  });

  test('is taken at most once a round, however long that takes', async () => {
    const { alerts, clock } = await createDue(open);
    const taken: string[] = [];
    for await (const { id } of alerts.takeDue(GUILD)) {
      taken.push(id);
      await clock.advance(LEASE_MS);
    }
    expect(taken).toHaveLength(1);
  });

  test('that cannot be posted turns the alerts of its guild off, and drops them', async () => {
    const { alerts, store, clock, switchAlerts } = await createDue(open);
    for (const alert of await takeAll(alerts)) await alerts.giveUp(alert);
    const guild = await store.read((db) => db.selectFrom('guilds').selectAll().executeTakeFirstOrThrow());
    expect(guild).toMatchObject({ alerts_on: 0, alerts_stopped_at: clock.now() });
    await switchAlerts(GUILD, 1);
    await clock.advance(LEASE_MS);
    expect(await takeAll(alerts)).toEqual([]);
  });

  test('that cannot be posted where alerts were posted before goes where they are posted now', async () => {
    const { alerts, store, clock } = await createDue(open);
    const taken = await takeAll(alerts);
    await store.write((db) => db.updateTable('guilds').set({ alert_channel_id: 'new' }).execute());
    for (const alert of taken) await alerts.giveUp(alert);
    await clock.advance(LEASE_MS);
    expect(await takeAll(alerts)).toMatchObject([{ channelId: 'new' }]);
  });
});
