import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';

import { rewardMessage, testMessage } from '../../src/rewards/message.ts';
import { PLAYER_NAMES } from './player-names.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const PASSWORD = 'for RCON';
const LOGIN = 3;
const LOGGED_IN = 2;
const COMMAND = 2;
const ANSWER = 0;

/** What the game server does with a login, a command, and `list`; `answers`: to commands for some players. */
type Manners = {
  login: 'accept' | 'refuse' | 'ignore';
  command: 'answer' | 'ignore' | 'hang up';
  list: 'answer' | 'hang up' | 'name nobody';
  answers: Partial<Record<string, string>>;
};
const STEVE_AWAY = { answers: { Steve: 'No player was found' } };

/** A game server that speaks Source RCON. */
async function startGameServer(manners: Partial<Manners> = {}) {
  const behaviour: Manners = { login: 'accept', command: 'answer', list: 'answer', answers: {}, ...manners };
  const joined = new Set<string>();
  const commands: string[] = [];
  let lists = 0;
  const logins: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 4 && received.length >= received.readInt32LE(0) + 4) {
        const size = received.readInt32LE(0);
        answer(socket, received.readInt32LE(4), received.readInt32LE(8), received.toString('utf8', 12, size + 2));
        received = received.subarray(size + 4);
      }
    });
  });
  function answer(socket: Socket, id: number, type: number, text: string) {
    if (type === LOGIN) {
      logins.push(text);
      if (behaviour.login === 'ignore') return;
      // As Source servers do: an empty answer before the real one.
      socket.write(packet(id, ANSWER, ''));
      socket.write(packet(behaviour.login === 'accept' && text === PASSWORD ? id : -1, LOGGED_IN, ''));
    } else if (type === COMMAND && text === 'list') {
      lists += 1;
      const names = behaviour.list === 'answer' ? [...joined].join(', ') : '';
      if (behaviour.list === 'hang up') socket.destroy();
      else socket.write(packet(id, ANSWER, `There are ${joined.size} of a max of 20 players online: ${names}`));
    } else if (type === COMMAND) {
      commands.push(text);
      const [, player = ''] = text.split(' ');
      const says = (joined.has(player) ? undefined : behaviour.answers[player]) ?? `Gave 1 [Diamond] to ${player}`;
      if (behaviour.command === 'answer') socket.write(packet(id, ANSWER, says));
      if (behaviour.command === 'hang up') socket.destroy();
    }
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port: (server.address() as AddressInfo).port, behaviour, commands, logins, joined, lists: () => lists };
}

function packet(id: number, type: number, text: string): Buffer {
  const body = Buffer.from(`${text}\0\0`);
  const head = Buffer.alloc(12);
  [body.length + 8, id, type].forEach((number, at) => head.writeInt32LE(number, at * 4));
  return Buffer.concat([head, body]);
}

/** The receiver as it stands in the document, and what its owner does with it. */
function openReceiver(rconPort: number, given: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  const file = join(folder, 'receiver.mjs');
  const [, code = ''] = /^```js\n([^]*?)^```$/m.exec(readFileSync('docs/rewards.md', 'utf8')) ?? [];
  writeFileSync(file, code);
  const env = {
    WEBHOOK_SECRET: SECRET,
    RCON_PASSWORD: PASSWORD,
    RCON_PORT: String(rconPort),
    PORT: '0',
    RETRY_SECONDS: '1',
    DATABASE: join(folder, 'rewards.db'),
    ...given,
  };
  let running: ChildProcess | undefined;
  let port = 0;
  let complaints = '';

  async function kill() {
    const child = running;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
  onTestFinished(async () => {
    await kill();
    rmSync(folder, { recursive: true });
  });

  return {
    async start() {
      running = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      if (!running.stdout || !running.stderr) throw new Error('the receiver has no output');
      running.stderr.on('data', (said) => (complaints += String(said)));
      const [line] = (await once(createInterface(running.stdout), 'line')) as [string];
      port = Number(line.replace('Listening on ', ''));
    },
    kill,
    /** what it has said on its console of what is wrong */
    complaints: () => complaints.trim().split('\n'),
    run: async (...args: string[]) => (await promisify(execFile)(process.execPath, [file, ...args], { env })).stdout,
    /** Starts one that is to end by itself. */
    fail(nodeOptions: string[] = []) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, file], { env, encoding: 'utf8' });
      return { status, stdout, stderr };
    },
    /** Gives the status of the answer. */
    async deliver(message: { id: string; body: string }, headers: Record<string, string> = {}): Promise<number> {
      const answer = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { ...signed(message), ...headers },
        body: message.body,
      });
      return answer.status;
    },
    /** Sends a part of a message, and resolves when the receiver has asked for it. */
    async beginDelivery(message: { id: string; body: string }) {
      const headers = { ...signed(message), 'content-length': message.body.length, expect: '100-continue' };
      const sending = request({ port, host: '127.0.0.1', method: 'POST', headers });
      sending.on('error', () => undefined);
      sending.flushHeaders();
      await once(sending, 'continue');
      sending.write(message.body.slice(0, 10));
    },
  };
}

