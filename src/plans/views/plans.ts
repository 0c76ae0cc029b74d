import type { APIEmbedField } from 'discord.js';

import { MAX_LINKS, type UnreadIds } from '../../guilds/entities.ts';
import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { pageOf } from '../../ui/paging.ts';
import { actionButton, type Colour, createReply, pageButtons, type Reply, textReply } from '../../ui/reply.ts';
import { SYMBOLS } from '../../ui/symbols.ts';
import {
  escapeText,
  firstOf,
  humanise,
  lines,
  type Maybe,
  present,
  relativeTimestamp,
  truncate,
  twoLineRow,
} from '../../ui/text.ts';
import { isStandard, statusKindOf } from '../plan.ts';
import type { PlanTime } from '../plan-time.ts';
import { type Attention, attentionOf, type PlanReport, type ReportedPlan } from '../reports.ts';
import { statesOf, titleOf } from './plan.ts';
import { planWord } from './words.ts';

export type PlansFilter = 'all' | 'attention';

const PLANS_A_PAGE = 10;
/** UTF-16 units after escaping, so that ten rows fit a description. */
const LINE_LIMITS = { name: 40, word: 24, time: 20 } as const;
/** How many ids of one kind are named, and how much of a bad one. */
const IDS_NAMED = 5;
const MAX_BAD_ID_LENGTH = 40;

const COLOUR_OF: Record<Attention['kind'], Colour> = {
  deletion: 'red',
  grace: 'amber',
  cancelled: 'amber',
  change: 'blurple',
  unanswered: 'amber',
};

export function plansProgress(progress: { done: number; total: number }, t: Translate): Reply {
  return createReply({ colour: 'blurple', title: t('plans.title'), description: t('plans.progress', progress) });
}

/** One page of a report, two lines a plan, with the ids that could not be read. */
export function plansPage(
  { id, report }: { id: string; report: PlanReport },
  { filter, page: wanted, now }: { filter: PlansFilter; page: number; now: number },
  t: Translate,
): Reply {
  const { plans, unread } = report;
  const { buttons } = customIds.plans;
  const urgent = plans.filter((reported) => attentionOf(reported) !== undefined);
  const listed = filter === 'attention' ? urgent : plans;
  const { page, pages, offset } = pageOf(listed.length, wanted, PLANS_A_PAGE);
  const onPage = listed.slice(offset, offset + PLANS_A_PAGE);
  const named = Map.groupBy(plans, ({ answer }) => answer && titleOf(answer.plan));
  const isUnique = (name: string) => named.get(name)?.length === 1;
  const isAnyStandard = onPage.some(({ answer }) => answer && isStandard(answer.plan));
  const start = { listId: id, page: 1 };
  return createReply(
    {
      colour: colourOf(plans),
      title: t('plans.title'),
      description: [
        lines(...onPage.map((reported) => rowOf(reported, { now, isUnique, t }))) ||
          t(plans.length > 0 ? 'plans.allWell' : 'plans.nothing'),
        isAnyStandard && t('plan.standard'),
      ],
      fields: fieldsOf(unread, t),
      footer: t('plans.page', { total: plans.length, attention: urgent.length, page, pages }),
    },
    [
      filter === 'attention' && actionButton(t('buttons.showAll'), buttons.all(start)),
      filter === 'all' && urgent.length > 0 && actionButton(t('buttons.needsAttention'), buttons.attention(start)),
      ...pageButtons((to) => buttons[filter]({ listId: id, page: to }), { page, pages }, t),
      plans.length > 0 && actionButton(t('buttons.downloadCsv'), buttons.file(id)),
    ],
  );
}

/** For a page of a report that is not kept any more. */
export const plansClosed = textReply('grey', 'plans.closed');

function colourOf(plans: readonly ReportedPlan[]): Colour {
  const [first] = plans;
  const attention = first && attentionOf(first);
  if (attention) return COLOUR_OF[attention.kind];
  return first && plans.every(({ answer }) => answer?.stale === false && statusKindOf(answer.plan) === 'fine')
    ? 'green'
    : 'amber';
}

/** A name and what needs doing first, or the status; below, smaller, the rest, and the id where names agree. */
function rowOf(
  reported: ReportedPlan,
  { now, isUnique, t }: { now: number; isUnique: (name: string) => boolean; t: Translate },
): string {
  const { id, answer } = reported;
  if (!answer) return twoLineRow([`${SYMBOLS.unknown} \`${id}\``, t('plans.unanswered')]);
  const { plan, stale, checkedAt } = answer;
  const states = statesOf(plan, 'plans', { now, t, show: (time) => timeText(time, t) });
  const symbol = states[0]?.[0] ?? SYMBOLS[statusKindOf(plan) === 'fine' ? 'good' : 'attention'];
  const saved = stale && t('plans.stale', { time: relativeTimestamp(checkedAt) });
  const [first, ...others] = present([...states.map(([, words]) => words), saved]);
  const status = truncate(planWord(plan.status, t), LINE_LIMITS.word);
  return twoLineRow(
    [`${symbol} **${truncate(titleOf(plan), LINE_LIMITS.name)}**`, first ?? status],
    [
      truncate(humanise(plan.plan), LINE_LIMITS.word),
      // The usual status goes without saying beside something that needs doing.
      first !== undefined && plan.status.trim().toLowerCase() !== 'active' && status,
      ...others,
      !isUnique(titleOf(plan)) && `\`${id}\``,
    ],
  );
}

function timeText(time: PlanTime, t: Translate): string {
  if (time.kind === 'time') return relativeTimestamp(time.at);
  return t('plan.quoted', { text: truncate(escapeText(time.text, LINE_LIMITS.time), LINE_LIMITS.time) });
}

function fieldsOf({ badIds, notLinked, leftOut }: UnreadIds, t: Translate): Maybe<APIEmbedField>[] {
  const field = (name: 'badIds' | 'notLinked', ids: readonly string[], show: (id: string) => string) =>
    ids.length > 0 && { name: t(`plans.fields.${name}`), value: firstOf(ids.map(show), IDS_NAMED, t) };
  return [
    field('badIds', badIds, (id) => escapeText(id, MAX_BAD_ID_LENGTH)),
    field('notLinked', notLinked, (id) => `\`${id}\``),
    leftOut > 0 && { name: t('plans.fields.leftOut'), value: t('plans.leftOut', { count: leftOut, max: MAX_LINKS }) },
  ];
}
