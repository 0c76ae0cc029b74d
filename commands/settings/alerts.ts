import { ApplicationCommandOptionType } from 'discord.js';

import type { SubcommandOf } from '../../src/discord/command.ts';
import { postsNow } from '../../src/guilds/views/settings.ts';
import { described } from '../../src/locales/index.ts';
import { postsSubcommand, ROLE } from './posts.ts';

/** As for other posts, and whom alerts mention. */
export default {
  ...postsSubcommand('alerts', [
    { name: ROLE, type: ApplicationCommandOptionType.Role, ...described('commands.settings.alerts.role') },
  ]),
  buttons: {
    async 'no-role'({ guildId, services: { settings }, t }) {
      await settings.setPosts(guildId, 'alerts', { roleId: null });
      return postsNow('alerts', await settings.show(guildId), t);
    },
  },
} satisfies SubcommandOf<'settings'>;
