import { once } from 'node:events';

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { AckKind, Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import { type Clock, DAY_MS, HOUR_MS, systemClock } from '../../src/work/clock.ts';
import { createSqlite, openForTest } from '../database/databases.ts';
import { answerTo, type Bot, type BotOptions, link, pick, setting, startBot, TOKEN_OVER } from './bot.ts';
import { environmentOf, onRecord } from './crowd-scene.ts';
import { ADDRESS_MODAL } from './forged-modals.ts';
import { buttonsOf } from './reading.ts';

const ANSWERED_DIRECTLY_WITHIN_MS = 250;
/** However slow the machine is, what is answered directly is not deferred. */
const PATIENT_CLOCK: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(ms === ANSWERED_DIRECTLY_WITHIN_MS ? HOUR_MS : ms, run),
};
/** Recovery looks for work twenty times a second. */
const FAST = { ...CLAIM_TIMINGS, recoveryEveryMs: 50 };

/** A claim that is granted. */
function claim({ main, member }: Bot, playername = 'Steve'): Exchange {
  main.castVote(playername);
  return member.command('claimvote', { playername });
}

/** A direct message that reminds the member, where reminders are due at once. */
async function reminder(bot: Bot): Promise<Message> {
  const { manager, member } = bot;
  await answerTo(setting(manager, 'reminders', { hours: 24 }));
  await answerTo(member.command('remind'));
  await answerTo(claim(bot));
  while (member.directMessages.length === 0) await once(bot.discord, 'message');
  return member.directMessages[0] ?? expect.fail('no reminder');
}

type Send = (bot: Bot) => Exchange | Promise<Exchange>;

/** Each kind of interaction, how it is acknowledged, and the title of what the person reads. */
const KINDS: [kind: string, begun: AckKind, title: string, send: Send][] = [
  ['a command that is deferred', 'deferred', 'Reward claimed', claim],
  ['a command that is answered directly', 'message', 'What you can do here', ({ member }) => member.command('help')],
  ['a command that opens a modal', 'modal', 'Claim your vote reward', ({ member }) => member.command('claimvote')],
  [
    'a command with a member',
    'message',
    'No claims found',
    ({ member, moderator }) => moderator.command('claims', { member: member.id }),
  ],
  [
    'a command in the menu of a member',
    'message',
    'No claims found',
    ({ member, moderator }) => moderator.commandOn(member.id, 'Claims of this member'),
  ],
  [
    'a subcommand with a channel',
    'deferred',
    'Announcements saved',
    ({ guild, manager }) => setting(manager, 'announcements', { channel: guild.channel.id }),
  ],
  [
    'a button',
    'deferred-update',
    'No vote found yet',
    async ({ member }) => {
      const { message } = await answerTo(member.command('claimvote', { playername: 'Steve' }));
      return member.click(message, 'Check again');
    },
  ],
  [
    'a button whose answer everyone sees',
    'message',
    String.raw`ent\_1`,
    async ({ both }) => {
      const { message } = await answerTo(both.command('plan', { entity: 'ent_1' }));
      return both.click(message, 'Share');
    },
  ],
  [
    'a button whose answer is a file beside the message',
    'deferred',
    'Claims as a file',
    async (bot) => {
      for (let index = 0; index < 11; index += 1) await answerTo(claim(bot, `Player${index}`));
      return bot.moderator.click(await bot.moderator.command('claims').reply(), 'Download CSV');
    },
  ],
  [
    'a button in a direct message',
    'deferred-update',
    'A reminder to vote: Sandbox Guild',
    async (bot) => bot.member.click(await reminder(bot), 'Stop reminders'),
  ],
  [
    'a select',
    'update',
    String.raw`ent\_2`,
    async (bot) => {
      for (const id of ['ent_1', 'ent_2']) await link(bot.manager, { id });
      return pick(bot.moderator, await bot.moderator.command('plan').reply(), 1);
    },
  ],
  [
    'a modal',
    'deferred',
    'Access token saved',
    ({ manager }) => manager.submit(setting(manager, 'token'), { token: 'our-own-token' }),
  ],
  [
    'a modal with a select',
    'deferred',
    'Webhook added',
    ({ manager }) => manager.forgeModal(ADDRESS_MODAL, { address: 'https://game.example/' }),
  ],
];

