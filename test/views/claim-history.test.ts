import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { translator } from '../../src/locales/index.ts';
import { IN_FILE_MOST, NOTE_MAX_LENGTH } from '../../src/services/claim-review.ts';
import type { ClaimDetail, PastClaim } from '../../src/storage/claim-history.ts';
import type { Verdict } from '../../src/storage/claim.ts';
import { claimReply } from '../../src/views/claim.ts';
import { claimDetail, resolveModal, resolveReply } from '../../src/views/claim-detail.ts';
import { claimFiles } from '../../src/views/claim-file.ts';
import { claimList, claimNotice } from '../../src/views/claim-list.ts';
import { verdictTitle } from '../../src/views/claim-words.ts';
import { buttonsOf, limitErrors, selectsOf, textsOf } from './discord-limits.ts';
import { hostileText, specialSequences } from './hostile-text.ts';

const t = translator('en-US');

const LIST_ID = '6f1f2a52-6f0d-4b8f-9d2e-0c1a2b3c4d5e';
const CLAIM_ID = '0b9f6a3e-27a3-4f3f-8f5f-2d8a4a1c9e77';
const [ADA, BOB, MONA] = ['200000000000000001', '200000000000000002', '200000000000000003'];
const AT = 1_772_366_400_000;
/** What the texts themselves put in. */
const OWN_MARKS = /<@\d+>|\*\*|<t:\d+:[fT]>|`(?:REF\d|\/claims)`/g;

const VERDICTS: Verdict[] = [
  { kind: 'granted' },
  { kind: 'none' },
  { kind: 'already', recordedAt: undefined },
  { kind: 'likely-granted' },
  { kind: 'pending' },
  { kind: 'unavailable' },
  { kind: 'refused', reason: 'token' },
  { kind: 'refused', reason: 'name' },
  { kind: 'refused', reason: 'busy', retryAt: undefined },
  { kind: 'refused', reason: 'other' },
];

const pastClaim = (changes: Partial<PastClaim> = {}): PastClaim => ({
  id: CLAIM_ID,
  reference: 'REF2',
  playername: 'Steve',
  openedAt: AT,
  verdict: { kind: 'granted' },
  isParked: false,
  attempts: 1,
  requests: [{ userId: ADA, askedAt: AT, told: 'granted' }],
  resolution: undefined,
  ...changes,
});
const PARKED = { verdict: { kind: 'pending' }, isParked: true } as const;

const listOf = (
  claims: PastClaim[],
  changes: { page?: number; pages?: number; total?: number; parked?: number } = {},
) => claimList({ id: LIST_ID, claims, page: 1, pages: 1, total: claims.length, parked: 0, ...changes }, t);
const linesOf = (claim: PastClaim) => listOf([claim]).embeds[0]?.description?.split('\n') ?? [];
const detailOf = (claim: PastClaim, attempts: ClaimDetail['attempts'] = []) =>
  claimDetail({ claim, attempts }, { place: `${LIST_ID}:2` }, t);
const fieldsOf = (reply: { embeds: { fields?: { name: string; value: string }[] }[] }) =>
  Object.fromEntries(reply.embeds[0]?.fields?.map(({ name, value }) => [name, value]) ?? []);

test.each(VERDICTS.filter(({ kind }) => kind !== 'refused'))(
  'the verdict %j is called what those who asked read',
  (verdict) => {
    const reply = claimReply(verdict, { playername: 'Steve', voteUrl: undefined }, t);
    expect(t(verdictTitle(verdict.kind))).toBe(reply.embeds[0]?.title);
  },
);

describe('the list', () => {
  test('has a line for each claim', () => {
    expect(linesOf(pastClaim())).toEqual([
      `<t:${AT / 1_000}:f> · **Steve** · Reward claimed · attempts: 1 · answer shown · <@${ADA}> · \`REF2\``,
    ]);
  });

  test('has what waits for a moderator under a heading of its own', () => {
    const reply = listOf([pastClaim({ ...PARKED, playername: 'Lost' }), pastClaim({ id: 'other' })], { parked: 1 });

    const lines = reply.embeds[0]?.description?.split('\n') ?? [];
    expect(lines.map((line) => line.split(' · ')[1] ?? line)).toEqual([
      '**Waiting for a moderator**',
      '**Lost**',
      '',
      '**Other claims**',
      '**Steve**',
    ]);
  });

  test.each([
    ['nobody was shown the verdict', [undefined, 'pending'], 'answer not shown yet'],
    ['some were', ['granted', undefined], 'answer shown to 1 of 2'],
    ['all were', ['granted', 'granted'], 'answer shown'],
  ] as const)('says when %s', (_when, told, words) => {
    const requests = told.map((one, index) => ({ userId: [ADA, BOB][index], askedAt: AT, told: one }));
    expect(linesOf(pastClaim({ requests }))[0]?.split(' · ')).toContain(words);
  });

  test('says of a claim that is under way only that', () => {
    const line = linesOf(
      pastClaim({ verdict: undefined, requests: [{ userId: ADA, askedAt: AT, told: undefined }] }),
    )[0];
    expect(line).toContain(`Claim under way · attempts: 1 · <@${ADA}>`);
  });

  test('names three people at most, and those who are deleted as such', () => {
    const requests = [ADA, undefined, BOB, MONA, MONA].map((userId) => ({ userId, askedAt: AT, told: undefined }));
    expect(linesOf(pastClaim({ requests }))[0]).toContain(
      `<@${ADA}>, somebody whose data is deleted, <@${BOB}>, and 2 more`,
    );
  });

  test('turns pages both ways, and shows one of its claims', () => {
    const reply = listOf([pastClaim()], { page: 2, pages: 3, total: 21 });
    expect(buttonsOf(reply).map(({ custom_id }) => custom_id)).toEqual([
      `claims:page:${LIST_ID}:1`,
      `claims:page:${LIST_ID}:3`,
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
      resolution: { at: AT, by: MONA, note: '' },
    });
    const reply = listOf(
      Array.from({ length: 10 }, () => longest),
      { total: IN_FILE_MOST + 1 },
    );
    expect(reply.embeds[0]?.description?.match(/`REF2`$/gm)).toHaveLength(10);
    expect(reply.embeds[0]?.description).toMatch(/then the newest\.$/);
  });

  test('says when not all of it is in the file', () => {
    const cut = /The file has the first 5,000 of them/;
    expect(listOf([pastClaim()], { total: IN_FILE_MOST }).embeds[0]?.description).not.toMatch(cut);
    expect(listOf([pastClaim()], { total: IN_FILE_MOST + 1 }).embeds[0]?.description).toMatch(cut);
  });
});

