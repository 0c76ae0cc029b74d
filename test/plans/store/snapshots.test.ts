import { expect, test } from 'vitest';

import type { PlanNews } from '../../../src/plans/changes.ts';
import type { Plan } from '../../../src/plans/plan.ts';
import { createPlanSnapshots, type PlanSnapshot } from '../../../src/plans/store/snapshots.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { addRows, deleteRows, setRows } from '../../database/rows.ts';
import { openOnClock } from '../../database/store-on-clock.ts';
import { postAll, postsOn } from '../../guilds/store/take-all.ts';
import { createManualClock } from '../../manual-clock.ts';
import { bareRecord, planFrom } from '../plan-from.ts';

const GUILD = '100000000000000001';
const OTHER_GUILD = '100000000000000002';
const NEWS: PlanNews[] = [
  { kind: 'plan-changed', from: 'basic', to: 'premium' },
  { kind: 'change-pending', change: { to: ['other', 7, null] } },
  { kind: 'warning', of: 'grace', at: Date.parse('2026-03-20T08:00:00.000Z') },
];

const planOf = (id: string): Plan =>
  planFrom(
    bareRecord(id, { grace_until: 'soon', delete_at: 1_774_000_800, pending_change: { to: 'basic' }, version: 7 }),
  );

/** @param watched - entities that a guild has linked and follows */
async function createScene(open: OpenTestStore, watched: readonly string[] = []) {
  const { clock, store } = await openOnClock(open);
  const snapshots = createPlanSnapshots(store);

  async function addGuild(id: string, entityIds: readonly string[], alerts_on = 1): Promise<void> {
    await addRows(store, 'guilds', { id, alert_channel_id: `c${id}`, alerts_on, last_seen_at: 0 });
    const link = { guild_id: id, is_default: 0, linked_at: 0 };
    const links = entityIds.map((entity_id) => ({ ...link, entity_id, label: `${entity_id} of ${id}` }));
    await addRows(store, 'linked_entities', ...links);
  }

  const takeOne = async (): Promise<PlanSnapshot> => {
    const [snapshot] = await snapshots.takeOldest(1, 0);
    if (!snapshot) throw new Error('nothing is watched');
    return snapshot;
  };

  const switchAlerts = (id: string, alerts_on: 0 | 1) => setRows(store, 'guilds', { alerts_on }, { id });

  if (watched.length > 0) {
    await addGuild(GUILD, watched);
    await snapshots.follow();
  }
  return { clock, store, snapshots, addGuild, switchAlerts, takeOne, told: () => postAll(postsOn(store)) };
}

const known = (plan: Plan, doubtful?: Plan) => ({ plan, doubtful, warned: { grace: { at: 5, days: 3 } } });

describeOnEachDatabase('what is watched', (open) => {
  test('is each entity once that a guild with alerts has linked', async () => {
    const { addGuild, snapshots } = await createScene(open);
    await addGuild(GUILD, ['a', 'b']);
    await addGuild(OTHER_GUILD, ['b', 'c']);
    await addGuild('100000000000000003', ['d'], 0);
    await snapshots.follow();
    expect(await snapshots.watchState()).toEqual({ watched: 3, askedMsAgo: undefined });
    expect((await snapshots.takeOldest(10, 0)).map(({ entityId }) => entityId).toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('is taken in turns, never asked first, and noted as asked', async () => {
    const { addGuild, snapshots, takeOne, clock } = await createScene(open, ['a', 'b']);
    expect((await takeOne()).entityId).toBe('a');
    await clock.advance(10);
    expect((await takeOne()).entityId).toBe('b');
    await clock.advance(10);
    await snapshots.follow();
    expect(await snapshots.watchState()).toEqual({ watched: 2, askedMsAgo: 10 });
    await addGuild(OTHER_GUILD, ['z']);
    await snapshots.follow();
    expect([(await takeOne()).entityId, (await takeOne()).entityId]).toEqual(['z', 'a']);
  });

  test('is known to be there before it is followed, and counted as it was followed after that', async () => {
    const { addGuild, snapshots, clock } = await createScene(open);
    expect(await snapshots.watchState()).toEqual({ watched: 0, askedMsAgo: undefined });
    await addGuild(GUILD, ['a', 'b']);
    expect(await snapshots.watchState()).toEqual({ watched: 2, askedMsAgo: undefined });
    await snapshots.follow();
    await addGuild(OTHER_GUILD, ['c']);
    await snapshots.takeOldest(1, 0);
    await clock.advance(10);
    expect(await snapshots.watchState()).toEqual({ watched: 2, askedMsAgo: 10 });
  });

  test('counts as asked for when it was to be', async () => {
    const { snapshots, clock } = await createScene(open, ['a']);
    await snapshots.takeOldest(1, 3);
    await clock.advance(10);
    expect(await snapshots.watchState()).toEqual({ watched: 1, askedMsAgo: 13 });
  });

  test('begins afresh when nobody watched it in between', async () => {
    const { snapshots, takeOne, switchAlerts } = await createScene(open, ['a']);
    await snapshots.replace(await takeOne(), known(planOf('a')), []);
    await switchAlerts(GUILD, 0);
    await snapshots.follow();
    expect(await snapshots.watchState()).toEqual({ watched: 0, askedMsAgo: undefined });
    await switchAlerts(GUILD, 1);
    await snapshots.follow();
    expect(await takeOne()).toMatchObject({ known: { plan: undefined, warned: {} } });
  });
});

describeOnEachDatabase('a snapshot', (open) => {
  test('keeps everything that is known', async () => {
    const { snapshots, takeOne } = await createScene(open, ['a']);
    const doubtful = { ...planOf('a'), plan: 'standard' };
    await snapshots.replace(await takeOne(), known(planOf('a'), doubtful), []);
    expect(await takeOne()).toEqual({ entityId: 'a', revision: 1, known: known(planOf('a'), doubtful) });
  });

  test('that another process replaced meanwhile is not replaced, and nothing is told', async () => {
    const { snapshots, takeOne, told } = await createScene(open, ['a']);
    const [mine, theirs] = [await takeOne(), await takeOne()];
    const replaced = await Promise.all([
      snapshots.replace(mine, known(planOf('a')), NEWS),
      snapshots.replace(theirs, known(planOf('a')), NEWS),
    ]);
    expect(replaced.toSorted()).toEqual([false, true]);
    expect(await told()).toHaveLength(1);
  });
});

describeOnEachDatabase('an alert', (open) => {
  async function createDue(news: PlanNews[]) {
    const scene = await createScene(open, ['a']);
    await scene.snapshots.replace(await scene.takeOne(), known(planOf('a')), news);
    return scene;
  }

  test('is not made where the entity was unlinked, nor when it is linked anew', async () => {
    const { store, told } = await createDue(NEWS);
    await deleteRows(store, 'linked_entities');
    const link = { guild_id: GUILD, entity_id: 'a', label: 'anew', is_default: 0, linked_at: 0 };
    await addRows(store, 'linked_entities', link);
    expect(await told()).toEqual([]);
  });

  test('has no warning of what passed before it could be posted, and is dropped when it has nothing else', async () => {
    const now = createManualClock().now();
    const passed = { kind: 'warning', of: 'grace', at: now } as const;
    const coming = { kind: 'warning', of: 'deletion', at: now + 1 } as const;
    expect(await (await createDue([passed, coming])).told()).toMatchObject([{ content: { news: [coming] } }]);
    expect(await (await createDue([passed])).told()).toEqual([]);
  });
});
