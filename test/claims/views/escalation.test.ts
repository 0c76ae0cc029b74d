import { expect, test } from 'vitest';

import { escalationReply } from '../../../src/claims/views/escalation.ts';
import { translator } from '../../../src/locales/index.ts';
import { textsOf } from '../../ui/discord-limits.ts';
import { ADA, AT, pastClaim } from './past-claim.ts';

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
