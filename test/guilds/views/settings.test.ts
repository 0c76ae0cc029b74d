import { expect, test } from 'vitest';

import type { GuildSettings } from '../../../src/guilds/settings.ts';
import { POST_CHANNELS } from '../../../src/guilds/store/post-settings.ts';
import {
  askToClear,
  postsNow,
  postsSaved,
  postsStopped,
  tokenNow,
  tokenSaved,
} from '../../../src/guilds/views/settings.ts';
import { LANGUAGES, translator } from '../../../src/locales/index.ts';
import { NOTHING_SET } from '../../gallery/setup.ts';
import { buttonsOf, textsOf } from '../../ui/discord-limits.ts';

const DANGER = 4;

const t = translator('en-US');

const ALL_SET: GuildSettings = {
  token: { kind: 'own', ending: '`*_`' },
  voteLinks: Array.from({ length: 5 }, (_, index) => ({
    label: '*'.repeat(40),
    url: `https://own.example/${index}${'_'.repeat(491)}`,
  })),
  rewardsByHand: false,
  announcements: { channelId: '12345678901234567890', on: true },
  alerts: { channelId: '12345678901234567890', on: true, roleId: '12345678901234567891' },
  moderators: { channelId: '12345678901234567890', on: true },
};

test('the end of a token cannot leave its quotes', () => {
  for (const reply of [tokenNow(ALL_SET, t), tokenSaved(ALL_SET, t), askToClear('`*_`', t)])
    expect(textsOf(reply).join('\n')).toContain('`’*_’`');
});

test("there is a token to clear only where it is the guild's own", () => {
  const dangerous = (settings: GuildSettings) =>
    buttonsOf(tokenNow(settings, t)).filter(({ style }) => style === DANGER);
  expect(dangerous(ALL_SET)).toMatchObject([{ label: 'Clear token', custom_id: 'settings:ask-clear:`*_`' }]);
  expect(dangerous(NOTHING_SET)).toEqual([]);
});

test('the role that alerts mention is named, and can be taken off', () => {
  for (const reply of [postsNow('alerts', ALL_SET, t), postsSaved('alerts', ALL_SET, [], t)]) {
    expect(textsOf(reply).join('\n')).toContain('Each alert mentions <@&12345678901234567891>.');
    expect(buttonsOf(reply)).toContainEqual(
      expect.objectContaining({ label: 'Stop mentioning the role', custom_id: 'settings:no-role' }),
    );
  }
});

test('announcements say when a reward has arrived only where rewards are sent, and never where staff hand them over', () => {
  const announcements = { ...ALL_SET.announcements, saysArrival: true };
  const said = (rewardsByHand: boolean) =>
    postsNow('announcements', { ...ALL_SET, announcements, rewardsByHand }, t).embeds[0]?.description;
  expect(said(false)).toMatch(
    /Where rewards are sent to the game server, each announcement also says when its reward has reached it\./,
  );
  expect(said(true)).toMatch(/\n\nYour staff hand rewards over, so no announcement can say that one has arrived\.$/);
});

test.each([
  ['without a role', { channelId: '12345678901234567890', on: true }, ['Change', 'Turn off', 'All settings']],
  [
    'that are off',
    { channelId: '12345678901234567890', on: false, roleId: '12345678901234567891' },
    ['Set up: Plan alerts', 'All settings'],
  ],
])('alerts %s are shown without one', (_what, alerts, buttons) => {
  const reply = postsNow('alerts', { ...ALL_SET, alerts }, t);
  expect(textsOf(reply).join('\n')).not.toContain('<@&');
  expect(buttonsOf(reply).map(({ label }) => label)).toEqual(buttons);
});

test.each([
  ['announcements', 'Announcements are off'],
  ['alerts', 'Plan alerts are off'],
  ['moderators', "The moderators' channel is off"],
] as const)('turning %s off says so at once', (kind, title) => {
  expect(postsSaved(kind, NOTHING_SET, undefined, t).embeds[0]?.title).toBe(title);
});

test.each([
  ['none', NOTHING_SET, 'Set up: Access token'],
  ["the operator's", { ...NOTHING_SET, token: { kind: 'operators' } } satisfies GuildSettings, 'Change'],
])('the button of a token says what it does where there is %s', (_what, settings, label) => {
  expect(buttonsOf(tokenNow(settings, t))[0]?.label).toBe(label);
});

test.each(Object.keys(LANGUAGES).flatMap((language) => POST_CHANNELS.map((kind) => [language, kind] as const)))(
  'says in the language %s what turns %s on again that were stopped',
  (language, kind) => {
    const texts = textsOf(postsStopped(kind, '12345678901234567890', translator(language))).join('\n');
    expect(texts).toMatch(new RegExp(`\`/settings ${kind}\`.*\`on:True\``));
  },
);
