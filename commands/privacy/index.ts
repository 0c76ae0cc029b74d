import { type CommandOf, IN_GUILDS } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import deleteData from './delete.ts';
import exportData from './export.ts';

const subcommands = [exportData, deleteData];

/** What the bot has stored about a person, for that person. */
export default {
  definition: {
    ...IN_GUILDS,
    name: 'privacy',
    ...described('commands.privacy.description'),
    options: subcommands.map(({ definition }) => definition),
  },
  subcommands,
  limit: 'personalData',
  actionLimits: { keep: 'ordinary' },
  buttons: deleteData.buttons,
} satisfies CommandOf<'privacy'>;
