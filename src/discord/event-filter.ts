import { Events, type Client } from 'discord.js';
import { z } from 'zod';

import type { Log } from '../log.ts';

const bitfield = z.string().regex(/^\d+$/);
const member = z.object({ user: z.object({ id: z.string() }).loose(), permissions: bitfield }).loose();
const option: z.ZodType = z
  .object({
    name: z.string(),
    type: z.int(),
    get options() {
      return z.array(option).optional();
    },
  })
  .loose();

const common = {
  id: z.string(),
  application_id: z.string(),
  token: z.string(),
  version: z.int(),
  app_permissions: bitfield.optional(),
  member: member.optional(),
  user: z.object({ id: z.string() }).loose().optional(),
  entitlements: z.array(z.looseObject({})),
  authorizing_integration_owners: z.record(z.string(), z.unknown()),
};
const command = z
  .object({ id: z.string(), name: z.string(), type: z.int(), options: z.array(option).optional() })
  .loose();
const component = z.object({ custom_id: z.string(), component_type: z.int() }).loose();
const modal = z.object({ custom_id: z.string(), components: z.array(z.looseObject({})) }).loose();

/** What discord.js reads of an interaction before it emits it (Discord's documentation, "Interaction Object"). */
const interactionPayload = z
  .discriminatedUnion('type', [
    z.object({ ...common, type: z.literal([2, 4]), data: command }).loose(),
    z.object({ ...common, type: z.literal(3), data: component, message: z.object({ id: z.string() }).loose() }).loose(),
    z.object({ ...common, type: z.literal(5), data: modal }).loose(),
  ])
  .refine(({ member, user }) => member !== undefined || user !== undefined, { path: ['user'] });

type Packet = { t: string | null; d: unknown };

/**
 * Filters gateway events before discord.js handles them. Only session events and well-formed interactions pass. READY
 * loses its list of guilds, which would take about 3 KB of memory each once cached. A malformed interaction would crash
 * the process inside discord.js, so it is logged and dropped.
 */
export function filterEvents(client: Client, log: Log): void {
  client.on(Events.Raw, (packet: Packet) => {
    if (packet.t === 'READY') Object.assign(packet.d as object, { guilds: [] });
    if (packet.t === 'READY' || packet.t === 'RESUMED') return;
    if (packet.t === 'INTERACTION_CREATE') {
      const parsed = interactionPayload.safeParse(packet.d);
      if (parsed.success) return;
      log.warn({ paths: parsed.error.issues.map(({ path }) => path.join('.')) }, 'malformed interaction dropped');
    }
    packet.t = null;
  });
}
