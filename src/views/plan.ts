import type { TextKey, Translate } from '../locales/index.ts';
import { isEntityId, type EntityChoice, type LinkedEntity } from '../services/entities.ts';
import type { PlanAnswer } from '../services/plans.ts';
import type { Plan, PlanTime } from '../upstream/plan.ts';
import { entityOptions } from './entities.ts';
import { BLANK, escapeText, humanise, relativeTimestamp, timestamp, WORD_LENGTH } from './text.ts';
import { describeChange } from './pending-change.ts';
import { actionButton, createEmbed, createReply, linkButtons, selectOne, type Colour, type Reply } from './reply.ts';

/** The custom id of *Refresh*, without the entity's id. */
export const REFRESH_ID = 'plan:refresh';
/** The custom id of the select of the guild's other entities. */
export const SHOW_ID = 'plan:show';

const NAME_LENGTH = 100;

/**
 * One entity's plan: every field of the record that is not null, what needs doing first, and how old the answer is.
 *
 * @param context - `linked`: what the select offers, where there is more than one
 */
export function planReply(
  answer: PlanAnswer,
  context: { t: Translate; manageUrl: string | undefined; linked?: readonly LinkedEntity[] },
): Reply {
  const { t, manageUrl, linked = [] } = context;
  const { plan } = answer;
  const embed = createEmbed({
    title: titleOf(plan),
    description: [
      t('plan.summary', { plan: humanise(plan.plan), status: humanise(plan.status) }),
      ...attentionLines(answer, t),
      t('plan.checked', { time: relativeTimestamp(answer.checkedAt) }),
    ].join('\n'),
    colour: colourOf(answer),
    fields: fieldsOf(plan, t),
  });
  const { id } = plan.entity;
  const refresh = isEntityId(id) ? [actionButton(t('buttons.refresh'), `${REFRESH_ID}:${id}`)] : [];
  const link = manageUrl?.replaceAll('{entity_id}', encodeURIComponent(id.toWellFormed()));
  const others =
    linked.length > 1
      ? selectOne(
          SHOW_ID,
          t('plan.others'),
          entityOptions(linked, (entity) => entity.id === id),
        )
      : [];
  return createReply(embed, [...refresh, ...linkButtons(t('buttons.manageBilling'), link)], others);
}

/** Why there is no plan to show. */
export function noPlanReply(choice: Exclude<EntityChoice, { kind: 'entity' }>, t: Translate): Reply {
  const show = (colour: Colour, title: TextKey, description: TextKey) =>
    createReply(createEmbed({ colour, title: t(title), description: t(description) }));
  switch (choice.kind) {
    case 'bad-id':
      return show('amber', 'plan.badId.title', 'plan.badId.description');
    case 'none-linked':
      return show('grey', 'plan.noneLinked.title', 'plan.noneLinked.description');
    case 'not-linked':
      return show('grey', 'plan.notLinked.title', 'plan.notLinked.description');
  }
}

export function titleOf({ entity }: Plan): string {
  return escapeText(entity.name ?? '', NAME_LENGTH) || escapeText(entity.id, NAME_LENGTH) || BLANK;
}

function colourOf({ plan, stale }: PlanAnswer): Colour {
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

function fieldsOf(plan: Plan, t: Translate): { name: string; value: string; inline: boolean }[] {
  const ends = plan.cancelAtPeriodEnd ? 'plan.fields.activeUntil' : 'plan.fields.renews';
  const fields: [TextKey, string | null, boolean][] = [
    ['plan.fields.kind', kindOf(plan, t), true],
    ['plan.fields.interval', plan.interval && humanise(plan.interval), true],
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

export function isStandard({ plan }: Plan): boolean {
  return plan.trim().toLowerCase() === 'standard';
}

function showTime(time: PlanTime): string {
  return time.kind === 'time' ? timestamp(time.at) : escapeText(time.text, WORD_LENGTH) || BLANK;
}
