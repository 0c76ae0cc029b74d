import { EventEmitter } from 'node:events';
import { isDeepStrictEqual } from 'node:util';

import { ApplicationCommandType, type ApplicationCommandOptionType } from 'discord-api-types/v10';

import type { Snowflakes } from './snowflakes.ts';

export type Localizations = Record<string, string | null> | null;

/** A command option as the application sent it, accepted by Discord's schema. */
export type CommandOption = {
  type: ApplicationCommandOptionType;
  name: string;
  description: string;
  name_localizations?: Localizations;
  description_localizations?: Localizations;
  required?: boolean | null;
  autocomplete?: boolean | null;
  choices?: { name: string; name_localizations?: Localizations; value: string | number }[] | null;
  options?: CommandOption[] | null;
  min_value?: number | null;
  max_value?: number | null;
  min_length?: number | null;
  max_length?: number | null;
};

export type CommandBody = {
  name: string;
  type?: ApplicationCommandType | null;
  description?: string | null;
  name_localizations?: Localizations;
  description_localizations?: Localizations;
  options?: CommandOption[] | null;
  default_member_permissions?: string | number | null;
  dm_permission?: boolean | null;
  contexts?: number[] | null;
  integration_types?: number[] | null;
  nsfw?: boolean | null;
};

/** A registered command, with the defaults that Discord fills in. */
export type Command = {
  id: string;
  application_id: string;
  version: string;
  default_member_permissions: string | null;
  type: ApplicationCommandType;
  name: string;
  name_localizations: Localizations;
  description: string;
  description_localizations: Localizations;
  dm_permission: boolean;
  contexts: number[] | null;
  integration_types: number[];
  nsfw: boolean;
  options?: CommandOption[];
};

const GUILD_CONTEXT = 0;
const BOT_DM_CONTEXT = 1;
const GUILD_INSTALL = 0;

/** The application's global commands. Source: Discord documentation, "Application commands". */
export class Commands extends EventEmitter<{ overwritten: [] }> {
  #commands: Command[] = [];
  readonly #applicationId: string;
  readonly #snowflakes: Snowflakes;

  constructor(applicationId: string, snowflakes: Snowflakes) {
    super();
    this.#applicationId = applicationId;
    this.#snowflakes = snowflakes;
  }

  /** Replaces all commands. A command of the same type and name keeps its id, and its version until it changes. */
  overwrite(bodies: readonly CommandBody[]): Command[] {
    this.#commands = bodies.map((body) => this.#register(body));
    this.emit('overwritten');
    return this.#commands;
  }

  get all(): readonly Command[] {
    return this.#commands;
  }

  /** The commands without their translations, as Discord lists them by default. */
  withoutLocalizations(): unknown[] {
    return this.#commands.map((command) => withoutLocalizations(command));
  }

  find(type: ApplicationCommandType, name: string): Command | undefined {
    return this.#commands.find((command) => command.type === type && command.name === name);
  }

  #register(body: CommandBody): Command {
    const filled = fillDefaults(body);
    const known = this.#commands.find(({ type, name }) => type === filled.type && name === filled.name);
    const identity = { id: known?.id ?? this.#snowflakes.next(), application_id: this.#applicationId };
    const unchanged = known && isDeepStrictEqual({ ...identity, version: known.version, ...filled }, known);
    return { ...identity, version: unchanged ? known.version : this.#snowflakes.next(), ...filled };
  }
}

function fillDefaults(body: CommandBody): Omit<Command, 'id' | 'application_id' | 'version'> {
  const contexts = body.contexts ?? (body.dm_permission === false ? [GUILD_CONTEXT] : null);
  const permissions = body.default_member_permissions ?? null;
  return {
    default_member_permissions: permissions === null ? null : BigInt(permissions).toString(),
    type: body.type ?? ApplicationCommandType.ChatInput,
    name: body.name,
    name_localizations: body.name_localizations ?? null,
    description: body.description ?? '',
    description_localizations: body.description_localizations ?? null,
    dm_permission: contexts?.includes(BOT_DM_CONTEXT) ?? true,
    contexts,
    integration_types: body.integration_types ?? [GUILD_INSTALL],
    nsfw: body.nsfw ?? false,
    ...(body.options?.length ? { options: body.options.map(fillOption) } : {}),
  };
}

/** Discord leaves false and empty fields out, and sends null for missing translations. */
function fillOption(option: CommandOption): CommandOption {
  const { type, name, description, required, autocomplete, choices, options, ...limits } = option;
  const { name_localizations = null, description_localizations = null, ...rest } = limits;
  return {
    type,
    name,
    name_localizations,
    description,
    description_localizations,
    ...(required ? { required } : {}),
    ...(autocomplete ? { autocomplete } : {}),
    ...(choices?.length
      ? { choices: choices.map((choice) => ({ ...choice, name_localizations: choice.name_localizations ?? null })) }
      : {}),
    ...(options?.length ? { options: options.map(fillOption) } : {}),
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)),
  };
}

const LOCALIZATION_KEYS: ReadonlySet<string> = new Set(['name_localizations', 'description_localizations']);

function withoutLocalizations(command: Command): unknown {
  return JSON.parse(JSON.stringify(command, (key, value: unknown) => (LOCALIZATION_KEYS.has(key) ? undefined : value)));
}
