import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { actionButton, notice, type Reply } from '../../ui/reply.ts';

export function exportReply(json: string, t: Translate): Reply {
  return { ...notice('blurple', 'privacy.exported')(t), files: [{ name: 'my-data.json', content: json }] };
}

export function askToDelete(t: Translate): Reply {
  const buttons = [
    actionButton(t('buttons.deleteData'), customIds.privacy.buttons.delete(), 'Danger'),
    actionButton(t('buttons.cancel'), customIds.privacy.buttons.keep()),
  ];
  return notice('amber', 'privacy.ask', { buttons })(t);
}

export const dataDeleted = notice('green', 'privacy.deleted');
export const dataKept = notice('grey', 'privacy.kept');
