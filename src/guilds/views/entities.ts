import type { APISelectMenuOption } from 'discord.js';

import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import {
  type Colour,
  createEmbed,
  createReply,
  noticeReply,
  pageButtons,
  type Reply,
  selectOne,
} from '../../ui/reply.ts';
import { escapeText, MAX_CHOICE_LENGTH, plainText } from '../../ui/text.ts';
import { type EntityChoice, MAX_LABEL_LENGTH } from '../entities.ts';
import type { EntityPage, LinkedEntity } from '../store/linked-entities.ts';

/** A length at which 25 lines always fit a description. */
const MAX_LISTED_LABEL_LENGTH = 30;

/** As the options of a select, by row id. */
export function entityOptions(
  entities: readonly LinkedEntity[],
  isChosen: (entity: LinkedEntity) => boolean,
): APISelectMenuOption[] {
  return entities.map((entity) => ({
    value: String(entity.rowId),
    label: plainText(entity.label, MAX_LABEL_LENGTH) || entity.id,
    description: entity.id,
    default: isChosen(entity),
  }));
}

/** As a choice of autocomplete, which is not read as markdown. */
export function entityChoice({ id, label }: LinkedEntity): { name: string; value: string } {
  const name = plainText(label, MAX_LABEL_LENGTH);
  return { name: plainText(name === '' || name === id ? id : `${name} (${id})`, MAX_CHOICE_LENGTH), value: id };
}

/** One page of what a guild has linked, with a select that makes another one the default. */
export function entityList({ entities, page, pages, total }: EntityPage, t: Translate): Reply {
  const lines = entities.map(({ id, label, isDefault }) =>
    t(isDefault ? 'entity.list.defaultLine' : 'entity.list.line', {
      id,
      label: escapeText(label, MAX_LISTED_LABEL_LENGTH),
    }),
  );
  return createReply(
    createEmbed({
      colour: 'blurple',
      title: t('entity.list.title'),
      description: [...lines, ...(total > 1 ? ['', t('entity.list.chooseBelow')] : [])].join('\n'),
      footer: t('entity.list.page', { total, page, pages }),
    }),
    pageButtons(customIds.entity.buttons.page, { page, pages }, t),
    selectOne(
      customIds.entity.selects.default(page),
      t('entity.list.pick'),
      entityOptions(entities, ({ isDefault }) => isDefault),
    ),
  );
}

/** After `/entity unlink`. */
export function unlinkedReply({ id, label }: LinkedEntity, t: Translate): Reply {
  return noticeReply({ colour: 'green', text: 'entity.unlinked' }, t, {
    id,
    label: escapeText(label, MAX_LABEL_LENGTH),
  });
}

/** Why there is no entity to show a plan of. @param mayLink - whether the person may link servers and teams */
export function noEntityReply(
  choice: Exclude<EntityChoice, { kind: 'entity' }>,
  t: Translate,
  { mayLink = false } = {},
): Reply {
  const show = (colour: Colour, title: PlainTextKey, description: PlainTextKey) =>
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
