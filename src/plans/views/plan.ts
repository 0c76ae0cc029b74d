import type { APIEmbedField } from 'discord.js';

import type { LinkedEntity } from '../../guilds/store/linked-entities.ts';
import { entityOptions, type LinkSummary } from '../../guilds/views/entities.ts';
import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import {
  actionButton,
  type Button,
  type Colour,
  createReply,
  type EmbedParts,
  linkButton,
  type Reply,
  selectOne,
} from '../../ui/reply.ts';
import { SYMBOLS } from '../../ui/symbols.ts';
import {
  BLANK,
  codeText,
  escapeText,
  humanise,
  lines,
  MAX_WORD_LENGTH,
  type Maybe,
  plainText,
  present,
  relativeTimestamp,
  timestamp,
} from '../../ui/text.ts';
import { concernsOf, isStandard, type Plan, type StatusKind, statusKindOf } from '../plan.ts';
import { isPast, type PlanTime } from '../plan-time.ts';
import type { PlanAnswer } from '../service.ts';
import { describeChange } from './pending-change.ts';
import { planWord } from './words.ts';

export const MAX_NAME_LENGTH = 100;

/** One entity's plan: every field of the record that has a value, what needs doing first, and how old the answer is. */
export function planReply(
  answer: PlanAnswer,
  context: {
    t: Translate;
    now: number;
    manageUrl: string | undefined;
    entityId: string;
    /** offered in the select, when there is more than one */
    linked?: readonly LinkedEntity[];
    mayShare?: boolean;
  },
): Reply {
  const { t, now, entityId, linked = [], mayShare } = context;
  const { plan, status, version } = answer.plan;
  const mayChoose = linked.length > 1;
  const options = mayChoose ? entityOptions(linked, ({ id }) => id === entityId) : [];
  const footer = present([
    mayChoose && t('plan.chooseBelow'),
    version !== null && t('plan.version', { version: plainText(version, MAX_WORD_LENGTH) || BLANK }),
  ]);
  const summary = t('plan.summary', { plan: humanise(plan), status: planWord(status, t) });
  return createReply(
    { ...planEmbed(answer, summary, now, t), footer: footer.join(' · ') },
    [
      actionButton(t('buttons.refresh'), customIds.plan.buttons.refresh(entityId)),
      mayShare && actionButton(t('buttons.share'), customIds.plan.buttons.share(entityId)),
      billingButton(entityId, context),
    ],
    selectOne(customIds.plan.selects.show(), t('plan.others'), options),
  );
}

/** The plan for everyone to see: neither words nor colour tell of money. */
export function sharedPlan(answer: PlanAnswer, { t, now }: { t: Translate; now: number }): Reply {
  const plan: Plan = {
    ...answer.plan,
    status: '',
    interval: null,
    currentPeriodEnd: null,
    graceUntil: null,
    cancelAtPeriodEnd: false,
    pendingChange: null,
  };
  return createReply(planEmbed({ ...answer, plan }, `**${humanise(plan.plan)}**`, now, t));
}

function planEmbed(answer: PlanAnswer, summary: string, now: number, t: Translate): EmbedParts {
  // A saved copy says so by itself.
  const checked = !answer.stale && t('plan.checked', { time: relativeTimestamp(answer.checkedAt) });
  return {
    title: titleOf(answer.plan),
    description: lines(summary, ...attentionLines(answer, now, t), checked),
    colour: colourOf(answer),
    fields: fieldsOf(answer.plan, now, t),
  };
}

export function billingButton(
  entityId: string,
  { t, manageUrl }: { t: Translate; manageUrl: string | undefined },
): Button {
  const url = manageUrl?.replaceAll('{entity_id}', encodeURIComponent(entityId.toWellFormed()));
  return linkButton(t('buttons.manageBilling'), url);
}

export function titleOf({ entity }: Plan): string {
  return escapeText(plainText(entity.name ?? '', MAX_NAME_LENGTH) || entity.id, MAX_NAME_LENGTH);
}

export function colourOf({ plan, stale }: Pick<PlanAnswer, 'plan' | 'stale'>): Colour {
  if (plan.deleteAt) return 'red';
  if (plan.graceUntil || plan.cancelAtPeriodEnd || stale || statusKindOf(plan) !== 'fine') return 'amber';
  if (plan.pendingChange !== null) return 'blurple';
  return isStandard(plan) ? 'grey' : 'green';
}

