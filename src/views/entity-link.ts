import type { Translate } from '../locales/index.ts';
import { LABEL_MAX_LENGTH, LINKS_MOST } from '../services/entities.ts';
import type { LinkCheck, LinkOutcome } from '../services/entity-links.ts';
import type { PlanAnswer } from '../services/plans.ts';
import { isStandard } from '../upstream/plan.ts';
import { formatCustomId } from './custom-id.ts';
import { kindOf, noPlanReply, titleOf } from './plan.ts';
import { planWord } from './plan-words.ts';
import { actionButton, createEmbed, createReply, noticeReply, type Reply } from './reply.ts';
import { escapeText, humanise } from './text.ts';

/** Asks whether to link, showing what the plan service says of the id. */
export function askToLink(
  { plan }: PlanAnswer,
  link: { pendingId: number; entityId: string; label: string; otherGuildId: string | undefined },
  t: Translate,
): Reply {
  const { entityId: id, otherGuildId } = link;
  const kind = kindOf(plan, t);
  const lines = [
    otherGuildId === undefined ? t('entity.ask.here', { id }) : t('entity.ask.elsewhere', { id, guild: otherGuildId }),
    [
      t('entity.ask.summary', { name: titleOf(plan), plan: humanise(plan.plan), status: planWord(plan.status, t) }),
      ...(kind === '' ? [] : [kind]),
    ].join(' · '),
    ...(isStandard(plan) ? [t('plan.standard')] : []),
    t('entity.ask.label', { label: shown(link.label) }),
  ];
  return createReply(
    createEmbed({
      colour: isStandard(plan) ? 'amber' : 'blurple',
      title: t('entity.ask.title'),
      description: lines.join('\n'),
    }),
    [
      actionButton(t('buttons.link'), formatCustomId('entity', 'confirm', link.pendingId), 'primary'),
      actionButton(t('buttons.cancel'), formatCustomId('entity', 'cancel', link.pendingId)),
    ],
  );
}

/** What became of a link, or why there will be none. @param guildId - where the person is */
export function linkReply(
  outcome: LinkOutcome | Exclude<LinkCheck, { kind: 'allowed' }>,
  guildId: string,
  t: Translate,
): Reply {
  switch (outcome.kind) {
    case 'linked': {
      const { id, label, isDefault } = outcome.entity;
      const lines = [
        t('entity.linked.description', { id, label: shown(label) }),
        ...(outcome.guildId === guildId ? [] : [t('entity.linked.elsewhere', { guild: outcome.guildId })]),
        ...(isDefault ? [t('entity.linked.isDefault')] : []),
      ];
      return createReply(
        createEmbed({ colour: 'green', title: t('entity.linked.title'), description: lines.join(' ') }),
      );
    }
    case 'already-linked':
      return noticeReply({ colour: 'grey', text: 'entity.already', values: { id: outcome.entityId } }, t);
    case 'full':
      return noticeReply({ colour: 'amber', text: 'entity.full', values: { most: LINKS_MOST } }, t);
    case 'expired':
      return noticeReply({ colour: 'grey', text: 'entity.expired' }, t);
    case 'not-home': {
      const { guildId: guild, entityId: id } = outcome;
      return noticeReply({ colour: 'blurple', text: 'entity.notHome', values: { guild, id } }, t);
    }
    case 'bad-guild':
      return noticeReply({ colour: 'amber', text: 'entity.badGuild' }, t);
    case 'not-in-guild':
      return noticeReply({ colour: 'amber', text: 'entity.notInGuild', values: { guild: outcome.guildId } }, t);
    case 'bad-id':
      return noPlanReply({ kind: 'bad-id' }, t);
    case 'forbidden':
      return linkForbidden(t);
  }
}

/** For whoever may not make this link, or not answer this question. */
export function linkForbidden(t: Translate): Reply {
  return noticeReply({ colour: 'red', text: 'entity.forbidden' }, t);
}

/** After *Cancel*. */
export function linkCancelled(t: Translate): Reply {
  return noticeReply({ colour: 'grey', text: 'entity.cancelled' }, t);
}

function shown(label: string): string {
  return escapeText(label, LABEL_MAX_LENGTH);
}
