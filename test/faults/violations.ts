import type { History } from './history.ts';
import { wrongAnnouncements } from './rules/announcements.ts';
import { falseCertainty, hiddenGrants, inventedGrants, lostGrants } from './rules/grants.ts';
import { disagreements, takenBack, unanswered, unlistedPending } from './rules/people.ts';
import { needlessRefusals, overlappingPosts, unrecordedPosts } from './rules/posts.ts';

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
    overlappingPosts,
    unrecordedPosts,
    needlessRefusals,
    ({ crashes }: History) => crashes,
  ].flatMap((rule) => rule(history));
}