function attentionLines({ plan, stale, checkedAt }: PlanAnswer, now: number, t: Translate): Maybe<string>[] {
  const states = statesOf(plan, 'plan', { now, t, show: (time) => timeText(time, t) });
  return [
    ...states.map(([symbol, words]) => `${symbol} ${words}`),
    isStandard(plan) && t('plan.standard'),
    stale && staleLine(checkedAt, t),
  ];
}

function staleLine(checkedAt: number, t: Translate): string {
  return `${SYMBOLS.attention} ${t('plan.stale', { time: relativeTimestamp(checkedAt) })}`;
}

/** What needs attention in a plan, most urgent first. `texts`: the words for one plan, or for a list. */
export function statesOf(
  plan: Plan,
  texts: 'plan' | 'plans',
  { now, t, show }: { now: number; t: Translate; show: (time: PlanTime) => string },
): [symbol: string, words: string][] {
  return concernsOf(plan).map(({ kind, due }) => {
    if (kind === 'change') return [SYMBOLS.change, t(texts === 'plan' ? 'plan.changePending' : 'plans.change')];
    const symbol = kind === 'deletion' ? SYMBOLS.refused : SYMBOLS.attention;
    if (!due) return [symbol, t(`${texts}.cancelledOpenEnd`)];
    return [symbol, t(isPast(due, now) ? `${texts}.${kind}Past` : `${texts}.${kind}`, { time: show(due) })];
  });
}

/** What the end of a period is called while it is ahead, and once it is past. */
const PERIOD_END = {
  fine: ['plan.fields.renews', 'plan.fields.wasDue'],
  overdue: ['plan.fields.renews', 'plan.fields.wasDue'],
  cancelled: ['plan.fields.activeUntil', 'plan.fields.periodEnded'],
  ended: ['plan.fields.periodEnds', 'plan.fields.periodEnded'],
  paused: ['plan.fields.periodEnds', 'plan.fields.periodEnded'],
} as const satisfies Record<StatusKind, readonly PlainTextKey[]>;

function fieldsOf(plan: Plan, now: number, t: Translate): Maybe<APIEmbedField>[] {
  const periodEnd = plan.cancelAtPeriodEnd ? null : plan.currentPeriodEnd;
  const [ahead, past] = PERIOD_END[statusKindOf(plan)];
  const fields: [PlainTextKey, string | null, boolean][] = [
    ['plan.fields.kind', kindOf(plan, t), true],
    ['plan.fields.interval', plan.interval && planWord(plan.interval, t), true],
    [isPast(periodEnd, now) ? past : ahead, periodEnd && timeText(periodEnd, t), false],
    ['plan.fields.change', plan.pendingChange === null ? null : describeChange(plan.pendingChange, t), false],
    ['plan.fields.since', plan.since && timeText(plan.since, t), false],
    ['plan.fields.id', codeText(plan.entity.id, MAX_NAME_LENGTH), true],
  ];
  return fields.map(([name, value, inline]) => value && { name: t(name), value, inline });
}

function kindOf({ entity: { kind, teamMode } }: Plan, t: Translate): string {
  const isUsual = kind === 'server' || kind === 'team';
  const isUsualMode = teamMode === 'solo' || teamMode === 'studio';
  return present([
    isUsual ? t(`plan.kinds.${kind}`) : kind !== null && humanise(kind),
    isUsualMode ? t(`plan.teamModes.${teamMode}`) : teamMode !== null && humanise(teamMode),
  ]).join(' · ');
}

/** The plan of an entity that is about to be linked, which may be the service's answer for an unknown id. */
export function linkSummary({ plan, stale, checkedAt }: PlanAnswer, t: Translate): LinkSummary {
  const values = { name: titleOf(plan), plan: humanise(plan.plan), status: planWord(plan.status, t) };
  const summary = present([t('entity.ask.summary', values), kindOf(plan, t)]).join(' · ');
  const mayBeUnknown = isStandard(plan);
  return { text: lines(summary, mayBeUnknown && t('plan.standard'), stale && staleLine(checkedAt, t)), mayBeUnknown };
}

/** A time, or the host's own text in quotes. */
export function timeText(time: PlanTime, t: Translate): string {
  return time.kind === 'time' ? timestamp(time.at) : t('plan.quoted', { text: escapeText(time.text, MAX_WORD_LENGTH) });
}
