import type { SubcommandOf } from '../../src/discord/incoming/command.ts';
import { booleanOption, channelOption, roleOption } from '../../src/discord/incoming/definitions.ts';
import type { PostChannel } from '../../src/guilds/store/post-settings.ts';
import { badRole, postChannelMissing, postsNow, postsSaved } from '../../src/guilds/views/settings.ts';
import { settingOf } from './setting.ts';

/** Where the posts of a channel appear, whether they do, whom alerts mention, and what announcements add. */
function postsSetting(name: PostChannel) {
  const role = roleOption('commands.settings.alerts.role');
  const arrival = booleanOption('commands.settings.announcements.arrival');
  return settingOf({
    name,
    options: {
      channel: channelOption(`commands.settings.${name}.channel`),
      on: booleanOption(`commands.settings.${name}.on`),
      ...(name === 'alerts' ? { role } : ({} as { role: typeof role })),
      ...(name === 'announcements' ? { arrival } : ({} as { arrival: typeof arrival })),
    },
    page: async ({ guildId, services: { settings }, t }) => postsNow(name, await settings.read(guildId), t),
    async values({ guildId, services: { settings } }) {
      const { [name]: posts, rewardsByHand } = await settings.read(guildId);
      return { channel: posts.on ? posts.channelId : undefined, arrival: rewardsByHand ? null : posts.saysArrival };
    },
    async change({ guildId, services: { settings }, t }, { channel, on, role: mentioned, arrival: saysArrival }) {
      if (channel === 'unusable') return postChannelMissing(name, t);
      if (mentioned === 'unusable') return badRole(t);
      const change = { channelId: channel?.id, on, roleId: mentioned?.id, saysArrival };
      if (!(await settings.setPosts(guildId, name, change))) return postChannelMissing(name, t);
      return postsSaved(name, await settings.read(guildId), channel?.missing, t);
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
    return postsNow('alerts', await settings.read(guildId), t);
  },
} satisfies SubcommandOf<'settings'>['buttons'];
