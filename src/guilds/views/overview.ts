import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { type FilledForm, withForm } from '../../ui/failure.ts';
import { actionButton, type Button, COLOURS, createReply, type Reply, selectOne, textReply } from '../../ui/reply.ts';
import { SYMBOLS } from '../../ui/symbols.ts';
import { lines, present, truncate } from '../../ui/text.ts';
import type { DayStart } from '../day-start.ts';
import type { GoalProgress } from '../goal.ts';
import type { PanelState } from '../panels.ts';
import { OPTIONAL, type Problem, type SettingName, SETTINGS, SETUP_STEPS, type SetupStep } from '../setting-names.ts';
import type { GuildSettings } from '../settings.ts';
import type { PostSettings } from '../store/post-settings.ts';
import { dayStartText } from './day-start.ts';

/** In UTF-16 units: what fits beside the settings themselves, and what has just happened above them. */
export const MAX_PROBLEMS_LENGTH = 2_400;
/** Of one row, with those for the next step and to look again. */
const MAX_FIX_BUTTONS = 3;

export function settingTitle(name: SettingName, t: Translate): string {
  return t(`setup.names.${name}`);
}

/** What is set in a guild, with the operator's where it has none of its own. `panel`: undefined when Discord did not say */
export type Overview = {
  settings: GuildSettings;
  linkedEntities: number;
  voteLinks: number;
  rewardPlaces: number;
  panel: PanelState | undefined;
  voterRoleId: string | undefined;
  reminderHours: number | undefined;
  /** instead of after these hours */
  remindsAt?: DayStart | undefined;
  goal: GoalProgress | undefined;
  /** how many have an owner; undefined while none have */
  ownNames?: number | undefined;
};

type States = Readonly<Record<SettingName, string | undefined>>;

/** Each setting in a word or two; undefined where nothing is set. */
function statesOf(overview: Overview, t: Translate): States {
  const { settings, panel, voterRoleId, reminderHours, remindsAt, goal, ownNames } = overview;
  const count = (value: number) => (value > 0 ? t('common.number', { value }) : undefined);
  return {
    token: settings.token.kind === 'none' ? undefined : tokenState(settings.token, t),
    entities: count(overview.linkedEntities),
    'vote-link':
      overview.voteLinks > 0 && settings.voteLinks.length === 0
        ? t('setup.token.operators')
        : count(overview.voteLinks),
    announcements: postsState(settings.announcements),
    moderators: postsState(settings.moderators),
    rewards: count(overview.rewardPlaces) ?? (settings.rewardsByHand ? t('setup.byHand') : undefined),
    panel: panel && 'location' in panel ? `<#${panel.location.channelId}>` : undefined,
    alerts: postsState(settings.alerts),
    'voter-role': voterRoleId && `<@&${voterRoleId}>`,
    reminders:
      reminderHours === undefined
        ? undefined
        : remindsAt
          ? dayStartText(remindsAt)
          : t('common.hours', { count: reminderHours }),
    names: ownNames === undefined ? undefined : t('common.number', { value: ownNames }),
    goal: goal && [goal.count, goal.claims].map((value) => t('common.number', { value })).join(' / '),
  };
}

export function tokenState(token: GuildSettings['token'], t: Translate): string {
  if (token.kind === 'own') return t('setup.token.own', { ending: endingText(token.ending) });
  return t(`setup.token.${token.kind}`);
}

/** For text in backticks, where only a backtick has a meaning. */
export function endingText(ending: string): string {
  return ending.replaceAll('`', '’');
}

function postsState({ on, channelId = '', roleId }: PostSettings): string | undefined {
  if (!on) return undefined;
  return present([`<#${channelId}>`, roleId && `<@&${roleId}>`]).join(' · ');
}

/** Everything that can be set up: what is wrong first, then the next step, what is done, and what else there is. */
export function overviewReply(overview: Overview, problems: readonly Problem[], t: Translate): Reply {
  const states = statesOf(overview, t);
  const isSet = (name: SettingName) => states[name] !== undefined;
  const wrong = [...new Set(problems.map(({ setting }) => setting))];
  const [next, ...later] = SETUP_STEPS.filter((name) => !isSet(name));
  const done = SETTINGS.filter(isSet).map((name) => {
    const symbol = SYMBOLS[wrong.includes(name) ? 'attention' : 'good'];
    return `${symbol} ${settingTitle(name, t)} · ${states[name]}`;
  });
  const optional = OPTIONAL.filter((name) => !isSet(name)).map((name) => `${SYMBOLS.nothing} ${settingTitle(name, t)}`);
  const then = later.length > 0 && t('setup.then', { what: later.map((name) => settingTitle(name, t)).join(', ') });
  const fix = lines(t('problems.heading'), ...problems.map(({ text }) => `${SYMBOLS.attention} ${text}`));
  return createReply(
    {
      colour: wrong.length > 0 ? 'amber' : 'blurple',
      title: t('setup.title'),
      description: wrong.length > 0 ? truncate(fix, MAX_PROBLEMS_LENGTH) : `${SYMBOLS.good} ${t('problems.none')}`,
      fields: [
        (next !== undefined || wrong.length === 0) && {
          name: t('setup.fields.next'),
          value: lines(t(`setup.next.${next ?? 'nothing'}`), then),
        },
        done.length > 0 && { name: t('setup.fields.done'), value: lines(...done) },
        optional.length > 0 && { name: t('setup.fields.optional'), value: lines(...optional) },
      ],
    },
    overviewButtons(wrong, next, t),
    pageSelect(t),
  );
}

