import { type CommandOf, reads, type SubcommandOf } from '../src/discord/incoming/command.ts';
import { commandGroup, subcommand } from '../src/discord/incoming/definitions.ts';
import { askToDelete, dataDeleted, dataKept, exportReply } from '../src/people/views/privacy.ts';
import { toJson } from '../src/ui/json.ts';

const exportData = {
  definition: subcommand('export', 'commands.privacy.export.description'),
  execute: reads(async ({ guildId, userId, services, t }) => {
    const json = async () => toJson(await services.privacy.collect(userId));
    return exportReply(await services.fileTurns.run(guildId, json), t);
  }),
} satisfies SubcommandOf<'privacy'>;

/** Asks first. A click deletes the data of the person who clicks. */
const deleteData = {
  definition: subcommand('delete', 'commands.privacy.delete.description'),
  execute: reads(({ t }) => askToDelete(t)),
} satisfies SubcommandOf<'privacy'>;

export default {
  ...commandGroup('privacy', undefined, [exportData, deleteData]),
  limit: 'personalData',
  actionLimits: { keep: 'ordinary' },
  buttons: {
    async delete({ userId, services, t }) {
      await services.privacy.forget(userId);
      return dataDeleted(t);
    },
    keep: reads(({ t }) => dataKept(t)),
  },
} satisfies CommandOf<'privacy'>;
