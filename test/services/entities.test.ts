import { describe, expect, test } from 'vitest';

import { createEntities, isEntityId, LINKS_MOST, type Actor, type Entities } from '../../src/services/entities.ts';
import type { Store } from '../../src/storage/store.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../storage/databases.ts';

const HOME = '100000000000000001';
const GUILD = '100000000000000002';
const EMPTY = '100000000000000003';
const OPERATOR = 'operator';
const MANAGER = 'manager';
const FIFTEEN_MINUTES_MS = 15 * 60_000;

const operatorAtHome: Actor = { guildId: HOME, userId: OPERATOR };
const managerAtHome: Actor = { guildId: HOME, userId: MANAGER };
const managerOfGuild: Actor = { guildId: GUILD, userId: MANAGER };

type Scene = { store: Store; entities: Entities };

async function createScene(open: OpenTestStore): Promise<Scene> {
  const store = await open();
  const entities = createEntities({
    store,
    isHome: (guildId) => guildId === HOME,
    isOperator: (userId) => userId === OPERATOR,
  });
  return { store, entities };
}

async function link({ entities }: Scene, guildId: string, entityId: string, label = entityId): Promise<void> {
  const pendingId = await entities.propose(operatorAtHome, { guildId, entityId, label });
  expect((await entities.confirm(operatorAtHome, String(pendingId))).kind).toBe('linked');
}

async function linkMany({ store }: Scene, guildId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    guild_id: guildId,
    entity_id: `ent_${index}`,
    label: `Entity ${index}`,
    is_default: index === 0 ? 1 : 0,
    linked_by: MANAGER,
    linked_at: 0,
  }));
  await store.write((db) => db.insertInto('linked_entities').values(rows).execute());
}

async function rowIdOf({ entities }: Scene, guildId: string, entityId: string): Promise<string> {
  const found = (await entities.suggest(guildId, entityId)).find(({ id }) => id === entityId);
  return String(found?.rowId);
}

describe('an entity id', () => {
  test.each(['a', 'A9', 'ent_1', 'a-b.c:d_e', '...', '-', 'x'.repeat(80)])('may be %j', (text) => {
    expect(isEntityId(text)).toBe(true);
  });

  test.each(['', '.', '..', 'x'.repeat(81), 'a b', 'a/b', 'a\\b', 'a%2Fb', 'é', 'a\n', '\na', 'a?b', 'a#b', '１'])(
    'may not be %j',
    (text) => {
      expect(isEntityId(text)).toBe(false);
    },
  );
});

describeOnEachDatabase('choosing', (open) => {
  test('takes what is linked, anything at home, and nothing else', async () => {
    const scene = await createScene(open);
    await link(scene, GUILD, 'ent_castle', 'Castle');
    await link(scene, GUILD, 'ent_tower', 'The Tower');
    const { entities } = scene;

    const cases: [guildId: string, typed: string | undefined, choice: object][] = [
      [GUILD, undefined, { kind: 'entity', id: 'ent_castle' }],
      [EMPTY, undefined, { kind: 'none-linked' }],
      [GUILD, 'ent_tower', { kind: 'entity', id: 'ent_tower' }],
      [GUILD, ' ent_tower ', { kind: 'entity', id: 'ent_tower' }],
      [GUILD, 'ent_other', { kind: 'not-linked' }],
      [GUILD, 'ENT_TOWER', { kind: 'not-linked' }],
      [EMPTY, 'ent_tower', { kind: 'not-linked' }],
      [HOME, 'ent_other', { kind: 'entity', id: 'ent_other' }],
      [GUILD, 'a/b', { kind: 'bad-id' }],
      [HOME, '..', { kind: 'bad-id' }],
      [GUILD, '', { kind: 'bad-id' }],
    ];
    for (const [guildId, typed, choice] of cases) expect(await entities.choose(guildId, typed)).toEqual(choice);
  });

  test('by row takes only rows of this guild', async () => {
    const scene = await createScene(open);
    await link(scene, GUILD, 'ent_castle');
    await link(scene, EMPTY, 'ent_moat');
    const { entities } = scene;

    const [own, foreign] = [await rowIdOf(scene, GUILD, 'ent_castle'), await rowIdOf(scene, EMPTY, 'ent_moat')];
    expect(await entities.chooseRow(GUILD, own)).toEqual({ kind: 'entity', id: 'ent_castle' });
    for (const rowId of [foreign, '', '-1', '1.5', '99999', 'ent_castle', '9'.repeat(30), "1' or '1'='1"]) {
      expect(await entities.chooseRow(GUILD, rowId), rowId).toEqual({ kind: 'not-linked' });
      expect(await entities.makeDefault(GUILD, rowId), rowId).toBeUndefined();
    }
  });
});

