import type { Translate } from '../../locales/index.ts';
import { createReply, type Reply } from '../../ui/reply.ts';
import { lines } from '../../ui/text.ts';
import type { Problem } from '../setting-names.ts';
import { nextInHelp, type Overview } from './overview.ts';

/** @param helped - `reminds`: members can be reminded to vote again; `manager`: what is set up, for a manager */
export function helpReply(
  helped: {
    claimsWork: boolean;
    reminds: boolean;
    isModerator: boolean;
    manager?: { overview: Overview; problems: readonly Problem[] } | undefined;
  },
  t: Translate,
): Reply {
  const { claimsWork, reminds, isModerator, manager } = helped;
  return createReply({
    colour: 'blurple',
    title: t('help.title'),
    description: [
      manager && lines(`**${t('setup.fields.next')}**`, nextInHelp(manager.overview, manager.problems, t)),
      lines(t('help.everyone'), reminds && t('help.remind')),
      !claimsWork && t('help.notSetUp'),
    ],
    fields: [
      isModerator && { name: t('help.fields.moderators'), value: t('help.moderators') },
      manager && { name: t('help.fields.managers'), value: t('help.managers') },
    ],
    footer: t('help.footer'),
  });
}
