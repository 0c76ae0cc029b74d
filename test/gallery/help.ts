import type { FirstStep } from '../../src/guilds/first-steps.ts';
import { helpReply } from '../../src/guilds/views/help.ts';
import type { Replies } from './entries.ts';

const manager =
  (next: FirstStep | undefined): Replies[string] =>
  (t) =>
    helpReply(
      {
        claimsWork: next !== 'token',
        reminds: next === undefined,
        isModerator: true,
        manager: { next, missing: ['sendMessages', 'embedLinks'] },
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
  'for a manager, who has no token yet': manager('token'),
  'for a manager, who has linked nothing yet': manager('entity'),
  'for a manager, whose members do not know where to vote': manager('vote-link'),
  'for a manager, who has no announcements yet': manager('announcements'),
  "for a manager, who has no moderators' channel yet": manager('moderators'),
  'for a manager, in a channel where the bot cannot post': manager('permissions'),
  'for a manager, with everything set up': manager(undefined),
};
