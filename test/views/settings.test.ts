import { expect, test } from 'vitest';

import { LANGUAGES, translator } from '../../src/locales/index.ts';
import type { GuildSettings } from '../../src/services/settings.ts';
import {
  alertsStopped,
  badToken,
  badVoteUrl,
  postChannelMissing,
  postsSaved,
  settingsReply,
  tokenChanged,
  tokenCleared,
  tokenSaved,
  voteUrlSaved,
} from '../../src/views/settings.ts';
import { buttonsOf, limitErrors, textsOf } from './discord-limits.ts';

const t = translator('en-US');

const NOTHING_SET: GuildSettings = {
  token: { kind: 'none' },
  voteUrl: undefined,
  announcements: { channelId: undefined, on: false },
  alerts: { channelId: undefined, on: false },
};
const ALL_SET: GuildSettings = {
  token: { kind: 'own', ending: '`*_`' },
  voteUrl: `https://own.example/${'_'.repeat(492)}`,
  announcements: { channelId: '12345678901234567890', on: true },
  alerts: { channelId: '12345678901234567890', on: true },
};

test.each([
  ['nothing', NOTHING_SET],
  ['everything', ALL_SET],
  ["the operator's token", { ...NOTHING_SET, token: { kind: 'operators' } } satisfies GuildSettings],
])('Discord takes every reply with %s set', (_name, settings) => {
  const replies = [
    ...[settingsReply, tokenSaved, tokenCleared, voteUrlSaved].map((view) => view(settings, t)),
    ...(['announcements', 'alerts'] as const).flatMap((kind) => [
      postsSaved(kind, settings, t),
      postChannelMissing(kind, t),
    ]),
    ...[badToken, badVoteUrl, tokenChanged].map((view) => view(t)),
    alertsStopped('12345678901234567890', t),
  ];
  for (const reply of replies) expect(limitErrors(reply)).toEqual([]);
});

test('the end of a token cannot leave its quotes', () => {
  expect(textsOf(settingsReply(ALL_SET, t)).join('\n')).toContain('Ends in `’*_’`');
});

test("there is a token to clear only where it is the guild's own", () => {
  expect(buttonsOf(settingsReply(ALL_SET, t))).toMatchObject([
    { label: 'Clear token', custom_id: 'settings:clear-token:`*_`' },
  ]);
  expect(buttonsOf(settingsReply(NOTHING_SET, t))).toEqual([]);
});

test.each(Object.keys(LANGUAGES))(
  'that alerts were stopped says in the language %s what turns them on again',
  (language) => {
    const texts = textsOf(alertsStopped('12345678901234567890', translator(language))).join('\n');
    expect(texts).toMatch(/`\/settings alerts`.*`on:True`/);
  },
);
