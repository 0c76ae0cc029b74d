import { describe, expect, test } from 'vitest';

import type { ReviewOutcome } from '../../../src/claims/states.ts';
import type { PastClaim } from '../../../src/claims/store/history.ts';
import { claimDetail, resolveModal, resolveReply } from '../../../src/claims/views/detail.ts';
import { translator } from '../../../src/locales/index.ts';
import { MINUTE_MS } from '../../../src/work/clock.ts';
import { buttonsOf } from '../../ui/discord-limits.ts';
import { ADA, AT, BOB, CLAIM_ID, LIST_ID, MONA, PARKED, pastClaim } from './past-claim.ts';

const t = translator('en-US');

const PLACE = { listId: LIST_ID, page: 2 };
const EARLIER = {
  reference: 'REF1',
  requests: [{ userId: BOB, askedAt: AT, told: 'granted' as const }],
  claimedAt: AT,
} satisfies PastClaim['earlier'];
/** A reward so many minutes after the claim. */
const rewardAt = (minutes: number) => ({ ...EARLIER, claimedAt: AT + minutes * MINUTE_MS });

const detailOf = (claim: PastClaim, attempts: PastClaim['attempts'] = []) =>
  claimDetail({ ...claim, attempts }, { openedFrom: PLACE }, t);
const fieldsOf = (reply: { embeds: { fields?: { name: string; value: string }[] }[] }) =>
  Object.fromEntries(reply.embeds[0]?.fields?.map(({ name, value }) => [name, value]) ?? []);

