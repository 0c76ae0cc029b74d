import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

import type { Message } from '../../src/sandbox/discord/message.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { Secret } from '../../src/secret.ts';
import { freePort } from '../database/free-port.ts';
import { listenOnLoopback } from '../loopback.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { answerTo, type Bot, fillIn, MANAGE_GUILD, pick, posted, setting, setToken, setUpOf, startBot } from './bot.ts';
import { buttonsOf, descriptionOf, doneIn, fieldsOf, read, titleOf, valuesIn } from './reading.ts';
import { claim, OFTEN, openUntil } from './reward-scene.ts';

const ADDRESS_KEY = 'canary-key-of-the-receiver';
const NEW_TOKEN = 'canary-new-token-9876';

type Told = { type: string; data: { player?: string } };

/** A game server on loopback that hands a reward over once for each id, as long as it accepts messages. */
class Receiver extends EventEmitter<{ received: [] }> {
  address = '';
  secret = '';
  status = 200;
  /** what its answers wait for */
  mayAnswer: Promise<unknown> = Promise.resolve();
  received = 0;
  readonly handedOver = new Map<string, string>();

  async listen(): Promise<void> {
    const port = await listenOnLoopback(createServer((request, response) => void this.#take(request, response)));
    this.address = `http://127.0.0.1:${port}/votes?key=${ADDRESS_KEY}`;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = request.headers as Record<string, string>;
    const { type, data } = new Webhook(this.secret).verify(await text(request), headers) as Told;
    if (this.status < 300 && type === 'vote.claimed')
      this.handedOver.set(headers['webhook-id'] ?? '', data.player ?? '');
    this.received += 1;
    this.emit('received');
    await this.mayAnswer;
    response.writeHead(this.status).end('canary-answer');
  }

  async hasReceived(count: number): Promise<void> {
    while (this.received < count) await once(this, 'received');
  }
}

const openHooks = (person: Person) => answerTo(setting(person, 'rewards'));

const openFirstHook = async (person: Person) => pick(person, (await openHooks(person)).message).reply();

const secretIn = (message: Message) => /whsec_[\w+/=]+/.exec(descriptionOf(message))?.[0] ?? '';

/** A manager adds a hook. @returns what they read, and the secret */
async function addHook({ manager }: Bot, address: string, values: { 'sent-claims'?: 'of-current-token' } = {}) {
  const { message } = await openHooks(manager);
  const added = await fillIn(manager, message, 'Add a webhook', { address, ...values });
  return { ...added, secret: secretIn(added.message) };
}

/** A receiver that no guild has added yet. */
async function startBeside(more: Record<string, string> = {}) {
  const receiver = new Receiver();
  await receiver.listen();
  const environment = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', ...more };
  return { ...(await startBot({ app: { timings: { claims: OFTEN } }, environment })), receiver };
}

async function start(environment?: Record<string, string>) {
  const bot = await startBeside(environment);
  const { title, secret } = await addHook(bot, bot.receiver.address);
  expect(title).toBe('Webhook added');
  bot.receiver.secret = secret;
  return bot;
}

describe('/settings rewards', () => {
  it('shows an address and a secret to managers alone, and the secret once', async () => {
    const folder = temporaryFolder();
    const bot = await start({ DATABASE_URL: `sqlite:${join(folder, 'bot.db')}` });
    const { receiver, manager, member, moderator, discord } = bot;
    await claim(bot);
    await receiver.hasReceived(1);
    const first = receiver.secret;
    const hook = await openFirstHook(manager);
    expect(fieldsOf(hook).Address).toContain(ADDRESS_KEY);
    const rotated = await manager.click(hook, 'New secret').reply();
    const second = secretIn(rotated);
    const shown = await manager.click(rotated, 'Show Webhook 1').reply();
    expect(fieldsOf(shown).Secret).toMatch(/so is the old one until/);
    await openUntil(bot, /accepted/);
    const setUp = await setUpOf(manager);
    expect(doneIn(setUp).Rewards).toBe('1');
    expect(JSON.stringify(setUp)).not.toContain('127.0.0.1');
    await answerTo(member.command('privacy', {}, { subcommand: 'export' }));
    for (const person of [member, moderator]) {
      const refused = await answerTo(person.command('settings', {}, { subcommand: 'rewards', force: true }));
      expect(refused.title).toBe("You can't use this here");
    }

    const replies = discord.server.requests.map(({ requestBody }) => requestBody);
    for (const secret of [first, second]) {
      expect(secret).toMatch(/^whsec_/);
      expect(replies.filter((reply) => reply.includes(secret))).toHaveLength(1);
    }
    const stored = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('');
    expect(stored).toContain('vote.claimed');
    for (const secret of [first, second, ADDRESS_KEY, 'canary-answer']) {
      expect(bot.log.join('')).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
    expect(replies.join('')).not.toContain('canary-answer');

    // Until the receiver knows the new secret, the old one goes on being accepted, and afterwards the new one is.
    await claim(bot, 'Alex');
    await receiver.hasReceived(2);
    receiver.secret = second;
    await claim(bot, 'Ann');
    await receiver.hasReceived(3);
    expect([...receiver.handedOver.values()]).toEqual(['Steve', 'Alex', 'Ann']);
  });

  it('has a hook tested, paused, resumed, limited and turned off', async () => {
    const bot = await start();
    const { manager, receiver } = bot;
    const hook = await openFirstHook(manager);
    const tested = await manager.click(hook, 'Send a test').reply();
    expect([titleOf(tested), descriptionOf(tested)]).toEqual([
      'The test arrived',
      'Webhook 1: it was accepted (status 200).',
    ]);
    expect(receiver.handedOver.size).toBe(0);
    receiver.status = 401;
    const again = await manager.click(tested, 'Show Webhook 1').reply();
    const failed = await manager.click(again, 'Send a test').reply();
    expect(descriptionOf(failed)).toContain('it was answered with status 401');
    expect(buttonsOf(failed)).toEqual(['New secret', 'Send a test', 'Show Webhook 1', 'All settings']);
    expect(descriptionOf(await setUpOf(manager))).toMatch(
      /^▲ Rewards, Webhook 1: failing since <t:\d+:f>: it was answered with status 401/m,
    );
    receiver.status = 200;

    const paused = await manager.click(await openFirstHook(manager), 'Pause').reply();
    expect(buttonsOf(paused)[0]).toBe('Resume');
    await claim(bot);
    const resumed = await manager.click(paused, 'Resume').reply();
    await receiver.hasReceived(3);
    expect([...receiver.handedOver.values()]).toEqual(['Steve']);

    const limited = await manager.click(resumed, 'Limit to the access token').reply();
    expect(fieldsOf(limited)['Which claims to send']).toBe('Only claims made with the access token set now');
    const widened = await manager.click(limited, 'Send every claim').reply();
    const asked = await manager.click(widened, 'Remove').reply();
    expect(titleOf(asked)).toBe('Remove this place?');
    const left = await manager.click(asked, 'Remove').reply();
    expect(descriptionOf(left)).toContain('not sent anywhere yet');
  });

  it('tries an address that is given, says why nothing would arrive, and takes another one for the same secret', async () => {
    const bot = await startBeside();
    const { manager, receiver } = bot;
    const wrong = `http://127.0.0.1:${await freePort()}/`;
    const { message, secret } = await addHook(bot, wrong);
    receiver.secret = secret;
    expect(descriptionOf(message)).toContain(`Webhook 1 · \`${wrong}\`: the address could not be reached`);
    expect(buttonsOf(message)).toEqual(['New address', 'Show Webhook 1', 'All settings']);
    const problems = async () => descriptionOf(await setUpOf(manager));
    expect(await problems()).toMatch(
      /^▲ Rewards, Webhook 1: failing since <t:\d+:f>: the address could not be reached/m,
    );
    const refused = await fillIn(manager, message, 'New address', { address: 'game.example' });
    expect([refused.title, buttonsOf(refused.message)]).toEqual([
      'Check the address',
      ['Back to the form', 'Show Webhook 1'],
    ]);
    const elsewhere = `http://127.0.0.1:${await freePort()}/`;
    const missed = await fillIn(manager, refused.message, 'Back to the form', { address: elsewhere });
    expect(descriptionOf(missed.message)).toMatch(/^\*\*Saved, but nothing would arrive there now/);
    const again = manager.click(missed.message, 'New address');
    expect(valuesIn(await again.modal())).toEqual({ address: elsewhere });
    const changed = await answerTo(await manager.submit(again, { address: receiver.address }));
    expect(descriptionOf(changed.message)).toMatch(
      /^\*\*The new address is used\*\* from now on\.\n\nThe address was tried, and answered\. Nothing was sent\.\n\nRewards are sent/,
    );
    expect(await problems()).toBe('✓ Nothing is wrong.');
    expect(changed.message.id).not.toBe(message.id);
    expect(descriptionOf(message)).toContain(secret);
    expect(receiver.received).toBe(0);
    await claim(bot);
    await receiver.hasReceived(1);
    expect([...receiver.handedOver.values()]).toEqual(['Steve']);
  });

  it('sends one test at a time for a Discord server, and asks to wait until then', async () => {
    const bot = await start();
    const { manager, receiver, discord, guild } = bot;
    const answered = Promise.withResolvers<undefined>();
    receiver.mayAnswer = answered.promise;
    const first = manager.click(await openFirstHook(manager), 'Send a test');
    await receiver.hasReceived(1);

    const other = discord.addPerson({ guild, name: 'Mia', permissions: MANAGE_GUILD });
    const { title, message } = read(await other.click(await openFirstHook(other), 'Send a test').nextFollowUp());
    expect(title).toBe('Please wait');
    expect(descriptionOf(message)).toMatch(/^Requests are coming in too fast\. Try again <t:\d+:R>\.$/);
    // An address that is given meanwhile is saved untried.
    const added = await addHook({ ...bot, manager: other }, 'https://game.example/');
    expect([added.title, buttonsOf(added.message)]).toEqual([
      'Webhook added',
      ['Send a test', 'Show Webhook 2', 'All settings'],
    ]);
    answered.resolve(undefined);
    expect(titleOf(await first.reply())).toBe('The test arrived');
    expect(receiver.received).toBe(1);

    const next = await other.click(await openFirstHook(other), 'Send a test').reply();
    expect(titleOf(next)).toBe('The test arrived');
  });

  it('limits a webhook to the claims of the token in use, also once another one is set', async () => {
    const bot = await startBeside();
    const { manager, member, main, discord, receiver } = bot;
    main.tokens.set(NEW_TOKEN, 'new game server');
    ({ secret: receiver.secret } = await addHook(bot, receiver.address, { 'sent-claims': 'of-current-token' }));
    await claim(bot);
    await receiver.hasReceived(1);

    const saved = await setToken(manager, NEW_TOKEN);
    expect(descriptionOf(saved.message)).toContain('limited to an earlier access token and get no new claims: 1.');
    main.castVote('Alex', 'new game server');
    expect((await answerTo(member.command('claimvote', { playername: 'Alex' }))).title).toBe('Reward claimed');
    const hook = await openFirstHook(manager);
    expect(fieldsOf(hook)['Which claims to send']).toBe('Only claims made with an earlier access token');
    expect(titleOf(await manager.click(hook, 'Send a test').reply())).toBe('The test arrived');

    expect([...receiver.handedOver.values()]).toEqual(['Steve']);
    const shown = discord.server.requests.map(({ requestBody }) => requestBody).join('');
    for (const token of [main.accessToken, NEW_TOKEN]) {
      expect(shown).not.toContain(new Secret(token).fingerprint(main.url));
    }
  });

  it('tells a manager and the channel of announcements, once, that a receiver wants no more', async () => {
    const bot = await start();
    const channel = bot.guild.addChannel('thanks');
    await answerTo(setting(bot.manager, 'announcements', { channel: channel.id }));
    bot.receiver.status = 410;
    await claim(bot);
    await posted(bot, channel, 2);
    expect(channel.messages.map(titleOf).toSorted()).toEqual(['Rewards are delayed', 'Thank you for voting']);

    const ask = () => bot.manager.command('setup');
    const [first, second] = [ask(), ask()];
    const told = await Promise.race([first.nextFollowUp(), second.nextFollowUp()]);
    expect(titleOf(told)).toBe('Webhook 1 is off');
    await Promise.all([first.reply(), second.reply()]);
    const third = ask();
    await third.reply();
    await bot.app.stop();
    expect([...first.followUps, ...second.followUps, ...third.followUps]).toHaveLength(1);
    expect(channel.messages).toHaveLength(2);
    expect(JSON.stringify(channel.messages)).not.toMatch(/127\.0\.0\.1|whsec_/);
  });
});
