import type { ChatInputCommandInteraction } from 'discord.js';

import type { Command, Context, Handlers, Subcommand } from './command.ts';

/** The options and handlers of a command that is nothing but its subcommands. */
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
    buttons: Object.assign({}, ...subcommands.map(({ buttons }) => buttons)) as Required<Handlers>['buttons'],
    selects: Object.assign({}, ...subcommands.map(({ selects }) => selects)) as Required<Handlers>['selects'],
    modals: Object.assign({}, ...subcommands.map(({ modals }) => modals)) as Required<Handlers>['modals'],
    needs: Object.assign({}, ...subcommands.map(({ needs }) => needs)) as Required<Handlers>['needs'],
  };
}
