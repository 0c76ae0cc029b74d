import { type Clock, SECOND_MS } from './clock.ts';
import type { Redis } from './redis.ts';

/** At most `uses` in a fixed window of `seconds`, which starts with the first use after the previous window ended. */
type Limit = { uses: number; seconds: number };

/** In a guild: of one person, and of all members together. */
export type MemberLimits = { perPerson: Limit; perGuild: Limit };

/**
 * The first two limits count claims; one of the others counts each interaction, before anything else is done. A person's
 * limit is above what hands can do; a guild's bounds its share of the one thread that all guilds have. The cost of a use
 * was measured on two cores.
 */
export const LIMITS = {
  /** A vote comes every few hours. 600 people a minute is the crowd that a large guild sends when it is reminded. */
  claim: { perPerson: { uses: 1, seconds: 10 }, perGuild: { uses: 600, seconds: 60 } },
  /** Claims of looks, which count as claims too: half of what a guild has is left to whoever asks now. */
  look: { perPerson: { uses: 1, seconds: 10 }, perGuild: { uses: 300, seconds: 60 } },
  /** Autocomplete: ten keystrokes a second, where Discord's client sends two or three. A refusal costs suggestions only. */
  typing: { perPerson: { uses: 100, seconds: 10 }, perGuild: { uses: 1_000, seconds: 10 } },
  /** Three clicks a second without a pause. A guild's has room for the crowd of a minute's claims at once. */
  ordinary: { perPerson: { uses: 30, seconds: 10 }, perGuild: { uses: 1_000, seconds: 10 } },
  /**
   * Calls of the identity service, and counts of a guild's claims: up to 20 ms each. Two a second is a person who turns
   * pages without reading; in a guild five such people at once.
   */
  lookUp: { perPerson: { uses: 20, seconds: 10 }, perGuild: { uses: 100, seconds: 10 } },
  /** A thousand plans, or a file of thousands of rows: up to half a second, in slices. Reading one takes longer. */
  report: { perPerson: { uses: 6, seconds: 60 }, perGuild: { uses: 30, seconds: 60 } },
  /** The same for a person's stored data, so that asking for it leaves the reports to a guild's moderators. */
  personalData: { perPerson: { uses: 6, seconds: 60 }, perGuild: { uses: 30, seconds: 60 } },
  /**
   * Has hosts called at once that members chose: tests, _Resume_, _Send the reward again_. A call may take its receiver a quarter of
   * a minute, and this thread up to a tenth of a second.
   */
  call: { perPerson: { uses: 6, seconds: 60 }, perGuild: { uses: 30, seconds: 60 } },
} as const satisfies Record<string, MemberLimits>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Record<LimitName, MemberLimits>;
export type Limiters = Record<LimitName, Limiter>;

export type UseLimit = Exclude<LimitName, 'claim' | 'look' | 'typing'>;

/** @param redis - in which all processes count together; without it, or while it is away, each counts alone */
export function createLimiters(limits: Limits, clock: Clock, redis?: Redis): Limiters {
  const limiters = Object.entries(limits).map(([name, limit]) => [name, createLimiter(limit, clock, redis, name)]);
  return Object.fromEntries(limiters) as Limiters;
}

export type Limiter = ReturnType<typeof createOwnLimiter>;

/**
 * Refused uses do not count. The guild is asked first, and the people whom it refuses are not remembered: in memory are at
 * most twice as many people of a guild as its limit has uses, until their window ends.
 */
export function createLimiter(limits: MemberLimits, clock: Clock, redis?: Redis, name = '') {
  const ofThisProcess = createOwnLimiter(limits, clock);
  return redis ? shareLimiter(ofThisProcess, limits, redis, name) : ofThisProcess;
}

function createOwnLimiter({ perPerson, perGuild }: MemberLimits, clock: Clock) {
  const people = createCounter(perPerson, clock);
  const guilds = createCounter(perGuild, clock);
  return {
    /** Counts a use and returns 0, or returns how long to wait, in ms. */
    consume(guildId: string, userId: string): Promise<number> {
      const person = `${guildId}:${userId}`;
      const waitMs = guilds.waitMs(guildId) || people.waitMs(person);
      if (waitMs === 0) {
        guilds.count(guildId);
        people.count(person);
      }
      return Promise.resolve(waitMs);
    },
    /** Takes back a use that came to nothing. */
    refund(guildId: string, userId: string): Promise<void> {
      people.refund(`${guildId}:${userId}`);
      guilds.refund(guildId);
      return Promise.resolve();
    },
  };
}

/** Windows of the same length end in the order in which they began: the first ones of the map leave it first. */
function createCounter({ uses, seconds }: Limit, { monotonic }: Clock) {
  const windows = new Map<string, { used: number; endsAt: number }>();

  function current(key: string) {
    const now = monotonic();
    for (const [first, { endsAt }] of windows) {
      if (endsAt > now) break;
      windows.delete(first);
    }
    return windows.get(key);
  }

  return {
    waitMs(key: string): number {
      const window = current(key);
      return window && window.used >= uses ? Math.ceil(window.endsAt - monotonic()) : 0;
    },
    count(key: string): void {
      const window = current(key);
      if (window) window.used += 1;
      else windows.set(key, { used: 1, endsAt: monotonic() + seconds * SECOND_MS });
    },
    refund(key: string): void {
      const window = current(key);
      if (window && window.used > 0) window.used -= 1;
    },
  };
}

/** Of each key the count; the arguments are the uses and the seconds of each window. @returns how long to wait, in ms */
const CONSUME = `
  for i = 1, 2 do
    if tonumber(redis.call('get', KEYS[i]) or 0) >= tonumber(ARGV[2 * i - 1]) then
      return math.max(1, redis.call('pttl', KEYS[i]))
    end
  end
  for i = 1, 2 do
    redis.call('set', KEYS[i], 0, 'EX', ARGV[2 * i], 'NX')
    redis.call('incr', KEYS[i])
  end
  return 0`;
const REFUND = `
  for i = 1, 2 do
    if tonumber(redis.call('get', KEYS[i]) or 0) > 0 then redis.call('decr', KEYS[i]) end
  end`;

/** Both counts by one command: each that Redis answers costs this process a turn. */
function shareLimiter(
  ofThisProcess: Limiter,
  { perGuild, perPerson }: MemberLimits,
  redis: Redis,
  name: string,
): Limiter {
  const windows = [perGuild, perPerson].flatMap(({ uses, seconds }) => [String(uses), String(seconds)]);
  const run = (script: string, guildId: string, userId: string) => {
    const keys = [redis.keyOf('limit', name, 'guild', guildId), redis.keyOf('limit', name, 'person', guildId, userId)];
    return redis.write(redis.client.eval(script, { keys, arguments: windows }));
  };
  return {
    consume: (...member) => run(CONSUME, ...member).then(Number, () => ofThisProcess.consume(...member)),
    refund: async (...member) => {
      await run(REFUND, ...member).catch(() => ofThisProcess.refund(...member));
    },
  };
}
