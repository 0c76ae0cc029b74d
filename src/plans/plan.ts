import { z } from 'zod';

import { present } from '../ui/text.ts';
import { UnreadableAnswerError, type UpstreamError } from '../work/errors.ts';
import { type PlanTime, readTime, storedTime } from './plan-time.ts';

/** UTF-16 units that are kept of a text, far more than are shown. */
const MAX_TEXT_LENGTH = 1_000;
/** Levels and characters of a pending change: far more than is shown, little enough to be stored and compared. */
const MAX_CHANGE_DEPTH = 16;
const MAX_CHANGE_LENGTH = 16 * 1024;

/** A pending change, of any shape (docs/services.md, "Fields of a plan") that is not absurdly deep or long. */
export const pendingChange = z.unknown().refine(isModest, 'too deep or too long');

const storedText = z.string().nullable();

/** The plan of an entity (docs/services.md, "Fields of a plan"), with null where the record has no value. */
export const storedPlan = z.object({
  entity: z.object({ id: z.string(), kind: storedText, teamMode: storedText, name: storedText }),
  plan: z.string(),
  status: z.string(),
  interval: storedText,
  currentPeriodEnd: storedTime,
  graceUntil: storedTime,
  cancelAtPeriodEnd: z.boolean(),
  pendingChange,
  deleteAt: storedTime,
  since: storedTime,
  /** counts the record's changes */
  version: storedText,
});
export type Plan = z.infer<typeof storedPlan>;

export type PlanRead = Plan | UpstreamError;

const shortText = z.string().transform((whole) => whole.slice(0, MAX_TEXT_LENGTH));
const text = shortText.nullish().transform((value) => (value?.trim() ? value : null));
/** As hosts without null write it. */
const noTime = z.union([z.literal(false), z.tuple([]), z.strictObject({})]).transform(() => null);
/** As hosts wrap it: `{"seconds": 1772366400}`, `{"$date": "2026-03-01"}`, `{"date": "2026-03-01", "timezone": "UTC"}`. */
const wrappedTime = z
  .record(z.string(), z.unknown())
  .transform((fields) => Object.values(fields)[0])
  .pipe(z.union([z.string(), z.number()]))
  .refine((raw) => readTime(raw)?.kind === 'time', 'no time');
const time = z
  .union([text, z.number(), noTime, wrappedTime])
  .nullish()
  .transform((raw) => (raw === null || raw === undefined ? null : readTime(raw)));

/**
 * One plan record (docs/services.md, "Fields of a plan"). Plan, status and interval are open sets. Only what a truthful
 * reply cannot do without is required; everything else may be null or absent, and unknown fields are ignored.
 */
export const planRecord = z.object({
  entity: z.object({ id: text, kind: text, team_mode: text, name: text }),
  plan: shortText.pipe(z.string().min(1)),
  status: shortText.pipe(z.string().min(1)),
  interval: text,
  current_period_end: time,
  grace_until: time,
  cancel_at_period_end: z.boolean(),
  pending_change: pendingChange.optional().transform((change): unknown => change ?? null),
  delete_at: time,
  since: time,
  version: z
    .union([z.number(), shortText])
    .nullish()
    .transform((version) => version?.toString() ?? null),
});

/** @param askedId - used when the record contains no id */
export function toPlan(record: z.output<typeof planRecord>, askedId: string): Plan {
  const { id, kind, team_mode: teamMode, name } = record.entity;
  return {
    entity: { id: id ?? askedId, kind, teamMode, name },
    plan: record.plan,
    status: record.status,
    interval: record.interval,
    currentPeriodEnd: record.current_period_end,
    graceUntil: record.grace_until,
    cancelAtPeriodEnd: record.cancel_at_period_end,
    pendingChange: record.pending_change,
    deleteAt: record.delete_at,
    since: record.since,
    version: record.version,
  };
}

/** Also the answer for an unknown or deleted entity (docs/services.md, "One plan"). */
export function isStandard({ plan }: Pick<Plan, 'plan'>): boolean {
  return plan.trim().toLowerCase() === 'standard';
}

