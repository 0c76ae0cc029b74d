import { ApplicationCommandOptionType } from 'discord.js';

import { reads, type SubcommandOf } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import { askToDelete, dataDeleted, dataKept } from '../../src/people/views/privacy.ts';

/** Asks, then deletes what is stored about a person. Whoever clicks deletes their own data, whoever was asked. */
export default {
  definition: {
    name: 'delete',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.privacy.delete.description'),
  },
  execute: reads(({ t }) => askToDelete(t)),
  buttons: {
    async delete({ userId, services, t }) {
      await services.privacy.forget(userId);
      return dataDeleted(t);
    },
    keep: reads(({ t }) => dataKept(t)),
  },
} satisfies SubcommandOf<'privacy'>;
