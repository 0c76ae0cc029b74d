import { Events, type Client } from 'discord.js';
import { z } from 'zod';

import type { Log } from '../../work/log.ts';

const bitfield = z.string().regex(/^\d+$/);
const member = z.object({ user: z.object({ id: z.string() }), permissions: bitfield });
const option: z.ZodType = z.object({
  name: z.string(),
  type: z.int(),
  get options() {
    return z.array(option).optional();
  },
});

const common = {
  id: z.string(),
  application_id: z.string(),
  token: z.string(),
  version: z.int(),
  app_permissions: bitfield.optional(),
  member: member.optional(),
  user: z.object({ id: z.string() }).optional(),
  entitlements: z.array(z.object({})),
  authorizing_integration_owners: z.record(z.string(), z.unknown()),
};
const command = z.object({ id: z.string(), name: z.string(), type: z.int(), options: z.array(option).optional() });
const component = z.object({ custom_id: z.string(), component_type: z.int() });
const modal = z.object({ custom_id: z.string(), components: z.array(z.object({})) });

/** All that discord.js reads of an interaction (Discord's documentation, "Interaction Object"). Else it crashes. */
const interactionPayload = z
  .discriminatedUnion('type', [
    z.object({ ...common, type: z.literal([2, 4]), data: command }),
    z.object({ ...common, type: z.literal(3), data: component, message: z.object({ id: z.string() }) }),
    z.object({ ...common, type: z.literal(5), data: modal }),
  ])
  .refine(({ member, user }) => member !== undefined || user !== undefined, { path: ['user'] });

/** Lets session events and well-formed interactions pass. READY loses its guilds, each of 3 KB of memory. */
export function filterEvents(client: Client, log: Log): void {
  client.on(Events.Raw, (packet: { t: string | null; d: unknown }) => {
    if (packet.t === 'READY') Object.assign(packet.d as object, { guilds: [] });
    if (packet.t === 'READY' || packet.t === 'RESUMED') return;
    if (packet.t === 'INTERACTION_CREATE' && isWellFormed(packet.d, log)) return;
    packet.t = null;
  });
}

/** The part of discord.js that makes its objects of a payload. Its types leave it out. */
type Receiver = { actions: { InteractionCreate: { handle(payload: object): void } } };

/** Has discord.js emit an interaction that came by HTTP. Never throws. */
export function receiveInteraction(client: Client, log: Log, payload: unknown): void {
  if (!isWellFormed(payload, log)) return;
  try {
    // Without the gateway, discord.js has no application to look entitlements up in.
    (client as unknown as Receiver).actions.InteractionCreate.handle({ ...payload, entitlements: [] });
  } catch (error) {
    log.error({ err: error }, 'an interaction was dropped that discord.js cannot read');
  }
}

function isWellFormed(payload: unknown, log: Log): payload is object {
  const { success, error } = interactionPayload.safeParse(payload);
  if (error) log.warn({ paths: error.issues.map(({ path }) => path.join('.')) }, 'malformed interaction dropped');
  return success;
}
