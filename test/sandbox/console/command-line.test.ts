import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';

import { parseCommandLine, writerIn } from '../../../src/sandbox/console/command-line.ts';
import { Commands, type CommandOption } from '../../../src/sandbox/discord/commands.ts';
import { Snowflakes } from '../../../src/sandbox/discord/snowflakes.ts';
import { describeCommands } from '../../../src/sandbox/playground/commands.ts';
import { state } from '../playground/page/sandbox-parts.ts';

const { Boolean, Channel, Integer, Number, Role, String, Subcommand, SubcommandGroup, User } =
  ApplicationCommandOptionType;

const option = (type: ApplicationCommandOptionType, name: string, options?: CommandOption[]): CommandOption => ({
  type,
  name,
  description: name,
  ...(options ? { options } : {}),
});

const registered = new Commands('application', new Snowflakes(() => 0)).overwrite([
  { name: 'ping', description: 'Ping' },
  {
    name: 'post',
    description: 'Post',
    options: [option(Channel, 'channel'), option(User, 'user'), option(Role, 'role')],
  },
  { name: 'claims', description: 'Claims', options: [option(String, 'playername'), option(String, 'outcome')] },
  {
    name: 'set',
    description: 'Set',
    options: [option(Integer, 'count'), option(Number, 'share'), option(Boolean, 'on')],
  },
  {
    name: 'entity',
    description: 'Entities',
    options: [
      option(Subcommand, 'link', [option(String, 'id'), option(String, 'label')]),
      option(Subcommand, 'list'),
      option(SubcommandGroup, 'group', [option(Subcommand, 'add', [{ ...option(String, 'id'), required: true }])]),
    ],
  },
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
  test.each([
    ['a command alone', '/ping', { path: ['ping'], options: {} }],
    ['an option', '/claims playername:Steve', { path: ['claims'], options: { playername: 'Steve' } }],
    [
      'a value with spaces',
      '/claims playername:Steve the Great',
      { path: ['claims'], options: { playername: 'Steve the Great' } },
    ],
    [
      'several options in any order',
      '/claims  outcome:none   playername:Steve X ',
      { path: ['claims'], options: { outcome: 'none', playername: 'Steve X' } },
    ],
    [
      'a value with a colon',
      '/claims playername:a:b https://c',
      { path: ['claims'], options: { playername: 'a:b https://c' } },
    ],
    [
      'a value that names an option within a word',
      '/claims playername:myoutcome:x',
      { path: ['claims'], options: { playername: 'myoutcome:x' } },
    ],
    ['an option without a value, which is left out', '/claims playername:', { path: ['claims'], options: {} }],
    [
      'numbers and booleans',
      '/set count:3 share:0.5 on:true',
      { path: ['set'], options: { count: 3, share: 0.5, on: true } },
    ],
    ['True and False as Discord shows them', '/set on:True', { path: ['set'], options: { on: true } }],
    ['a channel by name', '/post channel:#General', { path: ['post'], options: { channel: '7001' } }],
    ['a person by name', '/post user:@ada', { path: ['post'], options: { user: '8001' } }],
    ['a role by name', '/post role:moderators', { path: ['post'], options: { role: '9001' } }],
    ['a subcommand', '/entity list', { path: ['entity', 'list'], options: {} }],
    [
      'a subcommand with options',
      '/entity link id:ent_1 label:The Castle',
      { path: ['entity', 'link'], options: { id: 'ent_1', label: 'The Castle' } },
    ],
    [
      'a subcommand in a group',
      '/entity group add id:ent_1',
      { path: ['entity', 'group', 'add'], options: { id: 'ent_1' } },
    ],
  ])('may be %s', (_name, line, meant) => {
    expect(parsed(line)).toEqual(meant);
  });

  test.each([
    ['a command nobody registered', '/pong', 'There is no /pong. Type ? for what there is.'],
    ['a slash alone', '/', 'There is no /. Type ? for what there is.'],
    ['a name in another case', '/Ping', 'There is no /Ping. Type ? for what there is.'],
    ['a value without its option', '/claims Steve', 'Write options as playername:… outcome:…'],
    ['an option nobody declared', '/claims player:Steve', 'Write options as playername:… outcome:…'],
    ['words before the first option', '/claims x playername:Steve', 'Write options as playername:… outcome:…'],
    ['a flag that is neither true nor false', '/set on:no', 'on takes one of the list. True · False'],
    ['a channel that is not there', '/post channel:7002', 'channel takes one of the list. #general'],
    ['a number that is none', '/set count:three', 'count takes a whole number.'],
    ['a required option that is left out', '/entity group add', 'id must be filled in.'],
    ['a command without its subcommand', '/entity', 'Write one of /entity link, /entity list, /entity group add'],
    ['an option of a command that takes none', '/ping now:yes', 'This command takes no options.'],
  ])('may not be %s', (_name, line, message) => {
    expect(() => parsed(line)).toThrow(message);
  });
});
