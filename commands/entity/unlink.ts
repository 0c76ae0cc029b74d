import { ApplicationCommandOptionType } from 'discord.js';

import type { Subcommand } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import { entityChoice, unlinkedReply } from '../../src/views/entities.ts';
import { noPlanReply } from '../../src/views/plan.ts';

/** Takes an entity off the list; of the others, the one linked first becomes the default where it was. */
export default {
  definition: {
    name: 'unlink',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.entity.unlink.description'),
    options: [
      {
        name: 'id',
        type: ApplicationCommandOptionType.String,
        ...described('commands.entity.unlink.id'),
        required: true,
        autocomplete: true,
      },
    ],
  },
  async execute({ interaction, guildId, services, t }) {
    const unlinked = await services.entityLinks.unlink(guildId, interaction.options.getString('id', true));
    return unlinked ? unlinkedReply(unlinked, t) : noPlanReply({ kind: 'not-linked' }, t);
  },
  async autocomplete({ interaction, guildId, services }) {
    return (await services.entities.suggest(guildId, interaction.options.getFocused())).map(entityChoice);
  },
} satisfies Subcommand;