describeOnEachDatabase('suggestions', (open) => {
  test('contain what was typed in id or label, of this guild alone', async () => {
    const scene = await createScene(open);
    await link(scene, GUILD, 'ent_castle', 'Castle');
    await link(scene, GUILD, 'ent_tower', 'The Tower');
    const suggested = async (guildId: string, typed: string) =>
      (await scene.entities.suggest(guildId, typed)).map(({ id }) => id);

    expect(await suggested(GUILD, '')).toEqual(['ent_castle', 'ent_tower']);
    expect(await suggested(GUILD, 'ent_t')).toEqual(['ent_tower']);
    expect(await suggested(GUILD, 'the t')).toEqual(['ent_tower']);
    expect(await suggested(GUILD, 'CASTLE')).toEqual(['ent_castle']);
    expect(await suggested(GUILD, ' tower ')).toEqual(['ent_tower']);
    expect(await suggested(GUILD, 'moon')).toEqual([]);
    expect(await suggested(EMPTY, '')).toEqual([]);
  });

  test('find any of a thousand, and are at most the 25 that Discord shows', async () => {
    const scene = await createScene(open);
    await linkMany(scene, GUILD, LINKS_MOST);

    expect(await scene.entities.suggest(GUILD, 'ent')).toHaveLength(25);
    expect((await scene.entities.suggest(GUILD, 'entity 997')).map(({ id }) => id)).toEqual(['ent_997']);
    const offered = (await scene.entities.offer(GUILD, 'ent_998')).map(({ id }) => id);
    expect(offered).toHaveLength(25);
    expect(offered.slice(0, 3)).toEqual(['ent_0', 'ent_998', 'ent_1']);
  });
});

describeOnEachDatabase('who may link', (open) => {
  test('at home those who manage it, for another guild the operator, at home', async () => {
    const { entities } = await createScene(open);

    const cases: [actor: Actor, forGuild: string | undefined, kind: string][] = [
      [managerAtHome, undefined, 'allowed'],
      [managerAtHome, HOME, 'allowed'],
      [managerAtHome, GUILD, 'forbidden'],
      [operatorAtHome, GUILD, 'allowed'],
      [managerOfGuild, undefined, 'not-home'],
      [managerOfGuild, GUILD, 'not-home'],
      [managerOfGuild, HOME, 'forbidden'],
      [{ guildId: GUILD, userId: OPERATOR }, undefined, 'not-home'],
      [{ guildId: GUILD, userId: OPERATOR }, HOME, 'forbidden'],
      [operatorAtHome, 'not a guild', 'bad-guild'],
      [operatorAtHome, '123', 'bad-guild'],
    ];
    for (const [actor, forGuild, kind] of cases) {
      expect((await entities.checkLink(actor, 'ent_1', forGuild)).kind, JSON.stringify([actor, forGuild])).toBe(kind);
    }
    expect((await entities.checkLink(managerAtHome, '..', undefined)).kind).toBe('bad-id');
  });

  test('is asked again at the confirmation, which belongs to one person', async () => {
    const { entities } = await createScene(open);
    const forHome = String(await entities.propose(managerAtHome, { guildId: HOME, entityId: 'ent_1', label: '' }));
    const forGuild = String(await entities.propose(operatorAtHome, { guildId: GUILD, entityId: 'ent_1', label: '' }));
    const forged = String(await entities.propose(managerAtHome, { guildId: GUILD, entityId: 'ent_1', label: '' }));

    expect(await entities.confirm(operatorAtHome, forHome)).toEqual({ kind: 'forbidden' });
    expect(await entities.confirm(managerOfGuild, forHome)).toEqual({ kind: 'forbidden' });
    expect(await entities.confirm(managerAtHome, forGuild)).toEqual({ kind: 'forbidden' });
    expect(await entities.confirm({ guildId: GUILD, userId: OPERATOR }, forGuild)).toEqual({ kind: 'forbidden' });
    expect(await entities.confirm(managerAtHome, forged)).toEqual({ kind: 'forbidden' });
    expect(await entities.cancel(operatorAtHome, forHome)).toBe(false);
    expect((await entities.list(HOME, 1)).total + (await entities.list(GUILD, 1)).total).toBe(0);

    expect((await entities.confirm(managerAtHome, forHome)).kind).toBe('linked');
    expect((await entities.confirm(operatorAtHome, forGuild)).kind).toBe('linked');
  });
});

