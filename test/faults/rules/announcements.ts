import type { History, Post } from '../history.ts';
import { claimsOf, forgottenRewards, isGone } from './claims.ts';
import {
  DID_ARRIVE,
  GOAL_REACHED,
  GRANTED,
  NOT_ACCEPTED,
  NOT_DELIVERED,
  SETTLED,
  THANKS,
  TOKEN_IS_REFUSED,
} from './words.ts';

/** Moderators are asked about each place to which a reward is sent. */
const NOT_ONCE_A_CLAIM: readonly string[] = [NOT_DELIVERED, NOT_ACCEPTED, DID_ARRIVE, ...SETTLED, GOAL_REACHED];

/**
 * A claim told as granted was not announced, something else was, anything was posted twice, or an announcement says of a
 * reward that it has arrived, and it has not, or the other way round. What a moderator says was claimed may be announced.
 */
export function wrongAnnouncements(history: History): string[] {
  const told = claimsOf(history).filter(({ shown }) => shown.some(({ title }) => title === GRANTED));
  const granted = told.map(({ reference }) => reference);
  const untold = forgottenRewards(history, (one) => granted.includes(one)).map(({ reference }) => reference);
  const gone = [...untold, ...told.filter((claim) => isGone(history, claim)).map(({ reference }) => reference)];
  const thanks = history.channel.filter(({ title }) => title === THANKS);
  const decided = history.decisions.filter(({ kind }) => kind === 'claimed').map(({ reference }) => reference);
  const thanked = thanks.map(({ reference }) => reference ?? '');
  const aboutClaims = history.channel.filter(({ title }) => !NOT_ONCE_A_CLAIM.includes(title));
  // The moderators of every server are told whose members asked.
  const placeOf = ({ title, guildId }: Post) => (title === THANKS ? '' : ` in guild ${guildId}`);
  const posted = Map.groupBy(
    aboutClaims,
    (post) => `"${post.title}" about claim ${String(post.reference)}${placeOf(post)}`,
  );
  const tokens = new Set(history.posts.map(({ token }) => token)).size;
  const mostOf = ([post]: readonly Post[]) => (post?.title === TOKEN_IS_REFUSED ? tokens : 1);
  return [
    ...granted
      .filter((one) => !thanked.includes(one))
      .map((one) => `claim ${one} was told as granted and not announced`),
    ...thanked
      .filter((one) => ![granted, untold, decided].flat().includes(one))
      .map((one) => `claim ${one} was announced and not told as granted`),
    ...[...posted].flatMap(([what, posts]) =>
      posts.length > mostOf(posts) ? [`${what} was posted ${posts.length} times`] : [],
    ),
    ...thanks.flatMap(({ reference = '', saysArrival = false }) =>
      // Of a claim that may be gone, nothing is on record.
      saysArrival === history.arrived.includes(reference) || gone.includes(reference)
        ? []
        : [
            `the announcement of claim ${reference} says ${saysArrival ? '' : 'not '}that its reward has reached the game server`,
          ],
    ),
  ];
}
