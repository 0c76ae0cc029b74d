import { expect, test } from 'vitest';

import type { Verdict } from '../../../src/claims/states.ts';
import { claimReply } from '../../../src/claims/views/claim.ts';
import { knowsAnswer, verdictTitle } from '../../../src/claims/views/words.ts';
import { LANGUAGES, translator } from '../../../src/locales/index.ts';
import { AT, MONA, pastClaim } from './past-claim.ts';

const t = translator('en-US');

test.each<[told: Verdict['kind'] | undefined, verdict: Verdict['kind'], isResolved: boolean, knows: boolean]>([
  [undefined, 'granted', false, false],
  ['pending', 'granted', false, false],
  ['granted', 'granted', false, true],
  ['pending', 'pending', false, true],
  ['pending', 'pending', true, false],
  ['reviewed', 'pending', true, true],
  ['reviewed', 'granted', true, false],
  ['granted', 'granted', true, true],
])(
  'who was shown %s of a claim that is %s and resolved: %s, knows what became of it: %s',
  (told, kind, isResolved, knows) => {
    const resolution = isResolved ? { outcome: 'unstated' as const, at: AT, by: MONA, note: 'Done' } : undefined;
    const claim = pastClaim({
      state: isResolved && kind === 'pending' ? 'resolved' : 'closed',
      verdict: { kind } as Verdict,
      resolution,
    });
    expect(knowsAnswer({ userId: undefined, askedAt: AT, told }, claim)).toBe(knows);
  },
);

test.each<Verdict['kind']>(['granted', 'none', 'already', 'likely-granted', 'pending', 'unavailable', 'postponed'])(
  'the verdict %s is called what those who asked read',
  (kind) => {
    const reply = claimReply({ kind } as Verdict, { playername: 'Steve', voteLinks: [] }, t);
    expect(t(verdictTitle(kind))).toBe(reply.embeds[0]?.title);
  },
);

test.each(Object.keys(LANGUAGES))(
  'in the language %s a claim is looked for by the words that the list shows',
  (language) => {
    const words = translator(language);
    for (const kind of ['granted', 'none', 'already', 'likely-granted', 'refused', 'unavailable'] as const) {
      expect(words(`commands.claims.outcomes.${kind}`)).toBe(words(verdictTitle(kind)));
    }
  },
);
