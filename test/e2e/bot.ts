import { once } from 'node:events';
import { Writable } from 'node:stream';

import { expect, onTestFinished } from 'vitest';

import { readConfig } from '../../src/config.ts';
import { LINGER_MS } from '../../src/discord/incoming/way-in.ts';
import { type App, type AppOptions, createApp } from '../../src/process/app.ts';
import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Channel, Guild } from '../../src/sandbox/discord/guild.ts';
import { LoopbackDiscord, type LoopbackDiscordOptions } from '../../src/sandbox/discord/loopback-discord.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import type { OptionValues } from '../../src/sandbox/discord/person/command-data.ts';
import type { ModalValues } from '../../src/sandbox/discord/person/component-data.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { examplePlans } from '../../src/sandbox/hosts/example-plans.ts';
import { IdentityHost } from '../../src/sandbox/hosts/identity-host.ts';
import { MainHost } from '../../src/sandbox/hosts/main-host.ts';
import type { Fault } from '../../src/sandbox/loopback-server.ts';
import { type Clock, systemClock } from '../../src/work/clock.ts';
import { createLog } from '../../src/work/log.ts';
import { WIDE_LIMITS } from '../wide-limits.ts';
import { read, type Read } from './reading.ts';

export const MODERATE_MEMBERS = 1n << 40n;
export const MANAGE_GUILD = 1n << 5n;
export const MANAGE_ROLES = 1n << 28n;

/** Strings that must never reach a log. */
const CANARIES = {
  token: 'canary-discord-token.AAAA.bbbb',
  applicationKey: 'canary-application-key',
  accessToken: 'canary-access-token',
};

/** Nobody listens there: no test asks the DNS of the machine. */
const NO_NAME_SERVERS = ['127.0.0.1:1'];
/** However slow the machine is that tests, neither Discord nor the bot gives the other one up. */
const PATIENCE_MS = 60_000;
const ANY_PORT = { host: '127.0.0.1', port: 0 };

/** As Discord answers once the token of a reply is over. */
export const TOKEN_OVER: Fault = {
  kind: 'status',
  status: 401,
  body: '{"message":"Invalid Webhook Token","code":50027}',
};

const INTERACTION_TOKENS_BEGIN = Buffer.from('interaction:').toString('base64url');

export type Bot = {
  app: App;
  discord: LoopbackDiscord;
  identity: IdentityHost;
  main: MainHost;
  guild: Guild;
  member: Person;
  moderator: Person;
  manager: Person;
  /** manages the guild, and moderates it */
  both: Person;
  log: string[];
  environment: Readonly<Record<string, string>>;
  /** Starts a second instance of the same bot, as if in another process. */
  startAnother: (app: NonNullable<BotOptions['app']>, environment?: Record<string, string>) => Promise<App>;
};

export type BotOptions = {
  app?: Partial<Omit<AppOptions, 'config' | 'log'>>;
  discord?: LoopbackDiscordOptions;
  environment?: Record<string, string>;
  /** whether interactions are posted to the bot, instead of coming through the gateway */
  byHttp?: boolean;
  /** whether a stop by HTTP goes on taking interactions for its two seconds */
  lingers?: boolean;
};

/**
 * Discord and both hosts on loopback; the bot is not started yet. All of it ends with the test, which fails if a
 * credential was logged.
 */
export async function prepareBot(options: BotOptions = {}): Promise<Bot> {
  const { byHttp = false, lingers = false } = options;
  const discord = new LoopbackDiscord({ token: CANARIES.token, ackDeadlineMs: PATIENCE_MS, ...options.discord });
  const identity = new IdentityHost({ applicationKey: CANARIES.applicationKey });
  const main = new MainHost({ accessToken: CANARIES.accessToken });
  await Promise.all([discord.listen(), identity.listen(), main.listen()]);
  const guild = discord.addGuild();

  const environment: Record<string, string> = {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    AUTH_URL: identity.url,
    BASE_URL: main.url,
    APPLICATION_KEY: identity.applicationKey,
    ACCESS_TOKEN: main.accessToken,
    VOTE_URL: 'https://vote.example/here',
    MANAGE_URL: 'https://billing.example/{entity_id}',
    DATABASE_URL: 'sqlite::memory:',
    ...options.environment,
  };
  const log: string[] = [];
  const destination = new Writable({
    write(line: Buffer, _encoding, done) {
      log.push(line.toString());
      done();
    },
  });
  const build = async (appOptions: BotOptions['app'], overrides: Record<string, string>) => {
    const config = readConfig({ ...environment, ...overrides });
    const clock = clockThatSkipsLingering(appOptions?.clock ?? systemClock);
    const app = await createApp({
      nameServers: NO_NAME_SERVERS,
      ...appOptions,
      timings: { discordTryMs: PATIENCE_MS, ...appOptions?.timings },
      clock,
      limits: { ...WIDE_LIMITS, ...appOptions?.limits },
      config: byHttp ? { ...config, interactions: config.interactions ?? ANY_PORT } : config,
      log: createLog({ level: 'trace', secrets: [], destination }),
    });
    const start = async () => {
      await app.start();
      await receiveInteractions(discord, app, clock);
    };
    const stop = () => {
      if (!lingers) clock.skip();
      return app.stop();
    };
    return { ...app, start, stop };
  };
  const app = await build(options.app, {});

  onTestFinished(async () => {
    await app.stop();
    await Promise.all([discord.close(), identity.close(), main.close()]);
    expect(discord.rejections, 'bodies that Discord refused').toEqual([]);
    const text = log.join('');
    for (const secret of Object.values(CANARIES)) expect(text).not.toContain(secret);
    // A crowd has thousands of tokens, which all begin alike: mostly one look at the log is enough.
    const mayHoldTokens = text.includes(INTERACTION_TOKENS_BEGIN);
    for (const token of new Set(tokensIn(discord))) {
      if (mayHoldTokens || !token.startsWith(INTERACTION_TOKENS_BEGIN)) expect(text).not.toContain(token);
    }
  });
  return {
    app,
    discord,
    identity,
    main,
    guild,
    member: discord.addPerson({ guild, name: 'Alex' }),
    moderator: discord.addPerson({ guild, name: 'Mona', permissions: MODERATE_MEMBERS }),
    manager: discord.addPerson({ guild, name: 'Max', permissions: MANAGE_GUILD }),
    both: discord.addPerson({ guild, name: 'Bo', permissions: MANAGE_GUILD | MODERATE_MEMBERS }),
    log,
    environment,
    async startAnother(appOptions, overrides = {}) {
      const another = await build(appOptions, overrides);
      onTestFinished(() => another.stop());
      await another.start();
      return another;
    },
  };
}

