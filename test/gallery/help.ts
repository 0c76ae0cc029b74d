import { helpReply } from '../../src/guilds/views/help.ts';
import type { Overview } from '../../src/guilds/views/overview.ts';
import type { Replies } from './entries.ts';
import { EVERYTHING, everyProblem, HALF, NOTHING } from './setup.ts';

const manager =
  (overview: Overview, problemsOf: typeof everyProblem = () => []): Replies[string] =>
  (t) =>
    helpReply(
      {
        claimsWork: overview.settings.token.kind !== 'none',
        reminds: overview.reminderHours !== undefined,
        isModerator: true,
        manager: { overview, problems: problemsOf(t) },
      },
      t,
    );

export const replies: Replies = {
  'for a member': (t) => helpReply({ claimsWork: true, reminds: false, isModerator: false }, t),
  'for a member, where members can be reminded': (t) =>
    helpReply({ claimsWork: true, reminds: true, isModerator: false }, t),
  'for a member, where votes cannot be claimed': (t) =>
    helpReply({ claimsWork: false, reminds: false, isModerator: false }, t),
  'for a moderator': (t) => helpReply({ claimsWork: true, reminds: false, isModerator: true }, t),
  'for a manager, who has set up nothing yet': manager(NOTHING),
  'for a manager, who has set up half': manager(HALF),
  'for a manager, whose members do not know where to vote': manager({ ...EVERYTHING, voteLinks: 0 }),
  'for a manager, who has no announcements yet': manager({
    ...EVERYTHING,
    settings: { ...EVERYTHING.settings, announcements: NOTHING.settings.announcements },
  }),
  "for a manager, who has no moderators' channel yet": manager({
    ...EVERYTHING,
    settings: { ...EVERYTHING.settings, moderators: NOTHING.settings.moderators },
  }),
  'for a manager, who has linked nothing yet': manager({ ...EVERYTHING, linkedEntities: 0 }),
  'for a manager, with what is optional left': manager({ ...EVERYTHING, voterRoleId: undefined, goal: undefined }),
  'for a manager, with something wrong': manager(EVERYTHING, everyProblem),
  'for a manager, with everything set up': manager(EVERYTHING),
};
