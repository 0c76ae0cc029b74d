import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export type ClaimLimits = { perPerson: Limit; perGuild: Limit };
/** `claims` in any `seconds`. */
type Limit = { claims: number; seconds: number };

export const CLAIM_LIMITS: ClaimLimits = {
  perPerson: { claims: 1, seconds: 10 },
  perGuild: { claims: 600, seconds: 60 },
};

/** Returns how long, in ms, this person has to wait before claiming in this guild; 0 counts the claim. */
export type TakeClaim = (guildId: string, userId: string) => Promise<number>;

export function createClaimLimiter({ perPerson, perGuild }: ClaimLimits): TakeClaim {
  const people = new RateLimiterMemory({ points: perPerson.claims, duration: perPerson.seconds });
  const guilds = new RateLimiterMemory({ points: perGuild.claims, duration: perGuild.seconds });
  return async (guildId, userId) => (await waitFor(people, `${guildId}:${userId}`)) || (await waitFor(guilds, guildId));
}

async function waitFor(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
    throw refusal;
  }
}
