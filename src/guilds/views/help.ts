import type { Translate } from '../../locales/index.ts';
import { createEmbed, createReply, type Reply } from '../../ui/reply.ts';
import type { FirstStep } from '../first-steps.ts';
import type { PostPermission } from '../place.ts';
import { listPermissions } from './settings.ts';

/**
 * Whom the help is for. `claimsWork`: votes can be claimed here; `reminds`: members can be reminded to vote again; `next`: for managers, undefined when all is set up;
 * `missing`: what the bot lacks in this channel
 */
export type Helped = { claimsWork: boolean; reminds: boolean; isModerator: boolean } & (
  { isManager: false } | { isManager: true; next: FirstStep | undefined; missing: readonly PostPermission[] }
);

/** What this person can do here, and what a manager does next. */
export function helpReply(helped: Helped, t: Translate): Reply {
  const { claimsWork, reminds, isModerator } = helped;
  return createReply(
    createEmbed({
      colour: 'blurple',
      title: t('help.title'),
      description: [
        [t('help.everyone'), ...(reminds ? [t('help.remind')] : [])].join('\n'),
        ...(claimsWork ? [] : [t('help.notSetUp')]),
      ].join('\n\n'),
      fields: [
        ...(isModerator ? [{ name: t('help.fields.moderators'), value: t('help.moderators') }] : []),
        ...(helped.isManager
          ? [
              { name: t('help.fields.managers'), value: t('help.managers') },
              {
                name: t('help.fields.next'),
                value: t(`help.next.${helped.next ?? 'nothing'}`, { permissions: listPermissions(helped.missing, t) }),
              },
            ]
          : []),
      ],
      footer: t('help.footer'),
    }),
  );
}
