import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import type { Message } from '../../src/sandbox/discord/message.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { Secret } from '../../src/secret.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { answerTo, type Bot, type BotOptions, buttonsOf, MANAGE_GUILD, read, startBot, doneIn } from './bot.ts';
import { claim, descriptionOf, fieldsOf, OFTEN, openUntil } from './reward-scene.ts';

const ADDRESS_KEY = 'canary-key-of-the-receiver';
const NEW_TOKEN = 'canary-new-token-9876';

type Received = { id: string; body: string; headers: Record<string, string> };

/** A game server on loopback that hands a reward over once for each id, as long as it accepts messages. */
class Receiver extends EventEmitter<{ received: [Received] }> {
  readonly messages: Received[] = [];
  readonly handedOver = new Map<string, string>();
  status = 204;
  secret = '';
  /** what its answers wait for */
  mayAnswer: Promise<unknown> = Promise.resolve();
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = request.headers as Record<string, string>;
      const message = { id: headers['webhook-id'] ?? '', body, headers };
      const verified = new Webhook(this.secret).verify(body, headers) as { type: string; data: { player?: string } };
      if (this.status < 300 && verified.type === 'vote.claimed') {
        this.handedOver.set(message.id, verified.data.player ?? '');
      }
      this.messages.push(message);
      this.emit('received', message);
      void this.mayAnswer.then(() => response.writeHead(this.status).end('canary-answer'));
    });
  });

  static async listen(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    onTestFinished(() => {
      receiver.#server.closeAllConnections();
      receiver.#server.close();
    });
    return receiver;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/votes?key=${ADDRESS_KEY}`;
  }

  async hasReceived(count: number): Promise<void> {
    while (this.messages.length < count) await once(this, 'received');
  }
}

const use = (person: Person, subcommand: string) => person.command('settings', {}, { subcommand });
const openHooks = (person: Person) => answerTo(use(person, 'rewards'));

async function openFirstHook(person: Person): Promise<Message> {
  const { message } = await openHooks(person);
  const select = message.components[0]?.components?.[0];
  return person.select(message, select?.custom_id ?? '', [select?.options?.[0]?.value ?? '']).reply();
}

/** A manager adds a hook. @returns what they read, and the secret */
async function addHook(
  { manager }: Bot,
  address: string,
  values: { claims?: 'all' | 'of-current-token' } = {},
): Promise<{ title: string; message: Message; secret: string }> {
  const { message } = await openHooks(manager);
  const added = await answerTo(await manager.submit(manager.click(message, 'Add a webhook'), { address, ...values }));
  return { ...added, secret: /whsec_[\w+/=]+/.exec(descriptionOf(added.message))?.[0] ?? '' };
}

async function start(options: BotOptions = {}) {
  const receiver = await Receiver.listen();
  const environment = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', ...options.environment };
  const bot = await startBot({ app: { timings: { claims: OFTEN } }, ...options, environment });
  const { title, message, secret } = await addHook(bot, receiver.address);
  expect(title).toBe('Webhook added');
  receiver.secret = secret;
  return { ...bot, receiver, added: message };
}

describe('a claimed reward', () => {
  it('is told to the game server once, signed, and moderators see that', async () => {
    const bot = await start();
    expect((await claim(bot)).title).toBe('Reward claimed');
    await bot.receiver.hasReceived(1);
    const [message] = bot.receiver.messages;
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'vote.claimed',
      data: { claim: message?.id, player: 'Steve', guild: bot.guild.id },
    });
    const detail = await openUntil(bot, /^Webhook 1 · accepted <t:/);
    expect(JSON.stringify(detail)).not.toContain('127.0.0.1');
    expect(buttonsOf(detail)).toEqual(['Send again', 'Back to the list']);

    const again = await bot.moderator.click(detail, 'Send again').reply();
    expect(descriptionOf(again)).toContain('The reward is being sent again.');
    await bot.receiver.hasReceived(2);
    expect(bot.receiver.messages[1]).toMatchObject({ id: message?.id, body: message?.body });
    expect([...bot.receiver.handedOver.values()]).toEqual(['Steve']);
  });

  it.each([
    ['It was claimed', ['Steve'], /accepted <t:/],
    ['It was not claimed', [], /was not sent/],
  ])('that is not certain waits for a moderator: %s', async (button, handedOver, reward) => {
    const bot = await start();
    bot.main.castVote('Steve');
    bot.main.server.inject({ kind: 'lost-answer' }, { times: 1 });
    const told = await answerTo(bot.member.command('claimvote', { playername: 'Steve' }));
    expect(told.title).toBe('Vote claimed, first answer lost');
    const detail = await openUntil(bot, /waits for a moderator/);
    expect(bot.receiver.messages).toEqual([]);

    const modal = bot.moderator.click(detail, button);
    const decided = await (await bot.moderator.submit(modal, { note: 'The vote site says so.' })).reply();
    expect(fieldsOf(decided)).toMatchObject({ Note: String.raw`The vote site says so\.` });
    await openUntil(bot, reward);
    expect([...bot.receiver.handedOver.values()]).toEqual(handedOver);
  });
});

describe('/settings rewards', () => {
  it('shows an address and a secret to managers alone, and the secret once', async () => {
    const folder = temporaryFolder();
    const bot = await start({ environment: { DATABASE_URL: `sqlite:${join(folder, 'bot.db')}` } });
    const { receiver, manager, member, moderator, discord } = bot;
    await claim(bot);
    await receiver.hasReceived(1);
    const first = receiver.secret;
    const hook = await openFirstHook(manager);
    expect(fieldsOf(hook).Address).toContain(ADDRESS_KEY);
    const rotated = await manager.click(hook, 'New secret').reply();
    const second = /whsec_[\w+/=]+/.exec(descriptionOf(rotated))?.[0] ?? '';
    const shown = await manager.click(rotated, 'Show Webhook 1').reply();
    expect(fieldsOf(shown).Secret).toMatch(/so is the old one until/);
    await openUntil(bot, /accepted/);
    const { message: setUp } = await answerTo(manager.command('setup'));
    expect(doneIn(setUp)['Rewards on the game server']).toBe('1');
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
    expect([tested.embeds[0]?.title, descriptionOf(tested)]).toEqual([
      'The test arrived',
      'Webhook 1: it was accepted (status 204).',
    ]);
    expect(receiver.handedOver.size).toBe(0);
    receiver.status = 401;
    const again = await manager.click(tested, 'Show Webhook 1').reply();
    const failed = await manager.click(again, 'Send a test').reply();
    expect(descriptionOf(failed)).toContain('it was answered with status 401');
    receiver.status = 204;

    const paused = await manager.click(await openFirstHook(manager), 'Pause').reply();
    expect(buttonsOf(paused)[0]).toBe('Resume');
    await claim(bot);
    const resumed = await manager.click(paused, 'Resume').reply();
    await receiver.hasReceived(3);
    expect([...receiver.handedOver.values()]).toEqual(['Steve']);

    const limited = await manager.click(resumed, 'Only the token in use').reply();
    expect(fieldsOf(limited)['Which claims to send']).toBe('Only claims with the access token in use');
    const widened = await manager.click(limited, 'Every claim').reply();
    const asked = await manager.click(widened, 'Remove').reply();
    expect(asked.embeds[0]?.title).toBe('Remove this target?');
    const left = await manager.click(asked, 'Remove').reply();
    expect(descriptionOf(left)).toContain('not sent anywhere yet');
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
    answered.resolve(undefined);
    expect((await first.reply()).embeds[0]?.title).toBe('The test arrived');
    expect(receiver.messages).toHaveLength(1);

    const next = await other.click(await openFirstHook(other), 'Send a test').reply();
    expect(next.embeds[0]?.title).toBe('The test arrived');
  });

  it('limits a webhook to the claims of a token, which one under way keeps when another is set', async () => {
    const [first, second] = [await Receiver.listen(), await Receiver.listen()];
    const bot = await startBot({
      app: { timings: { claims: OFTEN } },
      environment: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
    });
    const { manager, member, main, discord } = bot;
    main.tokens.set(NEW_TOKEN, 'new game server');
    const setToken = async () =>
      descriptionOf((await answerTo(await manager.submit(use(manager, 'token'), { token: NEW_TOKEN }))).message);
    const listed = async () => descriptionOf((await answerTo(use(manager, 'rewards'))).message);
    ({ secret: first.secret } = await addHook(bot, first.address, { claims: 'of-current-token' }));
    expect(await listed()).toContain('On · Only claims with the access token in use');

    const [posted, answered] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    main.beforeAnswer = () => {
      posted.resolve(undefined);
      return answered.promise;
    };
    main.castVote('Steve');
    const underWay = member.command('claimvote', { playername: 'Steve' });
    await posted.promise;
    expect(await setToken()).toContain('limited to an earlier access token and get no new claims: 1.');
    ({ secret: second.secret } = await addHook(bot, second.address, { claims: 'of-current-token' }));
    answered.resolve(undefined);
    expect((await answerTo(underWay)).title).toBe('Reward claimed');
    await first.hasReceived(1);

    main.castVote('Alex', 'new game server');
    expect((await answerTo(member.command('claimvote', { playername: 'Alex' }))).title).toBe('Reward claimed');
    await second.hasReceived(1);
    const hook = await openFirstHook(manager);
    expect(fieldsOf(hook)['Which claims to send']).toBe('Only claims with an earlier access token');
    expect((await manager.click(hook, 'Send a test').reply()).embeds[0]?.title).toBe('The test arrived');
    expect(first.messages).toHaveLength(2);
    expect([first, second].map(({ handedOver }) => [...handedOver.values()])).toEqual([['Steve'], ['Alex']]);

    expect(descriptionOf((await openHooks(manager)).message)).toMatch(
      /\nOn · Only claims with an earlier access token · waiting: 0\n/,
    );
    const shown = discord.server.requests.map(({ requestBody }) => requestBody).join('');
    for (const token of [main.accessToken, NEW_TOKEN]) {
      expect(shown).not.toContain(new Secret(token).fingerprint(main.url));
    }
  });

  it('is announced, and the announcement says so when it has arrived, where the guild wants that', async () => {
    const bot = await start();
    const channel = bot.guild.addChannel('thanks');
    const setTo = (options: { channel: string; arrival: boolean }) =>
      answerTo(bot.manager.command('settings', options, { subcommand: 'announcements' }));
    const { message } = await setTo({ channel: channel.id, arrival: true });
    expect(descriptionOf(message)).toContain('Each says so once its reward has reached the game server.');
    const answer = Promise.withResolvers<undefined>();
    bot.receiver.mayAnswer = answer.promise;
    await claim(bot);
    const said = () => channel.messages.map((one) => descriptionOf(one));
    while (said().length === 0) await once(bot.discord, 'message');
    expect(said()).toEqual(['**Steve** has voted. The reward is on its way to the game server.']);
    answer.resolve(undefined);
    const arrived = '**Steve** has voted. The reward has reached the game server.';
    await vi.waitUntil(() => said()[0] === arrived);
    expect(said()).toEqual([arrived]);
  });

  it('tells a manager and the channel of announcements, once, that a receiver wants no more', async () => {
    const bot = await start();
    const channel = bot.guild.addChannel('thanks');
    await answerTo(bot.manager.command('settings', { channel: channel.id }, { subcommand: 'announcements' }));
    bot.receiver.status = 410;
    await claim(bot);
    while (channel.messages.length < 2) await once(bot.discord, 'message');
    const titles = channel.messages.map(({ embeds }) => embeds[0]?.title).toSorted();
    expect(titles).toEqual(['Rewards are delayed', 'Thank you for voting']);

    const ask = () => bot.manager.command('setup');
    const [first, second] = [ask(), ask()];
    const told = await Promise.race([first.nextFollowUp(), second.nextFollowUp()]);
    expect(told.embeds[0]?.title).toBe('Webhook 1 is off');
    await Promise.all([first.reply(), second.reply()]);
    const third = ask();
    await third.reply();
    await bot.app.stop();
    expect([...first.followUps, ...second.followUps, ...third.followUps]).toHaveLength(1);
    expect(channel.messages).toHaveLength(2);
    expect(JSON.stringify(channel.messages)).not.toMatch(/127\.0\.0\.1|whsec_/);
  });
});
