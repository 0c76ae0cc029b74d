import { ApplicationCommandOptionType } from 'discord.js';

import type { Subcommand } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import { LABEL_MAX_LENGTH } from '../../src/services/entities.ts';
import { askToLink, linkCancelled, linkReply } from '../../src/views/entity-link.ts';
import { forbidden } from '../../src/views/notice.ts';
import { plainText } from '../../src/views/text.ts';

/** Shows what the plan service says of an id, and links it once that is confirmed. */
export default {
  definition: {
    name: 'link',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.entity.link.description'),
    options: [
      {
        name: 'id',
        type: ApplicationCommandOptionType.String,
        ...described('commands.entity.link.id'),
        required: true,
      },
      {
        name: 'label',
        type: ApplicationCommandOptionType.String,
        ...described('commands.entity.link.label'),
        max_length: LABEL_MAX_LENGTH,
      },
      { name: 'guild', type: ApplicationCommandOptionType.String, ...described('commands.entity.link.guild') },
    ],
  },
  async execute(context) {
    const { interaction, guildId, services, t } = context;
    const { options } = interaction;
    const forGuild = options.getString('guild') ?? undefined;
    const check = await services.entityLinks.checkLink(context, options.getString('id', true), forGuild);
    if (check.kind !== 'allowed') return linkReply(check, guildId, t);
    const answer = await services.plans.lookUp(check.entityId);
    const label = labelOf(options.getString('label'), answer.plan.entity.name, check.entityId);
    const pendingId = await services.entityLinks.propose(context, { ...check, label });
    const otherGuildId = check.guildId === guildId ? undefined : check.guildId;
    return askToLink(answer, { pendingId, entityId: check.entityId, label, otherGuildId }, t);
  },
  buttons: {
    async confirm(context, pendingId) {
      const outcome = await context.services.entityLinks.confirm(context, pendingId);
      return linkReply(outcome, context.guildId, context.t);
    },
    async cancel(context, pendingId) {
      const { services, t } = context;
      return (await services.entityLinks.cancel(context, pendingId)) ? linkCancelled(t) : forbidden(t);
    },
  },
} satisfies Subcommand;

/** What the person calls it, else its own name, else its id: the first of which anything is visible. */
function labelOf(...names: [given: string | null, own: string | null, id: string]): string {
  return names.map((name) => plainText(name ?? '', LABEL_MAX_LENGTH)).find((name) => name !== '') ?? '';
}
