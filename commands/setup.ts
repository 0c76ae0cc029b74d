import { PermissionFlagsBits } from 'discord.js';

import { answersItself, type CommandOf, type InChannel, ownEntry, reads } from '../src/discord/incoming/command.ts';
import { slashCommand } from '../src/discord/incoming/definitions.ts';
import type { SettingName } from '../src/guilds/setting-names.ts';
import { withProblems } from '../src/guilds/views/overview.ts';
import type { Reply } from '../src/ui/reply.ts';
import { present } from '../src/ui/text.ts';
import { OutdatedError } from '../src/work/errors.ts';
import { entities } from './entity.ts';
import { showOverview } from './overview/overview.ts';
import { problemsOf } from './overview/problems.ts';
import { settings } from './settings/index.ts';
import type { Setting } from './settings/setting.ts';

const SETTINGS: Record<SettingName, Setting> = { ...settings, entities };

/** One message with all that can be set up, and the way to each page and form. */
export default {
  definition: slashCommand('setup', PermissionFlagsBits.ManageGuild),
  limit: 'lookUp',
  execute: reads(showOverview),
  selects: { page: (context) => showPage(context, context.interaction.values[0]) },
  buttons: {
    show: reads(showOverview),
    page: showPage,
    change: answersItself(async (context, name) =>
      context.responder.showModal(await required(settingNamed(name).form)(context)),
    ),
    off: (context, name) => required(settingNamed(name).turnOff)(context),
  },
  modals: { change: (context, name) => required(settingNamed(name).submit)(context) },
} satisfies CommandOf<'setup'>;

/** A setting as it is, and why it does not work. */
async function showPage(context: InChannel, name: string | undefined): Promise<Reply> {
  const page = await settingNamed(name).page(context);
  return withProblems(page, present(await problemsOf(context, name)));
}

/** @throws for a name that we never write */
function settingNamed(name: string | undefined): Setting {
  return required(ownEntry(SETTINGS, name));
}

function required<T>(part: T | undefined): T {
  if (part === undefined) throw new OutdatedError('the custom id names no setting, or nothing that there is of it');
  return part;
}
