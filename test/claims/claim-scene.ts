import { CAPACITY } from '../../src/claims/capacity.ts';
import type { Claim, ClaimRequest } from '../../src/claims/claim.ts';
import { createCrowd } from '../../src/claims/crowd.ts';
import type { ClaimMessenger } from '../../src/claims/replies.ts';
import { createClaimReplies } from '../../src/claims/replies.ts';
import { createClaimRunner } from '../../src/claims/runner.ts';
import { createOwnNames } from '../../src/claims/own-names.ts';
import { createClaims, type NewClaim } from '../../src/claims/service.ts';
import { createSlots } from '../../src/claims/slots.ts';
import type { Verdict } from '../../src/claims/states.ts';
import { type ClaimLedger, createClaimLedger } from '../../src/claims/store/ledger.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { AttemptOutcome, VoteClient } from '../../src/claims/vote-client.ts';
import type { ClaimCredential } from '../../src/guilds/settings.ts';
import { createStoredOwnNames } from '../../src/guilds/store/own-names.ts';
import { createLeases } from '../../src/database/leases.ts';
import { createKey } from '../../src/secrets/key-file.ts';
import { createSealer } from '../../src/secrets/sealer.ts';
import { Secret } from '../../src/secret.ts';
import type { Count } from '../../src/work/counts.ts';
import { CannotSpeakError, StaleVerdictError } from '../../src/work/errors.ts';
import { createLimiter, type MemberLimits } from '../../src/work/limits.ts';
import { createLog } from '../../src/work/log.ts';
import { openForTest } from '../database/databases.ts';
import { onClock } from '../database/store-on-clock.ts';
import { createManualClock } from '../manual-clock.ts';
import { WIDE_LIMITS } from '../wide-limits.ts';

const MAIN_SERVICE_URL = 'https://main.example';
export const GUILD = 'guild';
/** A guild with the same token as `GUILD`. */
export const SISTER_GUILD = 'sister guild';
export const OTHER_GUILD = 'other guild';
export const STRANGER_GUILD = 'guild without a token';
const TOKEN = 'token';
const OTHER_TOKEN = 'other token';

export const answered = (claimed: 0 | 1 | 2): AttemptOutcome => ({ kind: 'answered', claimed });
export const rejected = (status: number, retryAt?: number): AttemptOutcome => ({ kind: 'rejected', status, retryAt });
export const UNKNOWN: AttemptOutcome = { kind: 'unknown' };
export const NOT_SENT: AttemptOutcome = { kind: 'not-sent' };
/** When a person hears that their claim is pending. */
export const PENDING_MS = CLAIM_TIMINGS.tellPendingAfterMs;
/** Discord's answer about the reply to an interaction that nobody acknowledged. */
export const NO_REPLY = new CannotSpeakError('there is no such reply');

type Post = {
  playername: string;
  token: string;
  deadlineMs: number;
  /** ms since the scene began */
  at: number;
  answer: (end: AttemptOutcome) => void;
};
type Told = { who: string | undefined; at: number; request: ClaimRequest; answer: Verdict };
export type Person = Partial<Pick<NewClaim, 'interactionId' | 'playername' | 'guildId' | 'replaces' | 'isRecheck'>> & {
  acknowledged?: Promise<void>;
};

export type SceneOptions = {
  /** how the POSTs end, in order; further ones stay open until the test answers them */
  posts?: readonly (AttemptOutcome | Promise<AttemptOutcome>)[];
  /** unlimited by default */
  limits?: MemberLimits;
  /** how many POSTs may be under way, and how many claims */
  slots?: number;
  crowd?: number;
  /** where names have owners: nowhere by default */
  ownNamesIn?: string;
  /** called each time the credential of a guild is looked up */
  onCredential?: () => Promise<void> | void;
  /** by how much the clock of this process is ahead of the database's */
  aheadMs?: number;
  /** changes the ledger's behaviour */
  ledger?: (real: ClaimLedger) => Partial<ClaimLedger>;
  /** what happens to an answer on its way to a person */
  onTell?: (told: Omit<Told, 'at'>) => Promise<void> | void;
  /** whether the edit that shows an answer may be applied once more, later */
  mayComeAgain?: (answer: Verdict) => boolean;
};

