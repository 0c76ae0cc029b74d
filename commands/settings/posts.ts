import type { Subcommand, SubcommandOf } from '../../src/discord/command.ts';
import { booleanOption, channelOption, given, roleOption, subcommand } from '../../src/discord/definitions.ts';
import { POST_CHANNELS, type PostChannel } from '../../src/guilds/settings.ts';
import { badRole, postChannelMissing, postsNow, postsSaved } from '../../src/guilds/views/settings.ts';

/** Sets where a kind of post appears, whether it does, and whom alerts mention. Without options it shows that. */
function postsSubcommand(kind: PostChannel): Subcommand {
  const others = {
    channel: channelOption(`commands.settings.${kind}.channel`),
    on: booleanOption(`commands.settings.${kind}.on`),
  };
  const all = { ...others, role: roleOption('commands.settings.alerts.role') };
  const options = kind === 'alerts' ? all : others;
  return {
    definition: subcommand(kind, `commands.settings.${kind}.description`, options),
    async execute({ interaction, guildId, services: { settings }, t }) {
      const { channel, on, role } = given(all, interaction);
      if (channel === 'unusable') return postChannelMissing(kind, t);
      if (role === 'unusable') return badRole(t);
      if (channel === undefined && on === undefined && role === undefined)
        return postsNow(kind, await settings.show(guildId), t);
      const change = { channelId: channel?.id, on, roleId: role?.id };
      if (!(await settings.setPosts(guildId, kind, change))) return postChannelMissing(kind, t);
      return postsSaved(kind, await settings.show(guildId), channel?.missing, t);
    },
  };
}

export default {
  subcommands: POST_CHANNELS.map(postsSubcommand),
  buttons: {
    async 'no-role'({ guildId, services: { settings }, t }) {
      await settings.setPosts(guildId, 'alerts', { roleId: null });
      return postsNow('alerts', await settings.show(guildId), t);
    },
  },
} satisfies { subcommands: Subcommand[] } & Pick<SubcommandOf<'settings'>, 'buttons'>;
