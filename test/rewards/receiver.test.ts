import { type ChildProcess, execFile, spawn } from 'node:child_process';
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

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const PASSWORD = 'for RCON';
const LOGIN = 3;
const LOGGED_IN = 2;
const COMMAND = 2;
const ANSWER = 0;

/** What the game server answers: to a login, and to a command. */
type Manners = { login: 'accept' | 'refuse' | 'ignore'; command: 'answer' | 'ignore' | 'hang up' };

/** A game server that speaks Source RCON. */
async function startGameServer(manners: Partial<Manners> = {}) {
  const behaviour: Manners = { login: 'accept', command: 'answer', ...manners };
  const commands: string[] = [];
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
    } else if (type === COMMAND) {
      commands.push(text);
      if (behaviour.command === 'answer') socket.write(packet(id, ANSWER, 'Given'));
      if (behaviour.command === 'hang up') socket.destroy();
    }
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port: (server.address() as AddressInfo).port, behaviour, commands, logins };
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
    DATABASE: join(folder, 'rewards.db'),
    ...given,
  };
  let running: ChildProcess | undefined;
  let port = 0;

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
      running = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'ignore'] });
      if (!running.stdout) throw new Error('the receiver has no output');
      const [line] = (await once(createInterface(running.stdout), 'line')) as [string];
      port = Number(line.replace('Listening on ', ''));
    },
    kill,
    run: async (...args: string[]) => (await promisify(execFile)(process.execPath, [file, ...args], { env })).stdout,
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

test('hands a reward over once, however often and how much at once it is delivered', async () => {
  const { game, receiver } = await openScene();
  const message = rewardFor('Steve');

  expect(await Promise.all([receiver.deliver(message), receiver.deliver(message)])).toEqual([204, 204]);
  expect(await receiver.deliver(message)).toBe(204);
  await receiver.deliver(rewardFor('Alex', 'claim-2'));

  await untilEqual(() => game.commands, [GIVE_STEVE, 'give Alex diamond 1']);
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

test.each([
  ['a wrong signature', { 'webhook-signature': `v1,${randomBytes(32).toString('base64')}` }, 401],
  ['no version of the signature', { 'webhook-signature': randomBytes(32).toString('base64') }, 401],
  ['another id', { 'webhook-id': 'claim-9' }, 401],
  ['an old timestamp', signed(rewardFor('Steve'), new Date(Date.now() - 301_000)), 401],
  ['a timestamp to come', signed(rewardFor('Steve'), new Date(Date.now() + 330_000)), 401],
])('refuses %s', async (_, headers, status) => {
  const { game, receiver } = await openScene();

  expect(await receiver.deliver(rewardFor('Steve'), headers)).toBe(status);
  await receiver.deliver(rewardFor('Alex', 'claim-2'));

  await untilEqual(() => game.commands, ['give Alex diamond 1']);
});

test('refuses a body that is too long', async () => {
  const { receiver } = await openScene();

  expect(await receiver.deliver({ id: 'claim-1', body: 'x'.repeat(20_001) })).toBe(413);
});

test.each(['@a', 'Steve\nop Mallory', 'Steve; stop', 'Steve diamond 64', '*', '-f', '$&', 'Stevé', 'S'.repeat(17)])(
  'puts %j into no command but on the list',
  async (name) => {
    const { game, receiver } = await openScene();

    await receiver.deliver(rewardFor(name));
    await receiver.deliver(rewardFor('Steve', 'claim-2'));

    await untilEqual(() => game.commands, [GIVE_STEVE]);
    expect(await receiver.run('list')).toContain('the name is not safe');
  },
);

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

  await untilEqual(() => game.commands, [GIVE_STEVE, 'give Alex diamond 1']);
  expect(await receiver.run('list')).toContain('stopped while sending');
});

test('remembers over a kill what it handed over', async () => {
  const { game, receiver } = await openScene({}, { REWARD_ANSWER: 'Given' });
  await receiver.deliver(rewardFor('Steve'));
  await receiver.deliver(rewardFor('Alex', 'claim-2'));
  // The second is sent once the first is noted.
  await untilEqual(() => game.commands.length, 2);
  await receiver.kill();

  await receiver.start();
  await receiver.deliver(rewardFor('Steve'));
  await receiver.deliver(rewardFor('Herobrine', 'claim-3'));

  await untilEqual(() => game.commands, [GIVE_STEVE, 'give Alex diamond 1', 'give Herobrine diamond 1']);
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
  const isListed = async () => (await receiver.run('list')).includes('claim-1');
  await untilEqual(isListed, true);
  expect(game.commands).toEqual([GIVE_STEVE]);

  await receiver.run('again', 'claim-1');
  await untilEqual(() => game.commands, [GIVE_STEVE, GIVE_STEVE]);
  await untilEqual(isListed, true);
  await receiver.run('done', 'claim-1');

  expect(await isListed()).toBe(false);
  await expect(receiver.run('done', 'claim-1')).rejects.toThrow('No doubtful reward has this ID.');
});
