import { describe, expect, test } from 'vitest';

import type { PastClaim } from '../../../src/claims/store/history.ts';
import { claimList } from '../../../src/claims/views/list.ts';
import { translator } from '../../../src/locales/index.ts';
import { buttonsOf, selectsOf } from '../../ui/discord-limits.ts';
import { ADA, AT, BOB, CLAIM_ID, LIST_ID, MONA, PARKED, pastClaim } from './past-claim.ts';

const t = translator('en-US');

const listOf = (
  claims: PastClaim[],
  changes: { page?: number; pages?: number; total?: number; waiting?: number } = {},
) =>
  claimList({ id: LIST_ID, questions: [], claims, page: 1, pages: 1, total: claims.length, waiting: 0, ...changes }, t);
const linesOf = (claim: PastClaim) => listOf([claim]).embeds[0]?.description?.split('\n') ?? [];

describe('the list', () => {
  test('has what waits for a moderator under a heading of its own', () => {
    const reply = listOf([pastClaim({ ...PARKED, playername: 'Lost' }), pastClaim({ id: 'other' })], { waiting: 1 });

    const lines = reply.embeds[0]?.description?.split('\n') ?? [];
    expect(lines).toEqual([
      '**Waiting for a moderator**',
      '',
      '▲ **Lost** · Claim not confirmed yet',
      expect.stringMatching(/^-# <t:/),
      '',
      '**Other claims**',
      '',
      '✓ **Steve** · Reward claimed',
      expect.stringMatching(/^-# <t:/),
    ]);
  });

  test.each([
    ['nobody was shown the verdict', [undefined, 'pending'], 'answer not shown yet'],
    ['some were', ['granted', undefined], 'answer shown to 1 of 2'],
  ] as const)('says when %s', (_when, told, words) => {
    const requests = told.map((one, index) => ({ userId: [ADA, BOB][index], askedAt: AT, told: one }));
    expect(linesOf(pastClaim({ requests }))[1]?.split(' · ')).toContain(words);
  });

  test.each([
    ['unstated', 'Marked resolved, without a decision'],
    ['claimed', 'Decided: it was claimed'],
    ['not-claimed', 'Decided: it was claimed before'],
  ] as const)('says instead of the verdict what was decided, by whom, when and why: %s', (outcome, words) => {
    const resolution = { outcome, at: AT, by: MONA, note: 'The vote site\nhas it' };
    const reply = listOf([pastClaim({ verdict: { kind: 'likely-granted' }, resolution })]);
    const by = `<@${MONA}> <t:${AT / 1_000}:R>`;
    expect(reply.embeds[0]?.description?.split('\n')[0]).toBe(`■ **Steve** · ${words} · ${by} · The vote site has it`);
    expect(selectsOf(reply)).toMatchObject([{ options: [{ description: `REF2 · ${words}` }] }]);
  });

  test('says that a member asks about a claim, as long as it waits for a moderator', () => {
    const already = pastClaim({ isAsked: true, verdict: { kind: 'already', recordedAt: AT } });
    expect(linesOf(already)).toContain('■ **Steve** · Already claimed · a member asks');
    expect(linesOf(pastClaim({ isAsked: true }))[0]).toBe('✓ **Steve** · Reward claimed');
  });

  test('says beside a reward that is not accepted yet which place has accepted it', () => {
    const sent = { kind: 'webhook', tries: 2, earlierTries: 0, outcome: undefined, endedAt: AT } as const;
    const deliveries = (['delivered', 'due'] as const).map((state, index) => ({
      ...sent,
      state,
      hookNumber: index + 1,
    }));
    expect(linesOf(pastClaim({ deliveries }))).toContain(
      '✓ **Steve** · Reward claimed · reward not accepted yet · accepted by Webhook 1',
    );
  });

  test('says of a claim that is under way only that', () => {
    const lines = linesOf(
      pastClaim({ state: 'open', verdict: undefined, requests: [{ userId: ADA, askedAt: AT, told: undefined }] }),
    );
    expect(lines).toEqual(['… **Steve** · Claim under way', `-# <t:${AT / 1_000}:R> · <@${ADA}> · \`REF2\``]);
  });

  test('names each person once, three of them at most, and those who are deleted as such', () => {
    const requests = [ADA, undefined, BOB, MONA, MONA].map((userId) => ({ userId, askedAt: AT, told: undefined }));
    expect(linesOf(pastClaim({ requests }))[1]).toContain(
      `<@${ADA}>, someone whose data is deleted, <@${BOB}> and 1 more`,
    );
  });

  test('turns pages both ways, and shows one of its claims', () => {
    const reply = listOf([pastClaim()], { page: 2, pages: 3, total: 21 });
    expect(buttonsOf(reply).map(({ custom_id }) => custom_id)).toEqual([
      `claims:page:${LIST_ID}:1`,
      `claims:page:${LIST_ID}:3`,
      `claims:file:${LIST_ID}`,
    ]);
    expect(selectsOf(reply)).toMatchObject([
      { custom_id: `claims:show:${LIST_ID}:2`, options: [{ label: 'Steve', value: CLAIM_ID }] },
    ]);
  });

  test('shows all ten of a page, however much there is to say of each', () => {
    const longest = pastClaim({
      playername: '*'.repeat(100),
      verdict: { kind: 'likely-granted' },
      requests: [
        ...Array.from({ length: 30 }, () => ({ userId: undefined, askedAt: AT, told: undefined })),
        { userId: ADA, askedAt: AT, told: 'likely-granted' },
      ],
      resolution: { outcome: 'not-claimed', at: AT, by: undefined, note: 'x'.repeat(500) },
    });
    const reply = listOf(
      Array.from({ length: 10 }, () => longest),
      { total: 12_345 },
    );
    expect(reply.embeds[0]?.description?.match(/`REF2`$/gm)).toHaveLength(10);
  });
});
