import type { Escalation } from '../../src/claims/store/escalations.ts';
import type { PastAttempt } from '../../src/claims/store/history.ts';
import { escalationReply } from '../../src/claims/views/escalation.ts';
import { MINUTE_MS, MODERATOR_ID, NOW, REFERENCE, type Replies, USER_ID } from './entries.ts';

const attempts = (...outcomes: PastAttempt['outcome'][]): PastAttempt[] =>
  outcomes.map((outcome, index) => {
    const startedAt = NOW - 15 * MINUTE_MS + index * MINUTE_MS;
    return { startedAt, endedAt: startedAt + 4_000, outcome };
  });

const UNKNOWN = { kind: 'unknown' } as const;
const LOST = attempts({ kind: 'not-sent' }, ...Array.from({ length: 8 }, () => UNKNOWN));

const posted =
  (changes: Partial<Parameters<typeof escalationReply>[0]> = {}): Replies[string] =>
  (t) =>
    escalationReply(
      {
        channel: 'moderators',
        verdict: 'pending',
        playername: 'Steve_the_Builder',
        reference: REFERENCE,
        asked: [
          { userId: USER_ID, at: NOW - 15 * MINUTE_MS },
          { userId: undefined, at: NOW - 14 * MINUTE_MS },
        ],
        attempts: LOST,
        isElsewhere: false,
        ...changes,
      },
      t,
    );

const LIKELY = {
  verdict: 'likely-granted',
  attempts: attempts(UNKNOWN, { kind: 'answered', claimed: 2 }),
} satisfies Partial<Escalation>;

export const replies: Replies = {
  'a parked claim': posted(),
  'a parked claim that was opened in another server': posted({
    asked: [{ userId: MODERATOR_ID, at: NOW - MINUTE_MS }],
    isElsewhere: true,
  }),
  'a parked claim of many people': posted({
    asked: Array.from({ length: 20 }, () => ({ userId: USER_ID, at: NOW })),
  }),
  'first answer lost, for the moderators': posted({ ...LIKELY }),
  'granted, maybe twice': posted({
    verdict: 'granted',
    attempts: attempts(UNKNOWN, { kind: 'answered', claimed: 1 }),
  }),
  'first answer lost, where rewards are announced': posted({
    ...LIKELY,
    channel: 'announcements',
  }),
};
