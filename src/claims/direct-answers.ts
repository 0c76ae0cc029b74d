import { nonceOf } from '../reminders/reminder.ts';
import type { Answers } from '../reminders/sending.ts';
import type { ClaimContext } from './claim-context.ts';
import type { createDirectAnswers, DirectAnswer } from './store/direct-answers.ts';
import { directAnswer } from './views/claim.ts';

/**
 * What a moderator decided, by direct message: to those who want reminders and can be told in no reply any more. Their
 * next command tells them too, unless they may have had the message by then.
 */
export function directAnswers(
  stored: ReturnType<typeof createDirectAnswers>,
  claimContext: ClaimContext,
): Answers<DirectAnswer> {
  return {
    ...stored,
    async letterOf(due, guild) {
      const context = await claimContext(due.request, due.verdict, { isLate: true });
      return { nonce: nonceOf(due, due.request.id), words: (t) => directAnswer(due, context, guild, t) };
    },
  };
}
