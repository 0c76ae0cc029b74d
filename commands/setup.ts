import { PermissionFlagsBits } from 'discord.js';

import { answersItself, type CommandOf, ownEntry, reads } from '../src/discord/incoming/command.ts';
import { slashCommand } from '../src/discord/incoming/definitions.ts';
import type { SettingName } from '../src/guilds/setting-names.ts';
import { OutdatedError } from '../src/work/errors.ts';
import { entities } from './entity.ts';
import { showOverview } from './overview/overview.ts';
import { settings } from './settings/index.ts';
import type { Setting } from './settings/setting.ts';

const SETTINGS: Record<SettingName, Setting> = { ...settings, entities };

/** One message with all that can be set up, and the way to each page and form. */
export default {
  definition: slashCommand('setup', PermissionFlagsBits.ManageGuild),
  limit: 'lookUp',
  execute: reads(showOverview),
  selects: { page: (context) => settingNamed(context.interaction.values[0]).page(context) },
  buttons: {
    show: reads(showOverview),
    page: (context, name) => settingNamed(name).page(context),
    change: answersItself(async (context, name) =>
      context.responder.showModal(await required(settingNamed(name).form)(context)),
    ),
    off: (context, name) => required(settingNamed(name).turnOff)(context),
  },
  modals: { change: (context, name) => required(settingNamed(name).submit)(context) },
} satisfies CommandOf<'setup'>;

/** @throws for a name that we never write */
function settingNamed(name: string | undefined): Setting {
  return required(ownEntry(SETTINGS, name));
}

function required<T>(part: T | undefined): T {
  if (part === undefined) throw new OutdatedError('the custom id names no setting, or nothing that there is of it');
  return part;
}
