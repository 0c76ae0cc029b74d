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

/** @throws whatever a call to Discord throws; a 400 when it refuses the address */
export async function setInteractionsEndpoint(rest: REST, url: string): Promise<void> {
  await rest.patch(Routes.currentApplication(), { body: { interactions_endpoint_url: url } });
}

/** A guild that the bot is in; undefined for one that it is not in. */
export async function findGuild(
  rest: REST,
  guildId: string,
  signal?: AbortSignal,
): Promise<{ id: string; name: string } | undefined> {
  const query = new URLSearchParams({ after: String(BigInt(guildId) - 1n), limit: '1' });
  const options = { query, ...(signal ? { signal } : {}) };
  const [guild] = (await rest.get(Routes.userGuilds(), options)) as RESTGetAPICurrentUserGuildsResult;
  return guild?.id === guildId ? guild : undefined;
}

/**
 * The user ids of the bot's operators: the application's owner, or the members of its team who accepted the invitation.
 */
export function operatorsOf({ owner, team }: APIApplication): string[] {
  if (!team) return owner ? [owner.id] : [];
  return team.members.flatMap(({ user, membership_state }) =>
    membership_state === TeamMemberMembershipState.Accepted ? [user.id] : [],
  );
}
