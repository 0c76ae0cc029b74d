import type { History } from './history.ts';
import { wrongAnnouncements } from './rules/announcements.ts';
import { needlessWaits, refusedOnRecord, sentAlthoughPostponed } from './rules/crowds.ts';
import { falseCertainty, hiddenGrants, inventedGrants, lostGrants } from './rules/grants.ts';
import { wrongHandOvers } from './rules/hand-overs.ts';
import { disagreements, takenBack, unanswered, unlistedPending } from './rules/people.ts';
import { needlessPosts, needlessRefusals, overlappingPosts, unrecordedPosts } from './rules/posts.ts';

/** Everything in a history that must never happen, in words. Empty when no claim was lost or told wrongly. */
export function violations(history: History): string[] {
  return [
    lostGrants,
    inventedGrants,
    hiddenGrants,
    falseCertainty,
    takenBack,
    unlistedPending,
    unanswered,
    disagreements,
    wrongAnnouncements,
    wrongHandOvers,
    overlappingPosts,
    unrecordedPosts,
    needlessPosts,
    needlessRefusals,
    needlessWaits,
    sentAlthoughPostponed,
    refusedOnRecord,
    ({ crashes }: History) => crashes,
  ].flatMap((rule) => rule(history));
}