function signed({ id, body }: { id: string; body: string }, at = new Date(), secret = SECRET) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

function rewardFor(playername: string, claimId = 'claim-1') {
  return rewardMessage({ id: claimId, reference: 'ABCD-1234', playername, guildId: '1', claimedAt: 0 });
}

const untilEqual = <T>(read: () => T | Promise<T>, expected: T) =>
  vi.waitFor(
    async () => {
      expect(await read()).toEqual(expected);
    },
    { timeout: 20_000 },
  );

async function openScene(manners: Partial<Manners> = {}, given: Record<string, string> = {}) {
  const game = await startGameServer(manners);
  const receiver = openReceiver(game.port, given);
  await receiver.start();
  return { game, receiver };
}

const GIVE_STEVE = 'give Steve diamond 1';
const GIVE_ALEX = 'give Alex diamond 1';

test('hands a reward over once, however often and how much at once it is delivered', async () => {
  const { game, receiver } = await openScene();
  const message = rewardFor('Steve');

  expect(await Promise.all([receiver.deliver(message), receiver.deliver(message)])).toEqual([204, 204]);
  expect(await receiver.deliver(message)).toBe(204);
  await receiver.deliver(rewardFor('Alex', 'claim-2'));

  await untilEqual(() => game.commands, [GIVE_STEVE, GIVE_ALEX]);
});

test('takes a message that is signed with two secrets', async () => {
  const { receiver } = await openScene();
  const message = rewardFor('Steve');
  const other = signed(message, new Date(), `whsec_${randomBytes(32).toString('base64')}`)['webhook-signature'];

  const both = `${other} ${signed(message)['webhook-signature']}`;
  expect(await receiver.deliver(message, { 'webhook-signature': both })).toBe(204);
  expect(await receiver.deliver(message, { 'webhook-signature': other })).toBe(401);
});

test('accepts a test without handing anything over', async () => {
  const { game, receiver } = await openScene();

  expect(await receiver.deliver(testMessage('1', '1', 0))).toBe(204);
  await receiver.deliver(rewardFor('Steve'));

  await untilEqual(() => game.commands, [GIVE_STEVE]);
});

test('refuses what it was not sent, or not just now', async () => {
  const { game, receiver } = await openScene();

  for (const [what, headers] of [
    ['a wrong signature', { 'webhook-signature': `v1,${randomBytes(32).toString('base64')}` }],
    ['no version of the signature', { 'webhook-signature': randomBytes(32).toString('base64') }],
    ['another id', { 'webhook-id': 'claim-9' }],
    ['an old timestamp', signed(rewardFor('Steve'), new Date(Date.now() - 301_000))],
    ['a timestamp to come', signed(rewardFor('Steve'), new Date(Date.now() + 330_000))],
  ] as const) {
    expect(await receiver.deliver(rewardFor('Steve'), headers), what).toBe(401);
  }
  await receiver.deliver(rewardFor('Alex', 'claim-2'));

  await untilEqual(() => game.commands, [GIVE_ALEX]);
});

const AGED = (seconds: number) => signed(rewardFor('Steve'), new Date(Date.now() - seconds * 1000));
const [OF_SECRET, OTHER] = [SECRET.slice('whsec_'.length), `whsec_${randomBytes(32).toString('base64')}`];

/** Delivers twice. @returns the statuses, and what the receiver said on its console */
async function deliverTwice(given: Record<string, string>, headers: Record<string, string>) {
  const { receiver } = await openScene({}, given);
  const statuses = [
    await receiver.deliver(rewardFor('Steve'), headers),
    await receiver.deliver(rewardFor('Steve'), headers),
  ];
  if (statuses.includes(401)) await untilEqual(() => receiver.complaints()[0] !== '', true);
  return { statuses, complaints: receiver.complaints() };
}

test.each([
  ['quotes around it', `"${SECRET}"`],
  ['quotes of a word processor', `“${SECRET}”`],
  ['blanks around it', ` ${SECRET}\r\n`],
  ['v1, before it', `v1,${SECRET}`],
  ['v1, in place of whsec_', `v1,${OF_SECRET}`],
])('takes a secret with %s', async (_, secret) => {
  expect(await deliverTwice({ WEBHOOK_SECRET: secret }, {})).toEqual({ statuses: [204, 204], complaints: [''] });
});

