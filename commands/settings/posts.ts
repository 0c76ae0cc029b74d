import type { SubcommandOf } from '../../src/discord/incoming/command.ts';
import { booleanOption, channelOption, roleOption } from '../../src/discord/incoming/definitions.ts';
import type { PostChannel } from '../../src/guilds/settings.ts';
import { badRole, postChannelMissing, postsNow, postsSaved } from '../../src/guilds/views/settings.ts';
import { settingOf } from './setting.ts';

/** Where a kind of post appears, whether it does, whom alerts mention, and what announcements add. */
function postsSetting(kind: PostChannel) {
  const role = roleOption('commands.settings.alerts.role');
  const arrival = booleanOption('commands.settings.announcements.arrival');
  return settingOf({
    name: kind,
    options: {
      channel: channelOption(`commands.settings.${kind}.channel`),
      on: booleanOption(`commands.settings.${kind}.on`),
      ...(kind === 'alerts' ? { role } : ({} as { role: typeof role })),
      ...(kind === 'announcements' ? { arrival } : ({} as { arrival: typeof arrival })),
    },
    page: async ({ guildId, services: { settings }, t }) => postsNow(kind, await settings.show(guildId), t),
    async values({ guildId, services: { settings } }) {
      const { on, channelId, saysArrival } = (await settings.show(guildId))[kind];
      return { channel: on ? channelId : undefined, arrival: saysArrival };
    },
    async change({ guildId, services: { settings }, t }, { channel, on, role: mentioned, arrival: saysArrival }) {
      if (channel === 'unusable') return postChannelMissing(kind, t);
      if (mentioned === 'unusable') return badRole(t);
      const change = { channelId: channel?.id, on, roleId: mentioned?.id, saysArrival };
      if (!(await settings.setPosts(guildId, kind, change))) return postChannelMissing(kind, t);
      return postsSaved(kind, await settings.show(guildId), channel?.missing, t);
    },
  });
}

export const [announcements, alerts, moderators] = [
  postsSetting('announcements'),
  postsSetting('alerts'),
  postsSetting('moderators'),
];

export const postsButtons = {
  async 'no-role'({ guildId, services: { settings }, t }) {
    await settings.setPosts(guildId, 'alerts', { roleId: null });
    return postsNow('alerts', await settings.show(guildId), t);
  },
} satisfies SubcommandOf<'settings'>['buttons'];
