import type { PlanRecord } from '../../../src/sandbox/hosts/plan-record.ts';
import { HOUR_MS, DAY_MS } from '../../../src/work/clock.ts';
import { mulberry32 } from '../../mulberry32.ts';

const EVERYTHING_OVER_BY_MS = 29 * DAY_MS;
const PAUSE_MS = 2 * DAY_MS;

type Patch = Partial<Omit<PlanRecord, 'entity'>>;

/**
 * What happens to an entity's plan at the host. It is `unknown` or `older` until it is `shown`: the record stays, but for
 * a while the host answers something else.
 */
export type HostEvent = { at: number; entityId: string; what: Patch | 'unknown' | 'older' | 'shown' | 'deleted' };

/**
 * Something that happens to an entity: how long it lasts, its steps and their times, and what people are to read about
 * it.
 */
type Episode = { lastsMs: number; steps: [afterMs: number, what: HostEvent['what']][]; lines: string[] };

/**
 * A month in the life of some entities, and every line that each guild watching one has to read exactly once, determined
 * by hand and not by the bot's own rules. Every state lasts long enough for the bot to see it, except those that it is meant to see at most once.
 */
export function writeMonth(entityIds: readonly string[], startsAt: number, seed: number) {
  const random = mulberry32(seed);
  const events: HostEvent[] = [];
  const expected: { entityId: string; line: string }[] = [];
  for (const entityId of entityIds) {
    let at = startsAt + DAY_MS + Math.floor(random() * 3 * DAY_MS);
    let plan = 'premium';
    for (;;) {
      const kind = KINDS[Math.floor(random() * KINDS.length)] ?? gone;
      const { lastsMs, steps, lines } = kind(at, plan);
      if (at + lastsMs > startsAt + EVERYTHING_OVER_BY_MS) break;
      for (const [afterMs, what] of steps) {
        events.push({ at: at + afterMs, entityId, what });
        if (typeof what === 'object' && what.plan) plan = what.plan;
      }
      expected.push(...lines.map((line) => ({ entityId, line })));
      if (steps.some(([, what]) => what === 'deleted')) break;
      at += lastsMs + PAUSE_MS + Math.floor(random() * DAY_MS);
    }
  }
  return { events: events.toSorted((one, other) => one.at - other.at), expected };
}

const upgraded = (_from: number, plan: string): Episode => {
  const next = plan === 'premium' ? 'enterprise' : 'premium';
  return {
    lastsMs: DAY_MS,
    steps: [[0, { plan: next }]],
    lines: [`The plan changed from **${capitalised(plan)}** to **${capitalised(next)}**.`],
  };
};

/**
 * A grace period of nine and a half days, whose end moves by some hours, and which is settled at some time or runs out.
 */
const inGrace =
  (settledAfterDays: number, warnings: ('first end' | 'moved end')[]) =>
  (from: number): Episode => {
    const end = from + 9.5 * DAY_MS;
    const moved = end + 5 * HOUR_MS;
    return {
      lastsMs: settledAfterDays * DAY_MS,
      steps: [
        [0, { status: 'past_due', grace_until: iso(end) }],
        ...(settledAfterDays > 5 ? [[5 * DAY_MS, { grace_until: iso(moved) }] satisfies Episode['steps'][number]] : []),
        [settledAfterDays * DAY_MS, { status: 'active', grace_until: null }],
      ],
      lines: [
        'The status changed from **Active** to **Past due**.',
        `A grace period has begun. It ends ${time(end)}. Pay before then to keep the plan.`,
        ...warnings.map(
          (which) =>
            `Reminder: the grace period ends ${time(which === 'first end' ? end : moved)}. Pay before then to keep the plan.`,
        ),
        'The status changed from **Past due** to **Active**.',
        'The grace period is over. `/plan` shows the current status.',
      ],
    };
  };

const cancelled = (from: number): Episode => {
  const end = from + 5 * DAY_MS;
  return {
    lastsMs: 3 * DAY_MS,
    steps: [
      [0, { cancel_at_period_end: true, current_period_end: iso(end) }],
      [3 * DAY_MS, { cancel_at_period_end: false, current_period_end: iso(end + 30 * DAY_MS) }],
    ],
    lines: [
      `The plan was cancelled, so it does not renew. It is active until ${time(end)}.`,
      `Reminder: the plan is cancelled and ends ${time(end)}.`,
      'The cancellation was withdrawn.',
    ],
  };
};

const changePending = (): Episode => ({
  lastsMs: 4 * DAY_MS,
  steps: [
    [0, { pending_change: { from_plan: 'premium', to_plan: 'enterprise' } }],
    [2 * DAY_MS, { pending_change: { from_plan: 'premium', to_plan: 'basic' } }],
    [4 * DAY_MS, { pending_change: null }],
  ],
  lines: [
    'A plan change is pending:',
    'Plan: Premium → Enterprise',
    'The pending plan change is now:',
    'Plan: Premium → Basic',
    'No plan change is pending any more.',
  ],
});

const deletionScheduled = (from: number): Episode => {
  const end = from + 8 * DAY_MS;
  const warning = `Reminder: it will be deleted ${time(end)}. Act before then to keep it.`;
  return {
    lastsMs: 6 * DAY_MS,
    steps: [
      [0, { delete_at: iso(end) }],
      [6 * DAY_MS, { delete_at: null }],
    ],
    lines: [
      `Deletion is scheduled for ${time(end)}. Act before then to keep it.`,
      warning,
      warning,
      'It is not scheduled for deletion any more.',
    ],
  };
};

/** Short enough to be read at most once: nobody is to be alerted. */
const glitch = (as: 'unknown' | 'older') => (): Episode => ({
  lastsMs: 4 * HOUR_MS,
  steps: [
    [0, as],
    [4 * HOUR_MS, 'shown'],
  ],
  lines: [],
});

const gone = (_from: number, plan: string): Episode => ({
  lastsMs: 2 * DAY_MS,
  steps: [[0, 'deleted']],
  lines: [
    `The plan changed from **${capitalised(plan)}** to **Standard**.`,
    'An unknown or deleted server or team also shows as Standard. If this is unexpected, check the ID.',
  ],
});

const KINDS = [
  upgraded,
  inGrace(4, ['first end']),
  inGrace(8, ['first end', 'moved end']),
  inGrace(10.5, ['first end', 'moved end', 'moved end']),
  cancelled,
  changePending,
  deletionScheduled,
  glitch('unknown'),
  glitch('older'),
  gone,
];

const iso = (at: number): string => new Date(at).toISOString();
const time = (at: number): string => `<t:${Math.floor(at / 1_000)}:F> (<t:${Math.floor(at / 1_000)}:R>)`;
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
