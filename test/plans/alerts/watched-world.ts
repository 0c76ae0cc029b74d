import { onTestFinished, vi } from 'vitest';

import { CLAIM_TIMINGS } from '../../../src/claims/timings.ts';
import type { Config } from '../../../src/config.ts';
import { openStore } from '../../../src/database/database.ts';
import { createLeases } from '../../../src/database/leases.ts';
import { createMessenger, type Messenger } from '../../../src/discord/outgoing/messenger.ts';
import { createPostKinds } from '../../../src/discord/outgoing/post-kinds.ts';
import { createRefusedPosts } from '../../../src/discord/outgoing/refused-posts.ts';
import { createPosting } from '../../../src/discord/outgoing/posting.ts';
import { createBlock } from '../../../src/discord/rest/block.ts';
import { createInteractionRest } from '../../../src/discord/rest/interaction-rest.ts';
import { createPosts } from '../../../src/guilds/store/posts.ts';
import { createHttpClient } from '../../../src/http/client.ts';
import { createIdentityClient } from '../../../src/plans/identity-client.ts';
import { createPlanSnapshots } from '../../../src/plans/store/snapshots.ts';
import { createPlanWatch, WATCH_TIMINGS } from '../../../src/plans/watch.ts';
import type { Guild } from '../../../src/sandbox/discord/guild.ts';
import { IdentityHost } from '../../../src/sandbox/hosts/identity-host.ts';
import { Secret } from '../../../src/secret.ts';
import { createLog } from '../../../src/work/log.ts';
import { openForTest } from '../../database/databases.ts';
import { addRows } from '../../database/rows.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { openRest } from '../../discord/open-rest.ts';
import { NOTHING_SET } from '../../gallery/setup.ts';
import { createManualClock, type ManualClock } from '../../manual-clock.ts';
import { openDiscord } from '../../sandbox/discord/bots.ts';

export const INTERVAL_MS = 8 * 3_600_000;

/** The part of a bot process that alerts need. It may die after any write, listing or post. */
export type WatchProcess = {
  life: ReturnType<typeof createLife>;
  watch(): Promise<void>;
  post(): Promise<void>;
  close(): Promise<void>;
};

export type WatchedWorld = Awaited<ReturnType<typeof createWatchedWorld>>;

/** Discord, the identity service and a database on a shared clock, which stands still until it is advanced. */
export async function createWatchedWorld(database: Config['database']) {
  const clock = createWorldClock();
  const discord = await openDiscord({ now: clock.now });
  const identity = new IdentityHost({ now: clock.now });
  await identity.listen();
  const store = onClock(await openForTest(database), clock.now);
  const processes = new Set<WatchProcess>();
  const log = createLog({ level: 'silent', secrets: [] });
  let started = 0;
  onTestFinished(async () => {
    await Promise.all([...processes].map((process) => process.close()));
    await identity.close();
  });

  /** Adds a guild with alerts about these entities, by the label that it gives each. */
  async function addGuild(labels: ReadonlyMap<string, string>): Promise<Guild> {
    const guild = discord.addGuild();
    const alerts = { alert_channel_id: guild.channel.id, alerts_on: 1 };
    await addRows(store, 'guilds', { id: guild.id, ...alerts, locale: 'en-US', last_seen_at: store.now });
    const link = { guild_id: guild.id, is_default: 0, linked_at: store.now };
    await addRows(
      store,
      'linked_entities',
      ...[...labels].map(([entity_id, label]) => ({ ...link, entity_id, label })),
    );
    return guild;
  }

  async function startProcess(): Promise<WatchProcess> {
    const life = createLife();
    const opened = await openStore(database);
    const own = onClock({ ...opened, write: (work) => life.lives(() => opened.write(work))() }, clock.now);
    const http = createHttpClient('identity', identity.url, clock.now);
    const rest = openRest(discord, { offset: 0, rejectOnRateLimit: () => true });
    const interactions = createInteractionRest(discord.apiUrl, createBlock({ clock }), clock);
    const claimContext = () => Promise.reject(new Error('nobody claims here'));
    const messenger = createMessenger({ interactions, rest, claimContext, postWithinMs: 15_000, clock });
    const { listPlans } = createIdentityClient({
      host: http,
      applicationKey: new Secret(identity.applicationKey),
      log,
      clock: { ...clock, random: () => 0 },
    });
    const watch = createPlanWatch({
      snapshots: createPlanSnapshots(own),
      listPlans: life.lives(listPlans),
      timings: { ...WATCH_TIMINGS, intervalMs: INTERVAL_MS },
      leases: createLeases(own),
      holder: `process ${(started += 1)}`,
      now: clock.now,
      log,
    });
    const kinds = createPostKinds('https://billing.example/{entity_id}');
    const posting = createPosting({
      posts: createPosts({ store: own, leaseMs: CLAIM_TIMINGS.leaseMs, kinds, log }),
      refused: createRefusedPosts({
        leases: createLeases(own),
        rest,
        settings: { read: () => Promise.resolve(NOTHING_SET) },
        clock,
        log,
      }),
      messenger: { post: life.lives((...args: Parameters<Messenger['post']>) => messenger.post(...args)) },
      log,
    });
    const process: WatchProcess = {
      life,
      watch,
      post: async () => {
        await posting.round(new AbortController().signal);
        await posting.idle();
      },
      async close() {
        processes.delete(process);
        interactions.close();
        await Promise.all([http.close(), opened.close()]);
      },
    };
    processes.add(process);
    return process;
  }

  return { clock, discord, identity, store, addGuild, startProcess };
}

/** The life of a simulated process, which ends after a given number of deeds. */
function createLife() {
  let left = Infinity;
  const goOn = (): void => {
    if (left <= 0) throw new Error('the process has died');
  };
  return {
    /** Wraps a deed whose effect outlasts the process. It may be the last one. */
    lives:
      <Args extends unknown[], T>(deed: (...args: Args) => Promise<T>) =>
      async (...args: Args) => {
        goOn();
        try {
          return await deed(...args);
        } finally {
          left -= 1;
          goOn();
        }
      },
    /** The process dies after so many, without learning the result of the last; no effect once it is dead. */
    endsAfter(deeds: number) {
      if (left > 0) left = deeds;
    },
    get isOver() {
      return left <= 0;
    },
  };
}

/** Also controls `Date`, which the circuit breaker and discord.js use. */
function createWorldClock(): ManualClock {
  const clock = createManualClock();
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return {
    ...clock,
    async advance(ms) {
      await clock.advance(ms);
      vi.setSystemTime(clock.now());
    },
  };
}
