import { nonceOf } from '../reminders/reminder.ts';
import type { Answers } from '../reminders/sending.ts';
import type { createDirectAnswers, DirectAnswer } from './store/direct-answers.ts';
import { directAnswer } from './views/claim.ts';

/**
 * What a moderator decided, by direct message: to those who want reminders and can be told in no reply any more. Their
 * next command tells them too, unless they may have had the message by then.
 */
export function directAnswers(stored: ReturnType<typeof createDirectAnswers>): Answers<DirectAnswer> {
  return {
    ...stored,
    letterOf: (due, guild) => ({
      nonce: nonceOf(due, due.request.id),
      words: (t) => directAnswer(due, guild, t),
    }),
  };
}
