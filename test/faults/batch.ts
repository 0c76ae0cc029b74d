import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { sql } from 'kysely';

import type { Config } from '../../src/config.ts';
import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Guild } from '../../src/sandbox/discord/guild.ts';
import { LoopbackDiscord } from '../../src/sandbox/discord/loopback-discord.ts';
import { IdentityHost } from '../../src/sandbox/hosts/identity-host.ts';
import { MainHost } from '../../src/sandbox/hosts/main-host.ts';
import { openStore } from '../../src/storage/database.ts';
import type { Store } from '../../src/storage/store.ts';
import type { Batch, Case } from './cases.ts';
import type { Ask, History, PostEvent } from './history.ts';
import type { Mutant } from './kill-points.ts';

const BOT_PROCESS = fileURLToPath(new URL('bot-process.ts', import.meta.url));
const ACK_DEADLINE_MS = 1_500;
const PATIENCE_MS = 60_000;
const ENCRYPTION_KEY = `faults:${Buffer.alloc(32, 7).toString('base64')}`;
const NEW_TOKEN = 'access-token-renewed';
const GAME_SERVER = 'default';

export type Database = { url: string; config: Config['database'] };

/** Runs a batch's cases against the real bot in child processes, until nothing is open any more. @returns what was observed */
export async function runBatch(batch: Batch, database: Database, mutant?: Mutant): Promise<History> {
  const world = await openWorld(batch, database, mutant);
  try {
    const asks = batch.cases.flatMap((one) => firstAsks(world, one));
    await world.quiet(asks);
    for (const one of batch.cases) if (one.vote === 'new vote between') world.main.castVote(one.playername);
    const again = batch.cases.flatMap((one) => laterAsks(world, one));
    await world.quiet([...asks, ...again]);
    return {
      host: world.main.claims,
      posts: world.posts,
      asks: [...asks, ...again].map(toAsk),
      announcements: world.guilds.flatMap((guild) =>
        guild.channel.messages
          .filter(({ embeds }) => embeds[0]?.title === 'Thank you for voting')
          .map(({ embeds }) => ({ text: JSON.stringify(embeds) })),
      ),
    };
  } finally {
    await world.close();
  }
}

type Asked = { playername: string; exchange: Exchange };
type World = {
  main: MainHost;
  guilds: Guild[];
  posts: PostEvent[];
  ask: (playername: string, guildIndex: number) => Asked;
  /** Resolves once every request has its final answer. */
  quiet: (asks: readonly Asked[]) => Promise<void>;
  close: () => Promise<void>;
};

function firstAsks(world: World, { playername, vote, faults, special }: Case): Asked[] {
  if (vote === 'waiting' || vote === 'new vote between') world.main.castVote(playername);
  if (vote === 'claimed before') world.main.claimElsewhere(playername);
  for (const fault of faults) world.main.server.inject(fault, { times: 1, body: new RegExp(`"${playername}"`) });
  const asks = [world.ask(playername, 0)];
  if (special === 'joined') asks.push(world.ask(playername, 1));
  return asks;
}

function laterAsks(world: World, { playername, vote, special }: Case): Asked[] {
  if (special === 'other case') return [world.ask(playername.toUpperCase(), 0)];
  return special === 'asked again' || vote === 'new vote between' ? [world.ask(playername, 0)] : [];
}

function toAsk({ playername, exchange }: Asked): Ask {
  const shown = exchange.history
    .map(({ at, message }) => ({ at, title: message.embeds[0]?.title ?? '' }))
    .filter(({ title }) => title !== '');
  return { id: `${playername} ${exchange.interactionId}`, playername, at: exchange.startedAt, shown };
}

