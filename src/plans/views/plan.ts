import type { APIButtonComponent, APIEmbed } from 'discord.js';

import type { LinkedEntity } from '../../guilds/store/linked-entities.ts';
import { entityOptions } from '../../guilds/views/entities.ts';
import type { LinkSummary } from '../../guilds/views/entity-link.ts';
import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import {
  actionButton,
  type Colour,
  createEmbed,
  createReply,
  linkButtons,
  type Reply,
  selectOne,
} from '../../ui/reply.ts';
import { SYMBOLS } from '../../ui/symbols.ts';
import {
  BLANK,
  codeText,
  escapeText,
  humanise,
  MAX_WORD_LENGTH,
  plainText,
  relativeTimestamp,
  timestamp,
} from '../../ui/text.ts';
import { isCancelled, isOverdue, isPast, isStandard, type Plan, type PlanTime } from '../plan.ts';
import type { PlanAnswer } from '../service.ts';
import { describeChange } from './pending-change.ts';
import { planWord } from './words.ts';

export const MAX_NAME_LENGTH = 100;

/**
 * One entity's plan: every field of the record that is not null, what needs doing first, and how old the answer is.
 *
 * @param context - `entityId`: the one that was asked for; `linked`: what the select offers, where there is more than
 * one; `mayShare`: whether the person may show it to everyone; `now`: ms since the epoch
 */
export function planReply(
  answer: PlanAnswer,
  context: {
    t: Translate;
    now: number;
    manageUrl: string | undefined;
    entityId: string;
    linked?: readonly LinkedEntity[];
    mayShare?: boolean;
  },
): Reply {
  const { t, now, manageUrl, entityId, linked = [], mayShare = false } = context;
  const { plan } = answer;
  const others =
    linked.length > 1
      ? selectOne(
          customIds.plan.selects.show(),
          t('plan.others'),
          entityOptions(linked, ({ id }) => id === entityId),
        )
      : [];
  const embed = planEmbed(answer, {
    t,
    now,
    summary: t('plan.summary', { plan: humanise(plan.plan), status: planWord(plan.status, t) }),
    footer: [
      ...(others.length > 0 ? [t('plan.chooseBelow')] : []),
      ...(plan.version === null
        ? []
        : [t('plan.version', { version: plainText(plan.version, MAX_WORD_LENGTH) || BLANK })]),
    ],
  });
  return createReply(
    embed,
    [
      actionButton(t('buttons.refresh'), customIds.plan.buttons.refresh(entityId)),
      ...(mayShare ? [actionButton(t('buttons.share'), customIds.plan.buttons.share(entityId))] : []),
      ...billingButtons(entityId, { t, manageUrl }),
    ],
    others,
  );
}

/**
 * The same for everyone to see, without anything that tells of money: status, interval, the end of the period, grace,
 * cancellation and changes. The colour says no more than the words.
 */
export function sharedPlan(answer: PlanAnswer, context: { t: Translate; now: number }): Reply {
  const plan: Plan = {
    ...answer.plan,
    status: '',
    interval: null,
    currentPeriodEnd: null,
    graceUntil: null,
    cancelAtPeriodEnd: false,
    pendingChange: null,
  };
  return createReply(planEmbed({ ...answer, plan }, { ...context, summary: `**${humanise(plan.plan)}**`, footer: [] }));
}

function planEmbed(
  answer: PlanAnswer,
  { t, now, summary, footer }: { t: Translate; now: number; summary: string; footer: readonly string[] },
): APIEmbed {
  return createEmbed({
    title: titleOf(answer.plan),
    description: [
      summary,
      ...attentionLines(answer, now, t),
      t('plan.checked', { time: relativeTimestamp(answer.checkedAt) }),
    ].join('\n'),
    colour: colourOf(answer),
    fields: fieldsOf(answer.plan, now, t),
    footer: footer.join(' · ') || undefined,
  });
}

/** Leads to where the billing of an entity is managed; none where that is nowhere. */
export function billingButtons(
  entityId: string,
  { t, manageUrl }: { t: Translate; manageUrl: string | undefined },
): APIButtonComponent[] {
  const link = manageUrl?.replaceAll('{entity_id}', encodeURIComponent(entityId.toWellFormed()));
  return linkButtons(t('buttons.manageBilling'), link);
}

export function titleOf({ entity }: Plan): string {
  return escapeText(plainText(entity.name ?? '', MAX_NAME_LENGTH) || entity.id, MAX_NAME_LENGTH);
}

