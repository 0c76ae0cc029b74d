import { z } from 'zod';

import { pendingChange, planTime } from '../plan.ts';

/** What people are reminded of: the end of grace, the end of a period that is not renewed, deletion. */
export const DEADLINES = ['grace', 'period', 'deletion'] as const;
export type Deadline = (typeof DEADLINES)[number];

/** The last reminder of each deadline: of which one (ms since the epoch), and how many days before it. */
export const givenReminders = z.partialRecord(z.enum(DEADLINES), z.object({ at: z.number(), days: z.number() }));
export type GivenReminders = z.infer<typeof givenReminders>;

/** A change of a plan, or a reminder of a deadline, that people are alerted to. */
export const planNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan-changed'), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('status-changed'), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('grace-begun'), until: planTime }),
  z.object({ kind: z.literal('grace-ended') }),
  z.object({ kind: z.literal('cancelled'), activeUntil: planTime.nullable() }),
  z.object({ kind: z.literal('cancellation-withdrawn') }),
  z.object({ kind: z.literal('change-pending'), change: pendingChange }),
  z.object({ kind: z.literal('pending-change-changed'), change: pendingChange }),
  z.object({ kind: z.literal('pending-change-dropped') }),
  z.object({ kind: z.literal('deletion-scheduled'), at: planTime }),
  z.object({ kind: z.literal('deletion-lifted') }),
  z.object({ kind: z.literal('reminder'), of: z.enum(DEADLINES), at: z.number() }),
]);
export type PlanNews = z.infer<typeof planNews>;