test.each<[string, secret: string, headers: () => Record<string, string>, words: RegExp]>([
  ['four characters missing', SECRET.slice(0, -4), () => ({}), /WEBHOOK_SECRET.* 4 characters are missing/],
  ['most of it missing', SECRET.slice(0, 16), () => ({}), /WEBHOOK_SECRET.* 34 characters are missing/],
  ['the secret twice', SECRET.repeat(2), () => ({}), /WEBHOOK_SECRET/],
  ['another kind of secret', 'hex:deadbeef', () => ({}), /WEBHOOK_SECRET has characters/],
  ['another secret', OTHER, () => ({}), /the signature is of another secret/],
  ['a clock that is ahead', SECRET, () => AGED(3_600), /clock differs.* 360[0-9] seconds ahead/],
  ['a clock that is behind', SECRET, () => AGED(-400), /clock differs.* (?:400|39[0-9]) seconds behind/],
  ['no signature', SECRET, () => ({ 'webhook-signature': '' }), /no signature/],
])('says on its console why it refuses a message, once, for %s', async (_, secret, headers, words) => {
  const { statuses, complaints } = await deliverTwice({ WEBHOOK_SECRET: secret }, headers());
  expect([statuses, complaints]).toEqual([[401, 401], [expect.stringMatching(words)]]);
});

test('refuses a body that is too long', async () => {
  const { receiver } = await openScene();

  expect(await receiver.deliver({ id: 'claim-1', body: 'x'.repeat(20_001) })).toBe(413);
});

test('puts a name into a command by the same rule as a vote, and any other on the list', async () => {
  const { game, receiver } = await openScene();
  const unsafe = PLAYER_NAMES.filter(([, inCommands]) => inCommands === undefined);

  for (const [index, [name, inCommands]] of PLAYER_NAMES.entries()) {
    await receiver.deliver(rewardFor(name, `${inCommands === undefined ? 'unsafe' : 'safe'}-${index}`));
  }

  await untilEqual(
    () => game.commands,
    PLAYER_NAMES.flatMap(([, name]) => (name === undefined ? [] : `give ${name} diamond 1`)),
  );
  const list = await receiver.run('list');
  expect(list.match(/unsafe-.*doubtful.*the name is not safe/g)).toHaveLength(unsafe.length);
});

test('loses nothing when it is killed while a message arrives', async () => {
  const { game, receiver } = await openScene();
  await receiver.beginDelivery(rewardFor('Steve'));
  await receiver.kill();

  await receiver.start();
  await receiver.deliver(rewardFor('Steve'));

  await untilEqual(() => game.commands, [GIVE_STEVE]);
});

test('hands over what it accepted before it was killed', async () => {
  const { game, receiver } = await openScene({ login: 'ignore' });
  await receiver.deliver(rewardFor('Steve'));
  await untilEqual(() => game.logins.length, 1);
  await receiver.kill();
  game.behaviour.login = 'accept';

  await receiver.start();

  await untilEqual(() => game.commands, [GIVE_STEVE]);
});

test('sends no command again that was under way when it was killed, but lists it', async () => {
  const { game, receiver } = await openScene({ command: 'ignore' });
  await receiver.deliver(rewardFor('Steve'));
  await untilEqual(() => game.commands, [GIVE_STEVE]);
  await receiver.kill();
  game.behaviour.command = 'answer';

  await receiver.start();
  await receiver.deliver(rewardFor('Steve'));
  await receiver.deliver(rewardFor('Alex', 'claim-2'));

  await untilEqual(() => game.commands, [GIVE_STEVE, GIVE_ALEX]);
  expect(await receiver.run('list')).toContain('stopped while sending');
});

test('remembers over a kill what it handed over', async () => {
  const { game, receiver } = await openScene({}, { REWARD_ANSWER: '^Gave' });
  await receiver.deliver(rewardFor('Steve'));
  await receiver.deliver(rewardFor('Alex', 'claim-2'));
  // The second is sent once the first is noted.
  await untilEqual(() => game.commands.length, 2);
  await receiver.kill();

  await receiver.start();
  await receiver.deliver(rewardFor('Steve'));
  await receiver.deliver(rewardFor('Herobrine', 'claim-3'));

  await untilEqual(() => game.commands, [GIVE_STEVE, GIVE_ALEX, 'give Herobrine diamond 1']);
});