/** How an interaction was acknowledged, what was shown of its answer, and every call that answered anything. */
async function outcomeOf(send: Send, byHttp: boolean) {
  const bot = await startBot({
    byHttp,
    app: { clock: PATIENT_CLOCK, timings: { claims: FAST, remindersEarlyMs: DAY_MS } },
  });
  const exchange = await send(bot);
  const { kind } = await exchange.acknowledged();
  if (kind === 'modal') return { kind, title: (await exchange.modal()).title };
  const answer = await exchange.reply();
  await bot.app.stop();
  return {
    kind,
    title: answer.embeds[0]?.title,
    isEphemeral: answer.ephemeral,
    buttons: buttonsOf(answer),
    files: answer.attachments.map(({ filename }) => filename),
    states: withoutRepeats(exchange.history.map(({ message }) => message.embeds.map(({ title }) => title).join())),
    calls: withoutRepeats(
      bot.discord.server.requests.flatMap(({ method, path, status }) => {
        const [, call] = /\/(?:interactions|webhooks)\/\d+\/[^/]+\/?(.*)/.exec(path) ?? [];
        return call === undefined ? [] : [`${method} ${call} ${String(status)}`];
      }),
    ),
  };
}

/** An answer is shown twice if the one before it, in the same reply, was not yet on record as told. */
function withoutRepeats(lines: readonly string[]): string[] {
  return lines.filter((line, at) => line !== lines[at - 1]);
}

it.each(KINDS)('%s is answered through the gateway and by HTTP alike', async (_kind, begun, title, send) => {
  const [byGateway, byHttp] = await Promise.all([outcomeOf(send, false), outcomeOf(send, true)]);

  expect(byGateway).toMatchObject({ kind: begun, title });
  expect(byHttp).toEqual(byGateway);
});