export function colourOf({ plan, stale }: Pick<PlanAnswer, 'plan' | 'stale'>): Colour {
  if (plan.deleteAt) return 'red';
  if (plan.graceUntil || plan.cancelAtPeriodEnd || stale || isOverdue(plan)) return 'amber';
  if (plan.pendingChange !== null) return 'blurple';
  return isStandard(plan) ? 'grey' : 'green';
}

function attentionLines({ plan, stale, checkedAt }: PlanAnswer, now: number, t: Translate): string[] {
  const dated = (time: PlanTime, state: 'deletion' | 'grace' | 'cancelled') =>
    t(isPast(time, now) ? `plan.${state}Past` : `plan.${state}`, { time: showTime(time, t) });
  const lines: string[] = [];
  const warn = (line: string) => lines.push(`${SYMBOLS.attention} ${line}`);
  if (plan.deleteAt) lines.push(`${SYMBOLS.refused} ${dated(plan.deleteAt, 'deletion')}`);
  if (plan.graceUntil) warn(dated(plan.graceUntil, 'grace'));
  if (plan.cancelAtPeriodEnd && plan.currentPeriodEnd) {
    warn(dated(plan.currentPeriodEnd, 'cancelled'));
  } else if (plan.cancelAtPeriodEnd) {
    warn(t('plan.cancelledOpenEnd'));
  }
  if (plan.pendingChange !== null) lines.push(`${SYMBOLS.change} ${t('plan.changePending')}`);
  if (isStandard(plan)) lines.push(t('plan.standard'));
  if (stale) warn(t('plan.stale', { time: relativeTimestamp(checkedAt) }));
  return lines;
}

/** What the lines above them do not say already: a deadline that people have to know of stands there, and once. */
function fieldsOf(plan: Plan, now: number, t: Translate): { name: string; value: string; inline: boolean }[] {
  const periodEnd = plan.cancelAtPeriodEnd ? null : plan.currentPeriodEnd;
  const [ahead, past] = isCancelled(plan)
    ? (['plan.fields.activeUntil', 'plan.fields.periodEnded'] as const)
    : (['plan.fields.renews', 'plan.fields.wasDue'] as const);
  const fields: [PlainTextKey, string | null, boolean][] = [
    ['plan.fields.kind', kindOf(plan, t), true],
    ['plan.fields.interval', plan.interval && planWord(plan.interval, t), true],
    [periodEnd && isPast(periodEnd, now) ? past : ahead, periodEnd && showTime(periodEnd, t), false],
    ['plan.fields.change', plan.pendingChange === null ? null : describeChange(plan.pendingChange, t), false],
    ['plan.fields.since', plan.since && showTime(plan.since, t), false],
    ['plan.fields.id', codeText(plan.entity.id, MAX_NAME_LENGTH), true],
  ];
  return fields.flatMap(([name, value, inline]) => (value ? [{ name: t(name), value, inline }] : []));
}

function kindOf({ entity: { kind, teamMode } }: Plan, t: Translate): string {
  const words: string[] = [];
  if (kind === 'server' || kind === 'team') words.push(t(`plan.kinds.${kind}`));
  else if (kind !== null) words.push(humanise(kind));
  if (teamMode === 'solo' || teamMode === 'studio') words.push(t(`plan.teamModes.${teamMode}`));
  else if (teamMode !== null) words.push(humanise(teamMode));
  return words.join(' · ');
}

/**
 * What the plan service says of an entity that is about to be linked, and whether that may also be its answer for an id
 * that it does not know.
 */
export function linkSummary({ plan }: Pick<PlanAnswer, 'plan'>, t: Translate): LinkSummary {
  const kind = kindOf(plan, t);
  const summary = t('entity.ask.summary', {
    name: titleOf(plan),
    plan: humanise(plan.plan),
    status: planWord(plan.status, t),
  });
  return {
    lines: [[summary, ...(kind === '' ? [] : [kind])].join(' · '), ...(isStandard(plan) ? [t('plan.standard')] : [])],
    mayBeUnknown: isStandard(plan),
  };
}

/** A time, or the host's own text in quotes where it cannot be read as one. */
export function showTime(time: PlanTime, t: Translate): string {
  return time.kind === 'time' ? timestamp(time.at) : t('plan.quoted', { text: escapeText(time.text, MAX_WORD_LENGTH) });
}