test('waits while the game server refuses the password', async () => {
  const { game, receiver } = await openScene({ login: 'refuse' });
  await receiver.deliver(rewardFor('Steve'));
  await untilEqual(() => game.logins.length, 1);
  game.behaviour.login = 'accept';

  await untilEqual(() => game.commands, [GIVE_STEVE]);
});

test.each([
  ['a lost answer', { command: 'hang up' } as const, {}],
  ['an answer that is no success', {}, { REWARD_ANSWER: 'Success' }],
])('lists %s, which its owner settles', async (_, manners, given) => {
  const { game, receiver } = await openScene(manners, given);
  await receiver.deliver(rewardFor('Steve'));
  const isDoubtful = async () => /doubtful.*claim-1|claim-1.*doubtful/.test(await receiver.run('list'));
  await untilEqual(isDoubtful, true);
  expect(game.commands).toEqual([GIVE_STEVE]);

  await receiver.run('again', 'claim-1');
  await untilEqual(() => game.commands, [GIVE_STEVE, GIVE_STEVE]);
  await untilEqual(isDoubtful, true);
  await receiver.run('done', 'claim-1');

  expect(await receiver.run('list')).not.toContain('claim-1');
  await expect(receiver.run('done', 'claim-1')).rejects.toThrow('No doubtful or waiting reward has this ID.');
});

test('keeps rewards until their player is there, and no others', async () => {
  const { game, receiver } = await openScene(STEVE_AWAY);
  await receiver.deliver(rewardFor('Steve'));
  await receiver.deliver(rewardFor('Steve', 'claim-2'));
  await receiver.deliver(rewardFor('Alex', 'claim-3'));
  await untilEqual(() => game.commands, [GIVE_STEVE, GIVE_ALEX]);
  await untilEqual(() => game.lists() > 0, true);

  game.joined.add('Steve');

  await untilEqual(() => game.commands, [GIVE_STEVE, GIVE_ALEX, GIVE_STEVE, GIVE_STEVE]);
  await untilEqual(async () => (await receiver.run('list')).includes('claim'), false);
});

test('knows by a restart who waits', async () => {
  const { game, receiver } = await openScene(STEVE_AWAY);
  await receiver.deliver(rewardFor('Steve'));
  await untilEqual(async () => (await receiver.run('list')).includes('No player was found'), true);
  await receiver.kill();
  game.joined.add('Steve');

  await receiver.start();

  await untilEqual(() => game.commands, [GIVE_STEVE, GIVE_STEVE]);
});

test('tries players again, now and then, whom the game server does not list', async () => {
  const { game, receiver } = await openScene({ ...STEVE_AWAY, list: 'name nobody' }, { RETRY_SECONDS: '0.01' });
  await receiver.deliver(rewardFor('Steve'));
  await untilEqual(() => game.commands[0], GIVE_STEVE);

  game.joined.add('Steve');

  await untilEqual(async () => (await receiver.run('list')).includes('claim-1'), false);
});

test('hands over to others, though the game server fails at listing players', async () => {
  const { game, receiver } = await openScene({ ...STEVE_AWAY, list: 'hang up' });
  await receiver.deliver(rewardFor('Steve'));
  await untilEqual(() => game.commands, [GIVE_STEVE]);

  await receiver.deliver(rewardFor('Steve', 'claim-2'));
  await receiver.deliver(rewardFor('Alex', 'claim-3'));

  await untilEqual(() => game.commands, [GIVE_STEVE, GIVE_ALEX]);
});

test('waits no longer for a player who will not come, if its owner says so', async () => {
  const { game, receiver } = await openScene(STEVE_AWAY);
  await receiver.deliver(rewardFor('Steve'));
  await untilEqual(async () => (await receiver.run('list')).includes('No player was found'), true);

  await receiver.run('done', 'claim-1');
  game.joined.add('Steve');
  await receiver.deliver(rewardFor('Alex', 'claim-2'));

  await untilEqual(() => game.commands, [GIVE_STEVE, GIVE_ALEX]);
});