describe('one claim', () => {
  test('has its attempts in words, and who was shown what', () => {
    const at = { startedAt: AT, endedAt: AT + 4_000 };
    const reply = detailOf(pastClaim(), [
      { ...at, outcome: { kind: 'unknown' } },
      { ...at, outcome: { kind: 'not-sent' } },
      { ...at, outcome: { kind: 'rejected', status: 429, retryAt: undefined } },
      { ...at, outcome: { kind: 'answered', claimed: 0 } },
      { ...at, outcome: { kind: 'answered', claimed: 1 } },
      { ...at, outcome: { kind: 'answered', claimed: 2 } },
      { startedAt: AT, endedAt: undefined, outcome: undefined },
    ]);
    const times = `<t:${AT / 1_000}:d> <t:${AT / 1_000}:T> – <t:${AT / 1_000 + 4}:T>`;
    expect(fieldsOf(reply).Attempts?.split('\n')).toEqual([
      `${times} · sent, but no usable answer came back`,
      `${times} · the vote service could not be reached, so nothing was sent`,
      `${times} · the vote service turned it down (status 429)`,
      `${times} · there was no vote to claim`,
      `${times} · the vote was claimed`,
      `${times} · the vote had been claimed before`,
      `<t:${AT / 1_000}:d> <t:${AT / 1_000}:T> · sent, and no answer is on record`,
    ]);
    expect(fieldsOf(reply)['Requested by']).toBe(`<@${ADA}> · <t:${AT / 1_000}:f> · was shown: Reward claimed`);
  });

  test('has the newest of many attempts, and how many came before', () => {
    const attempts = Array.from({ length: 20 }, (_, index) => ({
      startedAt: AT + index * 1_000,
      endedAt: undefined,
      outcome: index % 2 === 0 ? undefined : ({ kind: 'unknown' } as const),
    }));
    const lines = fieldsOf(detailOf(pastClaim(), attempts)).Attempts?.split('\n') ?? [];
    expect(lines[0]).toBe('12 more before these');
    expect(lines.at(-1)).toContain(`<t:${AT / 1_000 + 19}:T>`);
  });

  test('has one line for attempts that follow one another and ended alike, with how many they are', () => {
    const lost = Array.from({ length: 8 }, (_, index) => ({
      startedAt: AT + index * 60_000,
      endedAt: AT + index * 60_000 + 4_000,
      outcome: { kind: 'unknown' } as const,
    }));
    const last = { startedAt: AT + 480_000, endedAt: AT + 481_000, outcome: { kind: 'answered', claimed: 2 } as const };
    const second = (ms: number) => `<t:${(AT + ms) / 1_000}:T>`;
    expect(fieldsOf(detailOf(pastClaim(), [...lost, last])).Attempts?.split('\n')).toEqual([
      `<t:${AT / 1_000}:d> ${second(0)} – ${second(424_000)} · 8 × sent, but no usable answer came back`,
      `<t:${AT / 1_000 + 480}:d> ${second(480_000)} – ${second(481_000)} · the vote had been claimed before`,
    ]);
  });

  test('that was never sent says so', () => {
    expect(fieldsOf(detailOf(pastClaim())).Attempts).toBe('None: nothing was sent to the vote service.');
  });

  test.each([
    ['held', 'waits for a moderator to say whether the vote was claimed'],
    ['dropped', 'was not sent'],
  ] as const)('says of a reward that is %s: %s', (state, words) => {
    const delivery = { hookNumber: 1, kind: 'webhook', state, tries: 0, earlierTries: 0 } as const;
    const reply = detailOf(pastClaim({ deliveries: [{ ...delivery, outcome: undefined, endedAt: undefined }] }));
    expect(fieldsOf(reply).Reward).toBe(`Webhook 1 · ${words}`);
  });

  test('says who had its reward sent again, when and how often, and how many attempts there were', () => {
    const delivery = { kind: 'votifier', state: 'delivered', tries: 1, outcome: undefined, endedAt: AT } as const;
    const again = { hookNumber: 1, kind: 'sent-again', by: MONA, at: AT } as const;
    const reply = detailOf(
      pastClaim({
        deliveries: [{ ...delivery, hookNumber: 1, earlierTries: 10 }],
        decisions: [...Array.from({ length: 10 }, () => again), { ...again, kind: 'arrived', by: undefined }],
      }),
    );
    const fields = fieldsOf(reply);
    expect(fields.Reward).toBe(
      `NuVotifier 1 · accepted <t:${AT / 1_000}:F> (<t:${AT / 1_000}:R>) · attempts in all: 11`,
    );
    const lines = fields['Decisions about the reward']?.split('\n') ?? [];
    expect([lines[0], lines[1], lines.at(-1)]).toEqual([
      '3 more before these',
      `<@${MONA}> · <t:${AT / 1_000}:f> · sent again: NuVotifier 1`,
      `someone whose data is deleted · <t:${AT / 1_000}:f> · arrived: NuVotifier 1`,
    ]);
  });

  test.each<[recordedAt: number | undefined, earlier: PastClaim['earlier'], words: string, buttons: number]>([
    [AT, EARLIER, `Claimed before by <@${BOB}>, <t:${AT / 1_000}:F> (<t:${AT / 1_000}:R>): \`REF1\`.`, 4],
    [AT, undefined, 'It was made in another Discord server, or is deleted.', 3],
    [undefined, undefined, 'This bot has no earlier claim of this vote on record', 3],
  ])('whose vote was claimed before leads to the claim that did: %s, %s', (recordedAt, earlier, words, count) => {
    const claim = pastClaim({ verdict: { kind: 'already', recordedAt }, earlier });
    const reply = detailOf({ ...claim, isAsked: true });
    expect(reply.embeds[0]?.description).toContain(words);
    expect(reply.embeds[0]?.description).toContain('If the player has not had one, hand it out yourself.');
    expect(buttonsOf(reply)).toHaveLength(count);
    expect(buttonsOf(reply).map(({ label }) => label)).toContain('It was claimed before: no reward');
    // Where nobody asks, there is nothing to decide.
    expect(buttonsOf(detailOf(claim))).toHaveLength(count - 2);
  });

  test.each<[earlier: PastClaim['earlier'], words: string, leads: boolean]>([
    [EARLIER, `last claimed for this player by <@${BOB}>, <t:${AT / 1_000}:F> (<t:${AT / 1_000}:R>): \`REF1\`.`, true],
    [undefined, 'This bot has no earlier reward for this player on record here.', false],
  ])('in doubt leads to the last reward of the player before: %s', (earlier, words, leads) => {
    const reply = detailOf(pastClaim({ verdict: { kind: 'likely-granted' }, earlier }));
    expect(reply.embeds[0]?.description).toContain(words);
    expect(buttonsOf(reply).some(({ label }) => label === 'Open the earlier claim')).toBe(leads);
  });

  test.each([
    ['unstated', 'Mark resolved', 'No reward is sent.', ': no reward', 'No reward is sent.'],
    [
      'claimed',
      'It was claimed',
      'Nothing is sent: hand out the reward yourself',
      ': send the reward',
      'The reward that is held back is sent now.',
    ],
    ['not-claimed', 'It was not claimed', 'No reward is sent.', ': no reward', 'No reward is sent.'],
  ] as const)('asks why, and says what that does: %s', (outcome, title, effect, andReward, effectOnReward) => {
    const held = { hookNumber: 1, kind: 'webhook', state: 'held', tries: 0, earlierTries: 0 } as const;
    const deliveries = [{ ...held, outcome: undefined, endedAt: undefined }];
    const texts = [[], deliveries].map((some) => {
      const claim = pastClaim({ ...PARKED, deliveries: some });
      const modal = resolveModal(claim, { claimId: CLAIM_ID, openedFrom: PLACE }, { outcome, isAnnounced: false }, t);
      return [modal.title, (modal.components[0] as { description?: string }).description];
    });
    expect(texts).toEqual([
      [title, expect.stringContaining(effect)],
      [`${title}${andReward}`, expect.stringContaining(effectOnReward)],
    ]);
  });

  test.each<[rewards: string, changes: Partial<PastClaim>, words: string[]]>([
    ['none', {}, []],
    ['before', { earlier: rewardAt(-90) }, ['90 minutes before this claim', `by <@${BOB}>`, 'REF1']],
    ['long before', { earlier: rewardAt(-5 * 24 * 60) }, ['5 days before this claim']],
    ['after', { later: rewardAt(26 * 60) }, ['26 hours after this claim']],
    ['before and after', { earlier: rewardAt(-180), later: rewardAt(1) }, ['3 hours before', '60 seconds after']],
  ])('names before it is decided the rewards that may be for the same vote: %s', (_rewards, changes, words) => {
    const claim = pastClaim({ verdict: { kind: 'likely-granted' }, ...changes });
    const [claimed = '', unclaimed] = (['claimed', 'not-claimed'] as const).map((outcome) =>
      JSON.stringify(resolveModal(claim, { claimId: CLAIM_ID }, { outcome, isAnnounced: false }, t)),
    );
    const warning = 'If that was the same vote';
    expect([claimed, unclaimed].map((modal) => modal?.includes(warning))).toEqual([words.length > 0, false]);
    for (const word of words) expect(claimed).toContain(word);
  });

  test('in doubt names the next reward of the player', () => {
    const reply = detailOf(pastClaim({ verdict: { kind: 'likely-granted' }, later: rewardAt(60) }));
    expect(reply.embeds[0]?.description).toContain(`next claimed for this player by <@${BOB}>`);
  });

  test.each<[verdict: PastClaim['verdict'], state: string, field: string, todo: string | undefined]>([
    [
      { kind: 'likely-granted' },
      'Decided: it was claimed before',
      'Decided: it was claimed before',
      'hand out the reward yourself and tell the player',
    ],
    [
      { kind: 'granted' },
      'Reward claimed',
      "Decided: it was not claimed (replaced by the vote service's answer)",
      undefined,
    ],
  ])('says in one way what was decided, and what is left to do, of %j', (verdict, state, field, todo) => {
    const resolution = { outcome: 'not-claimed', at: AT, by: MONA, note: 'First' } as const;
    const reply = detailOf(pastClaim({ verdict, resolution }));
    expect(reply.embeds[0]?.description).toContain(`**Steve** · ${state}`);
    expect(fieldsOf(reply)[field]).toBe(`<@${MONA}> · <t:${AT / 1_000}:f>`);
    expect(reply.embeds[0]?.description?.includes('A decision is final.')).toBe(todo !== undefined);
    expect(reply.embeds[0]?.description).toContain(todo ?? '');
  });

  test('says before it is decided whether that is announced', () => {
    const effect = (verdict: PastClaim['verdict'], outcome: ReviewOutcome) =>
      JSON.stringify(resolveModal(pastClaim({ verdict }), { claimId: CLAIM_ID }, { outcome, isAnnounced: true }, t));
    const likely = { kind: 'likely-granted' } as const;
    expect(effect(likely, 'claimed')).toContain('The reward is announced, not sent: hand it out yourself.');
    expect(effect(likely, 'not-claimed')).not.toContain('announced');
    expect(effect({ kind: 'already', recordedAt: AT }, 'claimed')).not.toContain('announced');
  });

  test('that somebody else decided says who did, with the note that was not kept, to be copied', () => {
    const resolution = { outcome: 'claimed', at: AT, by: MONA, note: 'First' } as const;
    const claim = pastClaim({ state: 'resolved', verdict: { kind: 'pending' }, resolution });
    const reply = resolveReply({ kind: 'already', claim }, { openedFrom: PLACE, note: 'Second `note`' }, t);
    expect(reply.embeds[0]?.description).toContain(`<@${MONA}> decided this claim before you`);
    expect(fieldsOf(reply)).toMatchObject({
      'Decided: it was claimed': `<@${MONA}> · <t:${AT / 1_000}:f>`,
      'Your note (not saved)': '`Second ’note’`',
    });
  });
});
