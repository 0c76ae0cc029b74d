import type { Reply } from '../../ui/reply.ts';

/** Whatever its text says, a message pings only this role: above the embeds, as a mention in one pings nobody. */
export function messageBody({ embeds, components }: Reply, roleId?: string): object {
  if (roleId === undefined) return { embeds, components, allowed_mentions: { parse: [] } };
  return { content: `<@&${roleId}>`, embeds, components, allowed_mentions: { parse: [], roles: [roleId] } };
}
