import { isInPanel, overruledNames, type EnvironmentValues, VARIABLE_NAMES } from '../config.ts';
import { asLoginFailure } from '../discord/client.ts';
import { refuseHomeless } from '../discord/ownership.ts';
import { createQuickRest, fetchApplication } from '../discord/rest/application.ts';
import { SECOND_MS } from '../work/clock.ts';
import { FatalError } from '../work/errors.ts';
import { ownCommand } from '../work/own-command.ts';
import { findHome } from './introduction.ts';
import { type KnownServices, probeServices } from './service-check.ts';

/** For one call, when nothing depends on it but what an operator reads. */
const DISCORD_TIMEOUT_MS = 5 * SECOND_MS;
/** What `npm run setup` asks for. */
const ASKED = ['DISCORD_TOKEN', 'HOME_GUILD_ID', 'AUTH_URL', 'BASE_URL', 'APPLICATION_KEY', 'ACCESS_TOKEN'];

type Credentials = Partial<Pick<EnvironmentValues, 'DISCORD_TOKEN' | 'DISCORD_API_URL'>>;

/**
 * Adds to the mistake that ended a start all others that Discord and the services can tell of, so that nobody meets one a
 * start. Takes ten seconds at most, as long as two calls to Discord.
 */
export async function withAllMistakes(error: unknown, values: Partial<EnvironmentValues>): Promise<unknown> {
  if (!(error instanceof FatalError)) return error;
  const found = await Promise.all([discordMistakes(values), serviceMistakes(values)]);
  const lines = [...new Set([...error.message.split('\n'), ...found.flat()])];
  return new FatalError([...lines, ...mendsOf(lines)].join('\n'), { cause: error });
}

/** Where to mend the variables that these lines name. */
function mendsOf(lines: readonly string[]): string[] {
  const overruled = overruledNames();
  const words = new Set(lines.flatMap((line) => line.match(/\w+/g) ?? []));
  const named = VARIABLE_NAMES.filter((name) => words.has(name));
  const inEnvironment = named.filter((name) => overruled.includes(name));
  const asked = named.filter((name) => ASKED.includes(name) && !overruled.includes(name));
  const mend = (names: string) =>
    isInPanel()
      ? `Correct ${names} in the panel, under Startup, or in .env.`
      : `"${ownCommand('setup')}" asks for ${names}.`;
  return [
    ...inEnvironment.map((name) => `${name} comes from the environment, which wins over .env: correct it there.`),
    ...(asked.length > 0 ? [mend(asked.join(', '))] : []),
  ];
}

/** Asks Discord whose token this is. @throws {@link FatalError} when it refuses, or cannot be reached */
export async function askDiscord({ DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl }: Credentials) {
  if (!token || apiUrl === undefined) return undefined;
  const rest = createQuickRest({ apiUrl, token, timeoutMs: DISCORD_TIMEOUT_MS });
  try {
    return { rest, application: await fetchApplication(rest) };
  } catch (error) {
    throw asLoginFailure(error);
  }
}

async function discordMistakes(values: Partial<EnvironmentValues>): Promise<string[]> {
  try {
    const asked = await askDiscord(values);
    if (!asked) return [];
    refuseHomeless(asked.application, values.HOME_GUILD_ID);
    const { mend } = await findHome(asked.rest, asked.application, values.HOME_GUILD_ID);
    return mend === undefined ? [] : [`The bot is not in its home server: ${mend}`];
  } catch (error) {
    if (!(error instanceof FatalError)) throw error;
    return [error.message];
  }
}

/** A line for each of the addresses with which something looks wrong. */
export async function serviceMistakes(services: KnownServices): Promise<string[]> {
  const { identity, main } = await probeServices(services);
  const probes = [
    { name: 'AUTH_URL', probe: identity },
    { name: 'BASE_URL', probe: main },
  ];
  return probes.flatMap(({ name, probe }) =>
    probe?.mend === undefined ? [] : [`The service at ${name} ${probe.said}: ${probe.mend}.`],
  );
}
