import { describe, expect, test } from 'vitest';

import { type EntitiesChoice, isEntityId, MAX_LINKS, type UnreadIds } from '../../src/guilds/entities.ts';
import { describeOnEachDatabase } from '../database/databases.ts';
import { createScene, EMPTY, GUILD, HOME, link, linkMany } from './entity-scene.ts';

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
      [EMPTY, 'ent_tower', { kind: 'none-linked' }],
      [HOME, 'ent_other', { kind: 'entity', id: 'ent_other' }],
      [GUILD, 'a/b', { kind: 'bad-id' }],
      [HOME, '..', { kind: 'bad-id' }],
      [GUILD, '', { kind: 'bad-id' }],
    ];
    for (const [guildId, typed, choice] of cases) expect(await entities.choose(guildId, typed)).toMatchObject(choice);
  });

  test('many takes all that are linked, or of the ids typed those that may be read', async () => {
    const scene = await createScene(open);
    await link(scene, GUILD, 'ent_castle');
    await link(scene, GUILD, 'ent_tower');
    const chosen = (ids: string[], unread: Partial<UnreadIds> = {}): EntitiesChoice => ({
      kind: 'entities',
      ids,
      unread: { badIds: [], notLinked: [], leftOut: 0, ...unread },
    });

    const cases: [guildId: string, typed: string | undefined, choice: EntitiesChoice][] = [
      [GUILD, undefined, chosen(['ent_castle', 'ent_tower'])],
      [GUILD, ' , ', chosen(['ent_castle', 'ent_tower'])],
      [EMPTY, undefined, { kind: 'none-linked' }],
      [GUILD, 'ent_tower,ent_tower, ent_tower', chosen(['ent_tower'])],
      [GUILD, 'ent_tower ent_other\nent_castle', chosen(['ent_tower', 'ent_castle'], { notLinked: ['ent_other'] })],
      [GUILD, 'a/b ent_tower ..', chosen(['ent_tower'], { badIds: ['a/b', '..'] })],
      [HOME, 'ent_other,ent_tower', chosen(['ent_other', 'ent_tower'])],
      [EMPTY, 'ent_tower', { kind: 'none-linked' }],
    ];
    for (const [guildId, typed, choice] of cases)
      expect(await scene.entities.chooseMany(guildId, typed), typed).toEqual(choice);
  });

  test('many takes a thousand and counts the rest', async () => {
    const { entities } = await createScene(open);
    const typed = Array.from({ length: MAX_LINKS + 2 }, (_, index) => `e${index}`);

    expect(await entities.chooseMany(HOME, typed.join(' '))).toEqual({
      kind: 'entities',
      ids: typed.slice(0, MAX_LINKS),
      unread: { badIds: [], notLinked: [], leftOut: 2 },
    });
  });

  test('of a default takes only entities of this guild', async () => {
    const scene = await createScene(open);
    await link(scene, GUILD, 'ent_castle');
    await link(scene, EMPTY, 'ent_moat');

    for (const id of ['ent_moat', '', '1', '9'.repeat(30), "1' or '1'='1"]) {
      expect(await scene.links.makeDefault(GUILD, id), id).toBeUndefined();
    }
    expect(await scene.links.makeDefault(GUILD, 'ent_castle')).toMatchObject({ id: 'ent_castle' });
  });

  test('offers 25 at most beside it, the default one first, and the chosen one among them', async () => {
    const scene = await createScene(open);
    await linkMany(scene, GUILD, MAX_LINKS);
    const offeredWith = async (typed: string | undefined) => {
      const choice = await scene.entities.choose(GUILD, typed);
      return choice.kind === 'entity' ? choice.offered.map(({ id }) => id) : [];
    };

    expect(await offeredWith('ent_998')).toHaveLength(25);
    expect((await offeredWith('ent_998')).slice(0, 3)).toEqual(['ent_0', 'ent_998', 'ent_1']);
    expect((await offeredWith(undefined)).slice(0, 3)).toEqual(['ent_0', 'ent_1', 'ent_2']);
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
    await linkMany(scene, GUILD, MAX_LINKS);

    expect(await scene.entities.suggest(GUILD, 'ent')).toHaveLength(25);
    expect((await scene.entities.suggest(GUILD, 'entity 997')).map(({ id }) => id)).toEqual(['ent_997']);
  });
});
