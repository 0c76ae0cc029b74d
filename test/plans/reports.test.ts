import { describe, expect, test } from 'vitest';

import type { EntitiesChoice } from '../../src/guilds/entities.ts';
import type { Member } from '../../src/member.ts';
import { createPlanReports, mostUrgentFirst, type PlanReports, type ReportedPlan } from '../../src/plans/reports.ts';
import type { PlanAnswer } from '../../src/plans/service.ts';
import { createPagedLists } from '../../src/ui/paged-lists.ts';
import { createTurns } from '../../src/work/turns.ts';
import { bareRecord, planFrom } from './plan-from.ts';

const OWNER: Member = { guildId: 'guild', userId: 'mona' };
const NOTHING_UNREAD = { badIds: [], notLinked: [], leftOut: 0 };

function answerOf(id: string, fields: object = {}): PlanAnswer {
  return { plan: planFrom(bareRecord(id, fields)), checkedAt: 0, stale: false };
}

const reported = (id: string, fields: object = {}): ReportedPlan => ({ id, answer: answerOf(id, fields) });
const inOrder = (plans: readonly ReportedPlan[]): string[] => mostUrgentFirst(plans).map(({ id }) => id);

/** @param linked - ids that may be read; a test may change them */
function reportsOf(linked: string[], answers: Record<string, PlanAnswer>): PlanReports {
  const choose = (typed?: string): EntitiesChoice => {
    if (linked.length === 0) return { kind: 'none-linked' };
    const ids = typed === undefined ? [...linked] : typed.split(' ').filter((id) => linked.includes(id));
    return { kind: 'entities', ids, unread: NOTHING_UNREAD };
  };
  return createPlanReports({
    entities: { chooseMany: (_guildId, typed) => Promise.resolve(choose(typed)) },
    plans: {
      lookUpMany: (asked, onProgress) => {
        onProgress?.(1);
        return Promise.resolve(new Map(Object.entries(answers).filter(([id]) => asked.includes(id))));
      },
    },
    pagedLists: createPagedLists(() => 0),
    turns: createTurns({ atOnce: Infinity, now: () => 0 }),
  });
}

const open = (reports: PlanReports) => reports.open(OWNER, undefined, () => undefined);

describe('the order of a report', () => {
  test('is by urgency', () => {
    const plans: ReportedPlan[] = [
      reported('well'),
      { id: 'unanswered', answer: undefined },
      reported('change', { pending_change: {} }),
      reported('cancellation', { cancel_at_period_end: true }),
      reported('grace', { grace_until: 1_700_000_009 }),
      reported('deletion', { delete_at: 1_700_000_009 }),
    ];
    expect(inOrder(plans)).toEqual(['deletion', 'grace', 'cancellation', 'change', 'unanswered', 'well']);
  });

  test.each([
    ['deletion', (time: number | string) => ({ delete_at: time })],
    ['grace', (time: number | string) => ({ grace_until: time })],
    ['cancellation', (time: number | string) => ({ cancel_at_period_end: true, current_period_end: time })],
  ])('of the same %s is by its date, the soonest first, one that cannot be read last', (_name, fieldsAt) => {
    const plans = [
      reported('unreadable', fieldsAt('some day')),
      reported('later', fieldsAt(1_800_000_000)),
      reported('sooner', fieldsAt(1_700_000_000)),
    ];
    expect(inOrder(plans)).toEqual(['sooner', 'later', 'unreadable']);
  });

  test('of what is as urgent is by name as people sort them, by id where there is none', () => {
    const plans = [
      reported('a', { entity: { id: 'a', name: 'Realm 10' } }),
      reported('b', { entity: { id: 'b', name: 'realm 9' } }),
      reported('quarry'),
      reported('c', { entity: { id: 'c', name: 'Élan' } }),
    ];
    expect(inOrder(plans)).toEqual(['c', 'quarry', 'b', 'a']);
  });
});

describe('a report', () => {
  test('has every plan, those without an answer too', async () => {
    const opened = await open(reportsOf(['ent_a', 'ent_b'], { ent_a: answerOf('ent_a') }));

    expect(opened).toMatchObject({
      kind: 'report',
      report: { plans: [{ id: 'ent_b', answer: undefined }, { id: 'ent_a' }], unread: NOTHING_UNREAD },
    });
  });

  test('shows no more what was unlinked since', async () => {
    const linked = ['ent_a', 'ent_b'];
    const reports = reportsOf(linked, { ent_a: answerOf('ent_a'), ent_b: answerOf('ent_b') });
    const opened = await open(reports);
    if (opened.kind !== 'report') throw new Error('there is no report');

    linked.splice(0, 1);
    expect(await reports.find(OWNER, opened.id)).toMatchObject({ plans: [{ id: 'ent_b' }] });
    linked.splice(0, 1);
    expect(await reports.find(OWNER, opened.id)).toMatchObject({ plans: [] });
  });
});