describe.each([
  ['through the gateway', false],
  ['by HTTP', true],
])('%s', (_way, byHttp) => {
  const start = (options: BotOptions = {}) => startBot({ ...options, byHttp });

  it('suggestions come while a person types', async () => {
    const { manager, moderator } = await start();
    await link(manager, { id: 'ent_1' });

    expect(await moderator.autocomplete('plan', 'entity', 'ent')).toMatchObject([{ value: 'ent_1' }]);
  });

  it('a late answer comes beside the next one', async () => {
    const database = createSqlite();
    const timings = { claims: { ...FAST, backoffBaseMs: HOUR_MS } };
    const bot = await start({ app: { timings }, environment: environmentOf(database) });
    const { discord, main, member } = bot;
    const store = await openForTest(database);
    main.server.inject({ kind: 'status', status: 503 });
    expect(await answerTo(claim(bot))).toMatchObject({ title: 'Claim not confirmed yet' });
    discord.server.inject(TOKEN_OVER, { path: /@original$/, times: 1 });
    main.server.heal();
    await onRecord(store, sql`sealed_reply_token is null`);

    const next = member.command('privacy', {}, { subcommand: 'delete' });

    expect((await next.nextFollowUp()).embeds[0]?.title).toBe('Reward claimed');
    expect(await answerTo(next)).toMatchObject({ title: 'Delete your data?' });
  });

  it('an interaction that comes twice is handled once', async () => {
    const bot = await start();
    const { app, discord, main, member } = bot;
    await answerTo(claim(bot));

    if (byHttp) expect(await discord.application.endpoint.replayLast()).toBe(202);
    else discord.gateway.replayLast('INTERACTION_CREATE');
    await answerTo(member.command('claimvote', { playername: 'Alex' }));
    await app.stop();

    expect(main.claims.map(({ playername }) => playername)).toEqual(['Steve', 'Alex']);
    expect(discord.server.requests.filter(({ path }) => path.endsWith('/callback'))).toHaveLength(2);
  });

  it.each([
    ['an autocomplete without data', { type: 4, id: '1', token: 't' }],
    ['a command without data', { type: 2, id: '2', token: 't', application_id: '1', version: 1 }],
    ['an interaction of no known type', { type: 99, id: '3' }],
    ['nothing at all', null],
    ['a list', []],
  ])('%s is dropped, and the bot goes on', async (_name, payload) => {
    const { discord, member, log } = await start();

    if (byHttp) expect(await discord.application.endpoint.deliver(payload)).toBe(true);
    else discord.gateway.dispatchToAll('INTERACTION_CREATE', payload);

    expect((await answerTo(member.command('claimvote', { playername: 'Steve' }))).title).toBe('No vote found yet');
    expect(log.filter((line) => line.includes('malformed interaction dropped'))).toHaveLength(1);
  });

  it('no claim is posted when Discord refuses the acknowledgement', async () => {
    const bot = await start({ discord: { ackDeadlineMs: 0 } });
    const { app, discord, log, main } = bot;
    const answered = new Promise<void>((resolve) => {
      discord.server.on('request', ({ path }) => {
        if (path.endsWith('/callback')) resolve();
      });
    });

    await expect(claim(bot).acknowledged()).rejects.toThrow('did not respond');
    await answered;
    await app.stop();

    expect(discord.server.requests.some(({ path, status }) => path.endsWith('/callback') && status === 404)).toBe(true);
    expect(discord.server.requests.filter(({ path }) => path.includes('/webhooks/'))).toEqual([]);
    expect(log.filter((line) => line.includes('a failure could not be shown'))).toEqual([]);
    expect(main.server.requests).toEqual([]);
  });

  describe('a stop', () => {
    /** By HTTP, some of the ten seconds are for taking interactions. */
    const DRAIN_MS = byHttp ? 8_000 : 10_000;
    /** So that no job sleeps for as long as a stop does. */
    const RARELY_RECOVERED = { ...CLAIM_TIMINGS, recoveryEveryMs: HOUR_MS };
    const UNDER_WAY = 'stopped with work under way';

    /** A clock of which the test decides what happens while a stop waits for what is under way. */
    const clockThatDrains = (drain: (isOver: () => void) => void): Clock => ({
      ...systemClock,
      after: (ms, run) => {
        if (ms === DRAIN_MS) drain(run);
        return systemClock.after(ms, run);
      },
    });

    /** A claim whose answer the main service holds back until `release` is called. */
    async function claimUnderWay(bot: Bot) {
      const held = Promise.withResolvers<undefined>();
      const posted = Promise.withResolvers<undefined>();
      bot.main.beforeAnswer = () => {
        posted.resolve(undefined);
        return held.promise;
      };
      const exchange = claim(bot);
      await posted.promise;
      return {
        exchange,
        release: () => {
          held.resolve(undefined);
        },
      };
    }

    it('waits for a claim under way, which is answered only then', async () => {
      let release: () => void = () => undefined;
      const clock = clockThatDrains(() => {
        release();
      });
      const bot = await start({ app: { clock, timings: { claims: RARELY_RECOVERED } } });
      const underWay = await claimUnderWay(bot);
      ({ release } = underWay);

      await bot.app.stop();

      expect(underWay.exchange.message?.embeds[0]?.title).toBe('Reward claimed');
      expect(bot.log.join('')).not.toContain(UNDER_WAY);
    });

    it('waits ten seconds and no longer', async () => {
      const bot = await start({
        app: {
          clock: clockThatDrains((isOver) => {
            isOver();
          }),
          timings: { claims: RARELY_RECOVERED },
        },
      });
      const { exchange, release } = await claimUnderWay(bot);

      await bot.app.stop();

      expect(bot.log.join('')).toContain(UNDER_WAY);
      expect(exchange.message?.embeds).toEqual([]);
      release();
    });

    it('does not wait for the pauses between two tries to tell a claim', async () => {
      const bot = await start({ app: { timings: { claims: { ...RARELY_RECOVERED, backoffBaseMs: HOUR_MS } } } });
      bot.discord.server.inject({ kind: 'status', status: 500 }, { path: /@original$/ });
      claim(bot);
      while (!bot.discord.server.requests.some(({ status }) => status === 500)) {
        await once(bot.discord.server, 'request');
      }

      await bot.app.stop();

      expect(bot.log.join('')).not.toContain(UNDER_WAY);
    });
  });
});
