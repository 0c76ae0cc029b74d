import { once } from 'node:events';

import type { Expression, SqlBool } from 'kysely';

import { expect } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { Store } from '../../src/database/store.ts';
import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Guild } from '../../src/sandbox/discord/guild.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { DEFAULT_GAME_SERVER } from '../../src/sandbox/hosts/main-host.ts';
import { type Database, openForTest } from '../database/databases.ts';
import { until } from '../until.ts';
import { type Bot, type BotOptions, MANAGE_GUILD, setToken, startBot } from './bot.ts';

export const GRANTED = 'Reward claimed';
const NONE = 'No vote found yet';
const ALREADY = 'Already claimed';
export const PENDING = 'Claim not confirmed yet';
export const UNAVAILABLE = 'Vote service unavailable';
export const WAIT = 'Please wait';

/** Somebody who is about to claim. `truth`: the title that they are to read. */
export type Claimant = { person: Person; playername: string; truth: string };

/** What somebody read: the titles of each state of their reply, or why there is none. */
export type Heard = Claimant & { shown: string[] };

/**
 * However slow the machine is that tests, the bot gives no claim up: what these tests are about is what people are told,
 * and whose turn it is.
 */
export const PATIENT_TIMINGS = {
  ...CLAIM_TIMINGS,
  lastAttemptStartMs: 60_000,
  tellPendingAfterMs: 90_000,
  leaseMs: 120_000,
};

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

export function environmentOf(database: Database): Record<string, string> {
  const url = database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url.reveal();
  return { DATABASE_URL: url, ENCRYPTION_KEY };
}

/** The whole bot on a database that the test can look into as well. */
export async function startOn(database: Database, options: BotOptions = {}): Promise<Bot & { store: Store }> {
  const bot = await startBot({ ...options, environment: { ...options.environment, ...environmentOf(database) } });
  return { ...bot, store: await openForTest(database) };
}

/** Has each interaction posted to all of these addresses at the same time. */
export function deliverToAll({ discord }: Bot, urls: readonly (string | null)[]): void {
  const { endpoint } = discord.application;
  endpoint.deliver = async (payload) => {
    const body = JSON.stringify(payload);
    const request = { method: 'POST', body, headers: endpoint.headersFor(body) };
    const answers = await Promise.all(urls.map((url) => fetch(url ?? '', request)));
    return answers.every(({ status }) => status === 202);
  };
}

export function addGuilds({ discord }: Bot, count: number): Guild[] {
  return Array.from({ length: count }, () => discord.addGuild());
}

type CrowdOptions = { guilds: readonly Guild[]; count: number; name: string; gameServer?: string };

/** People spread over guilds, each with a player of their own: a third have voted, a third not, a third claimed before. */
export function addClaimants(
  { discord, main }: Bot,
  { guilds, count, name, gameServer = DEFAULT_GAME_SERVER }: CrowdOptions,
): Claimant[] {
  return Array.from({ length: count }, (_, index) => {
    const playername = `${name}${index}`;
    const guild = guilds[index % guilds.length];
    if (!guild) throw new Error('there is no guild');
    const person = discord.addPerson({ guild, name: playername });
    const truth = [GRANTED, NONE, ALREADY][index % 3] ?? NONE;
    if (truth === GRANTED) main.castVote(playername, gameServer);
    if (truth === ALREADY) main.claimElsewhere(playername, gameServer);
    return { person, playername, truth };
  });
}

/** All of them claim at once. Resolves when everyone has read something, or was left without an answer. */
export function claimAtOnce(claimants: readonly Claimant[]): Promise<Heard[]> {
  return Promise.all(
    claimants.map(async (claimant) => {
      const exchange = claimant.person.command('claimvote', { playername: claimant.playername });
      await untilTold(exchange).catch(() => undefined);
      const titles = exchange.history.flatMap(({ message }) => message.embeds[0]?.title ?? []);
      return { ...claimant, shown: [...titles, ...(exchange.failureReason ? [exchange.failureReason] : [])] };
    }),
  );
}

/** Until more is shown than that the bot works on it, which has no title. */
async function untilTold(exchange: Exchange): Promise<void> {
  let message = await exchange.reply();
  while (message.embeds[0]?.title === undefined) message = await exchange.nextEdit();
}

/** Those who read anything but the truth, for a failing test to show. */
export function misled(heard: readonly Heard[]): { playername: string; truth: string; shown: string[] }[] {
  return heard
    .filter(({ truth, shown }) => shown.length !== 1 || shown[0] !== truth)
    .map(({ playername, truth, shown }) => ({ playername, truth, shown }));
}

/** The players that the main service decided a claim for, in order, each as often as it did. */
export function postsFor({ main }: Bot, claimants: readonly Claimant[]): string[] {
  const names = new Set(claimants.map(({ playername }) => playername));
  return main.claims.map(({ playername }) => playername).filter((playername) => names.has(playername));
}

/** Everybody read the truth, and nothing else, and one POST went out for each. */
export function expectTruth(bot: Bot, claimants: readonly Claimant[], heard: readonly Heard[]): void {
  expect(misled(heard)).toEqual([]);
  expect(postsFor(bot, claimants).toSorted()).toEqual(namesOf(claimants).toSorted());
}

export function namesOf(claimants: readonly Claimant[]): string[] {
  return claimants.map(({ playername }) => playername);
}

export async function openClaimsIn(store: Store): Promise<number> {
  const rows = await store.read((db) => db.selectFrom('claims').select('id').where('state', '=', 'open').execute());
  return rows.length;
}

/** Resolves once no claim is open. */
export async function allSettled(store: Store): Promise<void> {
  await until(async () => (await openClaimsIn(store)) === 0);
}

/** How many requests are on record of which this is so. */
export async function requestsIn(store: Store, which: Expression<SqlBool>): Promise<number> {
  const rows = await store.read((db) => db.selectFrom('claim_requests').select('id').where(which).execute());
  return rows.length;
}

/** Resolves once this is so of at least so many requests. */
export async function onRecord(store: Store, which: Expression<SqlBool>, count = 1): Promise<void> {
  await until(async () => (await requestsIn(store, which)) >= count);
}

/** Gives a guild an access token of its own, for a game server with the same name. */
export async function setOwnToken({ discord, main }: Bot, guild: Guild, token: string): Promise<void> {
  main.tokens.set(token, token);
  const manager = discord.addPerson({ guild, name: 'Manager', permissions: MANAGE_GUILD });
  await setToken(manager, token);
}

/** Resolves once this many more requests have arrived at the main service, answered or not. */
export async function arrivals({ main }: Bot, count: number): Promise<void> {
  for (let arrived = 0; arrived < count; arrived += 1) await once(main.server.http, 'request');
}
