import { ApplicationCommandOptionType } from 'discord.js';

import type { SubcommandOf } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import { exportReply } from '../../src/people/views/privacy.ts';

/** Everything stored about the person, as a file. */
export default {
  definition: {
    name: 'export',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.privacy.export.description'),
  },
  execute: async ({ userId, services, t }) => exportReply(await services.privacy.collect(userId), t),
} satisfies SubcommandOf<'privacy'>;
