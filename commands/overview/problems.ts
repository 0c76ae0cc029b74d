import type { InChannel } from '../../src/discord/incoming/command.ts';
import { missingToPost } from '../../src/discord/outgoing/post-channel.ts';
import type { PanelState } from '../../src/guilds/panels.ts';
import type { Problem, SettingName } from '../../src/guilds/setting-names.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { POST_CHANNELS, type PostChannel } from '../../src/guilds/store/post-settings.ts';
import { settingTitle } from '../../src/guilds/views/overview.ts';
import {
  entityProblems,
  panelLinkProblem,
  panelProblem,
  postsProblem,
  tokenProblem,
  type TokenState,
} from '../../src/guilds/views/problems.ts';
import type { VoteLink } from '../../src/guilds/vote-links.ts';
import type { ShownHook } from '../../src/rewards/service.ts';
import { hookProblems } from '../../src/rewards/views/hooks.ts';
import { voterRoleProblem } from '../../src/rewards/views/voter-role.ts';
import type { VoterRole } from '../../src/rewards/voter-role.ts';
import { type Maybe, present } from '../../src/ui/text.ts';
import { isCredentialRefused } from '../../src/work/errors.ts';

/** As many as the identity service lists at once: more are not looked up for this. */
const MAX_ENTITIES = 100;

type Loaded = {
  settings: GuildSettings;
  hooks: readonly ShownHook[];
  role: VoterRole | undefined;
  panel: PanelState | undefined;
  voteLinks: readonly VoteLink[];
};

/** The problems of a guild's settings, and what mends them. What gets no answer in a few seconds counts as unknown. */
export async function findProblems(context: InChannel, loaded: Loaded): Promise<Problem[]> {
  const { t } = context;
  const { settings, hooks, role, panel, voteLinks } = loaded;
  const of = (setting: SettingName, ...texts: Maybe<string>[]) => present(texts).map((text) => ({ setting, text }));
  const [token, ofChannel, unlinked, entities, voteLink] = await Promise.all([
    ofToken(context, settings),
    ofPostChannels(context, settings),
    ofAlerts(context, settings),
    ofEntities(context),
    ofVoteLinks(context, panel, voteLinks),
  ]);
  return [
    ...of('token', token),
    ...POST_CHANNELS.flatMap((channel) => of(channel, ...ofChannel(channel))),
    ...of('panel', panelProblem(panel, t)),
    ...of('vote-link', voteLink),
    ...of('entities', unlinked, ...entities),
    ...of('rewards', ...hookProblems(hooks, t)),
    ...of('voter-role', role?.problem && voterRoleProblem(role.problem, role.roleId, t)),
  ];
}

/** The problems of one setting that its page does not tell. */
export async function problemsOf(context: InChannel, name: string | undefined): Promise<Maybe<string>[]> {
  if (name === 'entities') return ofEntities(context);
  if (name === 'vote-link') {
    const { guildId, guildLocale, services } = context;
    const panel = await services.panels.update(guildId, guildLocale).catch(() => undefined);
    return [await ofVoteLinks(context, panel, await services.settings.voteLinks(guildId))];
  }
  const channel = POST_CHANNELS.find((one) => one === name);
  if (name !== 'token' && !channel) return [];
  const settings = await context.services.settings.read(context.guildId);
  if (!channel) return [await ofToken(context, settings)];
  const unlinked = channel === 'alerts' && (await ofAlerts(context, settings));
  return [...(await ofPostChannels(context, settings))(channel), unlinked];
}

async function ofAlerts({ guildId, services, t }: InChannel, { alerts }: GuildSettings): Promise<Maybe<string>> {
  return alerts.on && (await services.entities.list(guildId, 1)).total === 0 && t('problems.alertsOfNothing');
}

async function ofVoteLinks(
  { guildId, services, t }: InChannel,
  panel: PanelState | undefined,
  voteLinks: readonly VoteLink[],
): Promise<Maybe<string>> {
  return panelLinkProblem(panel, { text: await services.panels.text(guildId), voteLinks }, t);
}

async function ofToken({ guildId, services, t }: InChannel, { token }: GuildSettings): Promise<Maybe<string>> {
  const state = await services.settings.claimCredential(guildId).then(
    async (found): Promise<TokenState> =>
      found && (await services.claimReview.isTokenRefused(guildId, found.credentialId)) ? 'refused' : 'fine',
    (): TokenState => 'lost',
  );
  return tokenProblem(token, state, t);
}

async function ofPostChannels({ interaction, guildId, services, t }: InChannel, settings: GuildSettings) {
  const chosen = POST_CHANNELS.filter((channel) => settings[channel].on && settings[channel].channelId !== undefined);
  const { channelId: here } = interaction;
  const { on, roleId } = settings.alerts;
  const { channels, goneRoles } = await services.reach.inspect(guildId, {
    channels: chosen.map((channel) => settings[channel].channelId ?? ''),
    roles: on && roleId !== undefined ? [roleId] : [],
  });
  return (channel: PostChannel): Maybe<string>[] => {
    const { channelId } = settings[channel];
    if (!chosen.includes(channel) || channelId === undefined) return [];
    const { state = 'unknown', isPublic = false } = channels.get(channelId) ?? {};
    const missing = missingToPost(interaction.appPermissions);
    const current = channelId !== here ? state : missing.length === 0 ? 'fine' : { missing };
    return [
      postsProblem(channel, channelId, current, t),
      channel === 'moderators' &&
        isPublic &&
        t('problems.moderatorsPublic', { what: settingTitle(channel, t), channel: channelId }),
      channel === 'alerts' && goneRoles.length > 0 && t('problems.mentionGone'),
    ];
  };
}

async function ofEntities({ guildId, services, t }: InChannel): Promise<Maybe<string>[]> {
  const linked = await services.entities.chooseMany(guildId, undefined);
  if (linked.kind === 'none-linked') return [];
  const ids = linked.ids.slice(0, MAX_ENTITIES);
  try {
    const answers = await services.plans.lookUpMany(ids);
    const unknown = ids.filter((id) => !answers.has(id));
    return entityProblems(unknown, t);
  } catch (error) {
    return [t(isCredentialRefused(error) ? 'problems.keyRefused' : 'problems.plansUnknown')];
  }
}