/** The services with the real ledger in memory, a scripted main service, and a record of what people are told. */
export async function createClaimScene(options: SceneOptions = {}) {
  const clock = createManualClock({ isBusy: () => store.isBusy() });
  const store = onClock(
    await openForTest({ kind: 'sqlite', path: ':memory:' }),
    () => clock.now() - (options.aheadMs ?? 0),
  );
  const startedAt = clock.now();
  const elapsed = (): number => clock.now() - startedAt;
  const script = [...(options.posts ?? [])];
  const posts: Post[] = [];
  const told: Told[] = [];
  const journal: string[] = [];
  const tokens = new Map([
    [GUILD, new Secret(TOKEN)],
    [SISTER_GUILD, new Secret(TOKEN)],
    [OTHER_GUILD, new Secret(OTHER_TOKEN)],
  ]);
  async function credentialOf(guildId: string): Promise<ClaimCredential | undefined> {
    await options.onCredential?.();
    const credential = tokens.get(guildId);
    if (!credential) return undefined;
    const credentialId = credential.fingerprint(MAIN_SERVICE_URL);
    return { credential, credentialId, isOperators: credential.reveal() === TOKEN };
  }

  const votes: VoteClient = {
    claim: ({ playername, token, deadlineMs }) => {
      const { promise, resolve: answer } = Promise.withResolvers<AttemptOutcome>();
      posts.push({ playername, token: token.reveal(), deadlineMs, at: elapsed(), answer });
      journal.push('POST');
      return Promise.resolve(script.shift() ?? promise);
    },
  };
  const messenger: ClaimMessenger = {
    async tellClaim(request, _reply, answer, isFresh) {
      if (!isFresh()) throw new StaleVerdictError('the verdict is fresh no longer');
      const who = request.userId;
      await options.onTell?.({ who, request, answer });
      told.push({ who, request, answer, at: elapsed() });
      journal.push(`tell ${answer.kind}`);
      return { mayComeAgain: options.mayComeAgain?.(answer) ?? false };
    },
  };
  const sealer = createSealer([createKey()]);
  const plain = createClaimLedger({ store, sealer, timings: CLAIM_TIMINGS });
  const ledger = inJournal({ ...plain, ...options.ledger?.(plain) }, journal);
  const ownNames = createOwnNames(createStoredOwnNames(store), {
    hasOwnNames: (guildId) => Promise.resolve(guildId === options.ownNamesIn),
    afterClaim: () =>
      Promise.resolve({
        ...{ voteLinks: [], hasModerators: true, hasOwnToken: true },
        ...{ rewardsByHand: false, nextVote: undefined },
      }),
  });
  const { refusalOf } = ownNames;
  const logged: string[] = [];
  const verdicts: string[] = [];
  const log = createLog({ level: 'info', secrets: [], destination: { write: (line) => void logged.push(line) } });
  const timings = CLAIM_TIMINGS;
  const stopping = new AbortController();

  /** What each process has of its own. */
  function startProcess(ledger: ClaimLedger) {
    const count: Count = (_, verdict = '') => void verdicts.push(verdict);
    const parts = { ledger, clock, timings, stopping: stopping.signal, log, count };
    const replies = createClaimReplies({ ...parts, messenger });
    const slots = {
      fresh: createSlots(options.slots ?? CAPACITY.freshSlots, clock),
      recovered: createSlots(CAPACITY.recoveredSlots, clock),
    };
    const runner = createClaimRunner({ ...parts, votes, credentialOf, replies, slots });
    const limiter = createLimiter(options.limits ?? WIDE_LIMITS.claim, clock);
    const crowd = createCrowd(options.crowd ?? CAPACITY.claimsUnderWay);
    const claims = createClaims({ ...parts, runner, replies, credentialOf, refusalOf, limiter, crowd });
    return { replies, runner, claims };
  }
  const { replies, runner, claims } = startProcess(ledger);
  const elsewhere = startProcess(plain);

  let interactions = 0;
  function newRequest(userId: string, playername: string) {
    interactions += 1;
    return {
      interactionId: `interaction ${interactions}`,
      guildId: GUILD,
      userId,
      locale: 'en-US',
      playername,
      reply: { applicationId: 'application', token: new Secret(`reply ${interactions}`) },
    };
  }

  /** Someone uses /claimvote. */
  function claim(userId = 'ada', { acknowledged = Promise.resolve(), ...person }: Person = {}, process = { claims }) {
    // Nobody looks at it before the request is on record.
    acknowledged.catch(() => undefined);
    return process.claims.request({
      ...newRequest(userId, 'Steve'),
      receivedAt: clock.now(),
      acknowledge: () => acknowledged,
      ...person,
    });
  }

  /** Claims and waits until everything is over. */
  async function claimToTheEnd(userId?: string, person?: Person) {
    const requested = claim(userId, person);
    await clock.advance(PENDING_MS + 2 * CLAIM_TIMINGS.attemptDeadlineMs);
    return requested;
  }

  /** Someone uses /claimvote, and another process records it. */
  function admitElsewhere(
    userId = 'ada',
    playername = 'Steve',
    replaces?: string,
  ): Promise<{ request: ClaimRequest; claim: Claim }> {
    const credentialId = new Secret(TOKEN).fingerprint(MAIN_SERVICE_URL);
    return plain.admit({ ...newRequest(userId, playername), credentialId, isOperators: true, replaces });
  }

  /**
   * A claim of a process that died, its lease expired. `ends`: how its attempts ended; undefined where that was not
   * recorded.
   */
  async function leaveBehind(
    ends: readonly (AttemptOutcome | undefined)[] = [],
    userId = 'ada',
    playername = 'Steve',
  ): Promise<{ request: ClaimRequest; claim: Claim }> {
    const admitted = await admitElsewhere(userId, playername);
    for (const end of ends) {
      const attempt = await plain.startAttempt(admitted.claim);
      if (end) await plain.endAttempt(attempt, end);
      await clock.advance(1);
    }
    await clock.advance(CLAIM_TIMINGS.leaseMs);
    return admitted;
  }

  /** Runs a round of recovery to its end: takes over what is due and continues it. @returns what was taken over */
  async function recover(): Promise<Claim[]> {
    const taken = await plain.takeOver();
    await Promise.all(taken.map((one) => runner.recover(one)));
    return taken;
  }

  return {
    clock,
    log,
    store,
    sealer,
    ledger,
    ownNames,
    leases: createLeases(store),
    timings,
    runner,
    replies,
    stopping,
    /** another process on the same ledger */
    elsewhere,
    claims,
    claim,
    posts,
    told,
    journal,
    logged,
    /** those that went on record, as metrics count them */
    verdicts,
    tokens,
    /** What each person was told, in order. */
    heard: (who: string) => told.filter((one) => one.who === who).map(({ answer }) => answer.kind),
    claimToTheEnd,
    admitElsewhere,
    leaveBehind,
    recover,
    /** The claims' rows, in the order in which they were opened. */
    claimRows: () => store.read((db) => db.selectFrom('claims').selectAll().orderBy('opened_at').execute()),
  };
}

