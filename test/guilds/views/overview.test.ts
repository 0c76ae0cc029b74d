import { expect, test } from 'vitest';

import { SETTINGS, type SettingName, SETUP_STEPS } from '../../../src/guilds/setting-names.ts';
import { helpReply } from '../../../src/guilds/views/help.ts';
import type { PanelState } from '../../../src/guilds/panels.ts';
import {
  aboveOverview,
  MAX_PROBLEMS_LENGTH,
  settingTitle,
  type Overview,
  overviewReply,
} from '../../../src/guilds/views/overview.ts';
import { panelLinkProblem } from '../../../src/guilds/views/problems.ts';
import { voteLinkList } from '../../../src/guilds/views/settings.ts';
import { LANGUAGES, translator } from '../../../src/locales/index.ts';
import { createReply, linkButton } from '../../../src/ui/reply.ts';
import { EVERYTHING, everyProblem, NOTHING } from '../../gallery/setup.ts';
import { buttonsOf, limitErrors } from '../../ui/discord-limits.ts';

const t = translator('en-US');

const fieldsOf = (overview: Overview) =>
  Object.fromEntries((overviewReply(overview, [], t).embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]));
/** What the one thing to do now sets. Of rewards, the ways are buttons of their own. */
function nextOf(overview: Overview): string | undefined {
  const primary = buttonsOf(overviewReply(overview, [], t)).find(({ style }) => style === 1);
  return primary?.custom_id?.replace('setup:change:', '').replace('settings:votifier-add', 'rewards');
}

/** Everything that is set but for these. */
function without(...names: SettingName[]): Overview {
  const has = (name: SettingName) => !names.includes(name);
  const { settings } = EVERYTHING;
  return {
    ...EVERYTHING,
    settings: {
      ...settings,
      token: has('token') ? settings.token : { kind: 'none' },
      announcements: { ...settings.announcements, on: has('announcements') },
      moderators: { ...settings.moderators, on: has('moderators') },
    },
    linkedEntities: has('entities') ? 1 : 0,
    voteLinks: has('vote-link') ? 1 : 0,
    rewardPlaces: has('rewards') ? 1 : 0,
  };
}

test('what is missing comes in the order of need, until nothing is', () => {
  for (const [at, step] of SETUP_STEPS.entries()) {
    const missing = SETUP_STEPS.slice(at);
    expect(nextOf(without(...missing))).toBe(step);
    const later = missing.slice(1).map((name) => settingTitle(name, t));
    if (later.length > 0) expect(fieldsOf(without(...missing))['Next step']).toContain(`\nThen: ${later.join(', ')}`);
  }
  expect(nextOf(without())).toBeUndefined();
  expect(fieldsOf(without())['Next step']).toBe('None: everything needed is set up.');
});

test('everything is in one place: done, next, later or optional', () => {
  for (const overview of [NOTHING, without('entities', 'moderators'), EVERYTHING]) {
    const fields = Object.values(fieldsOf(overview)).join('\n');
    const next = nextOf(overview);
    for (const name of SETTINGS.filter((one) => one !== next))
      expect(fields.split(settingTitle(name, t)), name).toHaveLength(2);
  }
});

test('a place that takes rewards is shown, though staff hand them out by hand', () => {
  const settings = { ...EVERYTHING.settings, rewardsByHand: true };
  expect(fieldsOf({ ...EVERYTHING, settings, rewardPlaces: 2 })['Set up']).toContain('Rewards · 2');
});

test('a panel that asks for a vote and shows no link is a problem', () => {
  const problemOf = (state: PanelState, ...urls: string[]) =>
    panelLinkProblem(state, { text: undefined, voteLinks: urls.map((url) => ({ url, label: undefined })) }, t);
  const shown: PanelState = { kind: 'shown', location: { channelId: '1', messageId: '2' } };
  const named = 'https://vote.example/{player}';
  for (const urls of [[], [named]]) expect(problemOf(shown, ...urls)).toContain('shows no link');
  expect(problemOf(shown, named, 'https://vote.example/')).toBe(false);
  expect(problemOf({ kind: 'gone' }, named)).toBeUndefined();
  const text = 'Vote on https://vote.example/ first.';
  expect(panelLinkProblem(shown, { text, voteLinks: [] }, t)).toBe(false);
});

test('nothing destructive is a button of the message', () => {
  const styles = buttonsOf(overviewReply(EVERYTHING, everyProblem(t), t)).map(({ style }) => style);
  expect(styles).toEqual([1, 2, 2, 2]);
});

test.each(Object.keys(LANGUAGES))('a phone shows it in one screen and a half, in the language %s', (language) => {
  const words = translator(language);
  const [embed] = overviewReply(EVERYTHING, everyProblem(words).slice(0, 3), words).embeds;
  const text = [embed?.title, embed?.description, ...(embed?.fields ?? []).flatMap(({ name, value }) => [name, value])];
  const lines = text.join('\n').split('\n');
  // About 42 characters a line and 24 lines a screen, at 390 pixels.
  const rows = lines.map((line) => Math.ceil(line.replace(/<[#@][&\d]+>/g, '#a-channel').length / 42));
  expect(rows.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(36);
});

test.each(Object.keys(LANGUAGES))('a tenth is left when everything is wrong, in the language %s', (language) => {
  const words = translator(language);
  const [embed] = overviewReply(EVERYTHING, everyProblem(words), words).embeds;
  expect(embed?.description?.length).toBeLessThan(0.9 * MAX_PROBLEMS_LENGTH);
});

test('of what has just happened only links stay, above what is set', () => {
  const happened = createReply({ colour: 'green', title: 'Saved', description: 'It is.' }, [
    linkButton('Open', 'https://example.com/'),
  ]);
  const { embeds, components } = aboveOverview(happened, overviewReply(NOTHING, [], t));
  expect(embeds.map(({ title }) => title)).toEqual(['Saved', 'Setup of this Discord server']);
  expect(components).toHaveLength(3);
});

test('Discord takes the longest', () => {
  const wordy = Array.from({ length: 100 }, () => ({ setting: 'rewards' as const, text: 'x'.repeat(500) }));
  const links = Array.from({ length: 5 }, (_, at) => ({
    label: '*'.repeat(40),
    url: `https://a.example/${at}${'_'.repeat(490)}`,
  }));
  const changed = voteLinkList({ ...EVERYTHING.settings, voteLinks: links }, t, 'saved');
  expect(limitErrors(aboveOverview(changed, overviewReply(EVERYTHING, wordy, t)))).toEqual([]);
});

test('/help names what is optional, and not what is done', () => {
  const helped = { claimsWork: true, reminds: true, isModerator: true };
  const textOf = (overview: Overview) =>
    helpReply({ ...helped, manager: { overview, problems: [] } }, t).embeds[0]?.description;
  expect(textOf({ ...without(), goal: undefined, voterRoleId: undefined })).toContain(
    'Optional, and not set up yet: Voter role, Goal. `/setup` has it all.',
  );
  expect(textOf(without())).not.toContain('Optional');
});