/**
 * How a plan stands, by the usual words for statuses (docs/services.md, "Fields of a plan"). `overdue`: a payment has not
 * come; `cancelled`: already, not only at the end of the period; `ended`, `paused`: it does not renew as it is; `fine`:
 * so is a status that nobody has seen
 */
export type StatusKind = keyof typeof STATUSES | 'fine';

const STATUSES = {
  overdue: ['past due', 'overdue'],
  cancelled: ['canceled', 'cancelled'],
  ended: ['expired', 'ended', 'terminated', 'lapsed', 'closed', 'finished', 'revoked', 'deactivated', 'deleted'],
  paused: [
    'paused',
    'unpaid',
    'suspended',
    'on hold',
    'frozen',
    'incomplete',
    'inactive',
    'disabled',
    'halted',
    'blocked',
  ],
} as const;

/** The last words of a status decide: `incomplete_expired` has ended. */
export function statusKindOf({ status }: Pick<Plan, 'status'>): StatusKind {
  const words = status.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/[_\s-]+/g, ' ');
  const said = ` ${words.trim().toLowerCase()}`;
  const standings = Object.entries(STATUSES) as [keyof typeof STATUSES, readonly string[]][];
  return standings.find(([, usual]) => usual.some((word) => said.endsWith(` ${word}`)))?.[0] ?? 'fine';
}

/** Something in a plan that needs attention. `due`: when, as far as the record says */
export type Concern = { kind: 'deletion' | 'grace' | 'cancelled' | 'change'; due: PlanTime | null };

/** What needs attention in a plan, the most urgent first. */
export function concernsOf(plan: Plan): Concern[] {
  return present<Concern>([
    plan.deleteAt && { kind: 'deletion', due: plan.deleteAt },
    plan.graceUntil && { kind: 'grace', due: plan.graceUntil },
    plan.cancelAtPeriodEnd && { kind: 'cancelled', due: plan.currentPeriodEnd },
    plan.pendingChange !== null && { kind: 'change', due: null },
  ]);
}

const LIST_KEYS = ['plans', 'entities', 'data', 'items'] as const;
/** How many objects may be nested around the records. */
const MOST_WRAPPINGS = 2;

/**
 * The plans of a listing by entity id. Its shape is open (docs/services.md, "Several plans"): a list, a map by id, or
 * either under one of the usual keys. Records that are unreadable or name no entity are left out.
 *
 * @throws {@link UnreadableAnswerError} when it has none of these shapes, or records of which none is readable
 */
export function planListing(answer: unknown): Map<string, Plan> {
  const plans = new Map<string, Plan>();
  const records = recordsOf(answer);
  for (const [askedId, record] of records) {
    const { data } = planRecord.safeParse(record);
    const id = data?.entity.id ?? askedId;
    if (data && id !== undefined) plans.set(id, toPlan(data, id));
  }
  if (records.length > 0 && plans.size === 0) throw new UnreadableAnswerError('identity', ['body']);
  return plans;
}

function recordsOf(answer: unknown, wrappings = MOST_WRAPPINGS): [string | undefined, unknown][] {
  if (Array.isArray(answer)) return answer.map((record: unknown) => [undefined, record]);
  if (!isObject(answer)) throw new UnreadableAnswerError('identity', ['body']);
  const fields = new Map<string, unknown>(Object.entries(answer));
  const nested = LIST_KEYS.map((key) => fields.get(key)).find(isObject);
  if (nested && wrappings > 0) return recordsOf(nested, wrappings - 1);
  return [...fields];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Goes level by level: recursion would run out of stack on the values to refuse. */
function isModest(value: unknown): boolean {
  let length = 0;
  let level = [value];
  for (let depth = 0; depth <= MAX_CHANGE_DEPTH && length <= MAX_CHANGE_LENGTH; depth += 1) {
    const below: unknown[] = [];
    for (const item of level) {
      length += typeof item === 'string' ? item.length : 1;
      if (!isObject(item)) continue;
      if (!Array.isArray(item)) length += Object.keys(item).join('').length;
      for (const inner of Object.values(item)) below.push(inner);
    }
    if (below.length === 0) return length <= MAX_CHANGE_LENGTH;
    level = below;
  }
  return false;
}
