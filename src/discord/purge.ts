import { randomUUID } from 'node:crypto';

import { Routes, type REST, type RESTGetAPICurrentUserGuildsResult } from 'discord.js';

import type { Leases } from '../database/leases.ts';
import type { Retention } from '../database/retention.ts';
import { DAY_MS, HOUR_MS } from '../work/clock.ts';

/** All processes together purge at most once in this time. */
const PURGE_EVERY_MS = DAY_MS;
/** After a purge that did not end, the next one comes in this time. */
const PURGE_LEASE_MS = HOUR_MS;
const GUILDS_A_PAGE = 200;

/**
 * @returns deletes data that has outlived its purpose, and guilds that the bot has not been in for 30 days, unless a
 * process did so today
 */
export function createPurge(options: {
  rest: REST;
  retention: Retention;
  leases: Pick<Leases, 'hold'>;
}): () => Promise<void> {
  const { rest, retention, leases } = options;
  return async () => {
    const turn = randomUUID();
    if (!(await leases.hold('purge', turn, PURGE_LEASE_MS))) return;
    await retention.forgetOld();
    await retention.keepGuilds(await listGuilds(rest));
    await leases.hold('purge', turn, PURGE_EVERY_MS, { evenIfHeld: true });
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
