import fc from 'fast-check';
import { expect, test } from 'vitest';

import { escalationReply } from '../../../src/claims/views/escalation.ts';
import { translator } from '../../../src/locales/index.ts';
import { limitErrors, textsOf } from '../../ui/discord-limits.ts';
import { hostileText, specialSequences } from '../../ui/hostile-text.ts';
import { ADA, AT, OWN_MARKUP, pastClaim } from './past-claim.ts';

const t = translator('en-US');

type Shown = Parameters<typeof escalationReply>[0];

const escalation = (changes: Partial<Shown> = {}): Shown => ({
  channel: 'moderators',
  verdict: 'pending',
  claim: pastClaim({
    attempts: [
      { startedAt: AT, endedAt: undefined, outcome: { kind: 'unknown' } },
      { startedAt: AT, endedAt: undefined, outcome: { kind: 'unknown' } },
      { startedAt: AT, endedAt: undefined, outcome: { kind: 'not-sent' } },
    ],
  }),
  isElsewhere: false,
  ...changes,
});

const textOf = (shown: Shown) => escalationReply(shown, t).embeds[0]?.description ?? '';

test('moderators read who asked, and what to do', () => {
  const [, facts = ''] = textOf(escalation()).split('\n\n');
  expect(facts.split('\n')).toEqual([
    `**Requested by:** <@${ADA}> · <t:${AT / 1_000}:R>`,
    expect.stringMatching(/^\*\*To do:\*\* /),
  ]);
});

test('moderators of another server than the one it was opened in are not sent to their own list', () => {
  expect(textOf(escalation({ isElsewhere: true }))).toMatch(/\*\*To do:\*\* .*another Discord server/);
});

test('where everyone reads it, nobody who asked is named', () => {
  const reply = escalationReply(escalation({ verdict: 'likely-granted', channel: 'announcements' }), t);
  expect(textsOf(reply).join('\n')).toMatch(/Steve[^]*before you hand out the reward, see in[^]*REF2/);
  expect(JSON.stringify(reply)).not.toContain(ADA);
});

test('whatever a name is and however many asked, Discord takes it and reads nothing into it', () => {
  fc.assert(
    fc.property(
      hostileText,
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom<Shown['verdict']>('pending', 'likely-granted'),
      fc.constantFrom<Shown['channel']>('moderators', 'announcements'),
      (playername, many, verdict, channel) => {
        const requests = Array.from({ length: many }, () => ({ userId: ADA, askedAt: AT, told: undefined }));
        const claim = pastClaim({ playername, requests });
        const reply = escalationReply(escalation({ claim, verdict, channel }), t);
        expect(limitErrors(reply)).toEqual([]);
        const shown = textsOf(reply).map((text) => text.replaceAll(OWN_MARKUP, ''));
        expect(shown.flatMap((text) => specialSequences(text))).toEqual([]);
      },
    ),
  );
});
