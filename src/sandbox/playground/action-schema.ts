import { z } from 'zod';

import { FAULT_NAMES } from './faults.ts';
import { PLAN_STATES } from './plan-states.ts';
import type { Action } from './protocol.ts';

const acting = { personId: z.string(), channelId: z.string() };
const path = z.array(z.string()).min(1);
const options = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const host = z.enum(['identity', 'main', 'game']);

/** Validates an action that comes over HTTP. */
export const actionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('command'), path, options, ...acting }),
  z.object({ type: z.literal('member-command'), name: z.string(), memberId: z.string(), ...acting }),
  z.object({ type: z.literal('autocomplete'), path, option: z.string(), typed: z.string(), options, ...acting }),
  z.object({ type: z.literal('click'), personId: z.string(), messageId: z.string(), customId: z.string() }),
  z.object({
    type: z.literal('select'),
    personId: z.string(),
    messageId: z.string(),
    customId: z.string(),
    values: z.array(z.string()),
  }),
  z.object({
    type: z.literal('submit'),
    personId: z.string(),
    interactionId: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  }),
  z.object({ type: z.literal('vote'), player: z.string() }),
  z.object({ type: z.literal('secret'), secret: z.string() }),
  z.object({ type: z.literal('join'), player: z.string() }),
  z.object({ type: z.literal('leave'), player: z.string() }),
  z.object({
    type: z.literal('plan'),
    entityId: z.string().min(1),
    state: z.enum(PLAN_STATES),
  }),
  z.object({
    type: z.literal('fault'),
    host,
    fault: z.enum(FAULT_NAMES),
    times: z.int().positive().nullable(),
  }),
  z.object({ type: z.literal('heal'), host }),
  z.object({ type: z.literal('locale'), personId: z.string(), locale: z.string() }),
]) satisfies z.ZodType<Action>;