/** The tokens of interactions that Discord was sent. */
export const tokensIn = ({ server }: LoopbackDiscord): string[] =>
  server.requests.flatMap(({ path }) => /\/(?:interactions|webhooks)\/\d+\/([^/]+)/.exec(path)?.[1] ?? []);

/** Has interactions posted to a bot that takes them by HTTP, as an operator does in the Developer Portal. */
async function receiveInteractions({ application }: LoopbackDiscord, app: App, clock: Clock): Promise<void> {
  const port = app.interactionsPort();
  application.endpoint.now = clock.now;
  if (port !== undefined) expect(await application.useEndpoint(`http://127.0.0.1:${port}/`)).toBe(true);
}

/** Nothing that spreads requests over processes has to notice that a bot stops: once told, the clock skips that pause. */
function clockThatSkipsLingering(clock: Clock): Clock & { skip: () => void } {
  let skips = false;
  return {
    ...clock,
    skip: () => (skips = true),
    sleep(ms, signal) {
      const isSkipped = skips && ms === LINGER_MS;
      skips &&= !isSkipped;
      return isSkipped ? Promise.resolve() : clock.sleep(ms, signal);
    },
  };
}

/** {@link prepareBot}, with the bot logged in and answering. */
export async function startBot(options: BotOptions = {}): Promise<Bot> {
  const bot = await prepareBot(options);
  await bot.app.start();
  return bot;
}

/** {@link startBot}, with a plan of each kind at the identity service. */
export async function startWithExamples(options: BotOptions = {}): Promise<Bot> {
  const bot = await startBot(options);
  for (const { plan } of examplePlans(Date.now())) bot.identity.setPlan(plan.entity.id, plan);
  return bot;
}

/** What a person finally sees of a reply. */
export const answerTo = async (exchange: Exchange): Promise<Read> => read(await exchange.reply());

/** Clicks a button that opens a form, and submits that. */
export async function fillIn(person: Person, message: Message, button: string, values: ModalValues) {
  return answerTo(await person.submit(person.click(message, button), values));
}

/** Picks an option of the select that a message begins with, by its place. */
export function pick(person: Person, message: Message, nth = 0): Exchange {
  const [select] = message.components[0]?.components ?? [];
  return person.select(message, select?.custom_id ?? '', [select?.options?.[nth]?.value ?? '']);
}

/** Lets a person give the roles that there are, as Discord has it: by a permission, and a role above them. */
export function letGiveRoles(person: Person, guild: Guild): void {
  person.permissions |= MANAGE_ROLES;
  person.roles.add(guild.addRole('Managers').id);
}

/** Links an entity as a person does: with the command, then by confirming. */
export async function link(person: Person, options: OptionValues): Promise<Read> {
  const asked = await answerTo(person.command('entity', options, { subcommand: 'link' }));
  return answerTo(person.click(asked.message, 'Link it'));
}

/** What `/setup` shows. */
export const setUpOf = async (person: Person) => (await answerTo(person.command('setup'))).message;

/** Picks a setting in the message of `/setup`, which shows its page then. */
export const choose = (person: Person, message: Message, setting: string) =>
  answerTo(person.select(message, 'setup:page', [setting]));

/** The newest message in a channel, once there are so many. */
export async function posted({ discord }: Bot, channel: Channel, count = 1): Promise<Message> {
  for (;;) {
    const newest = channel.messages.at(-1);
    if (newest && channel.messages.length >= count) return newest;
    await once(discord, 'message');
  }
}

/** Uses a subcommand of `/settings`. */
export const setting = (person: Person, subcommand: string, options: OptionValues = {}): Exchange =>
  person.command('settings', options, { subcommand });

export const setToken = async (person: Person, token: string) =>
  answerTo(await person.submit(setting(person, 'token'), { token }));
