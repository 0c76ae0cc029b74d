import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

import { ApplicationCommandType } from 'discord-api-types/v10';
import { describe, expect, onTestFinished, test } from 'vitest';

import { commands } from '../../../commands/index.ts';
import { definitionsOf } from '../../../src/discord/incoming/command.ts';
import { bannerText } from '../../../src/sandbox/console/banner.ts';
import { runConsole } from '../../../src/sandbox/console/console.ts';
import { PLAIN } from '../../../src/sandbox/console/message-text.ts';
import { FAULT_NAMES } from '../../../src/sandbox/playground/faults.ts';
import { createPlayground } from '../../../src/sandbox/playground/playground.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { deliver, SECRET } from '../hosts/deliver.ts';
import { sendVote } from '../hosts/send-vote.ts';

async function openSandbox(): Promise<Sandbox> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  sandbox.discord.commands.overwrite([{ name: 'plan', description: 'Plan' }]);
  return sandbox;
}

/** Types lines into the console of a sandbox. @returns all that it printed, once it is over */
async function typeInto(sandbox: Sandbox, ...lines: string[]): Promise<string> {
  const input = new PassThrough();
  const output = new PassThrough();
  const printed = text(output);
  input.end(lines.map((line) => `${line}\n`).join(''));
  await runConsole({ playground: createPlayground(sandbox), input, output });
  output.end();
  return printed;
}

/** The same without the banner and the echoed lines. */
async function answersTo(sandbox: Sandbox, ...lines: string[]): Promise<string[]> {
  const banner = await typeInto(sandbox);
  const printed = (await typeInto(sandbox, ...lines)).slice(banner.length);
  return printed.split('\n').filter((line) => line !== '' && !/^\w+> /.test(line));
}

const SMALLEST_TERMINAL = { columns: 80, rows: 24 };

const statusOfMain = async ({ main }: Sandbox): Promise<number> => (await fetch(main.url)).status;

describe('the banner', () => {
  const url = `http://127.0.0.1:65535/?token=${'A'.repeat(22)}`;
  const lines = bannerText(url, PLAIN).split('\n');

  test('says what this is, and has the address last', () => {
    expect(lines[0]).toContain('This is the sandbox');
    expect(lines.at(-1)).toContain(url);
  });

  test('is in sight as a whole in the smallest terminal', () => {
    expect(lines.length).toBeLessThanOrEqual(8);
    expect(lines.filter((line) => line.length > SMALLEST_TERMINAL.columns)).toEqual([]);
  });
});

describe('the console', () => {
  test('ends at /quit and leaves the rest unread', async () => {
    expect(await answersTo(await openSandbox(), '/quit', '/vote Alex')).toEqual([]);
  });

  test('shows who typed what when its input is no terminal', async () => {
    expect(await typeInto(await openSandbox(), '/vote Alex', '  ', '/as mona', '/vote Alex')).toMatch(
      /Olivia> \/vote Alex\n[^]*Mona> \/vote Alex\n/,
    );
  });

  test('lists the faults by the names that /fault takes', async () => {
    const faults = await answersTo(await openSandbox(), '? faults');
    const named = faults.filter((line) => line.startsWith('  ')).map((line) => line.trim().split(' ')[0] ?? '');
    expect(named.toSorted()).toEqual(FAULT_NAMES.toSorted());
    expect(faults).toContain('identity, main, game:');
    expect(faults).toContain('game:');
  });

  test.each(['?', '? plans', '? faults', '/rewards'])(
    'answers %s with what the smallest terminal shows, prompt included',
    async (line) => {
      const sandbox = await openSandbox();
      sandbox.discord.commands.overwrite(definitionsOf(commands) as never);
      const answer = await answersTo(sandbox, line);
      expect(answer.length).toBeLessThan(SMALLEST_TERMINAL.rows);
      expect(answer.filter(({ length }) => length > SMALLEST_TERMINAL.columns)).toEqual([]);
    },
  );

  test.each([
    ['a command nobody registered', '/pong', 'There is no /pong. Type ? for what there is.'],
    ['words without a slash', 'hello there', 'Commands start with a slash. Type ? for what there is.'],
    ['a number before there is a reply', '1', 'There is nothing with the number 1 in the last reply.'],
    ['a secret that was left out', '/secret', 'Which one? For example: /secret whsec_…'],
    ['a secret that is none', '/secret 123', 'A secret of a webhook begins with whsec_, and is copied as a whole.'],
    ['a vote of nobody', '/vote', 'Whose vote? For example: /vote Steve'],
    [
      'a person who is not there',
      '/as Zoe',
      'There is only Olivia (operator), Max (manager), Mona (moderator), Alex, Sam (member).',
    ],
  ])('answers %s with what to do instead', async (_name, line, answer) => {
    expect(await answersTo(await openSandbox(), line)).toEqual([answer]);
  });
});