async function openWorld(batch: Batch, database: Database, mutant: Mutant | undefined): Promise<World> {
  const discord = new LoopbackDiscord({ ackDeadlineMs: ACK_DEADLINE_MS, shards: batch.processes });
  const identity = new IdentityHost();
  const main = new MainHost();
  await Promise.all([discord.listen(), identity.listen(), main.listen()]);
  const guilds = [discord.addGuild(), discord.addGuild()];
  main.tokens.set(NEW_TOKEN, GAME_SERVER);

  const store = await openStore(database.config);
  await enableAnnouncements(store, guilds);
  const posts = watchPosts(main, store);
  const progress = new EventEmitter<{ change: [] }>();
  const children = new Set<ChildProcess>();
  let closing = false;
  let diedAt = 0;
  let accessToken = main.accessToken;

  function launch(shard: number, deadly: boolean): ChildProcess {
    const child = fork(BOT_PROCESS, {
      env: {
        PATH: process.env.PATH,
        DISCORD_TOKEN: discord.token,
        DISCORD_API_URL: discord.apiUrl,
        AUTH_URL: identity.url,
        BASE_URL: main.url,
        APPLICATION_KEY: identity.applicationKey,
        ACCESS_TOKEN: accessToken,
        DATABASE_URL: database.url,
        ENCRYPTION_KEY,
        LOG_LEVEL: process.env.FAULT_LOG_LEVEL ?? 'silent',
        SHARD_IDS: String(shard),
        SHARD_COUNT: String(batch.processes),
        ...(mutant ? { MUTANT: mutant } : {}),
        ...(deadly && batch.killPoint ? { KILL_POINT: batch.killPoint, KILL_TIMES: String(batch.killTimes) } : {}),
      },
    });
    children.add(child);
    child.on('message', () => progress.emit('change'));
    child.on('exit', () => {
      children.delete(child);
      if (closing) return;
      diedAt = Date.now();
      if (batch.replacesToken) accessToken = NEW_TOKEN;
      launch(shard, false);
    });
    return child;
  }

  await Promise.all(Array.from({ length: batch.processes }, (_, shard) => ready(launch(shard, shard === 0))));
  return {
    main,
    guilds,
    posts,
    ask(playername, guildIndex) {
      const guild = guilds[guildIndex] ?? guilds[0];
      if (!guild) throw new Error('there is no guild');
      const person = discord.addPerson({ guild, name: `asks for ${playername}` });
      const exchange = person.command('claimvote', { playername });
      exchange.on('change', () => progress.emit('change'));
      return { playername, exchange };
    },
    async quiet(asks) {
      const givenUp = AbortSignal.timeout(PATIENCE_MS);
      while (!(await isQuiet(store, asks, diedAt))) {
        await once(progress, 'change', { signal: givenUp }).catch((error: unknown) => {
          const open = asks.filter((asked) => !isAnswered(asked)).map(({ playername }) => playername);
          throw new Error(`not quiet after ${PATIENCE_MS} ms, unanswered: ${open.join(', ')}`, { cause: error });
        });
      }
    },
    async close() {
      closing = true;
      const ended = [...children].map((child) => once(child, 'exit'));
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(ended);
      await Promise.all([discord.close(), identity.close(), main.close(), store.close()]);
    },
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve();
    });
  });
}

async function enableAnnouncements(store: Store, guilds: readonly Guild[]): Promise<void> {
  await store.write(async (db) => {
    for (const { id, channel } of guilds) {
      await db
        .insertInto('guilds')
        .values({ id, announcement_channel_id: channel.id, announcements_on: 1, last_seen_at: store.now })
        .execute();
    }
  });
}

/** Every POST, and whether there were at least as many attempts on record as POSTs when it was processed. */
function watchPosts(main: MainHost, store: Store): PostEvent[] {
  const posts: PostEvent[] = [];
  const unrecorded = new Set<string>();
  main.beforeAnswer = async ({ playername }) => {
    const processed = main.claims.filter((claim) => claim.playername === playername).length;
    const { recorded } = await store.read((db) =>
      db
        .selectFrom('claim_attempts')
        .innerJoin('claims', 'claims.id', 'claim_attempts.claim_id')
        .where('claims.playername', '=', playername)
        .select(({ fn }) => fn.countAll<number>().as('recorded'))
        .executeTakeFirstOrThrow(),
    );
    if (recorded < processed) unrecorded.add(playername);
  };
  main.server.on('request', ({ requestBody, startedAt, endedAt }) => {
    const [, playername = ''] = /"playername":"([^"]*)"/.exec(requestBody) ?? [];
    posts.push({ playername, startedAt, endedAt, hadAttemptRow: !unrecorded.has(playername) });
  });
  return posts;
}

function isAnswered({ exchange }: Asked): boolean {
  return exchange.failed || (exchange.message?.embeds[0]?.title ?? '') !== '';
}

/**
 * Whether no claim is open, nobody is left to be told, nothing is left to announce, and everyone has an answer or was told by Discord that
 * there is none. A request that was acknowledged but not recorded when its process died is lost without harm: nothing was sent for it.
 */
async function isQuiet(store: Store, asks: readonly Asked[], diedAt: number): Promise<boolean> {
  const unanswered = asks.filter((asked) => !isAnswered(asked));
  if (unanswered.some(({ exchange }) => exchange.startedAt > diedAt)) return false;
  const { left } = await store.read((db) =>
    db
      .selectNoFrom([
        sql<number>`(select count(*) from claims where state = 'open')
          + (select count(*) from claim_requests join claims on claims.id = claim_id
             where sealed_reply_token is not null and (told is null or told <> verdict))
          + (select count(*) from announcements where posted_at is null)`.as('left'),
      ])
      .executeTakeFirstOrThrow(),
  );
  return left === 0;
}
