import { isDeepStrictEqual } from 'node:util';

import { Routes, type APIApplicationCommand, type REST, type RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';

import type { CommandIds } from '../../locales/index.ts';
import type { Log } from '../../work/log.ts';

/** Overwrites all commands at once, and only when they differ from Discord's. `ids`: by which Discord knows each */
export async function registerCommands(
  rest: REST,
  applicationId: string,
  definitions: readonly RESTPostAPIApplicationCommandsJSONBody[],
  log: Log,
): Promise<{ changed: boolean; ids: CommandIds }> {
  const route = Routes.applicationCommands(applicationId);
  const query = new URLSearchParams({ with_localizations: 'true' });
  const registered = (await rest.get(route, { query })) as APIApplicationCommand[];
  const changed = !isDeepStrictEqual(byName(registered), byName(definitions));
  const now = changed ? ((await rest.put(route, { body: definitions })) as APIApplicationCommand[]) : registered;
  if (changed) log.info({ count: definitions.length }, 'registered the commands');
  return { changed, ids: new Map(now.map(({ name, id }) => [name, id])) };
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