/** Adds each write to the journal once it is durable. */
function inJournal(ledger: ClaimLedger, journal: string[]): ClaimLedger {
  return {
    ...ledger,
    async admit(request) {
      journal.push('intent');
      return ledger.admit(request);
    },
    async startAttempt(claim, id) {
      const attempt = await ledger.startAttempt(claim, id);
      journal.push('attempt');
      return attempt;
    },
    async endAttempt(attempt, outcome) {
      const changed = await ledger.endAttempt(attempt, outcome);
      journal.push(`end ${outcome.kind}`);
      return changed;
    },
    async settle(end) {
      const settlement = await ledger.settle(end);
      journal.push(`end ${end.outcome.kind}`);
      if (settlement.kind === 'closed') journal.push(`close ${settlement.verdict.kind}`);
      return settlement;
    },
    async close(claim, verdict) {
      const closed = await ledger.close(claim, verdict);
      journal.push(`${closed.verdict.kind === 'pending' ? 'park' : 'close'} ${closed.verdict.kind}`);
      return closed;
    },
    async release(claim, retryInMs) {
      await ledger.release(claim, retryInMs);
      journal.push('release');
    },
  };
}

/** A promise that the test settles; its rejection is never left unhandled. */
export function held<T = void>() {
  const parts = Promise.withResolvers<T>();
  parts.promise.catch(() => undefined);
  return parts;
}

export const failure = new Error('refused by the test');
