import type { APISelectMenuOption } from 'discord.js';

import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { actionButton, createReply, pageButtons, type Reply, selectOne, textReply } from '../../ui/reply.ts';
import { escapeText, lines, MAX_CHOICE_LENGTH, plainText, present } from '../../ui/text.ts';
import { type EntityChoice, type EntityPage, MAX_LABEL_LENGTH, MAX_LINKS } from '../entities.ts';
import type { LinkCheck, LinkOutcome } from '../entity-links.ts';
import type { LinkedEntity } from '../store/linked-entities.ts';
import { settingButtons, settingTitle } from './overview.ts';

/** Short enough for 25 lines to fit a description. */
const MAX_LISTED_LABEL_LENGTH = 30;

export function entityOptions(
  entities: readonly LinkedEntity[],
  isChosen: (entity: LinkedEntity) => boolean,
): APISelectMenuOption[] {
  return entities.map((entity) => ({
    value: entity.id,
    label: plainText(entity.label, MAX_LABEL_LENGTH) || entity.id,
    description: entity.id,
    default: isChosen(entity),
  }));
}

/** A choice of autocomplete, which Discord does not read as markdown. */
export function entityChoice({ id, label }: LinkedEntity): { name: string; value: string } {
  const name = plainText(label, MAX_LABEL_LENGTH);
  return { name: plainText(name === '' || name === id ? id : `${name} (${id})`, MAX_CHOICE_LENGTH), value: id };
}

export function entityList({ entities, page, pages, total }: EntityPage, t: Translate): Reply {
  const rows = entities.map(({ id, label, isDefault }) =>
    t(isDefault ? 'entity.list.defaultLine' : 'entity.list.line', {
      id,
      label: escapeText(label, MAX_LISTED_LABEL_LENGTH),
    }),
  );
  const options = entityOptions(entities, ({ isDefault }) => isDefault);
  return createReply(
    {
      colour: 'blurple',
      title: settingTitle('entities', t),
      description: [
        lines(...rows),
        present([total > 1 && t('entity.list.chooseBelow'), t('entity.list.unlink')]).join(' '),
      ],
      footer: t('entity.list.page', { total, page, pages }),
    },
    settingButtons('entities', t, {
      label: t('buttons.add'),
      more: pageButtons(customIds.entity.buttons.page, { page, pages }, t),
    }),
    selectOne(customIds.entity.selects.default(page), t('entity.list.pick'), options),
  );
}

export function unlinkedReply({ id, label }: LinkedEntity, t: Translate): Reply {
  return textReply('green', 'entity.unlinked')(t, { id, label: shown(label) });
}

/** Why there is no entity to show a plan of. @param mayLink - whether the person may link servers and teams */
export function noEntityReply(
  { kind }: Exclude<EntityChoice, { kind: 'entity' }>,
  t: Translate,
  { mayLink = false } = {},
): Reply {
  if (kind === 'bad-id') return textReply('amber', 'plan.badId')(t);
  if (kind === 'not-linked') return textReply('grey', 'plan.notLinked')(t);
  const description = t(mayLink ? 'plan.noneLinked.manager' : 'plan.noneLinked.description');
  const buttons = mayLink ? settingButtons('entities', t, { label: t('buttons.add') }) : [];
  return createReply({ colour: 'grey', title: t('plan.noneLinked.title'), description }, buttons);
}

/** What is known of an entity before it is linked. `mayBeUnknown`: the service would say the same of an unknown id */
export type LinkSummary = { text: string; mayBeUnknown: boolean };

export function askToLink(
  { text, mayBeUnknown }: LinkSummary,
  link: { pendingId: number; entityId: string; label: string; otherGuildId: string | undefined },
  t: Translate,
): Reply {
  const { pendingId, entityId: id, otherGuildId: guild } = link;
  const { buttons } = customIds.entity;
  return createReply(
    {
      colour: mayBeUnknown ? 'amber' : 'blurple',
      title: t('entity.ask.title'),
      description: lines(
        guild === undefined ? t('entity.ask.here', { id }) : t('entity.ask.elsewhere', { id, guild }),
        text,
        t('entity.ask.label', { label: shown(link.label) }),
      ),
    },
    [
      actionButton(t('buttons.link'), buttons.confirm(pendingId), 'Primary'),
      actionButton(t('buttons.cancel'), buttons.cancel(pendingId)),
    ],
  );
}

/** For a person who may not make this link, or not answer this question. */
export const linkForbidden = textReply('red', 'entity.forbidden');

export const linkCancelled = textReply('grey', 'entity.cancelled');

/** What became of a link, or why there will be none. @param guildId - where the person is */
export function linkReply(
  outcome: LinkOutcome | Exclude<LinkCheck, { kind: 'allowed' }>,
  guildId: string,
  t: Translate,
): Reply {
  switch (outcome.kind) {
    case 'linked': {
      const { id, label, isDefault } = outcome.entity;
      const sentences = [
        t('entity.linked.description', { id, label: shown(label) }),
        outcome.guildId !== guildId && t('entity.linked.elsewhere', { guild: outcome.guildId }),
        isDefault && t('entity.linked.isDefault'),
      ];
      const description = present(sentences).join(' ');
      return createReply({ colour: 'green', title: t('entity.linked.title'), description });
    }
    case 'already-linked':
      return textReply('grey', 'entity.already')(t, { id: outcome.entityId });
    case 'full':
      return textReply('amber', 'entity.full')(t, { max: MAX_LINKS });
    case 'expired':
      return textReply('grey', 'entity.expired')(t);
    case 'not-home':
      return textReply('blurple', 'entity.notHome')(t, { guild: outcome.guildId, id: outcome.entityId });
    case 'bad-guild':
      return textReply('amber', 'entity.badGuild')(t);
    case 'not-in-guild':
      return textReply('amber', 'entity.notInGuild')(t, { guild: outcome.guildId });
    case 'bad-id':
      return textReply('amber', 'plan.badId')(t);
    case 'forbidden':
      return linkForbidden(t);
  }
}

function shown(label: string): string {
  return escapeText(label, MAX_LABEL_LENGTH);
}
