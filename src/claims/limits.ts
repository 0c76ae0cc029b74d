import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export type ClaimLimits = { perPerson: Limit; perGuild: Limit };
/**
 * At most `claims` in a fixed window of `seconds`, which starts with the first claim after the previous window ended.
 */
type Limit = { claims: number; seconds: number };

export const CLAIM_LIMITS: ClaimLimits = {
  perPerson: { claims: 1, seconds: 10 },
  perGuild: { claims: 600, seconds: 60 },
};

/**
 * Limits how often one person may claim in a guild, and how often all its members together may. Refused claims do not
 * count.
 */
export type ClaimLimiter = {
  /** Counts the claim and returns 0, or returns how long to wait, in ms. */
  consume(guildId: string, userId: string): Promise<number>;
  /** Takes back a claim that was counted but not made after all. */
  refund(guildId: string, userId: string): Promise<void>;
};

export function createClaimLimiter({ perPerson, perGuild }: ClaimLimits): ClaimLimiter {
  const people = new RateLimiterMemory({ points: perPerson.claims, duration: perPerson.seconds });
  const guilds = new RateLimiterMemory({ points: perGuild.claims, duration: perGuild.seconds });
  const personIn = (guildId: string, userId: string) => `${guildId}:${userId}`;

  return {
    async consume(guildId, userId) {
      const person = personIn(guildId, userId);
      const personWaitMs = await consume(people, person);
      if (personWaitMs > 0) return personWaitMs;
      const guildWaitMs = await consume(guilds, guildId);
      if (guildWaitMs > 0) await refund(people, person);
      return guildWaitMs;
    },
    async refund(guildId, userId) {
      await refund(people, personIn(guildId, userId));
      await refund(guilds, guildId);
    },
  };
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    await refund(limiter, key);
    return Math.max(1, refusal.msBeforeNext);
  }
}

/** Does nothing once the window has ended: otherwise the next window would allow one claim too many. */
async function refund(limiter: RateLimiterMemory, key: string): Promise<void> {
  if (await limiter.get(key)) await limiter.reward(key);
}
