import type { APISelectMenuOption } from 'discord.js';

import type { Translate } from '../locales/index.ts';
import { LABEL_MAX_LENGTH } from '../services/entities.ts';
import type { EntityPage, LinkedEntity } from '../storage/linked-entities.ts';
import { formatCustomId } from './custom-id.ts';
import { createEmbed, createReply, noticeReply, pageButtons, selectOne, type Reply } from './reply.ts';
import { CHOICE_MAX_LENGTH, escapeText, plainText } from './text.ts';

/** A length at which 25 lines always fit a description. */
const LISTED_LABEL_LENGTH = 30;

/** As the options of a select, by row id. */
export function entityOptions(
  entities: readonly LinkedEntity[],
  isChosen: (entity: LinkedEntity) => boolean,
): APISelectMenuOption[] {
  return entities.map((entity) => ({
    value: String(entity.rowId),
    label: plainText(entity.label, LABEL_MAX_LENGTH) || entity.id,
    description: entity.id,
    default: isChosen(entity),
  }));
}

/** As a choice of autocomplete, which is not read as markdown. */
export function entityChoice({ id, label }: LinkedEntity): { name: string; value: string } {
  const name = plainText(label, LABEL_MAX_LENGTH);
  return { name: plainText(name === '' || name === id ? id : `${name} (${id})`, CHOICE_MAX_LENGTH), value: id };
}

/** One page of what a guild has linked, with a select that makes another one the default. */
export function entityList({ entities, page, pages, total }: EntityPage, t: Translate): Reply {
  const lines = entities.map(({ id, label, isDefault }) =>
    t(isDefault ? 'entity.list.defaultLine' : 'entity.list.line', {
      id,
      label: escapeText(label, LISTED_LABEL_LENGTH),
    }),
  );
  return createReply(
    createEmbed({
      colour: 'blurple',
      title: t('entity.list.title'),
      description: [...lines, ...(total > 1 ? ['', t('entity.list.chooseBelow')] : [])].join('\n'),
      footer: t('entity.list.page', { total, page, pages }),
    }),
    pageButtons((to) => formatCustomId('entity', 'page', to), { page, pages }, t),
    selectOne(
      formatCustomId('entity', 'default', page),
      t('entity.list.pick'),
      entityOptions(entities, ({ isDefault }) => isDefault),
    ),
  );
}

/** After `/entity unlink`. */
export function unlinkedReply({ id, label }: LinkedEntity, t: Translate): Reply {
  const values = { id, label: escapeText(label, LABEL_MAX_LENGTH) };
  return noticeReply({ colour: 'green', text: 'entity.unlinked', values }, t);
}
