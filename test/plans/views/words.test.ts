import { expect, test } from 'vitest';

import { translator } from '../../../src/locales/index.ts';
import { planWord } from '../../../src/plans/views/words.ts';

test.each([
  ['month', 'Month', 'Mensuelle'],
  ['PAST_DUE', 'Past due', 'Paiement en retard'],
  ['every_13_weeks', 'Every 13 weeks', 'Every 13 weeks'],
  ['**bold**', String.raw`\*\*bold\*\*`, String.raw`\*\*bold\*\*`],
  ['', '—', '—'],
])('%j reads %j in English and %j in French', (identifier, english, french) => {
  expect([planWord(identifier, translator('en-GB')), planWord(identifier, translator('fr'))]).toEqual([
    english,
    french,
  ]);
});