describeOnEachDatabase('a pending link', (open) => {
  test('serves once', async () => {
    const { entities } = await createScene(open);
    const pendingId = String(await entities.propose(managerAtHome, { guildId: HOME, entityId: 'ent_1', label: 'One' }));

    const both = await Promise.all([
      entities.confirm(managerAtHome, pendingId),
      entities.confirm(managerAtHome, pendingId),
    ]);

    expect(both.filter(({ kind }) => kind === 'linked')).toHaveLength(1);
    expect((await entities.list(HOME, 1)).total).toBe(1);
    expect(await entities.confirm(managerAtHome, pendingId)).toEqual({ kind: 'expired' });
  });

  test('is void after fifteen minutes, and cleaned up', async () => {
    const { entities, store } = await createScene(open);
    const pendingId = await entities.propose(managerAtHome, { guildId: HOME, entityId: 'ent_1', label: 'One' });
    await store.write((db) =>
      db
        .updateTable('pending_links')
        .set((row) => ({ created_at: row('created_at', '-', FIFTEEN_MINUTES_MS) }))
        .execute(),
    );

    expect(await entities.confirm(managerAtHome, String(pendingId))).toEqual({ kind: 'expired' });
    expect(await store.read((db) => db.selectFrom('pending_links').selectAll().execute())).toEqual([]);
  });

  test('can be cancelled', async () => {
    const { entities } = await createScene(open);
    const pendingId = String(await entities.propose(managerAtHome, { guildId: HOME, entityId: 'ent_1', label: 'One' }));

    expect(await entities.cancel(managerAtHome, pendingId)).toBe(true);
    expect(await entities.confirm(managerAtHome, pendingId)).toEqual({ kind: 'expired' });
  });
});

describeOnEachDatabase('linking', (open) => {
  test('the same twice changes nothing', async () => {
    const scene = await createScene(open);
    const { entities } = scene;
    const again = await entities.propose(operatorAtHome, { guildId: GUILD, entityId: 'ent_1', label: 'Second' });
    await link(scene, GUILD, 'ent_1', 'First');

    const refused = { kind: 'already-linked', entityId: 'ent_1' };
    expect(await entities.confirm(operatorAtHome, String(again))).toEqual(refused);
    expect(await entities.checkLink(operatorAtHome, 'ent_1', GUILD)).toEqual(refused);
    expect((await entities.list(GUILD, 1)).entities.map(({ label }) => label)).toEqual(['First']);
  });

  test('several at once leaves one default', async () => {
    const { entities } = await createScene(open);
    const pendingIds = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        entities.propose(operatorAtHome, { guildId: GUILD, entityId: `ent_${index}`, label: '' }),
      ),
    );

    const outcomes = await Promise.all(pendingIds.map((id) => entities.confirm(operatorAtHome, String(id))));

    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['linked']));
    const { entities: linked } = await entities.list(GUILD, 1);
    expect(linked.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test('stops at a thousand', async () => {
    const scene = await createScene(open);
    await linkMany(scene, GUILD, LINKS_MOST - 1);
    await link(scene, GUILD, 'ent_last');

    expect(await scene.entities.checkLink(operatorAtHome, 'ent_more', GUILD)).toEqual({ kind: 'full' });
    const pendingId = await scene.entities.propose(operatorAtHome, { guildId: GUILD, entityId: 'ent_more', label: '' });
    expect(await scene.entities.confirm(operatorAtHome, String(pendingId))).toEqual({ kind: 'full' });
  });
});

describeOnEachDatabase('the default', (open) => {
  test('is the first one linked, and can be changed', async () => {
    const scene = await createScene(open);
    for (const id of ['ent_1', 'ent_2', 'ent_3']) await link(scene, GUILD, id);
    const { entities } = scene;

    expect(await entities.choose(GUILD, undefined)).toEqual({ kind: 'entity', id: 'ent_1' });
    expect(await entities.makeDefault(GUILD, await rowIdOf(scene, GUILD, 'ent_3'))).toMatchObject({ id: 'ent_3' });
    expect(await entities.choose(GUILD, undefined)).toEqual({ kind: 'entity', id: 'ent_3' });
  });

  test('passes on to the one linked first when it is unlinked', async () => {
    const scene = await createScene(open);
    for (const id of ['ent_1', 'ent_2', 'ent_3']) await link(scene, GUILD, id);
    const { entities } = scene;

    expect(await entities.unlink(GUILD, ' ent_1 ')).toMatchObject({ id: 'ent_1' });
    expect(await entities.choose(GUILD, undefined)).toEqual({ kind: 'entity', id: 'ent_2' });
    expect(await entities.unlink(GUILD, 'ent_1')).toBeUndefined();
    expect(await entities.unlink(EMPTY, 'ent_2')).toBeUndefined();
    await entities.unlink(GUILD, 'ent_2');
    await entities.unlink(GUILD, 'ent_3');
    expect(await entities.choose(GUILD, undefined)).toEqual({ kind: 'none-linked' });
  });
});

describeOnEachDatabase('the list', (open) => {
  test('has 25 a page, in the order of linking, and knows no page beyond the last', async () => {
    const scene = await createScene(open);
    await linkMany(scene, GUILD, 60);

    const last = await scene.entities.list(GUILD, 99);

    expect(last).toMatchObject({ page: 3, pages: 3, total: 60 });
    expect(last.entities.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => `ent_${index + 50}`));
    expect((await scene.entities.list(GUILD, 1)).entities).toHaveLength(25);
    expect(await scene.entities.list(EMPTY, -3)).toEqual({ entities: [], page: 1, pages: 1, total: 0 });
  });
});
