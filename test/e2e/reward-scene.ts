import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import { until } from '../until.ts';
import { answerTo, type Bot, pick } from './bot.ts';
import { fieldsOf } from './reading.ts';

/** Whatever waits is looked at twenty times a second. */
export const OFTEN = { ...CLAIM_TIMINGS, recoveryEveryMs: 50 };
/** A claim that gets no answer is tried once and parked as soon as recovery sees it. */
export const PARK_AT_ONCE = { ...OFTEN, backoffBaseMs: Number.MAX_SAFE_INTEGER, parkAfterMs: 0 };

/** Somebody who has voted claims. */
export async function claim({ main, member }: Bot, playername = 'Steve', person = member) {
  main.castVote(playername);
  return answerTo(person.command('claimvote', { playername }));
}

/** The first claim of a moderator's list. */
export async function openFirstClaim({ moderator }: Bot, options: Record<string, string> = {}): Promise<Message> {
  const { message } = await answerTo(moderator.command('claims', options));
  return pick(moderator, message).reply();
}

/** Opens the first claim until its reward reads so. */
export async function openUntil(bot: Bot, reward: RegExp): Promise<Message> {
  return until(async () => {
    const detail = await openFirstClaim(bot);
    return reward.test(fieldsOf(detail).Reward ?? '') && detail;
  });
}
