import { ApplicationCommandOptionType, PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';

import type { CommandBody } from '../../../src/sandbox/discord/commands.ts';
import { LoopbackDiscord } from '../../../src/sandbox/discord/loopback-discord.ts';
import { describeCommands, namesIn } from '../../../src/sandbox/playground/commands.ts';
import type { Command } from '../../../src/sandbox/playground/protocol.ts';

const { Integer, String, Subcommand, SubcommandGroup } = ApplicationCommandOptionType;

const discord = new LoopbackDiscord();
const guild = discord.addGuild();
const alex = discord.addPerson({ guild, name: 'Alex' });
const mona = discord.addPerson({ guild, name: 'Mona', permissions: PermissionFlagsBits.ModerateMembers });

const entriesOf = (...commands: CommandBody[]): Command[] =>
  describeCommands(discord.commands.overwrite(commands), [alex, mona]);

describe('the entries of the picker', () => {
  test('are commands and subcommands, each with its path', () => {
    const link = { type: Subcommand, name: 'link', description: 'Link' };
    const group = { type: SubcommandGroup, name: 'group', description: 'G', options: [{ ...link, name: 'add' }] };
    const entries = entriesOf(
      { name: 'plan', description: 'Plan' },
      { name: 'entity', description: 'Entities', options: [link, group] },
    );
    expect(entries.map(({ path }) => path)).toEqual([['plan'], ['entity', 'link'], ['entity', 'group', 'add']]);
  });

  test('carry their options with limits and choices', () => {
    const [entry] = entriesOf({
      name: 'claims',
      description: 'Claims',
      options: [
        {
          type: String,
          name: 'outcome',
          description: 'How it ended',
          choices: [{ name: 'Claimed', value: 'granted' }],
        },
        { type: Integer, name: 'page', description: 'Page', required: true, min_value: 1 },
      ],
    });
    expect(entry?.options).toMatchObject([
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
});

describe('a path', () => {
  test.each([
    [['plan'], { name: 'plan', branch: {} }],
    [['entity', 'link'], { name: 'entity', branch: { subcommand: 'link' } }],
    [['entity', 'group', 'add'], { name: 'entity', branch: { group: 'group', subcommand: 'add' } }],
  ])('%j names a command as people use it', (path, names) => {
    expect(namesIn(path)).toEqual(names);
  });
});
