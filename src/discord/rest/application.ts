import {
  REST,
  Routes,
  type APIApplication,
  type RESTAPIPartialCurrentUserGuild,
  type RESTGetAPICurrentUserGuildsResult,
} from 'discord.js';

import type { Secret } from '../../secret.ts';
import { systemClock } from '../../work/clock.ts';
import { createBlock } from './block.ts';
import { boundedRequests } from './bounded-requests.ts';

/** Discord's own limit of one page. */
export const GUILDS_LISTED = 200;

/** Calls Discord beside a bot, or before there is one: each call once, and never waiting for a rate limit. */
export function createQuickRest(options: { apiUrl: string; token: Secret; timeoutMs: number }): REST {
  const { apiUrl, token, timeoutMs } = options;
  const limits = { timeout: timeoutMs, retries: 0, rejectOnRateLimit: () => true };
  return new REST({ api: apiUrl, ...limits, ...boundedRequests(apiUrl, createBlock({ clock: systemClock })) }).setToken(
    token.reveal(),
  );
}

export async function fetchApplication(rest: REST): Promise<APIApplication> {
  return (await rest.get(Routes.currentApplication())) as APIApplication;
}

export async function findGuild(rest: REST, guildId: string, signal?: AbortSignal) {
  const query = new URLSearchParams({ after: String(BigInt(guildId) - 1n), limit: '1' });
  const options = { query, ...(signal && { signal }) };
  const [guild] = (await rest.get(Routes.userGuilds(), options)) as RESTGetAPICurrentUserGuildsResult;
  return guild?.id === guildId ? guild : undefined;
}

/** The servers that the bot is in, but for those beyond {@link GUILDS_LISTED}. */
export async function listGuilds(rest: REST): Promise<readonly RESTAPIPartialCurrentUserGuild[]> {
  return (await rest.get(Routes.userGuilds())) as RESTGetAPICurrentUserGuildsResult;
}
