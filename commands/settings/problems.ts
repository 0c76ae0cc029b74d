import type { PermissionsBitField } from 'discord.js';

import type { Context } from '../../src/discord/command.ts';
import { missingToPost } from '../../src/discord/post-channel.ts';
import { type ChannelState, type GuildSettings, POST_CHANNELS } from '../../src/guilds/settings.ts';
import {
  entityProblems,
  panelProblem,
  postsProblem,
  tokenProblem,
  type TokenState,
} from '../../src/guilds/views/problems.ts';
import type { ShownHook } from '../../src/rewards/service.ts';
import { hookProblems } from '../../src/rewards/views/hooks.ts';
import { voterRoleProblem } from '../../src/rewards/views/voter-role.ts';
import type { VoterRole } from '../../src/rewards/voter-role.ts';
import type { Maybe } from '../../src/ui/text.ts';
import { isCredentialRefused } from '../../src/work/errors.ts';

/** As many as the identity service lists at once: more are not looked up for this. */
const MAX_ENTITIES = 100;

export type Checked = Context<{ appPermissions: Readonly<PermissionsBitField>; channelId: string | null }>;
type Known = { settings: GuildSettings; hooks: readonly ShownHook[]; role: VoterRole | undefined };

/** The problems of a guild's settings, and what mends them. What gets no answer in a few seconds counts as unknown. */
export async function findProblems(context: Checked, { settings, hooks, role }: Known): Promise<Maybe<string>[]> {
  const { t } = context;
  const parts = await Promise.all([
    ofToken(context, settings),
    ofPlaces(context, settings),
    ofPanel(context),
    ofEntities(context),
  ]);
  return [...parts.flat(), ...hookProblems(hooks, t), role?.problem && voterRoleProblem(role.problem, role.roleId, t)];
}

async function ofToken({ guildId, services, t }: Checked, { token }: GuildSettings): Promise<Maybe<string>> {
  const state = await services.settings.claimCredential(guildId).then(
    async (found): Promise<TokenState> =>
      found && (await services.claimReview.isTokenRefused(guildId, found.credentialId)) ? 'refused' : 'fine',
    (): TokenState => 'lost',
  );
  return tokenProblem(token, state, t);
}

async function ofPlaces(
  { interaction, guildId, services, t }: Checked,
  settings: GuildSettings,
): Promise<Maybe<string>[]> {
  const chosen = POST_CHANNELS.flatMap((kind) => {
    const { on, channelId } = settings[kind];
    return on && channelId !== undefined ? [{ kind, channelId }] : [];
  });
  const { channelId: here } = interaction;
  const { on, roleId } = settings.alerts;
  const { channels, goneRoles } = await services.places.inspect(guildId, {
    channels: chosen.flatMap(({ channelId }) => (channelId === here ? [] : [channelId])),
    roles: on && roleId !== undefined ? [roleId] : [],
  });
  const stateOf = (channelId: string): ChannelState => {
    if (channelId !== here) return channels.get(channelId) ?? 'unknown';
    const missing = missingToPost(interaction.appPermissions);
    return missing.length === 0 ? 'fine' : { missing };
  };
  return [
    ...chosen.map(({ kind, channelId }) => postsProblem(kind, channelId, stateOf(channelId), t)),
    goneRoles.length > 0 && t('problems.mentionGone'),
  ];
}

async function ofPanel({ guildId, guildLocale, services, t }: Checked): Promise<Maybe<string>> {
  return panelProblem(await services.panels.update(guildId, guildLocale).catch(() => undefined), t);
}

async function ofEntities({ guildId, services, t }: Checked): Promise<Maybe<string>[]> {
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
