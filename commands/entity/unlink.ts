import { ApplicationCommandOptionType } from 'discord.js';

import type { SubcommandOf } from '../../src/discord/command.ts';
import { entityChoice, noEntityReply, unlinkedReply } from '../../src/guilds/views/entities.ts';
import { described } from '../../src/locales/index.ts';

const ID = 'id';

/** Unlinks an entity. If it was the default, the entity that was linked first becomes the default. */
export default {
  definition: {
    name: 'unlink',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.entity.unlink.description'),
    options: [
      {
        name: ID,
        type: ApplicationCommandOptionType.String,
        ...described('commands.entity.unlink.id'),
        required: true,
        autocomplete: true,
      },
    ],
  },
  async execute({ interaction, guildId, services, t }) {
    const unlinked = await services.entityLinks.unlink(guildId, interaction.options.getString(ID, true));
    return unlinked ? unlinkedReply(unlinked, t) : noEntityReply({ kind: 'not-linked' }, t);
  },
  async autocomplete({ interaction, guildId, services }) {
    return (await services.entities.suggest(guildId, interaction.options.getFocused())).map(entityChoice);
  },
} satisfies SubcommandOf<'entity'>;
