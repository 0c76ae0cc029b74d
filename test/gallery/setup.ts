import { MIDNIGHT_UTC } from '../../src/guilds/day-start.ts';
import { entities } from '../../commands/entity.ts';
import { settings } from '../../commands/settings/index.ts';
import { type FormOptions, formOf, type FormValues } from '../../src/discord/incoming/forms.ts';
import type { Problem, SettingName } from '../../src/guilds/setting-names.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import {
  entityProblems,
  panelLinkProblem,
  panelProblem,
  postsProblem,
  tokenProblem,
} from '../../src/guilds/views/problems.ts';
import { goalChanged } from '../../src/guilds/views/goal.ts';
import {
  aboveOverview,
  badNumber,
  belowMistake,
  settingTitle,
  type Overview,
  overviewReply,
} from '../../src/guilds/views/overview.ts';
import type { Translate } from '../../src/locales/index.ts';
import { hookProblems } from '../../src/rewards/views/hooks.ts';
import { voterRoleProblem } from '../../src/rewards/views/voter-role.ts';
import { customIds } from '../../src/ui/custom-ids.ts';
import { type Maybe, present } from '../../src/ui/text.ts';
import { CHANNEL_ID, type Modals, NOW, type Replies, ROLE_ID } from './entries.ts';
import { GOAL } from './goal.ts';
import { HOOK } from './rewards.ts';

const OFF = { channelId: undefined, on: false };
export const NOTHING_SET: GuildSettings = {
  token: { kind: 'none' },
  voteLinks: [],
  rewardsByHand: false,
  announcements: OFF,
  alerts: OFF,
  moderators: OFF,
};
const ON = { channelId: CHANNEL_ID, on: true };
export const ALL_SET: GuildSettings = {
  token: { kind: 'own', ending: '9f3c' },
  voteLinks: [
    { label: undefined, url: 'https://vote.example/skyblock_central?from=discord' },
    { label: 'Blocks & Votes', url: 'https://blocks.example/vote/skyblock_central?name={player}' },
  ],
  rewardsByHand: false,
  announcements: ON,
  alerts: { ...ON, roleId: ROLE_ID },
  moderators: ON,
};
const PLACE = { channelId: CHANNEL_ID, messageId: '1' };

export const NOTHING: Overview = {
  settings: NOTHING_SET,
  linkedEntities: 0,
  voteLinks: 0,
  rewardPlaces: 0,
  panel: { kind: 'none' },
  voterRoleId: undefined,
  reminderHours: undefined,
  goal: undefined,
};
export const HALF: Overview = {
  ...NOTHING,
  settings: { ...NOTHING_SET, token: { kind: 'operators' }, announcements: ON, rewardsByHand: true },
  linkedEntities: 12,
  reminderHours: 24,
};
export const EVERYTHING: Overview = {
  settings: ALL_SET,
  linkedEntities: 1_000,
  voteLinks: 2,
  rewardPlaces: 5,
  panel: { kind: 'shown', location: PLACE },
  voterRoleId: ROLE_ID,
  reminderHours: 20,
  goal: GOAL,
  ownNames: 214,
};

const HOOKS = (['on', 'paused', 'stopped', 'gone', 'on'] as const).map((state, at) => ({
  ...HOOK,
  number: at + 1,
  state,
  claims: 'of-current-token' as const,
  address: at === 4 ? undefined : 'https://game.example',
}));
const FAILING = { ...HOOK, failing: { since: NOW, outcome: { kind: 'unreachable' } } as const };

function about(setting: SettingName, ...texts: Maybe<string>[]): Problem[] {
  return present(texts).map((text) => ({ setting, text }));
}

