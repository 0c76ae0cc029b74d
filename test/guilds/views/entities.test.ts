import { describe, expect, test } from 'vitest';

import type { LinkedEntity } from '../../../src/guilds/store/linked-entities.ts';
import { entityChoice, entityList } from '../../../src/guilds/views/entities.ts';
import { translator } from '../../../src/locales/index.ts';
import { buttonsOf, limitErrors, selectsOf } from '../../ui/discord-limits.ts';

const t = translator('en-US');

const entityNumbered = (index: number, label = `Realm ${index}`): LinkedEntity => ({
  id: `ent_${index}`,
  label,
  isDefault: index === 0,
});
const many = (count: number, label?: string) =>
  Array.from({ length: count }, (_, index) => entityNumbered(index, label));

describe('the list', () => {
  test('has two lines for each, the default marked, and turns pages both ways', () => {
    const reply = entityList({ entities: many(2), page: 2, pages: 3, total: 60 }, t);

    expect(reply.embeds[0]?.description).toBe(
      '**Realm 0** · default\n-# `ent_0`\n**Realm 1**\n-# `ent_1`\n\nChoose below which one `/plan` shows without an ID. `/entity unlink` takes one out.',
    );
    expect(reply.embeds[0]?.footer?.text).toBe('60 linked · page 2 of 3');
    expect(buttonsOf(reply).map(({ custom_id }) => custom_id)).toEqual([
      'setup:change:entities',
      'entity:page:1',
      'entity:page:3',
      'setup:show',
    ]);
    expect(selectsOf(reply)).toMatchObject([
      { custom_id: 'entity:default:2', options: [{ value: 'ent_0', label: 'Realm 0' }, { value: 'ent_1' }] },
    ]);
  });

  test('shows all 25, however long their ids and labels are', () => {
    const entities = many(25, '*'.repeat(80)).map((entity) => ({ ...entity, id: entity.id.padEnd(80, '_') }));
    const reply = entityList({ entities, page: 1, pages: 1, total: 25 }, t);

    expect(limitErrors(reply)).toEqual([]);
    expect(reply.embeds[0]?.description?.match(/^\*\*.*\\\*.*\*\*( · default)?\n-# `.*`$/gm)).toHaveLength(25);
    expect(reply.embeds[0]?.description).not.toContain('…\n\n');
  });
});

test.each([
  ['label and id', { id: 'ent_1', label: 'Castle' }, 'Castle (ent_1)'],
  ['the id alone where it is the label', { id: 'ent_1', label: 'ent_1' }, 'ent_1'],
  ['the id alone where nothing of the label is visible', { id: 'ent_1', label: '\u200B' }, 'ent_1'],
])('a choice reads %s', (_name, changes, name) => {
  expect(entityChoice({ ...entityNumbered(0), ...changes })).toEqual({ name, value: changes.id });
});
