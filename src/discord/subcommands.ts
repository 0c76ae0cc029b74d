import type { ChatInputCommandInteraction } from 'discord.js';

import type { Command, Context, Handlers, Subcommand } from './command.ts';

/**
 * The options and handlers of a command that is nothing but its subcommands. They share the command's custom ids, so no two of
 * them may declare the same action.
 *
 * @throws when two do
 */
export function joinSubcommands(
  subcommands: readonly Subcommand[],
): Required<Handlers> & { options: NonNullable<Command['definition']['options']> } {
  const byName = new Map(subcommands.map((subcommand) => [subcommand.definition.name, subcommand]));

  function chosen({ interaction }: Context<Pick<ChatInputCommandInteraction, 'options'>>): Subcommand {
    const name = interaction.options.getSubcommand();
    const subcommand = byName.get(name);
    if (!subcommand) throw new Error(`there is no subcommand "${name}"`);
    return subcommand;
  }

  return {
    options: subcommands.map(({ definition }) => definition),
    execute: async (context) => chosen(context).execute(context),
    autocomplete: async (context) =>
      (await byName.get(context.interaction.options.getSubcommand())?.autocomplete?.(context)) ?? [],
    buttons: joinActions(subcommands.map(({ buttons = {} }) => buttons)),
    selects: joinActions(subcommands.map(({ selects = {} }) => selects)),
    modals: joinActions(subcommands.map(({ modals = {} }) => modals)),
    extraPermissions: joinActions(subcommands.map(({ extraPermissions = {} }) => extraPermissions)),
  };
}

function joinActions<T>(parts: readonly Readonly<Record<string, T>>[]): Record<string, T> {
  const entries = parts.flatMap((part) => Object.entries(part));
  const actions = entries.map(([action]) => action);
  const twice = actions.find((action, index) => actions.indexOf(action) !== index);
  if (twice !== undefined) throw new Error(`two subcommands declare the action "${twice}"`);
  return Object.fromEntries(entries);
}
