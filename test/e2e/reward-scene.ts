import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import { until } from '../until.ts';
import { answerTo, type Bot, fieldsOf } from './bot.ts';

export const OFTEN = { ...CLAIM_TIMINGS, recoveryEveryMs: 50 };

export async function claim({ main, member }: Bot, playername = 'Steve') {
  main.castVote(playername);
  return answerTo(member.command('claimvote', { playername }));
}

/** The first claim of a moderator's list. */
export async function openFirstClaim({ moderator }: Bot, options: Record<string, string> = {}): Promise<Message> {
  const { message } = await answerTo(moderator.command('claims', options));
  const select = message.components[0]?.components?.[0];
  return moderator.select(message, select?.custom_id ?? '', [select?.options?.[0]?.value ?? '']).reply();
}

/** Opens the first claim until its reward reads so. */
export async function openUntil(bot: Bot, reward: RegExp): Promise<Message> {
  return until(async () => {
    const detail = await openFirstClaim(bot);
    return reward.test(fieldsOf(detail).Reward ?? '') && detail;
  });
}