export function everyProblem(t: Translate): Problem[] {
  return [
    ...about('token', tokenProblem(ALL_SET.token, 'refused', t)),
    ...about(
      'announcements',
      postsProblem('announcements', CHANNEL_ID, { missing: ['viewChannel', 'sendMessages', 'embedLinks'] }, t),
    ),
    ...about(
      'moderators',
      t('problems.moderatorsPublic', { what: settingTitle('moderators', t), channel: CHANNEL_ID }),
    ),
    ...about('alerts', postsProblem('alerts', CHANNEL_ID, 'gone', t), t('problems.mentionGone')),
    ...about('panel', panelProblem({ kind: 'gone' }, t), panelProblem({ kind: 'out-of-reach', location: PLACE }, t)),
    ...about('entities', ...entityProblems(['ent_castle', 'ent_tower', 'ent_*gate*', 'ent_moat', 'ent_keep'], t)),
    ...about('rewards', ...hookProblems([...HOOKS, FAILING], t)),
    ...about('voter-role', voterRoleProblem('refused', ROLE_ID, t)),
  ];
}

const shown =
  (overview: Overview, problemsOf: (t: Translate) => Problem[] = () => []): Replies[string] =>
  (t) =>
    overviewReply(overview, problemsOf(t), t);

export const replies: Replies = {
  'nothing is set up': shown(NOTHING),
  'only rewards are set up': shown({ ...NOTHING, rewardPlaces: 1 }),
  'half is set up': shown(HALF),
  'everything is set up': shown(EVERYTHING),
  'two things are wrong': shown(EVERYTHING, (t) =>
    everyProblem(t).filter(({ setting }) => ['announcements', 'moderators'].includes(setting)),
  ),
  'everything is wrong': shown(EVERYTHING, everyProblem),
  'a panel shows no link': shown(EVERYTHING, (t) =>
    about('vote-link', panelLinkProblem(EVERYTHING.panel, { text: undefined, voteLinks: [] }, t)),
  ),
  'plan alerts are about nothing': shown({ ...EVERYTHING, linkedEntities: 0 }, (t) =>
    about('entities', t('problems.alertsOfNothing')),
  ),
  'the token is lost': shown(EVERYTHING, (t) => about('token', tokenProblem(ALL_SET.token, 'lost', t))),
  "the operator's token is refused, and so is their key": shown(HALF, (t) => [
    ...about('token', tokenProblem({ kind: 'operators' }, 'refused', t)),
    ...about('entities', t('problems.keyRefused')),
  ]),
  'what nobody says': shown({ ...EVERYTHING, panel: undefined }, (t) => [
    ...about('announcements', postsProblem('announcements', CHANNEL_ID, 'unknown', t)),
    ...about('panel', panelProblem(undefined, t)),
    ...about('entities', t('problems.plansUnknown')),
  ]),
  'a goal was saved': (t) => aboveOverview(goalChanged(GOAL, MIDNIGHT_UTC, t), overviewReply(EVERYTHING, [], t)),
  'a number is none': (t) =>
    belowMistake(
      badNumber(t, { field: t('forms.claims'), min: 1, max: 1_000 }),
      { typed: [{ name: t('forms.claims'), value: '`many`' }], opensIt: customIds.setup.buttons.change('goal') },
      t,
    ),
};

const FORMS: [SettingName, FormOptions, FormValues][] = [
  ['entities', entities.options, {}],
  ['vote-link', settings['vote-link'].options, {}],
  ['announcements', settings.announcements.options, { channel: CHANNEL_ID }],
  ['moderators', settings.moderators.options, {}],
  ['panel', settings.panel.options, {}],
  ['alerts', settings.alerts.options, { channel: CHANNEL_ID, role: ROLE_ID }],
  ['voter-role', settings['voter-role'].options, { role: ROLE_ID, hours: 24 }],
  ['reminders', settings.reminders.options, { hours: 24 }],
  ['goal', settings.goal.options, { claims: GOAL.claims, every: GOAL.every }],
];

/** @param locale - of the texts that Discord has for commands */
export const modalsIn = (locale: string): Modals =>
  Object.fromEntries(
    FORMS.map(([name, options, values]) => [
      name,
      (t) =>
        formOf(
          options,
          { customId: customIds.setup.modals.change(name), title: settingTitle(name, t), values },
          { t, locale },
        ),
    ]),
  );
