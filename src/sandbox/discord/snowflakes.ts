const DISCORD_EPOCH_MS = 1_420_070_400_000;
const TIME_SHIFT = 22n;
const COUNTER_MASK = (1n << TIME_SHIFT) - 1n;

/**
 * Discord's ids: 42 bits of milliseconds since 2015, then bits that tell ids of one millisecond apart.
 *
 * Source: Discord API reference, "Snowflakes".
 */
export class Snowflakes {
  readonly #now: () => number;
  #issued = 0n;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param at - the time in the id, in ms since the epoch; now by default */
  next(at = this.#now()): string {
    const id = (BigInt(Math.trunc(at) - DISCORD_EPOCH_MS) << TIME_SHIFT) | (this.#issued & COUNTER_MASK);
    this.#issued += 1n;
    return id.toString();
  }
}

/** The shard that receives a guild's events. Source: Discord gateway documentation, "Sharding". */
export function shardOf(guildId: string, shardCount: number): number {
  return Number((BigInt(guildId) >> TIME_SHIFT) % BigInt(shardCount));
}
