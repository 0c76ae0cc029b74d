import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';

import type { CommandBody } from '../../../../src/sandbox/discord/commands.ts';
import { commandErrors } from '../../../../src/sandbox/discord/validation/command-rules.ts';

/**
 * A command of 8,000 characters and some more, which is as large as it may be (Discord's documentation, "Application
 * Commands"): 2 for its name and description, and 43 for each option and its choice.
 */
function commandOf(more: number, localizations: Record<string, string> = {}): CommandBody {
  const option = (index: number) => ({
    type: ApplicationCommandOptionType.String as const,
    name: `o${String(index).padStart(3, '0')}`,
    description: 'd'.repeat(37),
    choices: [{ name: 'n', value: 'v' }],
  });
  const options = Array.from({ length: 186 }, (_, index) => option(index));
  return {
    name: 'c',
    description: 'd',
    description_localizations: localizations,
    options: [...options.slice(1), { ...option(0), description: 'd'.repeat(37 + more) }],
  };
}

const codesOf = (command: CommandBody) => commandErrors([command]).map(({ code }) => code);

test('a command may have 8,000 characters, and not one more', () => {
  expect(codesOf(commandOf(0))).toEqual([]);
  expect(codesOf(commandOf(1))).toEqual(['APPLICATION_COMMAND_TOO_LARGE']);
});

test('of a text in several languages only the longest counts', () => {
  expect(codesOf(commandOf(0, { de: 'd', fr: 'd', 'es-ES': 'd', 'pt-BR': 'd' }))).toEqual([]);
  expect(codesOf(commandOf(0, { de: 'dd', fr: 'd' }))).toEqual(['APPLICATION_COMMAND_TOO_LARGE']);
});
