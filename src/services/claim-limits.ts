import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export type ClaimLimits = { perPerson: Limit; perGuild: Limit };
/** At most `claims` in a fixed window of `seconds`, which begins with the first claim after the last window ended. */
type Limit = { claims: number; seconds: number };

export const CLAIM_LIMITS: ClaimLimits = {
  perPerson: { claims: 1, seconds: 10 },
  perGuild: { claims: 600, seconds: 60 },
};

/** Limits how often a person may claim in a guild, and how often all of its members together. Refusals count against neither. */
export type ClaimLimiter = {
  /** Returns 0 and counts the claim, or how long to wait in ms. */
  consume(guildId: string, userId: string): Promise<number>;
  /** No longer counts a claim that was not made after all. */
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

/** Does nothing once the window is over: otherwise the next one would allow a claim too many. */
async function refund(limiter: RateLimiterMemory, key: string): Promise<void> {
  if (await limiter.get(key)) await limiter.reward(key);
}