const GIVEN = 'Gave 1 [Diamond] to Steve';
const NOBODY = 'No player was found';
/** Of Minecraft, EssentialsX, LuckPerms, ARK, Rust and other plugins. */
const SUCCESSES = [
  ...['Giving 1 of Diamond to Steve.', '[LP] steve now inherits permissions from vip for a duration of 1 month.'],
  ...['Server received, But no response!!', 'giving Steve 5 x metal.fragments', 'Gave 1 [Book of No Hope] to Steve'],
  ...['$500 has been added to Steve account.', 'Gave a key to Error_Steve'],
  '\u001b[32mKit vote given to Steve\u001b[0m',
];
const REFUSALS = [
  // Minecraft, before and after 1.13, and on Bedrock.
  ...['Unknown or incomplete command, see below for errorgive<--[HERE]', 'Unknown item', 'Only one player is allowed'],
  ...['An unexpected error occurred trying to execute that command', "Can't give more than 6400 of [Diamond]"],
  ...['There is no such item with name minecraft:foo', "'x' is not a valid number", 'Usage: /give <player> <item>'],
  ...['Integer must not be less than 1, found 0', 'Expected integer', 'Unable to apply this effect'],
  // Paper and Spigot, EssentialsX, LuckPerms, CMI, others.
  ...['An internal error occurred while attempting to perform this command', '§4Unknown item name: §cfoo§4.'],
  ...["I'm sorry, but you do not have permission to perform this command.", 'You don’t have access to that command.'],
  ...['A user for steve could not be found.', 'steve already inherits from vip in context global.', 'Steve is offline'],
  ...['§4Not enough space, §c5 Diamond §4was lost.', 'Player Steve is not online', 'Your inventory is full'],
  ...['This command can only be used by players', 'Insufficient permissions', 'You lack the permission cmi.kit'],
  // Rust, Source, TShock, 7 Days to Die, Palworld.
  ...["Couldn't find player", 'Invalid item', "Command 'kit' not found", 'Unknown command "give"', 'Invalid player!'],
  ...["*** ERROR: unknown command 'give'", 'Failed to find player', 'Permission denied', 'Command timed out'],
  ...['Spieler nicht gefunden', 'Joueur introuvable', 'Jugador no encontrado', 'Jogador não encontrado'],
  'Игрок не найден',
];

test.each<[given: Record<string, string>, states: Record<string, string[]>]>([
  [
    {},
    {
      waiting: [
        ...[NOBODY, `§c${NOBODY}`, 'No entity was found', 'That player cannot be found', "Player 'Al' cannot be found"],
        ...['That player does not exist', 'No targets matched selector', '§4Player not found.'],
        '§cError:§4 §4Player not found.',
      ],
      handed: [GIVEN, 'Gave 1 [Diamond] to Player not found', '', ...SUCCESSES],
      doubtful: REFUSALS,
    },
  ],
  [
    { REWARD_ANSWER: '^Gave \\d' },
    { handed: [GIVEN, '§aGave§r 1 [Diamond] to Al'], waiting: [NOBODY], doubtful: ['Unknown item', ''] },
  ],
  [{ REWARD_ANSWER: '^' }, { handed: [GIVEN, 'Unknown item', ''] }],
  [{ REWARD_ANSWER: 'player' }, { handed: [NOBODY], doubtful: [GIVEN] }],
  [
    { PLAYER_AWAY: 'schläft|fort$' },
    { handed: [GIVEN], waiting: ['Steve schläft', 'Steve ist fort'], doubtful: [NOBODY] },
  ],
])('with %j it knows what an answer means', async (given, states) => {
  const cases = Object.entries(states).flatMap(([state, answers]) => answers.map((answer) => ({ answer, state })));
  const players = cases.map((_, index) => `player_${index}`);
  const answers = Object.fromEntries(cases.map(({ answer }, index) => [`player_${index}`, answer]));
  const { game, receiver } = await openScene({ answers }, given);

  for (const player of players) await receiver.deliver(rewardFor(player, `of ${player}`));
  // It is sent once the others are noted.
  await receiver.deliver(rewardFor('Steve', 'the last'));

  await untilEqual(() => game.commands.at(-1), GIVE_STEVE);
  const list = (await receiver.run('list')).split('\n');
  const found = cases.map(({ answer }, index) => {
    const line = list.find((row) => row.includes(`of player_${index}'`));
    return { answer, state: /waiting|doubtful|sending/.exec(line ?? '')?.[0] ?? 'handed' };
  });
  expect(found).toEqual(cases);
  expect(game.commands).toEqual([...players, 'Steve'].map((player) => `give ${player} diamond 1`));
});

test('does not start when every answer means that a player is away', () => {
  const { status, stderr } = openReceiver(1, { PLAYER_AWAY: '' }).fail();

  expect(status).toBe(1);
  expect(stderr).toContain('PLAYER_AWAY matches every answer');
});

test('says in one line which Node it needs', () => {
  const { status, stdout, stderr } = openReceiver(1).fail(['--no-experimental-sqlite']);

  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^This needs Node 22\.13 or newer, and here is [\d.]+\.\n$/);
});