describe('the file', () => {
  test('keeps ids of people from being taken for numbers, and formulas from being run', () => {
    const [file] =
      claimFiles([
        pastClaim({ playername: '=HYPERLINK("https://evil.example")', resolution: { at: AT, by: MONA, note: '+1' } }),
      ]).files ?? [];
    expect(file?.name).toBe('claims.csv');
    expect(file?.content.split('\r\n')[1]).toBe(
      `2026-03-01T12:00:00.000Z,REF2,"'=HYPERLINK(""https://evil.example"")",granted,1,<@${ADA}>,<@${ADA}>,2026-03-01T12:00:00.000Z,<@${MONA}>,'+1`,
    );
  });

  test('is left out when there is nothing to put into it', () => {
    expect(claimFiles([])).toEqual({});
  });
});

describe('one claim', () => {
  test('has its attempts in words', () => {
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
    const times = `<t:${AT / 1_000}:f> – <t:${AT / 1_000 + 4}:T>`;
    expect(fieldsOf(reply).Attempts?.split('\n')).toEqual([
      `${times} · sent, but no readable answer came back`,
      `${times} · the vote service was out of reach, so nothing was sent`,
      `${times} · the vote service turned it down (status 429)`,
      `${times} · there was no vote to claim`,
      `${times} · the vote was claimed`,
      `${times} · the vote had been claimed before`,
      `<t:${AT / 1_000}:f> · sent, and no answer is on record`,
    ]);
  });

  test('has the newest of many attempts, and how many came before', () => {
    const attempts = Array.from({ length: 20 }, (_, index) => ({
      startedAt: AT + index * 1_000,
      endedAt: undefined,
      outcome: undefined,
    }));
    const lines = fieldsOf(detailOf(pastClaim(), attempts)).Attempts?.split('\n') ?? [];
    expect(lines[0]).toBe('12 more before these');
    expect(lines.at(-1)).toContain(`<t:${AT / 1_000 + 19}:f>`);
  });

  test('that was never sent says so', () => {
    expect(fieldsOf(detailOf(pastClaim())).Attempts).toBe('None: nothing was sent to the vote service.');
  });

  test('can be checked again and resolved while it waits for a moderator, and only then', () => {
    expect(buttonsOf(detailOf(pastClaim(PARKED))).map(({ custom_id }) => custom_id)).toEqual([
      `claims:recheck:${CLAIM_ID}`,
      `claims:resolve:${CLAIM_ID}:${LIST_ID}:2`,
      `claims:page:${LIST_ID}:2`,
    ]);
    expect(buttonsOf(detailOf(pastClaim())).map(({ custom_id }) => custom_id)).toEqual([`claims:page:${LIST_ID}:2`]);
  });

  test('that is resolved says by whom, when and with which note', () => {
    const reply = detailOf(pastClaim({ resolution: { at: AT, by: undefined, note: 'Done *twice*' } }));
    expect(fieldsOf(reply)).toMatchObject({
      'Marked resolved by': `somebody whose data is deleted · <t:${AT / 1_000}:f>`,
      Note: String.raw`Done \*twice\*`,
    });
  });
});

test('the custom id of the note’s modal is one that Discord takes', () => {
  expect(resolveModal(`${CLAIM_ID}:${LIST_ID}:10000`, t).custom_id.length).toBeLessThanOrEqual(100);
});

test('whatever a name or a note is, Discord takes it and it means nothing', () => {
  fc.assert(
    fc.property(hostileText, hostileText, fc.integer({ min: 0, max: 30 }), (name, note, many) => {
      const claim = pastClaim({
        ...PARKED,
        playername: name,
        requests: Array.from({ length: many }, () => ({ userId: ADA, askedAt: AT, told: 'likely-granted' })),
        resolution: { at: AT, by: MONA, note: note.slice(0, NOTE_MAX_LENGTH) },
      });
      const attempts = Array.from({ length: many }, () => ({
        startedAt: AT,
        endedAt: AT,
        outcome: { kind: 'not-sent' } as const,
      }));
      const claims = Array.from({ length: 10 }, (_, index) => ({ ...claim, id: `${CLAIM_ID}${index}` }));
      const place = `${LIST_ID}:1`;
      const replies = [
        listOf(claims, { page: 2, pages: 3, total: IN_FILE_MOST + 1, parked: 10 }),
        detailOf(claim, attempts),
        resolveReply({ kind: 'already', detail: { claim, attempts } }, place, t),
        resolveReply({ kind: 'bad-note' }, place, t),
        claimNotice('claims.gone', t),
      ];
      for (const reply of replies) {
        expect(limitErrors(reply)).toEqual([]);
        const others = textsOf(reply).map((shown) => shown.replaceAll(OWN_MARKS, ''));
        expect(others.flatMap((shown) => specialSequences(shown))).toEqual([]);
      }
    }),
  );
});
