import { isDeepStrictEqual } from 'node:util';

import { Routes, type APIApplicationCommand, type REST, type RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';

import { type Clock, MINUTE_MS } from '../../work/clock.ts';
import type { Log } from '../../work/log.ts';

const AGAIN_AFTER_MS = 2 * MINUTE_MS;

/** `ids`: by which Discord knows each command, filled in as far as they are known */
type Registering = {
  definitions: readonly RESTPostAPIApplicationCommandsJSONBody[];
  ids?: Map<string, string>;
  log: Log;
};

/**
 * Registers the commands. Those that were registered before stay in force while Discord refuses, and it is asked again
 * every two minutes. Resolves after the first try, and never rejects.
 */
export async function keepRegistered(
  rest: REST,
  applicationId: string,
  { clock, stopping, ...registering }: Registering & { clock: Pick<Clock, 'sleep'>; stopping: AbortSignal },
): Promise<void> {
  let said: string | undefined;
  const isRegistered = () =>
    registerCommands(rest, applicationId, registering).then(
      () => true,
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        const text = `the commands could not be registered: those from before stay in force, and Discord is asked again every two minutes`;
        registering.log[reason === said ? 'debug' : 'warn']({ err: error, reason }, text);
        said = reason;
        return false;
      },
    );
  async function goOn(): Promise<void> {
    do await clock.sleep(AGAIN_AFTER_MS, stopping);
    while (!stopping.aborted && !(await isRegistered()));
  }
  if (!(await isRegistered())) void goOn();
}

/** Overwrites all commands at once, and only when they differ from Discord's. @returns whether they did */
export async function registerCommands(
  rest: REST,
  applicationId: string,
  { definitions, ids = new Map(), log }: Registering,
): Promise<boolean> {
  const route = Routes.applicationCommands(applicationId);
  const query = new URLSearchParams({ with_localizations: 'true' });
  const registered = (await rest.get(route, { query })) as APIApplicationCommand[];
  const changed = !isDeepStrictEqual(byName(registered), byName(definitions));
  note(registered);
  if (!changed) return false;
  note((await rest.put(route, { body: definitions })) as APIApplicationCommand[]);
  log.info({ count: definitions.length }, 'registered the commands');
  return true;

  function note(commands: readonly APIApplicationCommand[]): void {
    ids.clear();
    for (const { name, id } of commands) ids.set(name, id);
  }
}

/** The fields that a definition may have. Discord's commands have more. */
const DEFINED = [
  'type',
  'description',
  'description_localizations',
  'name_localizations',
  'default_member_permissions',
  'contexts',
  'integration_types',
  'options',
];

function byName(commands: readonly { name: string }[]): Map<string, unknown> {
  return new Map(
    commands.map((command) => {
      const defined = Object.entries(command).filter(([key]) => DEFINED.includes(key));
      return [command.name, withoutDefaults(Object.fromEntries(defined))];
    }),
  );
}

/** A field that one side leaves out, the other may have as `null`, `false`, '' or something empty. */
function withoutDefaults(fields: object): unknown {
  return JSON.parse(JSON.stringify(fields), (_key, value: unknown) => (isDefault(value) ? undefined : value));
}

function isDefault(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : value !== 0 && !value;
}
