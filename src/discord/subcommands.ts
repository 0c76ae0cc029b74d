import type { ChatInputCommandInteraction } from 'discord.js';

import type { Command, Context, Subcommand } from './command.ts';

/** The options of a command that is nothing but its subcommands, and what answers it. */
export function joinSubcommands(
  subcommands: readonly Subcommand[],
): Required<Pick<Command, 'execute' | 'autocomplete'>> & { options: NonNullable<Command['definition']['options']> } {
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
  };
}
