import { MAX_LINKS, type UnreadIds } from '../../guilds/entities.ts';
import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { pageOf } from '../../ui/paging.ts';
import { actionButton, type Colour, createEmbed, createReply, pageButtons, type Reply } from '../../ui/reply.ts';
import { SYMBOLS } from '../../ui/symbols.ts';
import { escapeText, firstOf, humanise, relativeTimestamp, truncate, twoLineRow } from '../../ui/text.ts';
import { isOverdue, isPast, isStandard, type Plan, type PlanTime } from '../plan.ts';
import { type Attention, attentionOf, type PlanReport, type ReportedPlan } from '../reports.ts';
import type { PlanAnswer } from '../service.ts';
import { titleOf } from './plan.ts';
import { planWord } from './words.ts';

/** Which of the plans are shown. */
export type PlansFilter = 'all' | 'attention';

const PLANS_A_PAGE = 10;
/** So that ten lines fit a description, whatever is in them: UTF-16 units after escaping. */
const LINE_LIMITS = { name: 40, word: 24, time: 20 } as const;
/** How many ids of one kind are named that could not be read, and how much of one that is none. */
const IDS_NAMED = 5;
const MAX_BAD_ID_LENGTH = 40;

const COLOUR_OF: Record<Attention, Colour> = {
  deletion: 'red',
  grace: 'amber',
  cancellation: 'amber',
  change: 'blurple',
  unanswered: 'amber',
};

const SYMBOL_OF: Record<Attention, string> = {
  deletion: SYMBOLS.refused,
  grace: SYMBOLS.attention,
  cancellation: SYMBOLS.attention,
  change: SYMBOLS.change,
  unanswered: SYMBOLS.unknown,
};

/** Stands in for a report that is being made. */
export function plansProgress(progress: { done: number; total: number }, t: Translate): Reply {
  return createReply(
    createEmbed({
      colour: 'blurple',
      title: t('plans.title'),
      description: t('plans.progress', progress),
    }),
  );
}

/**
 * One page of a report, two lines for each plan, with what could not be read beside it.
 *
 * @param shown - `page`: from 1; beyond the end the last one; `now`: ms since the epoch
 */
export function plansPage(
  { id, report }: { id: string; report: PlanReport },
  { filter, page: wanted, now }: { filter: PlansFilter; page: number; now: number },
  t: Translate,
): Reply {
  const { plans, unread } = report;
  const urgent = plans.filter((reported) => attentionOf(reported) !== undefined);
  const listed = filter === 'attention' ? urgent : plans;
  const { page, pages, offset } = pageOf(listed.length, wanted, PLANS_A_PAGE);
  const onPage = listed.slice(offset, offset + PLANS_A_PAGE);
  const isUnique = oneOfEach(plans.flatMap(({ answer }) => (answer ? [titleOf(answer.plan)] : [])));
  const rows = onPage.map((reported) => rowOf(reported, { now, isUnique, t }));
  const notes = onPage.some(({ answer }) => answer && isStandard(answer.plan)) ? ['', t('plan.standard')] : [];
  return createReply(
    createEmbed({
      colour: colourOf(plans),
      title: t('plans.title'),
      description: [
        ...rows,
        ...(rows.length === 0 ? [t(plans.length > 0 ? 'plans.allWell' : 'plans.nothing')] : []),
        ...notes,
      ].join('\n'),
      fields: fieldsOf(unread, t),
      footer: t('plans.page', {
        total: plans.length,
        attention: urgent.length,
        page,
        pages,
      }),
    }),
    [
      ...filterButtons(id, filter, urgent.length, t),
      ...pageButtons((to) => customIds.plans.buttons[filter]({ listId: id, page: to }), { page, pages }, t),
      ...(plans.length > 0 ? [actionButton(t('buttons.downloadCsv'), customIds.plans.buttons.file(id))] : []),
    ],
  );
}

/** Whether a name is only one plan's. */
function oneOfEach(names: readonly string[]): (name: string) => boolean {
  const counts = Map.groupBy(names, (name) => name);
  return (name) => counts.get(name)?.length === 1;
}

/** For a page of a report that is not kept any more. */
export function plansClosed(t: Translate): Reply {
  return createReply(
    createEmbed({ colour: 'grey', title: t('plans.closed.title'), description: t('plans.closed.description') }),
  );
}

