import { ApplicationCommandOptionType } from 'discord.js';

import type { SubcommandOf } from '../../src/discord/command.ts';
import { MAX_LABEL_LENGTH } from '../../src/guilds/entities.ts';
import { askToLink, linkCancelled, linkForbidden, linkReply } from '../../src/guilds/views/entity-link.ts';
import { described } from '../../src/locales/index.ts';
import { linkSummary } from '../../src/plans/views/plan.ts';
import { plainText } from '../../src/ui/text.ts';

const ID = 'id';
const LABEL = 'label';
const GUILD = 'guild';

/** Shows what the plan service says of an id, and links it once that is confirmed. */
export default {
  definition: {
    name: 'link',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.entity.link.description'),
    options: [
      {
        name: ID,
        type: ApplicationCommandOptionType.String,
        ...described('commands.entity.link.id'),
        required: true,
      },
      {
        name: LABEL,
        type: ApplicationCommandOptionType.String,
        ...described('commands.entity.link.label'),
        max_length: MAX_LABEL_LENGTH,
      },
      { name: GUILD, type: ApplicationCommandOptionType.String, ...described('commands.entity.link.guild') },
    ],
  },
  async execute(context) {
    const { interaction, guildId, services, t } = context;
    const { options } = interaction;
    const forGuild = options.getString(GUILD) ?? undefined;
    const check = await services.entityLinks.checkLink(context, options.getString(ID, true), forGuild);
    if (check.kind !== 'allowed') return linkReply(check, guildId, t);
    const answer = await services.plans.lookUp(check.entityId);
    const label = labelOf(options.getString(LABEL), answer.plan.entity.name, check.entityId);
    const pendingId = await services.entityLinks.propose(context, { ...check, label });
    const otherGuildId = check.guildId === guildId ? undefined : check.guildId;
    return askToLink(linkSummary(answer, t), { pendingId, entityId: check.entityId, label, otherGuildId }, t);
  },
  buttons: {
    async confirm(context, pendingId) {
      const outcome = await context.services.entityLinks.confirm(context, pendingId);
      return linkReply(outcome, context.guildId, context.t);
    },
    async cancel(context, pendingId) {
      const { services, t } = context;
      return (await services.entityLinks.cancel(context, pendingId)) ? linkCancelled(t) : linkForbidden(t);
    },
  },
} satisfies SubcommandOf<'entity'>;

/** The label that was given, else the entity's own name, else its id: the first that has anything visible. */
function labelOf(...names: [given: string | null, own: string | null, id: string]): string {
  return names.map((name) => plainText(name ?? '', MAX_LABEL_LENGTH)).find((name) => name !== '') ?? '';
}
