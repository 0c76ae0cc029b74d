import type { Ask, History, Shown } from '../history.ts';
import {
  askedAgainAt,
  asksBehind,
  claimsOf,
  decidedClaims,
  type Grant,
  grantsOf,
  guildsOf,
  isForgottenGrant,
  isSamePlayer,
  type KnownClaim,
  mayBeElses,
} from './claims.ts';
import { unplaced } from './matching.ts';
import {
  ALREADY,
  FINAL,
  GRANTED,
  LIKELY,
  PENDING,
  saysNothingWasClaimed,
  saysPerhapsOne,
  saysPerhapsTwo,
  WAIT,
} from './words.ts';

/**
 * A vote was used up, and nobody was told that it was or may have been, nor is a moderator asked to look, or was. One "Reward
 * claimed" stands for one vote, unless it says that there may have been two.
 */
export function lostGrants(history: History): string[] {
  const claims = claimsOf(history);
  const grants = grantsOf(history).filter((grant) => !isForgottenGrant(history, grant));
  return unplaced(grants, claims, accountsFor, capacityOf).map(
    (grant) => `the grant of ${name(grant)} was told to nobody`,
  );
}

/** "Reward claimed" was shown without a vote that was used up for it, or twice for the same vote. */
export function inventedGrants(history: History): string[] {
  const told = claimsOf(history).filter((claim) => firstShown(claim, GRANTED));
  return unplaced(told, grantsOf(history), (grant, claim) => isGrantOf(claim, grant), once).map(
    ({ reference, playername }) =>
      `claim ${reference} of ${playername} was told as "${GRANTED}" without a vote that was used up for it`,
  );
}

/**
 * "Already claimed" was shown of a vote that our own POST had used up and nobody was told of, or while the answer to a
 * POST of ours that used up a vote was lost.
 */
export function hiddenGrants(history: History): string[] {
  const claims = claimsOf(history);
  const grants = grantsOf(history);
  return finallyShown(history, ALREADY).flatMap((state) => {
    const [player] = asksBehind(history, state);
    const { askedAt = -Infinity } = claims.find(({ reference }) => reference === state.reference) ?? {};
    const findings = history.posts.flatMap(({ playername, decided }) =>
      playername === player?.playername && decided?.claimed === 2 && decided.at >= askedAt && decided.at <= state.at
        ? [hiddenBy(decided)]
        : [],
    );
    if (findings.length === 0) return [`${whoRead(state)}, which the service had not said`];
    // A late answer is about whichever of them the claim had got.
    return findings.some((found) => found === undefined)
      ? []
      : findings.slice(-1).map((found = '') => whoRead(state) + found);

    /** What was wrong with saying so of this answer. */
    function hiddenBy(twice: { at: number; voteId: string | undefined }): string | undefined {
      const own = grants.find(({ decided }) => decided.voteId === twice.voteId);
      if (own && !isForgottenGrant(history, own) && !claims.some((claim) => accountsFor(claim, own))) {
        return ` of the grant of ${name(own)}, which nobody was told of`;
      }
      const lost = player && lostFor(history, player, state).find(({ decided }) => decided.at <= twice.at);
      return lost && ` while the answer to the grant of ${name(lost)} was lost`;
    }
  });
}

/** What a reply says is read from the record this long before it is sent at most, while nothing holds the bot up. */
const READ_BEFORE_MS = 1_000;

/**
 * A reply says for certain that nothing was claimed, although the answer to a POST that used up a vote was lost, either
 * before the person asked, or after that and before anyone asked again, which is in the same claim. It cannot know of
 * another's POST that leaves while it does.
 */
export function falseCertainty(history: History): string[] {
  return [...FINAL, WAIT]
    .flatMap((title) => finallyShown(history, title))
    .filter(saysNothingWasClaimed)
    .flatMap((state) => {
      const ask = askBehind(history, state);
      const lost =
        ask &&
        lostFor(history, ask, state).find(
          ({ playername, startedAt }) =>
            startedAt <= ask.at ||
            (playername === ask.playername &&
              startedAt <= state.sentAt &&
              startedAt < askedAgainAt(history, ask) &&
              !(state.sentAt < startedAt + READ_BEFORE_MS && mayBeElses(history, { ...state, playername }, startedAt))),
        );
      return lost ? [`${whoRead(state)} after the grant of ${name(lost)}, whose answer was lost`] : [];
    });
}

/**
 * The request that a state is about: the last one that its message answers, or for a message of another command, one
 * whose answer has shown the same claim, or else the first one that it may be about.
 */
