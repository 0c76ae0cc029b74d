import { Routes, type REST, type RESTGetAPICurrentUserGuildsResult } from 'discord.js';

import type { Retention } from '../database/retention.ts';

const GUILDS_A_PAGE = 200;

/** @returns deletes data that has outlived its purpose, and guilds that the bot has not been in for 30 days */
export function createPurge({ rest, retention }: { rest: REST; retention: Retention }): () => Promise<void> {
  return async () => {
    await retention.forgetOld();
    await retention.keepGuilds(await listGuilds(rest));
  };
}

/** Every guild that the bot is in. Rejects rather than returning an incomplete list. */
async function listGuilds(rest: REST): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const query = new URLSearchParams({ limit: String(GUILDS_A_PAGE), after: ids.at(-1) ?? '0' });
    const page = (await rest.get(Routes.userGuilds(), { query })) as RESTGetAPICurrentUserGuildsResult;
    ids.push(...page.map(({ id }) => id));
    if (page.length < GUILDS_A_PAGE) return ids;
  }
}
