import { expect, test } from 'vitest';

import { deliveryPost, escalationReply } from '../../../src/claims/views/escalation.ts';
import type { PastClaim } from '../../../src/claims/store/history.ts';
import { translator } from '../../../src/locales/index.ts';
import { buttonsOf, textsOf } from '../../ui/discord-limits.ts';
import { ADA, AT, MONA, PARKED, pastClaim } from './past-claim.ts';

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
  isSettled: false,
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

const DECIDED = pastClaim({
  state: 'resolved',
  verdict: { kind: 'pending' },
  resolution: { outcome: 'claimed', at: AT, by: MONA, note: 'On the site' },
});

test.each<[where: string, changes: Partial<Shown>, facts: string[]]>([
  [
    'in the channel of the moderators',
    {},
    ['**Requested by:** ', `**Decided by:** <@${MONA}> · <t:${AT / 1_000}:f>`, '**Note:** On the site'],
  ],
  ['where everyone reads it', { channel: 'announcements' }, [`**Decided by:** <@${MONA}> · <t:${AT / 1_000}:f>`]],
  ['in another server', { isElsewhere: true }, []],
])('a post that was decided says what, without buttons, %s by whom and why', (_where, changes, facts) => {
  const reply = escalationReply(escalation({ claim: DECIDED, isSettled: true, ...changes }), t);
  const [player, ...more] = reply.embeds[0]?.description?.split(/\n+/) ?? [];
  expect([reply.embeds[0]?.title, player, reply.components]).toEqual(['Decided: it was claimed', '**Steve**', []]);
  expect(more).toEqual(facts.map((fact) => expect.stringContaining(fact) as string));
});

test('of a claim in doubt moderators read who had the last reward for the player before, and only they', () => {
  const earlier = { reference: 'REF1', requests: [{ userId: MONA, askedAt: AT, told: undefined }], claimedAt: AT };
  const claim = pastClaim({ verdict: { kind: 'likely-granted' }, earlier });
  const shownTo = (channel: Shown['channel']) => {
    const reply = escalationReply(escalation({ verdict: 'likely-granted', claim, channel }), t);
    return [reply.embeds[0]?.description?.includes(`<@${MONA}>`), JSON.stringify(reply).includes('REF1')];
  };
  expect([shownTo('moderators'), shownTo('announcements')]).toEqual([
    [true, true],
    [false, false],
  ]);
});

test('a button says what it does to a reward that is held back, and the post for whom', () => {
  const held = { hookNumber: 2, kind: 'votifier', state: 'held', tries: 0, earlierTries: 0 } as const;
  const claim = pastClaim({ ...PARKED, deliveries: [{ ...held, outcome: undefined, endedAt: undefined }] });
  const reply = escalationReply(escalation({ claim }), t);
  expect(buttonsOf(reply).map((button) => 'label' in button && button.label)).toEqual([
    'Open claim',
    'It was claimed: send the reward',
    'It was not claimed: no reward',
  ]);
  expect(reply.embeds[0]?.description).toContain('**Reward held back for:** NuVotifier 2');
});

test('a post about a place that has not accepted a reward names the one that has', () => {
  const sent = { tries: 2, earlierTries: 0, endedAt: AT } as const;
  const accepted = { ...sent, hookNumber: 1, kind: 'votifier', state: 'delivered', outcome: undefined } as const;
  const failing = { ...sent, hookNumber: 2, kind: 'webhook', state: 'due', outcome: { kind: 'no-answer' } } as const;
  const textOfPost = (deliveries: PastClaim['deliveries']) =>
    deliveryPost({ claim: pastClaim({ deliveries }), isSettled: false }, t).embeds[0]?.description;
  expect(textOfPost([accepted, failing])).toMatch(
    /^NuVotifier 1 accepted the reward for \*\*Steve\*\*\. [^]*NuVotifier 1 · accepted <t:[^]*\nWebhook 2 · not accepted yet/,
  );
  expect(textOfPost([failing])).not.toContain('NuVotifier');
  const vouched = { ...accepted, outcome: { kind: 'no-answer' } } as const;
  expect(textOfPost([vouched, failing])).toMatch(/^The game server has not accepted/);
});

test('a post about a reward that a moderator had sent again says where it waits if that fails, and not once it arrived', () => {
  const again = { hookNumber: 1, kind: 'sent-again', by: MONA, at: AT } as const;
  const sent = {
    hookNumber: 1,
    kind: 'votifier',
    tries: 0,
    earlierTries: 2,
    outcome: { kind: 'unreachable' },
  } as const;
  const settledText = (state: 'due' | 'delivered') => {
    const deliveries = [{ ...sent, state, endedAt: AT }];
    return deliveryPost({ claim: pastClaim({ deliveries, decisions: [again] }), isSettled: true }, t).embeds[0]
      ?.description;
  };
  const next = 'If it keeps failing, it waits in';
  expect(settledText('due')).toContain(next);
  expect(settledText('delivered')).not.toContain(next);
});
