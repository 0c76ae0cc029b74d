import type { Translate } from '../../locales/index.ts';
import { createReply, type Reply } from '../../ui/reply.ts';
import { lines } from '../../ui/text.ts';
import type { FirstStep } from '../first-steps.ts';
import type { PostPermission } from '../settings.ts';
import { listPermissions } from './settings.ts';

/** @param helped - `reminds`: members can be reminded to vote again; `missing`: what the bot lacks in this channel */
export function helpReply(
  helped: {
    claimsWork: boolean;
    reminds: boolean;
    isModerator: boolean;
    manager?: { next: FirstStep | undefined; missing: readonly PostPermission[] };
  },
  t: Translate,
): Reply {
  const { claimsWork, reminds, isModerator, manager } = helped;
  const next =
    manager && t(`help.next.${manager.next ?? 'nothing'}`, { permissions: listPermissions(manager.missing, t) });
  return createReply({
    colour: 'blurple',
    title: t('help.title'),
    description: [lines(t('help.everyone'), reminds && t('help.remind')), !claimsWork && t('help.notSetUp')],
    fields: [
      isModerator && { name: t('help.fields.moderators'), value: t('help.moderators') },
      manager && { name: t('help.fields.managers'), value: t('help.managers') },
      next && { name: t('help.fields.next'), value: next },
    ],
    footer: t('help.footer'),
  });
}
