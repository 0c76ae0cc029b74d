import { PermissionFlagsBits } from 'discord.js';

import { type CommandOf, IN_GUILDS } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import link from './link.ts';
import list from './list.ts';
import unlink from './unlink.ts';

const subcommands = [link, unlink, list];

/** Links the servers and teams whose plans can be looked up in a guild. */
export default {
  definition: {
    ...IN_GUILDS,
    name: 'entity',
    ...described('commands.entity.description'),
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    options: subcommands.map(({ definition }) => definition),
  },
  subcommands,
  limit: 'lookUp',
  buttons: { ...link.buttons, ...list.buttons },
  selects: list.selects,
} satisfies CommandOf<'entity'>;