test('/as says what somebody may do, as does ? of everybody', async () => {
  const answers = await answersTo(await openSandbox(), '/as mona', '?');
  expect(answers[0]).toBe('You are Mona (moderator).');
  expect(answers).toContain('People: Olivia (operator), Max (manager), Mona (moderator), Alex, Sam (member)');
});

test('/vote casts a vote, spaces in the name included', async () => {
  const sandbox = await openSandbox();
  expect(await answersTo(sandbox, '/vote Alex the Great')).toEqual(['Alex the Great has voted.']);
  expect(sandbox.main.votes.at(-1)).toMatchObject({ player: 'Alex the Great', claimedAt: null });
});

test('/menu says what the menu of a member has, and whom there is', async () => {
  const sandbox = await openSandbox();
  sandbox.discord.commands.overwrite([{ type: ApplicationCommandType.User, name: 'Claims of this member' }]);
  expect(await answersTo(sandbox, '/menu Mona Praise', '/menu Zoe')).toEqual([
    'The menu has: Claims of this member.',
    'There is only Olivia (operator), Max (manager), Mona (moderator), Alex, Sam (member).',
  ]);
});

test('/rewards says where the game server is, whether it knows a secret, and who got what', async () => {
  const sandbox = await openSandbox();
  const { address, votifier } = sandbox.game;
  expect((await answersTo(sandbox, '/rewards')).slice(1)).toEqual([
    `  1. /settings rewards   add a webhook to ${address}`,
    '  2. /secret SECRET      the one you are shown, without which it turns all down',
    '  3. /claimvote          for a player who has voted',
    'What it is told of by NuVotifier waits until the player is online:',
    `  1. /settings rewards   add NuVotifier at ${votifier.address}`,
    `                         with the token ${votifier.token.get('default')}`,
    '  2. /claimvote          for a player who has voted',
    '  3. /join NAME          the player joins',
    'Nobody is online: rewards by NuVotifier wait.',
    'Nobody has got a reward yet.',
  ]);
  expect(await answersTo(sandbox, `/secret ${SECRET}`)).toEqual([
    'The game server accepts what is signed with this secret.',
  ]);
  for (let times = 0; times < 2; times += 1) await deliver(sandbox.game);
  const answer = await answersTo(sandbox, '/rewards');
  expect(answer[2]).toBe('  2. /secret SECRET      the one you are shown (it knows one)');
  expect(answer.slice(-2)).toEqual([
    'Handed over: 1, the newest last:',
    '  Steve got a reward (reference ABCD2345), told 2 times, handed over once.',
  ]);
});

test('a player joins, gets what waits for them, and leaves', async () => {
  const sandbox = await openSandbox();
  await sendVote(sandbox.game.votifier);
  expect(await answersTo(sandbox, '/join Steve', '/leave steve')).toEqual([
    '(at the game server)',
    'Steve got a reward (a vote of a-service).',
    'Steve is online.',
    'steve is away.',
  ]);
  expect(sandbox.game.online).toEqual([]);
});

describe('/fault', () => {
  test('breaks a host for as many requests as it says', async () => {
    const sandbox = await openSandbox();
    expect(await answersTo(sandbox, '/fault main down 2')).toEqual([
      'Main service: down (answers 503: it is down), next 2 requests.',
    ]);
    const statuses = [];
    for (let request = 0; request < 3; request += 1) statuses.push(await statusOfMain(sandbox));
    expect(statuses).toEqual([503, 503, 404]);
  });

  test.each([
    ...['/fault', '/fault main', '/fault discord down', '/fault main toString'],
    ...['/fault main down x', '/fault main down 0'],
  ])('says how it is written when it is written as %j', async (line) => {
    const sandbox = await openSandbox();
    expect(await answersTo(sandbox, line)).toEqual([
      'Write /fault HOST KIND [N], for example /fault main lost 1. See ? faults.',
    ]);
    expect(await statusOfMain(sandbox)).toBe(404);
  });
});
