import type { TextKey, Translate } from '../locales/index.ts';
import type { PersonalData } from '../services/privacy.ts';
import { formatCustomId } from './custom-id.ts';
import { actionButton, createEmbed, createReply, type Colour, type Reply } from './reply.ts';

const FILE_NAME = 'my-data.json';
const INDENT = 2;

/** Everything stored about a person, as a file. */
export function exportReply(data: PersonalData, t: Translate): Reply {
  return {
    ...createReply(embed(t, 'blurple', 'privacy.exported.title', 'privacy.exported.description')),
    files: [{ name: FILE_NAME, content: JSON.stringify(data, undefined, INDENT) }],
  };
}

export function askToDelete(t: Translate): Reply {
  return createReply(embed(t, 'amber', 'privacy.ask.title', 'privacy.ask.description'), [
    actionButton(t('buttons.deleteData'), formatCustomId('privacy', 'delete')),
    actionButton(t('buttons.cancel'), formatCustomId('privacy', 'keep')),
  ]);
}

export function dataDeleted(t: Translate): Reply {
  return createReply(embed(t, 'green', 'privacy.deleted.title', 'privacy.deleted.description'));
}

export function dataKept(t: Translate): Reply {
  return createReply(embed(t, 'grey', 'privacy.kept.title', 'privacy.kept.description'));
}

function embed(t: Translate, colour: Colour, title: TextKey, description: TextKey) {
  return createEmbed({ colour, title: t(title), description: t(description) });
}
