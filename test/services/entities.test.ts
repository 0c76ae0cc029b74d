import { describe, expect, test } from 'vitest';

import { createEntities, isEntityId, type Entities, type LinkedEntity } from '../../src/services/entities.ts';

const CASTLE = { id: 'ent_castle', label: 'Castle' };
const TOWER = { id: 'ent_tower', label: 'The Tower' };
const HOME = 'home';
const GUILD = 'guild';
const EMPTY = 'empty';

/** @param inGuild - what `GUILD` has linked, its default one first */
function link(inGuild: readonly LinkedEntity[]): Entities {
  const links = new Map([
    [GUILD, inGuild],
    [HOME, [TOWER]],
  ]);
  return createEntities({ links, isHome: (guildId) => guildId === HOME });
}

const entities = link([CASTLE, TOWER]);

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

describe('choosing', () => {
  test.each<[name: string, guildId: string, typed: string | undefined, choice: object]>([
    ['nothing means the first one linked', GUILD, undefined, { kind: 'entity', id: CASTLE.id }],
    ['nothing means none where none is linked', EMPTY, undefined, { kind: 'none-linked' }],
    ['an id that is linked is taken', GUILD, TOWER.id, { kind: 'entity', id: TOWER.id }],
    ['spaces around an id do not matter', GUILD, ` ${TOWER.id} `, { kind: 'entity', id: TOWER.id }],
    ['an id that is not linked is refused', GUILD, 'ent_other', { kind: 'not-linked' }],
    ['an id in another case is another id', GUILD, 'ENT_TOWER', { kind: 'not-linked' }],
    ['an id linked in another guild is refused', EMPTY, TOWER.id, { kind: 'not-linked' }],
    ['at home any id is taken', HOME, 'ent_other', { kind: 'entity', id: 'ent_other' }],
    ['what is no id is refused', GUILD, 'a/b', { kind: 'bad-id' }],
    ['what is no id is refused at home too', HOME, '..', { kind: 'bad-id' }],
    ['an empty text is no id', GUILD, '', { kind: 'bad-id' }],
  ])('%s', (_name, guildId, typed, choice) => {
    expect(entities.choose(guildId, typed)).toEqual(choice);
  });
});

describe('suggestions', () => {
  test.each<[name: string, typed: string, suggested: object[]]>([
    ['are all that is linked before anything is typed', '', [CASTLE, TOWER]],
    ['contain what was typed in their id', 'ent_t', [TOWER]],
    ['contain what was typed in their label', 'the t', [TOWER]],
    ['do not mind upper and lower case', 'CASTLE', [CASTLE]],
    ['do not mind spaces around', ' tower ', [TOWER]],
    ['are none when nothing fits', 'moon', []],
  ])('%s', (_name, typed, suggested) => {
    expect(entities.suggest(GUILD, typed)).toEqual(suggested);
  });

  test('are this guild’s alone', () => {
    expect(entities.suggest(EMPTY, '')).toEqual([]);
  });

  test('are at most the 25 that Discord shows', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ id: `ent_${index}`, label: `Entity ${index}` }));
    expect(link(many).suggest(GUILD, 'ent')).toEqual(many.slice(0, 25));
  });
});
