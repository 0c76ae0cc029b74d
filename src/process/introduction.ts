import type { APIApplication, REST } from 'discord.js';

import type { Config, ListeningAddress } from '../config.ts';
import { describeDatabase } from '../database/database.ts';
import { inviteLink } from '../discord/invite.ts';
import { findGuild } from '../discord/rest/application.ts';
import type { Log } from '../work/log.ts';
import { ownCommand } from '../work/own-command.ts';
import { type Probe, probeServices } from './service-check.ts';

/** Logs one line about who and where the bot is, and a warning with its mend for each thing that looks wrong. */
export async function introduce(options: {
  application: APIApplication;
  config: Config;
  rest: REST;
  stopping: AbortSignal;
  log: Log;
}): Promise<void> {
  const { application, config, rest, stopping, log } = options;
  const { homeGuildId } = config.discord;
  const [home, services] = await Promise.all([
    findHome(rest, application, homeGuildId),
    probeServices({
      AUTH_URL: config.identity.url,
      APPLICATION_KEY: config.identity.applicationKey,
      BASE_URL: config.main.url,
    }),
  ]);
  if (stopping.aborted) return;
  const wayIn = describeWayIn(application, config);
  log.info(
    {
      bot: application.bot?.username ?? application.name,
      servers: application.approximate_guild_count,
      home: home.said,
      interactions: wayIn.said,
      database: describeDatabase(config.database),
      services: { identity: services.identity?.said, main: services.main?.said },
    },
    'who and where this bot is',
  );
  if (home.mend !== undefined) {
    log.warn({ guildId: homeGuildId, mend: home.mend }, 'the bot is not in its home server');
  }
  if (homeGuildId === undefined && application.approximate_guild_count === 0) {
    log.warn({ mend: `invite it: ${inviteLink(application.id)}` }, 'the bot is in no server yet');
  }
  if (wayIn.mend !== undefined) {
    log.warn({ reason: wayIn.said, mend: wayIn.mend }, 'Discord sends interactions the other way');
  }
  for (const [host, { said, mend }] of Object.entries(services)) {
    if (mend !== undefined) log.warn({ host, reason: said, mend }, 'a service does not look right');
  }
}

/** The server that `HOME_GUILD_ID` names, if the bot is in it. */
export async function findHome(rest: REST, application: APIApplication, guildId: string | undefined): Promise<Probe> {
  if (guildId === undefined) return { said: 'every server, as HOME_GUILD_ID is not set' };
  try {
    const guild = await findGuild(rest, guildId);
    if (guild) return { said: guild.name };
    const mend = `correct HOME_GUILD_ID, or invite the bot there: ${inviteLink(application.id)}`;
    return { said: 'not joined', mend };
  } catch {
    return { said: 'Discord did not say' };
  }
}

/** Discord sends interactions in one way only (its documentation, "Receiving an Interaction"). */
function describeWayIn({ interactions_endpoint_url: endpoint }: APIApplication, { interactions }: Config): Probe {
  const said = endpoint ? `Discord posts them to ${endpoint}` : 'Discord sends them through the gateway';
  if (interactions && !endpoint) return { said, mend: whatToEnter(interactions) };
  if (interactions || !endpoint) return { said };
  const field = 'Interactions Endpoint URL in the Developer Portal, under General Information';
  return { said, mend: `set INTERACTIONS_PORT, or clear ${field}` };
}

/** Tells the operator what to do at Discord so that interactions arrive by HTTP. */
export function whatToEnter({ host, port }: ListeningAddress): string {
  return `In the Developer Portal, under General Information, enter as Interactions Endpoint URL the https: address that leads to port ${port} of ${host}, or run "${ownCommand('register', 'https://…')}" while the bot runs.`;
}
