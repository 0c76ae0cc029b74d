import { isDeepStrictEqual } from 'node:util';

import {
  Routes,
  type APIApplicationCommand,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type APIApplicationCommandOptionChoice,
  type REST,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';

import type { CommandIds } from '../locales/index.ts';
import type { Log } from '../log.ts';
import type { Definition } from './command.ts';

/**
 * Registers the commands with Discord: one bulk overwrite, and only when they differ from those that Discord has.
 *
 * @returns whether anything was written, and under which id Discord has each command
 */
export async function registerCommands(
  rest: REST,
  applicationId: string,
  definitions: readonly Definition[],
  log: Log,
): Promise<{ changed: boolean; ids: CommandIds }> {
  const route = Routes.applicationCommands(applicationId);
  const query = new URLSearchParams({ with_localizations: 'true' });
  const registered = (await rest.get(route, { query })) as APIApplicationCommand[];
  if (isDeepStrictEqual(byName(registered), byName(definitions))) {
    return { changed: false, ids: idsOf(registered) };
  }
  const written = (await rest.put(route, { body: definitions })) as APIApplicationCommand[];
  log.info({ count: definitions.length }, 'registered the commands');
  return { changed: true, ids: idsOf(written) };
}

function idsOf(registered: readonly APIApplicationCommand[]): CommandIds {
  return new Map(registered.map(({ name, id }) => [name, id]));
}

/** What only slash commands have. */
type Described = Partial<
  Pick<RESTPostAPIChatInputApplicationCommandsJSONBody, 'description' | 'description_localizations' | 'options'>
>;

function byName(commands: readonly (Definition | APIApplicationCommand)[]): Map<string, unknown> {
  return new Map(
    commands.map((command) => {
      // A command in the menu of a member has none of these; Discord says '' for its description.
      const { description = '', description_localizations, options }: Described = command;
      return [
        command.name,
        {
          type: command.type,
          description,
          descriptionLocalizations: description_localizations ?? {},
          nameLocalizations: command.name_localizations ?? {},
          permissions: command.default_member_permissions ?? null,
          contexts: [...(command.contexts ?? [])].sort(),
          integrationTypes: [...(command.integration_types ?? [])].sort(),
          options: (options ?? []).map(normaliseOption),
        },
      ];
    }),
  );
}

/** An option with the defaults filled in that Discord leaves out. */
function normaliseOption(option: APIApplicationCommandOption | APIApplicationCommandBasicOption): unknown {
  const { name, type, description, name_localizations, description_localizations, required, ...rest } = option;
  const { options, choices, autocomplete, ...limits } = rest as {
    options?: APIApplicationCommandOption[];
    choices?: APIApplicationCommandOptionChoice[];
    autocomplete?: boolean;
  };
  return {
    name,
    type,
    description,
    nameLocalizations: name_localizations ?? {},
    descriptionLocalizations: description_localizations ?? {},
    required: required ?? false,
    autocomplete: autocomplete ?? false,
    limits,
    choices: (choices ?? []).map((choice) => ({ ...choice, name_localizations: choice.name_localizations ?? {} })),
    options: (options ?? []).map(normaliseOption),
  };
}
