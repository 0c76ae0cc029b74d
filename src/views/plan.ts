import type { APIButtonComponent, APIEmbed } from 'discord.js';

import type { TextKey, Translate } from '../locales/index.ts';
import type { EntityChoice } from '../services/entities.ts';
import type { PlanAnswer } from '../services/plans.ts';
import type { LinkedEntity } from '../storage/linked-entities.ts';
import { isStandard, type Plan, type PlanTime } from '../upstream/plan.ts';
import { formatCustomId } from './custom-id.ts';
import { entityOptions } from './entities.ts';
import { escapeText, humanise, plainText, relativeTimestamp, timestamp, WORD_LENGTH } from './text.ts';
import { describeChange } from './pending-change.ts';
import { planWord } from './plan-words.ts';
import { actionButton, createEmbed, createReply, linkButtons, selectOne, type Colour, type Reply } from './reply.ts';

export const NAME_LENGTH = 100;

/**
 * One entity's plan: every field of the record that is not null, what needs doing first, and how old the answer is.
 *
 * @param context - `entityId`: the one that was asked for; `linked`: what the select offers, where there is more than one; `mayShare`: whether the person may show it to everyone
 */
export function planReply(
  answer: PlanAnswer,
  context: {
    t: Translate;
    manageUrl: string | undefined;
    entityId: string;
    linked?: readonly LinkedEntity[];
    mayShare?: boolean;
  },
): Reply {
  const { t, manageUrl, entityId, linked = [], mayShare = false } = context;
  const others =
    linked.length > 1
      ? selectOne(
          formatCustomId('plan', 'show'),
          t('plan.others'),
          entityOptions(linked, ({ id }) => id === entityId),
        )
      : [];
  return createReply(
    planEmbed(answer, fieldsOf(answer.plan, t), t),
    [
      actionButton(t('buttons.refresh'), formatCustomId('plan', 'refresh', entityId)),
      ...(mayShare ? [actionButton(t('buttons.share'), formatCustomId('plan', 'share', entityId))] : []),
      ...billingButtons(entityId, { t, manageUrl }),
    ],
    others,
  );
}

/** The same for everyone to see: without interval, period end and grace, nor the details of a change, which may name them. */
export function sharedPlan(answer: PlanAnswer, t: Translate): Reply {
  const plan = { ...answer.plan, interval: null, currentPeriodEnd: null, graceUntil: null };
  return createReply(planEmbed({ ...answer, plan }, fieldsOf({ ...plan, pendingChange: null }, t), t));
}

function planEmbed(answer: PlanAnswer, fields: PlanFields, t: Translate): APIEmbed {
  const { plan } = answer;
  return createEmbed({
    title: titleOf(plan),
    description: [
      t('plan.summary', { plan: humanise(plan.plan), status: planWord(plan.status, t) }),
      ...attentionLines(answer, t),
      t('plan.checked', { time: relativeTimestamp(answer.checkedAt) }),
    ].join('\n'),
    colour: colourOf(answer),
    fields,
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

/** Why there is no plan to show. @param mayLink - whether the person may link servers and teams */
export function noPlanReply(
  choice: Exclude<EntityChoice, { kind: 'entity' }>,
  t: Translate,
  { mayLink = false } = {},
): Reply {
  const show = (colour: Colour, title: TextKey, description: TextKey) =>
    createReply(createEmbed({ colour, title: t(title), description: t(description) }));
  switch (choice.kind) {
    case 'bad-id':
      return show('amber', 'plan.badId.title', 'plan.badId.description');
    case 'none-linked':
      return show('grey', 'plan.noneLinked.title', mayLink ? 'plan.noneLinked.manager' : 'plan.noneLinked.description');
    case 'not-linked':
      return show('grey', 'plan.notLinked.title', 'plan.notLinked.description');
  }
}

export function titleOf({ entity }: Plan): string {
  return escapeText(plainText(entity.name ?? '', NAME_LENGTH) || entity.id, NAME_LENGTH);
}

export function colourOf({ plan, stale }: Pick<PlanAnswer, 'plan' | 'stale'>): Colour {
  if (plan.deleteAt) return 'red';
  if (plan.graceUntil || plan.cancelAtPeriodEnd || stale) return 'amber';
  if (plan.pendingChange !== null) return 'blurple';
  return isStandard(plan) ? 'grey' : 'green';
}

function attentionLines({ plan, stale, checkedAt }: PlanAnswer, t: Translate): string[] {
  const lines: string[] = [];
  if (plan.deleteAt) lines.push(t('plan.deletion', { time: showTime(plan.deleteAt) }));
  if (plan.graceUntil) lines.push(t('plan.grace', { time: showTime(plan.graceUntil) }));
  if (plan.cancelAtPeriodEnd && plan.currentPeriodEnd) {
    lines.push(t('plan.cancelled', { time: showTime(plan.currentPeriodEnd) }));
  } else if (plan.cancelAtPeriodEnd) {
    lines.push(t('plan.cancelledOpenEnd'));
  }
  if (plan.pendingChange !== null) lines.push(t('plan.changePending'));
  if (isStandard(plan)) lines.push(t('plan.standard'));
  if (stale) lines.push(t('plan.stale', { time: relativeTimestamp(checkedAt) }));
  return lines;
}

type PlanFields = { name: string; value: string; inline: boolean }[];

function fieldsOf(plan: Plan, t: Translate): PlanFields {
  const ends = plan.cancelAtPeriodEnd ? 'plan.fields.activeUntil' : 'plan.fields.renews';
  const fields: [TextKey, string | null, boolean][] = [
    ['plan.fields.kind', kindOf(plan, t), true],
    ['plan.fields.interval', plan.interval && planWord(plan.interval, t), true],
    [ends, plan.currentPeriodEnd && showTime(plan.currentPeriodEnd), false],
    ['plan.fields.grace', plan.graceUntil && showTime(plan.graceUntil), false],
    ['plan.fields.deletion', plan.deleteAt && showTime(plan.deleteAt), false],
    ['plan.fields.change', plan.pendingChange === null ? null : describeChange(plan.pendingChange, t), false],
    ['plan.fields.since', plan.since && showTime(plan.since), false],
    ['plan.fields.version', plan.version && escapeText(plan.version, WORD_LENGTH), true],
    ['plan.fields.id', escapeText(plan.entity.id, NAME_LENGTH), true],
  ];
  return fields.flatMap(([name, value, inline]) => (value ? [{ name: t(name), value, inline }] : []));
}

export function kindOf({ entity: { kind, teamMode } }: Plan, t: Translate): string {
  const words: string[] = [];
  if (kind === 'server' || kind === 'team') words.push(t(`plan.kinds.${kind}`));
  else if (kind !== null) words.push(humanise(kind));
  if (teamMode === 'solo' || teamMode === 'studio') words.push(t(`plan.teamModes.${teamMode}`));
  else if (teamMode !== null) words.push(humanise(teamMode));
  return words.join(' · ');
}

export function showTime(time: PlanTime): string {
  return time.kind === 'time' ? timestamp(time.at) : escapeText(time.text, WORD_LENGTH);
}
