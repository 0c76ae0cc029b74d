import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { actionButton, createEmbed, createReply, noticeReply, type Reply } from '../../ui/reply.ts';
import { escapeText } from '../../ui/text.ts';
import { MAX_LABEL_LENGTH, MAX_LINKS } from '../entities.ts';
import type { LinkCheck, LinkOutcome } from '../entity-links.ts';
import { noEntityReply } from './entities.ts';

/**
 * What is known of an entity before it is linked. `mayBeUnknown`: the plan service says the same of ids that it does
 * not know.
 */
export type LinkSummary = { lines: string[]; mayBeUnknown: boolean };

/** Asks whether to link, showing what the plan service says of the id. */
export function askToLink(
  { lines, mayBeUnknown }: LinkSummary,
  link: { pendingId: number; entityId: string; label: string; otherGuildId: string | undefined },
  t: Translate,
): Reply {
  const { entityId: id, otherGuildId } = link;
  const where =
    otherGuildId === undefined ? t('entity.ask.here', { id }) : t('entity.ask.elsewhere', { id, guild: otherGuildId });
  return createReply(
    createEmbed({
      colour: mayBeUnknown ? 'amber' : 'blurple',
      title: t('entity.ask.title'),
      description: [where, ...lines, t('entity.ask.label', { label: shown(link.label) })].join('\n'),
    }),
    [
      actionButton(t('buttons.link'), customIds.entity.buttons.confirm(link.pendingId), 'primary'),
      actionButton(t('buttons.cancel'), customIds.entity.buttons.cancel(link.pendingId)),
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
      return noticeReply({ colour: 'grey', text: 'entity.already' }, t, { id: outcome.entityId });
    case 'full':
      return noticeReply({ colour: 'amber', text: 'entity.full' }, t, { max: MAX_LINKS });
    case 'expired':
      return noticeReply({ colour: 'grey', text: 'entity.expired' }, t);
    case 'not-home': {
      const { guildId: guild, entityId: id } = outcome;
      return noticeReply({ colour: 'blurple', text: 'entity.notHome' }, t, { guild, id });
    }
    case 'bad-guild':
      return noticeReply({ colour: 'amber', text: 'entity.badGuild' }, t);
    case 'not-in-guild':
      return noticeReply({ colour: 'amber', text: 'entity.notInGuild' }, t, { guild: outcome.guildId });
    case 'bad-id':
      return noEntityReply({ kind: 'bad-id' }, t);
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
  return escapeText(label, MAX_LABEL_LENGTH);
}
