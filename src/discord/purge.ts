import { Routes, type REST, type RESTGetAPICurrentUserGuildsResult } from 'discord.js';

import type { Leases } from '../database/leases.ts';
import type { Retention } from '../database/retention.ts';
import { DAY_MS, HOUR_MS } from '../work/clock.ts';
import { newId } from '../work/ids.ts';

const GUILDS_A_PAGE = 200;

/**
 * Deletes data that has outlived its purpose, and guilds that the bot has not been in for 30 days, unless a process did
 * so within a day, or began to within an hour.
 */
export function createPurge({ rest, retention, leases }: { rest: REST; retention: Retention; leases: Leases }) {
  return async (): Promise<void> => {
    const turn = newId();
    if (!(await leases.hold('purge', turn, HOUR_MS))) return;
    await retention.forgetOld();
    await retention.keepGuilds(await idsOfGuilds(rest));
    await leases.hold('purge', turn, DAY_MS, { evenIfHeld: true });
  };
}

/** Every guild that the bot is in. Rejects rather than returning an incomplete list. */
async function idsOfGuilds(rest: REST): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const query = new URLSearchParams({ limit: String(GUILDS_A_PAGE), after: ids.at(-1) ?? '0' });
    const page = (await rest.get(Routes.userGuilds(), { query })) as RESTGetAPICurrentUserGuildsResult;
    ids.push(...page.map(({ id }) => id));
    if (page.length < GUILDS_A_PAGE) return ids;
  }
}
