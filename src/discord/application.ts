import { Routes, type APIApplication, type REST, type RESTGetAPICurrentUserGuildsResult } from 'discord.js';

export async function fetchApplication(rest: REST): Promise<APIApplication> {
  return (await rest.get(Routes.currentApplication())) as APIApplication;
}

export async function findGuild(rest: REST, guildId: string, signal?: AbortSignal) {
  const query = new URLSearchParams({ after: String(BigInt(guildId) - 1n), limit: '1' });
  const options = { query, ...(signal && { signal }) };
  const [guild] = (await rest.get(Routes.userGuilds(), options)) as RESTGetAPICurrentUserGuildsResult;
  return guild?.id === guildId ? guild : undefined;
}
