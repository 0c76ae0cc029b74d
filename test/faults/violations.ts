import type { History } from './history.ts';
import { wrongAnnouncements } from './rules/announcements.ts';
import { needlessInterruptions, needlessWaits, refusedOnRecord, sentAlthoughPostponed } from './rules/crowds.ts';
import { miscounted, wrongGoalPosts } from './rules/goals.ts';
import { falseCertainty, hiddenGrants, inventedGrants, lostGrants } from './rules/grants.ts';
import { invitedHandOvers, wrongHandOvers } from './rules/hand-overs.ts';
import { leftCovered } from './rules/late-edits.ts';
import { lookedOn, lookingForEver } from './rules/looks.ts';
import { refusedWithOwnName, rewardedWithAnothersName } from './rules/names.ts';
import {
  arrivalTakenBack,
  disagreements,
  leftThinking,
  takenBack,
  unanswered,
  unaskedDoubts,
  unlistedPending,
  untoldDecisions,
} from './rules/people.ts';
import { needlessPosts, needlessRefusals, overlappingPosts, unrecordedPosts } from './rules/posts.ts';
import { neverReminded, remindedAfterStop, remindedOfNothing, remindedTwice } from './rules/reminders.ts';
import { roleKept, roleMissing, roleTakenEarly, roleWithoutClaim } from './rules/roles.ts';
import { deniedAlthoughDone, falseAlarms, leftUnclear, replacedByFailure } from './rules/undone.ts';
import { wrongVotes } from './rules/votes.ts';

/** Everything in a history that must never happen, in words. Empty when no claim was lost or told wrongly. */
export function violations(history: History): string[] {
  return [
    lostGrants,
    inventedGrants,
    hiddenGrants,
    falseCertainty,
    takenBack,
    arrivalTakenBack,
    leftCovered,
    replacedByFailure,
    deniedAlthoughDone,
    leftUnclear,
    falseAlarms,
    unaskedDoubts,
    unlistedPending,
    untoldDecisions,
    unanswered,
    leftThinking,
    disagreements,
    lookedOn,
    lookingForEver,
    rewardedWithAnothersName,
    refusedWithOwnName,
    wrongAnnouncements,
    wrongHandOvers,
    invitedHandOvers,
    wrongVotes,
    miscounted,
    wrongGoalPosts,
    remindedTwice,
    remindedOfNothing,
    neverReminded,
    remindedAfterStop,
    roleMissing,
    roleTakenEarly,
    roleWithoutClaim,
    roleKept,
    overlappingPosts,
    unrecordedPosts,
    needlessPosts,
    needlessRefusals,
    needlessWaits,
    needlessInterruptions,
    sentAlthoughPostponed,
    refusedOnRecord,
    ({ crashes }: History) => crashes,
  ].flatMap((rule) => rule(history));
}
