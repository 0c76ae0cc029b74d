import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';

import { LoopbackDiscord } from '../../../src/sandbox/discord/loopback-discord.ts';
import { describeCommands } from '../../../src/sandbox/playground/commands.ts';

const { Integer, String } = ApplicationCommandOptionType;

test('the entries of the picker carry their options with limits and choices', () => {
  const choices = [{ name: 'Claimed', value: 'granted' }];
  const options = [
    { type: String, name: 'outcome', description: 'How it ended', choices },
    { type: Integer, name: 'page', description: 'Page', required: true, min_value: 1 },
  ];
  const registered = new LoopbackDiscord().commands.overwrite([{ name: 'claims', description: 'Claims', options }]);

  expect(describeCommands(registered, [])[0]?.options).toMatchObject([
    {
      name: 'outcome',
      type: 'string',
      required: false,
      choices: [{ title: { text: 'Claimed' }, value: 'granted' }],
      minValue: null,
    },
    { name: 'page', type: 'integer', required: true, choices: [], minValue: 1, maxValue: null },
  ]);
});
