import {
  Routes,
  TeamMemberMembershipState,
  type APIApplication,
  type REST,
  type RESTGetAPICurrentUserGuildsResult,
} from 'discord.js';

export async function fetchApplication(rest: REST): Promise<APIApplication> {
  return (await rest.get(Routes.currentApplication())) as APIApplication;
}

/** Whether the bot is in a guild. */
export async function isInGuild(rest: REST, guildId: string): Promise<boolean> {
  const query = new URLSearchParams({ after: String(BigInt(guildId) - 1n), limit: '1' });
  const [guild] = (await rest.get(Routes.userGuilds(), { query })) as RESTGetAPICurrentUserGuildsResult;
  return guild?.id === guildId;
}

/** The user ids of the bot's operators: the application's owner, or the members of its team who accepted the invitation. */
export function operatorsOf({ owner, team }: APIApplication): string[] {
  if (!team) return owner ? [owner.id] : [];
  return team.members.flatMap(({ user, membership_state }) =>
    membership_state === TeamMemberMembershipState.Accepted ? [user.id] : [],
  );
}