/** That of the most urgent plan, which is the first. */
function colourOf(plans: readonly ReportedPlan[]): Colour {
  const [first] = plans;
  const attention = first && attentionOf(first);
  if (attention) return COLOUR_OF[attention];
  return first && plans.every(({ answer }) => answer?.stale === false && !isOverdue(answer.plan)) ? 'green' : 'amber';
}

/** Leads to the other choice of plans; none where there is no choice. */
function filterButtons(id: string, filter: PlansFilter, urgent: number, t: Translate) {
  const { all, attention } = customIds.plans.buttons;
  const start = { listId: id, page: 1 };
  if (filter === 'attention') return [actionButton(t('buttons.showAll'), all(start))];
  return urgent > 0 ? [actionButton(t('buttons.needsAttention'), attention(start))] : [];
}

/**
 * Whose plan it is and what needs doing first, or its status where nothing does. Below, smaller, what else is to be
 * known; an id only tells apart what is called the same.
 */
function rowOf(
  reported: ReportedPlan,
  { now, isUnique, t }: { now: number; isUnique: (name: string) => boolean; t: Translate },
): string {
  const { id, answer } = reported;
  const attention = attentionOf(reported);
  if (!answer) return twoLineRow([`${SYMBOLS.unknown} \`${id}\``, t('plans.unanswered')], []);
  const { plan } = answer;
  const [first, ...others] = statesOf(answer, now, t);
  const status = truncate(planWord(plan.status, t), LINE_LIMITS.word);
  const symbol = attention ? SYMBOL_OF[attention] : isOverdue(plan) ? SYMBOLS.attention : SYMBOLS.good;
  const name = `${symbol} **${truncate(titleOf(plan), LINE_LIMITS.name)}**`;
  return twoLineRow(
    [name, first ?? status],
    [
      truncate(humanise(plan.plan), LINE_LIMITS.word),
      ...(first === undefined || isActive(plan) ? [] : [status]),
      ...others,
      ...(isUnique(titleOf(plan)) ? [] : [`\`${id}\``]),
    ],
  );
}

/** What is to be known of a plan, most urgent first. */
function statesOf({ plan, stale, checkedAt }: PlanAnswer, now: number, t: Translate): string[] {
  const dated = (time: PlanTime, state: 'deletion' | 'grace' | 'cancelled') =>
    t(isPast(time, now) ? `plans.${state}Past` : `plans.${state}`, { time: showTime(time, t) });
  const states = [
    plan.deleteAt && dated(plan.deleteAt, 'deletion'),
    plan.graceUntil && dated(plan.graceUntil, 'grace'),
    plan.cancelAtPeriodEnd &&
      (plan.currentPeriodEnd ? dated(plan.currentPeriodEnd, 'cancelled') : t('plans.cancelledOpenEnd')),
    plan.pendingChange !== null && t('plans.change'),
    stale && t('plans.stale', { time: relativeTimestamp(checkedAt) }),
  ];
  return states.filter((state) => typeof state === 'string');
}

/** The usual status, which goes without saying beside something that needs doing. */
function isActive({ status }: Plan): boolean {
  return status.trim().toLowerCase() === 'active';
}

function showTime(time: PlanTime, t: Translate): string {
  if (time.kind === 'time') return relativeTimestamp(time.at);
  return t('plan.quoted', { text: truncate(escapeText(time.text, LINE_LIMITS.time), LINE_LIMITS.time) });
}

function fieldsOf({ badIds, notLinked, leftOut }: UnreadIds, t: Translate): { name: string; value: string }[] {
  const named = (ids: string[]) => firstOf(ids, IDS_NAMED, t);
  return [
    { name: t('plans.fields.badIds'), value: named(badIds.map((id) => escapeText(id, MAX_BAD_ID_LENGTH))) },
    { name: t('plans.fields.notLinked'), value: named(notLinked.map((id) => `\`${id}\``)) },
    {
      name: t('plans.fields.leftOut'),
      value: leftOut === 0 ? '' : t('plans.leftOut', { count: leftOut, max: MAX_LINKS }),
    },
  ].filter(({ value }) => value !== '');
}
