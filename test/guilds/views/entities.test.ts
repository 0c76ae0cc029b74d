import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { LinkedEntity } from '../../../src/guilds/store/linked-entities.ts';
import { askToLink, entityChoice, entityList, linkReply, unlinkedReply } from '../../../src/guilds/views/entities.ts';
import { translator } from '../../../src/locales/index.ts';
import { linkSummary, planReply } from '../../../src/plans/views/plan.ts';
import { planFrom } from '../../plans/plan-from.ts';
import { buttonsOf, limitErrors, selectsOf, textsOf } from '../../ui/discord-limits.ts';
import { hostileText, specialSequences } from '../../ui/hostile-text.ts';

/** The texts' own markup: ids and commands in backticks, bold, subtext, timestamps. */
const OWN_MARKS = /`[\w/ ]+`|\*\*|^-# |<t:0:R>/gm;

const t = translator('en-US');

const entityNumbered = (index: number, label = `Realm ${index}`): LinkedEntity => ({
  id: `ent_${index}`,
  label,
  isDefault: index === 0,
});
const many = (count: number, label?: string) =>
  Array.from({ length: count }, (_, index) => entityNumbered(index, label));
const planNamed = (name: string) =>
  planFrom({
    entity: { id: 'ent_0', kind: 'server', team_mode: null, name },
    plan: 'standard',
    status: 'active',
    interval: null,
    current_period_end: null,
    grace_until: null,
    cancel_at_period_end: false,
    pending_change: null,
    delete_at: null,
    since: null,
    version: null,
  });

describe('the list', () => {
  test('has two lines for each, the default marked, and turns pages both ways', () => {
    const reply = entityList({ entities: many(2), page: 2, pages: 3, total: 60 }, t);

    expect(reply.embeds[0]?.description).toBe(
      '**Realm 0** · default\n-# `ent_0`\n**Realm 1**\n-# `ent_1`\n\nChoose below which one `/plan` shows without an ID.',
    );
    expect(reply.embeds[0]?.footer?.text).toBe('60 linked · page 2 of 3');
    expect(buttonsOf(reply).map(({ custom_id }) => custom_id)).toEqual([
      'setup:change:entities',
      'entity:page:1',
      'entity:page:3',
      'setup:show',
    ]);
    expect(selectsOf(reply)).toMatchObject([
      { custom_id: 'entity:default:2', options: [{ value: 'ent_0' }, { value: 'ent_1' }] },
    ]);
  });

  test('of one page has nothing to turn', () => {
    const buttons = buttonsOf(entityList({ entities: many(1), page: 1, pages: 1, total: 1 }, t));
    expect(buttons.map(({ label }) => label)).toEqual(['Add', 'Setup']);
  });

  test('shows all 25, however long their ids and labels are', () => {
    const entities = many(25, '*'.repeat(80)).map((entity) => ({ ...entity, id: entity.id.padEnd(80, '_') }));
    const reply = entityList({ entities, page: 1, pages: 1, total: 25 }, t);

    expect(limitErrors(reply)).toEqual([]);
    expect(reply.embeds[0]?.description?.match(/^\*\*.*\\\*.*\*\*( · default)?\n-# `.*`$/gm)).toHaveLength(25);
    expect(reply.embeds[0]?.description).not.toContain('…\n\n');
  });
});

describe('a choice', () => {
  test.each([
    ['label and id', { id: 'ent_1', label: 'Castle' }, 'Castle (ent_1)'],
    ['the id alone where it is the label', { id: 'ent_1', label: 'ent_1' }, 'ent_1'],
    ['the id alone where nothing of the label is visible', { id: 'ent_1', label: '\u200B' }, 'ent_1'],
  ])('reads %s', (_name, changes, name) => {
    expect(entityChoice({ ...entityNumbered(0), ...changes })).toEqual({ name, value: changes.id });
  });

  test('is never longer than Discord takes', () => {
    const { name, value } = entityChoice({ ...entityNumbered(0), id: 'x'.repeat(80), label: 'y'.repeat(80) });
    expect([name.length, value.length]).toEqual([100, 80]);
  });
});

test('whatever a label or name is, Discord takes it and it means nothing', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const entity = entityNumbered(0, text);
      const answer = { plan: planNamed(text), checkedAt: 0, stale: false };
      const link = { pendingId: 1, entityId: 'ent_0', label: text, otherGuildId: '123456789012345678' };
      const replies = [
        entityList({ entities: many(25, text), page: 1, pages: 2, total: 30 }, t),
        unlinkedReply(entity, t),
        askToLink(linkSummary(answer, t), link, t),
        linkReply({ kind: 'linked', entity, guildId: 'g' }, 'g', t),
        planReply(answer, { t, now: 0, manageUrl: undefined, entityId: 'ent_0', linked: many(25, text) }),
      ];
      for (const reply of replies) {
        expect(limitErrors(reply)).toEqual([]);
        const others = textsOf(reply).map((shown) => shown.replaceAll(OWN_MARKS, ''));
        expect(others.flatMap((shown) => specialSequences(shown))).toEqual([]);
      }
    }),
  );
});
