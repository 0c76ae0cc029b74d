import { ApplicationCommandOptionType } from 'discord.js';

import { reads, type SubcommandOf } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import { exportReply, personalJson } from '../../src/people/views/privacy.ts';

/** Everything stored about the person, as a file. */
export default {
  definition: {
    name: 'export',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.privacy.export.description'),
  },
  execute: reads(async ({ guildId, userId, services, t }) => {
    const data = () => services.privacy.collect(userId).then(personalJson);
    return exportReply(await services.fileTurns.take(guildId, data), t);
  }),
} satisfies SubcommandOf<'privacy'>;
