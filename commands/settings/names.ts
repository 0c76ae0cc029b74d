import type { InChannel, SubcommandOf } from '../../src/discord/incoming/command.ts';
import { booleanOption, readOptions, subcommand } from '../../src/discord/incoming/definitions.ts';
import { namesNow } from '../../src/guilds/views/own-names.ts';
import type { Reply } from '../../src/ui/reply.ts';
import { withOverview } from '../overview/overview.ts';
import type { Setting } from './setting.ts';

const OPTIONS = { on: booleanOption('commands.settings.names.on') };

/** Whether a player's name belongs to the first member who claimed a reward with it. A button turns it on: no form asks. */
export default {
  definition: subcommand('names', 'commands.settings.names.description', OPTIONS),
  execute(context) {
    const { on } = readOptions(OPTIONS, context.interaction);
    return on === undefined ? showNames(context) : change(context, on);
  },
  page: showNames,
  turnOff: async (context: InChannel) => withOverview(context, await change(context, false)),
  buttons: { 'names-on': async (context) => withOverview(context, await change(context, true)) },
} satisfies SubcommandOf<'settings'> & Setting;

async function showNames({ guildId, services: { ownNames }, t }: InChannel): Promise<Reply> {
  return namesNow(await ownNames.read(guildId), t);
}

async function change({ guildId, services: { ownNames }, t }: InChannel, on: boolean): Promise<Reply> {
  return namesNow(await ownNames.set(guildId, on), t, true);
}
