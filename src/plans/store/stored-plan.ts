import { z } from 'zod';

import { pendingChange, type Plan } from '../plan.ts';

const text = z.string().nullable();
const time = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('time'), at: z.number() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
]);

/** A plan that was stored as JSON, perhaps by a process of another version. */
export const storedPlan: z.ZodType<Plan> = z.object({
  entity: z.object({ id: z.string(), kind: text, teamMode: text, name: text }),
  plan: z.string(),
  status: z.string(),
  interval: text,
  currentPeriodEnd: time.nullable(),
  graceUntil: time.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  pendingChange,
  deleteAt: time.nullable(),
  since: time.nullable(),
  version: text,
});

/** What people are reminded of: the end of grace, the end of a period that is not renewed, deletion. */
export const DEADLINES = ['grace', 'period', 'deletion'] as const;
export type Deadline = (typeof DEADLINES)[number];

/**
 * The last reminder given for each deadline: the deadline in ms since the epoch, and how many days before it the
 * reminder was due.
 */
export const givenReminders = z.partialRecord(z.enum(DEADLINES), z.object({ at: z.number(), days: z.number() }));
export type GivenReminders = z.infer<typeof givenReminders>;

/** A change of a plan, or a reminder of a deadline, that people are alerted to. */
export const planNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan-changed'), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('status-changed'), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('grace-begun'), until: time }),
  z.object({ kind: z.literal('grace-ended') }),
  z.object({ kind: z.literal('cancelled'), activeUntil: time.nullable() }),
  z.object({ kind: z.literal('cancellation-withdrawn') }),
  z.object({ kind: z.literal('change-pending'), change: pendingChange }),
  z.object({ kind: z.literal('pending-change-changed'), change: pendingChange }),
  z.object({ kind: z.literal('pending-change-dropped') }),
  z.object({ kind: z.literal('deletion-scheduled'), at: time }),
  z.object({ kind: z.literal('deletion-lifted') }),
  z.object({ kind: z.literal('reminder'), of: z.enum(DEADLINES), at: z.number() }),
]);
export type PlanNews = z.infer<typeof planNews>;