function askBehind(history: History, state: Shown): Ask | undefined {
  const asks = asksBehind(history, state).filter(({ at }) => at <= state.at);
  const showed = ({ messageId }: Ask) =>
    history.shown.some((other) => other.messageId === messageId && other.reference === state.reference);
  return asks.findLast(({ messageId }) => messageId === state.messageId) ?? asks.find(showed) ?? asks[0];
}

/**
 * The grants for a player whose answers were lost and that nothing had put out of doubt by a time: no later grant for the
 * same spelling, and no moderator of a guild that asked who said where the vote went, of a claim whose answer came after
 * them. Whoever says that nothing was claimed explains only a 2 that had come by then.
 *
 * @param state - what somebody was shown then
 */
function lostFor(history: History, player: { playername: string }, state: Shown): Grant[] {
  const by = state.sentAt;
  const own = grantsOf(history).filter((grant) => isSamePlayer(grant, player));
  const wasSaidTwice = (before: number) =>
    history.posts.some(
      (post) => isSamePlayer(post, player) && post.decided?.claimed === 2 && post.decided.at <= before,
    );
  const guilds = guildsOf(history, state.reference);
  const settled = decidedClaims(history)
    .filter((decision) => decision.at <= by && isSamePlayer(decision, player))
    .filter((decision) => {
      const deciding = guildsOf(history, decision.reference);
      return deciding.size === 0 || !deciding.isDisjointFrom(guilds);
    })
    .filter(({ kind, at }) => kind === 'claimed' || (kind === 'not-claimed' && wasSaidTwice(at)))
    .map(({ reference, at }) => {
      const answered = history.shown.filter((state) => state.reference === reference && state.title === LIKELY);
      return Math.min(at, ...answered.map((state) => state.at));
    });
  return own.filter(
    (lost) =>
      !lost.answered &&
      !settled.some((until) => lost.decided.at <= until) &&
      !own.some((later) => later.answered && later.playername === lost.playername && later.startedAt > lost.startedAt),
  );
}

/**
 * Whether what is known of a claim tells of a grant, says that there may have been one, or leaves that to a moderator.
 */
function accountsFor(claim: KnownClaim, grant: Grant): boolean {
  const mayBeIts = claim.playername === grant.playername && claim.askedAt <= grant.startedAt;
  if ((claim.listed && mayBeIts) || isGrantOf(claim, grant)) return true;
  const later = claim.shown.filter(({ at }) => at >= grant.startedAt);
  return (mayBeIts && later.some(saysPerhapsTwo)) || (isSamePlayer(claim, grant) && later.some(saysLikely));
}

/**
 * Whether a claim told as granted may be this grant: it came between the request and its verdict, for the same
 * spelling.
 */
export function isGrantOf(claim: KnownClaim, grant: Grant): boolean {
  const told = claim.shown.findLast(({ title }) => title === GRANTED);
  return (
    told !== undefined &&
    claim.playername === grant.playername &&
    claim.askedAt <= grant.startedAt &&
    grant.decided.at <= told.at
  );
}

function capacityOf(claim: KnownClaim): number {
  const isPlain = claim.shown.some((state) => state.title === GRANTED && !saysPerhapsTwo(state));
  const tellsMore = claim.listed || claim.shown.some((state) => saysLikely(state) || saysPerhapsTwo(state));
  return isPlain && !tellsMore ? 1 : Number.POSITIVE_INFINITY;
}

/** Whether somebody reads that a vote was likely, or perhaps, claimed by a request whose answer was lost. */
function saysLikely(state: Shown): boolean {
  return state.title === LIKELY || saysPerhapsOne(state);
}

function once(): number {
  return 1;
}

function firstShown({ shown }: KnownClaim, wanted: string): Shown | undefined {
  return shown.find(({ title }) => title === wanted);
}

/** What people finally read about a claim, of the states with this title: nothing else followed in the same message. */
function finallyShown({ shown }: History, wanted: string): Shown[] {
  return shown.filter(
    (state, index) =>
      state.title === wanted &&
      !shown
        .slice(index + 1)
        .some(
          (later) =>
            later.messageId === state.messageId && later.reference === state.reference && later.title !== PENDING,
        ),
  );
}

function whoRead({ personId, title, reference }: Shown): string {
  return `${personId} was told "${title}" (claim ${String(reference)})`;
}

function name({ playername, decided }: Grant): string {
  return `${playername} at ${decided.at}`;
}