/** What is wrong and the next step, the first of them as the one thing to do now. */
function overviewButtons(wrong: readonly SettingName[], next: SetupStep | undefined, t: Translate): Button[] {
  const { buttons } = customIds.setup;
  const todo = [
    ...wrong
      .slice(0, MAX_FIX_BUTTONS)
      .map((name) => [t('setup.fix', { what: settingTitle(name, t) }), buttons.page(name)] as const),
    ...(next && next !== 'rewards'
      ? [[t('setup.start', { what: settingTitle(next, t) }), buttons.change(next)] as const]
      : []),
  ];
  return [
    ...todo.map(([label, id], at) => actionButton(label, id, at === 0 ? 'Primary' : 'Secondary')),
    ...(next === 'rewards' ? rewardButtons(t, { isFirst: todo.length === 0, mayBeByHand: true }) : []),
    actionButton(t('buttons.checkAgain'), buttons.show()),
  ];
}

/** The ways in which players get their rewards. @param isFirst - they are the one thing to do now */
export function rewardButtons(t: Translate, { isFirst = true, mayBeByHand = false } = {}): Button[] {
  return [
    addRewardsButton('votifier', t, isFirst ? 'Primary' : 'Secondary'),
    addRewardsButton('webhook', t),
    mayBeByHand && actionButton(t('buttons.byHand'), customIds.settings.buttons['by-hand']()),
  ];
}

/** Opens the form that adds what takes rewards. */
export function addRewardsButton(kind: 'votifier' | 'webhook', t: Translate, style?: 'Primary' | 'Secondary'): Button {
  const { buttons } = customIds.settings;
  return kind === 'votifier'
    ? actionButton(t('buttons.addVotifier'), buttons['votifier-add'](), style)
    : actionButton(t('buttons.addWebhook'), buttons['hook-add'](), style);
}

function pageSelect(t: Translate) {
  const options = SETTINGS.map((value) => ({
    value,
    label: settingTitle(value, t),
    description: t(value === 'entities' ? 'commands.entity.description' : `commands.settings.${value}.description`),
  }));
  return selectOne(customIds.setup.selects.page(), t('setup.pick'), options);
}

/** A setting's page below what is wrong with it. */
export function withProblems(page: Reply, problems: readonly string[]): Reply {
  const [first, ...more] = page.embeds;
  if (!first || problems.length === 0) return page;
  const reasons = problems.map((text) => `${SYMBOLS.attention} ${text}`);
  const description = `${lines(...reasons)}\n\n${first.description ?? ''}`;
  return { ...page, embeds: [{ ...first, description, color: COLOURS.amber }, ...more] };
}

/** What has just happened, above what is set now. Of its buttons only links stay: the others are on the page of a setting. */
export function aboveOverview(changed: Reply, below: Reply): Reply {
  return {
    embeds: [...changed.embeds.slice(0, 1), ...below.embeds],
    components: [...linksOf(changed), ...below.components],
  };
}

function linksOf({ components }: Reply): Reply['components'] {
  return components.filter((row) => row.components.every((part) => 'url' in part));
}

/** An amber reply without a button of its own: something in the form was wrong, and nothing was changed. */
export function isMistake(reply: Reply): boolean {
  return reply.embeds[0]?.color === COLOURS.amber && linksOf(reply).length === reply.components.length;
}

/** A mistake in a form, with what was typed and the way back to the form. */
export function belowMistake(mistake: Reply, form: FilledForm, t: Translate): Reply {
  const { title = '', description = '' } = mistake.embeds[0] ?? {};
  const below = withForm({ colour: 'amber', title, description }, form, t, [overviewButton(t)]);
  return { ...below, components: [...linksOf(mistake), ...below.components] };
}

/** For `/help`: something is wrong, the next step, or else what could still be set up. */
export function nextInHelp(overview: Overview, problems: readonly Problem[], t: Translate): string {
  const states = statesOf(overview, t);
  const next = SETUP_STEPS.find((name) => states[name] === undefined);
  const unset = OPTIONAL.filter((name) => states[name] === undefined).map((name) => settingTitle(name, t));
  if (problems.length > 0) return t('help.toFix');
  if (next) return `${t(`setup.next.${next}`)} ${t('help.setUp')}`;
  return lines(t('setup.next.nothing'), unset.length > 0 && t('help.optional', { what: unset.join(', ') }));
}

/** The buttons below a setting. `isOn`: it can be turned off; `isSet`: *Change*, else *Set up*; `label`: neither */
export function settingButtons(
  name: SettingName,
  t: Translate,
  {
    isOn = false,
    isSet = isOn,
    label = isSet ? t('buttons.change') : t('setup.start', { what: settingTitle(name, t) }),
    more = [],
  }: { isOn?: boolean; isSet?: boolean; label?: string; more?: Button[] } = {},
): Button[] {
  const { buttons } = customIds.setup;
  return [
    actionButton(label, buttons.change(name), 'Primary'),
    isOn && actionButton(t('buttons.turnOff'), buttons.off(name), 'Danger'),
    ...more,
    overviewButton(t),
  ];
}

export function overviewButton(t: Translate): Button {
  return actionButton(t('buttons.setUp'), customIds.setup.buttons.show());
}

export const badNumber = textReply('amber', 'setup.badNumber');
