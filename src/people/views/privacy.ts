import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { actionButton, type Reply, textReply } from '../../ui/reply.ts';

export function exportReply(json: string, t: Translate): Reply {
  return { ...textReply('blurple', 'privacy.exported')(t), files: [{ name: 'my-data.json', content: json }] };
}

export function askToDelete(t: Translate): Reply {
  const buttons = [
    actionButton(t('buttons.deleteData'), customIds.privacy.buttons.delete(), 'Danger'),
    actionButton(t('buttons.cancel'), customIds.privacy.buttons.keep()),
  ];
  return textReply('amber', 'privacy.ask', { buttons })(t);
}

export const dataDeleted = textReply('green', 'privacy.deleted');
export const dataKept = textReply('grey', 'privacy.kept');
