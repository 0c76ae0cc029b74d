import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { toJson } from '../../ui/json.ts';
import { actionButton, noticeReply, type Reply } from '../../ui/reply.ts';
import type { PersonalData } from '../store/privacy.ts';

const FILE_NAME = 'my-data.json';

/** Everything stored about a person, for {@link exportReply}. */
export const personalJson = (data: PersonalData): Promise<string> => toJson(data);

/** Everything stored about a person, as a file. */
export function exportReply(json: string, t: Translate): Reply {
  return {
    ...noticeReply({ colour: 'blurple', text: 'privacy.exported' }, t),
    files: [{ name: FILE_NAME, content: json }],
  };
}

export function askToDelete(t: Translate): Reply {
  const buttons = [
    actionButton(t('buttons.deleteData'), customIds.privacy.buttons.delete(), 'danger'),
    actionButton(t('buttons.cancel'), customIds.privacy.buttons.keep()),
  ];
  return noticeReply({ colour: 'amber', text: 'privacy.ask', buttons }, t);
}

export function dataDeleted(t: Translate): Reply {
  return noticeReply({ colour: 'green', text: 'privacy.deleted' }, t);
}

export function dataKept(t: Translate): Reply {
  return noticeReply({ colour: 'grey', text: 'privacy.kept' }, t);
}
