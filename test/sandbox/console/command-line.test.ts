import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';

import { parseCommandLine, writerIn } from '../../../src/sandbox/console/command-line.ts';
import { Commands, type CommandOption } from '../../../src/sandbox/discord/commands.ts';
import { Snowflakes } from '../../../src/sandbox/discord/snowflakes.ts';
import { describeCommands } from '../../../src/sandbox/playground/commands.ts';
import { state } from '../playground/page/sandbox-parts.ts';

const { Boolean, Channel, Integer, Number, Role, String, Subcommand, SubcommandGroup, User } =
  ApplicationCommandOptionType;

const option = (type: ApplicationCommandOptionType, name: string, ...options: CommandOption[]): CommandOption => ({
  type,
  name,
  description: name,
  ...(options.length > 0 ? { options } : {}),
});
const command = (name: string, ...options: CommandOption[]) => ({ name, description: name, options });

const registered = new Commands('application', new Snowflakes(() => 0)).overwrite([
  command('ping'),
  command('post', option(Channel, 'channel'), option(User, 'user'), option(Role, 'role')),
  command('claims', option(String, 'playername'), option(String, 'outcome')),
  command('set', option(Integer, 'count'), option(Number, 'share'), option(Boolean, 'on')),
  command(
    'entity',
    option(Subcommand, 'link', option(String, 'id'), option(String, 'label')),
    option(Subcommand, 'list'),
    option(SubcommandGroup, 'group', option(Subcommand, 'add', { ...option(String, 'id'), required: true })),
  ),
]);
const ADA = '8001';
const WORLD = state({
  commands: describeCommands(registered, []).map((command) => ({ ...command, usableBy: [ADA] })),
  channels: [{ id: '7001', name: 'general' }],
  roles: [{ id: '9001', name: '@Moderators' }],
  people: [{ id: ADA, name: 'Ada', role: 'member' as const, locale: 'en-US', directChannelId: '9001' }],
});

const parsed = (line: string) => parseCommandLine(line, writerIn(WORLD, ADA));

test('a command that the person may not use is named without its options', () => {
  const line = '/claims playername:Steve';
  expect(() => parseCommandLine(line, writerIn(WORLD, 'nobody'))).toThrow(/ cannot use \/claims$/);
});

describe('a command line', () => {
  test.each<[name: string, line: string, path: string, options: object]>([
    ['a command alone', '/ping', 'ping', {}],
    [
      'options in any order',
      '/claims  outcome:none   playername:A b ',
      'claims',
      { outcome: 'none', playername: 'A b' },
    ],
    ['a value with a colon', '/claims playername:a:b https://c', 'claims', { playername: 'a:b https://c' }],
    ['numbers and booleans', '/set count:3 share:0.5 on:true', 'set', { count: 3, share: 0.5, on: true }],
    ['a channel by name', '/post channel:#General', 'post', { channel: '7001' }],
    ['a person by name', '/post user:@ada', 'post', { user: '8001' }],
    ['a role by name', '/post role:moderators', 'post', { role: '9001' }],
    ['a subcommand in a group', '/entity group add id:ent_1', 'entity group add', { id: 'ent_1' }],
  ])('may be %s', (_name, line, path, options) => {
    expect(parsed(line)).toEqual({ path: path.split(' '), options });
  });

  test.each([
    ['a command nobody registered', '/pong', 'There is no /pong. Type ? for what there is.'],
    ['a value without its option', '/claims Steve', 'Write options as playername:… outcome:…'],
    ['a flag that is neither true nor false', '/set on:no', 'on takes one of the list. True · False'],
    ['a number that is none', '/set count:three', 'count takes a whole number.'],
    ['a command without its subcommand', '/entity', 'Write one of /entity link, /entity list, /entity group add'],
  ])('may not be %s', (_name, line, message) => {
    expect(() => parsed(line)).toThrow(message);
  });
});
