import type { BaseInteraction } from 'discord.js';

import type { Context } from '../../src/discord/command.ts';
import { missingHere } from '../../src/discord/post-channel.ts';
import { isCredentialRefused } from '../../src/errors.ts';
import type { ChannelState } from '../../src/guilds/place.ts';
import { type GuildSettings, POST_CHANNELS } from '../../src/guilds/settings.ts';
import {
  entityProblems,
  mentionProblem,
  panelProblem,
  postsProblem,
  tokenProblem,
  type TokenState,
} from '../../src/guilds/views/problems.ts';
import type { PlainTextKey } from '../../src/locales/index.ts';
import type { ShownHook } from '../../src/rewards/service.ts';
import { hookProblems } from '../../src/rewards/views/hooks.ts';
import { voterRoleProblem } from '../../src/rewards/views/voter-role.ts';
import type { VoterRole } from '../../src/rewards/voter-role.ts';

/** More are not looked up for this: as many as the plan service lists at once. */
const ENTITIES_MOST = 100;

/** Whoever looks at the settings, and from where. */
type Checked = Context<BaseInteraction & Parameters<typeof missingHere>[0] & { locale: string }>;
/** What is known of them already. */
type Known = { settings: GuildSettings; hooks: readonly ShownHook[]; role: VoterRole | undefined };

/**
 * What is wrong with the settings of a guild, a line each: what it is, and the command or permission that mends it. All
 * is looked at side by side; what does not answer in a few seconds is said to be unknown.
 */
export async function findProblems(context: Checked, { settings, hooks, role }: Known): Promise<string[]> {
  const { t } = context;
  const parts = await Promise.all([
    tokenLines(context, settings),
    placeLines(context, settings),
    panelLines(context),
    entityLines(context),
  ]);
  const roleLines = role?.problem ? [voterRoleProblem(role.problem, role.roleId, t)] : [];
  return [...parts.flat(), ...hookProblems(hooks, t), ...roleLines];
}

async function tokenLines({ guildId, services, t }: Checked, { token }: GuildSettings): Promise<string[]> {
  const state = await services.settings.claimCredential(guildId).then(
    async (found): Promise<TokenState> =>
      found && (await services.claimReview.isTokenRefused(guildId, found.credentialId)) ? 'refused' : 'fine',
    (): TokenState => 'lost',
  );
  return tokenProblem(token, state, t);
}

async function placeLines({ interaction, guildId, services, t }: Checked, settings: GuildSettings): Promise<string[]> {
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
    const missing = missingHere(interaction);
    return missing.length === 0 ? 'fine' : { missing };
  };
  return [
    ...chosen.flatMap(({ kind, channelId }) => postsProblem(kind, channelId, stateOf(channelId), t)),
    ...(goneRoles.length > 0 ? [mentionProblem(t)] : []),
  ];
}

async function panelLines({ interaction, guildId, services, t }: Checked): Promise<string[]> {
  const locale = interaction.guildLocale ?? interaction.locale;
  return panelProblem(await services.panels.update(guildId, locale).catch(() => undefined), t);
}

async function entityLines({ guildId, services, t }: Checked): Promise<string[]> {
  const linked = await services.entities.chooseMany(guildId, undefined);
  if (linked.kind === 'none-linked') return [];
  const ids = linked.ids.slice(0, ENTITIES_MOST);
  const answers = await services.plans
    .lookUpMany(ids)
    .catch((error: unknown): PlainTextKey =>
      isCredentialRefused(error) ? 'problems.keyRefused' : 'problems.plansUnknown',
    );
  if (typeof answers === 'string') return [t(answers)];
  return entityProblems(
    ids.filter((id) => !answers.has(id)),
    t,
  );
}
