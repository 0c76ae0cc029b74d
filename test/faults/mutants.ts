import type { Arm } from './kill-points.ts';
import type { Patch } from './patches.ts';
import type { Scene } from './scenes.ts';
import { STOPPED_MS } from './timings.ts';

/** A mistake put into the bot on purpose, which the judge must find when this scene is played in the simulation. */
export type Mutant = {
  name: string;
  patches: Patch[];
  scene: Scene;
  /** whether the main service tells spellings apart */
  caseSensitive?: boolean;
  /** whether names have owners in the first guild */
  ownNames?: true;
  processes?: 2;
  /** whether each interaction reaches one process alone */
  toOne?: true;
  /** whether the bot has room for few claims at once */
  crowded?: true;
  leaseMs?: number;
  /** where each process is stopped; Discord remembers a nonce for less than that */
  stops?: readonly Arm[];
};

const VERDICT = 'src/claims/verdict.ts';
const SHOWN = 'src/claims/shown.ts';
const RUNNER = 'src/claims/runner.ts';
const REMINDERS = 'src/reminders/store/reminders.ts';
const GOAL_COUNTS = 'src/guilds/store/goal-counts.ts';
const START_ATTEMPT =
  'const attempt = await ends.recordBy(unsent, () => ledger.startAttempt(claim, unsent.attempt.id));';
/** Much longer than the time after which others tell people, as in production. */
const LONG_LEASE_MS = 5_000;
/** Whether it was done is not known. */
const UNKNOWN_IS_DONE: Patch = {
  file: 'src/discord/outgoing/roles.ts',
  find: "if (!(error instanceof DiscordAPIError)) return 'failed';",
  replaceWith: "if (!(error instanceof DiscordAPIError)) return 'done';",
};

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a post that is no longer held goes out',
    scene: 'a process sleeps before it posts',
    processes: 2,
    stops: [{ point: 'before announcement', times: 1, stoppedMs: STOPPED_MS.lease }],
    patches: [
      {
        file: 'src/discord/outgoing/messenger.ts',
        find: "if (!(await isHeld(postWithinMs))) throw new NotHeldError('the post is held no longer');",
        replaceWith: '',
      },
    ],
  },
  {
    name: 'an answer from before the reward arrived counts as the last one',
    scene: 'a process sleeps before it shows a grant',
    processes: 2,
    toOne: true,
    stops: [{ point: 'after settling', times: 1, stoppedMs: STOPPED_MS.lease }],
    patches: [
      {
        file: 'src/claims/store/requests.ts',
        find: ".where((eb) => eb(isDeliveredOnRecord, '=', eb.ref('given.is_delivered')))",
        replaceWith:
          ".where((eb) => eb.or([eb('sealed_reply_token', 'is', null), eb(isDeliveredOnRecord, '=', eb.ref('given.is_delivered'))]))",
      },
      {
        file: SHOWN,
        find: "told: { nothing: 'none', unsure: 'show', firm: 'none' }",
        replaceWith: "told: { nothing: 'none', unsure: 'none', firm: 'none' }",
      },
    ],
  },
  {
    name: 'nobody speaks for a process that has died',
    scene: 'a process dies while somebody waits',
    processes: 2,
    toOne: true,
    leaseMs: LONG_LEASE_MS,
    patches: [
      {
        file: 'src/claims/recovery.ts',
        find: 'ledger.leftWaiting,',
        replaceWith: '() => Promise.resolve([]),',
      },
    ],
  },
  {
    name: 'a further claim does not prolong a role',
    scene: 'somebody claims again before the role ends',
    patches: [
      {
        file: 'src/rewards/store/role-grants.ts',
        find: 'then voter_role_grants.until_at else excluded.until_at end',
        replaceWith: 'then voter_role_grants.until_at else voter_role_grants.until_at end',
      },
    ],
  },
  {
    name: 'a role counts as taken when Discord has failed',
    scene: 'a role is not taken at first',
    patches: [UNKNOWN_IS_DONE],
  },
  {
    name: 'a reminder has a new nonce for each try',
    scene: 'the answer about a reminder is lost',
    patches: [
      {
        file: 'src/reminders/sending.ts',
        find: 'nonceOf(due, claimedAt)',
        replaceWith: 'nonceOf(due, claimedAt + due.tries)',
      },
    ],
  },
  {
    name: 'a reminder counts as sent when Discord has failed',
    scene: 'a reminder does not arrive at first',
    patches: [
      {
        file: 'src/discord/outgoing/direct-messages.ts',
        find: "(error: unknown) => problemOf(error) ?? 'unknown'",
        replaceWith: "(error: unknown) => problemOf(error) ?? 'sent'",
      },
    ],
  },
  {
    name: 'a reminder that is due already is sent although it was stopped',
    scene: 'somebody stops reminders',
    patches: [
      {
        file: REMINDERS,
        find: ".set({ ...NOTHING_DUE, state: 'off', changed_at: now })",
        replaceWith: ".set({ state: 'off', changed_at: now })",
      },
      {
        file: 'src/reminders/store/queue.ts',
        find: "and state = 'on' and due_at is not null`;",
        replaceWith: 'and due_at is not null`;',
      },
    ],
  },
  {
    name: 'an attempt that was never sent is left without an end',
    scene: 'the answers to the COMMITs of an attempt are lost',
    patches: [
      {
        file: RUNNER,
        find: START_ATTEMPT,
        replaceWith: 'const attempt = await ledger.startAttempt(claim, unsent.attempt.id);',
      },
    ],
  },
  {
    name: 'an attempt that is recorded again has another ID',
    scene: 'the answer to the COMMIT of an attempt is lost',
    patches: [
      {
        file: 'src/claims/store/ledger.ts',
        find: 'startAttempts(db, store, started, leaseMs), REPEATABLE)',
        replaceWith: 'startAttempts(db, store, started.map((one) => ({ ...one, id: newId() })), leaseMs), REPEATABLE)',
      },
    ],
  },
  {
    name: 'a failure replaces a verdict that was shown',
    scene: 'somebody joins a claim, and the answers to their COMMITs are lost',
    patches: [
      {
        file: 'src/discord/incoming/dispatch.ts',
        find: 'responder.notifyUnlessAnswered(reply)',
        replaceWith: 'responder.notify(reply)',
      },
    ],
  },
  {
    name: 'a failure that could not be shown is not shown again',
    scene: 'Discord cannot be reached when a failure is to be shown',
    patches: [
      {
        file: 'src/discord/incoming/dispatch.ts',
        find: 'SHOWN_AGAIN_AFTER_MS[Math.min(tryNumber, length) - 1]',
        replaceWith: 'undefined',
      },
    ],
  },
  {
    name: 'a role counts as given when Discord has failed',
    scene: 'a role is not given at first',
    patches: [UNKNOWN_IS_DONE],
  },
  {
    name: 'a claim counts twice towards the goal',
    scene: 'somebody asks',
    patches: [
      {
        file: GOAL_COUNTS,
        find: 'goal_days.claims + excluded.claims',
        replaceWith: 'goal_days.claims + 2 * excluded.claims',
      },
    ],
  },
  {
    name: 'the count of a goal forgets what was granted at once before',
    scene: 'people claim one after the other',
    patches: [{ file: GOAL_COUNTS, find: 'goal_days.claims + excluded.claims', replaceWith: 'excluded.claims' }],
  },
  {
    name: 'each claim says that the goal is reached',
    scene: 'people claim one after the other',
    patches: [
      {
        file: GOAL_COUNTS,
        find: "if (isFirst || isMore) posts.push({ kind: 'goal', guildId, channel: 'announcements', once, detail: goal });",
        replaceWith: "posts.push({ kind: 'goal', guildId, channel: 'announcements', detail: goal });",
      },
    ],
  },
  {
    name: 'a later grant takes parked claims off the list',
    scene: 'a vote is claimed after a claim of an earlier one was parked',
    patches: [
      {
        file: 'src/claims/store/attempts.ts',
        find: 'await followVerdicts(db, store, closed);',
        replaceWith: `for (const { playername, id } of closed) await db.updateTable('claims').set({ resolved_at: store.now })
          .where('playername', '=', playername).where('state', '=', 'parked').where('id', '!=', id).execute();
        await followVerdicts(db, store, closed);`,
      },
    ],
  },
  {
    name: 'nobody is told what a moderator has decided',
    scene: 'a moderator decides on a claim that was parked',
    patches: [
      {
        file: 'src/claims/store/rows.ts',
        find: 'when claims.resolution is not null and claims.verdict in',
        replaceWith: "when claims.state = 'open' and claims.verdict in",
      },
    ],
  },
  {
    name: 'the reward of a claim is sent unless a moderator says that it was claimed',
    scene: 'a moderator decides on a claim that was parked',
    patches: [
      {
        file: 'src/rewards/store/queue.ts',
        find: '.set(isClaimed ? {',
        replaceWith: '.set(!isClaimed ? {',
      },
    ],
  },
  {
    name: 'what may have been claimed is forgotten with whoever had asked',
    scene: 'whoever asked has their data deleted, and somebody else asks',
    patches: [
      {
        file: 'src/database/forgetting.ts',
        find: '{ keepAttempts: true }',
        replaceWith: '{ keepAttempts: false }',
      },
    ],
  },
  {
    name: 'a refusal says that nothing was claimed although that is in doubt',
    scene: 'the service refuses after a claim was parked',
    patches: [
      { file: VERDICT, find: 'return { ...withoutAnswer(own), ...doubt };', replaceWith: 'return withoutAnswer(own);' },
    ],
  },
  {
    name: 'a 2 after a lost answer reads as "already"',
    scene: 'an answer is lost',
    patches: [{ file: VERDICT, find: 'if (doubtful) return { kind', replaceWith: 'if (false) return { kind' }],
  },
  {
    name: 'a vote is looked for after it was claimed',
    scene: 'somebody keeps looking until the vote is there',
    patches: [
      {
        file: 'src/claims/states.ts',
        find: "LOOKED_AFTER = ['none',",
        replaceWith: "LOOKED_AFTER = ['granted' as 'none', 'none',",
      },
    ],
  },
  {
    name: 'the reply of whoever has a vote looked for is forgotten',
    scene: 'somebody keeps looking until it is over',
    patches: [
      {
        file: 'src/claims/store/requests.ts',
        find: "['pending', 'looking', 'likely-granted']",
        replaceWith: "['pending', 'likely-granted']",
      },
    ],
  },
  {
    name: 'a claim leaves its name to whoever comes next',
    scene: 'two members ask with the same name',
    ownNames: true,
    patches: [
      {
        file: 'src/claims/store/after-verdict.ts',
        find: "{ after: isGranted, want: 'names', follow: ownNames }",
        replaceWith: "{ after: isGranted, want: 'names', follow: () => Promise.resolve() }",
      },
    ],
  },
  {
    name: 'whoever asks may claim with every name',
    scene: 'two members ask with the same name',
    ownNames: true,
    patches: [
      {
        file: 'src/claims/service.ts',
        find: 'input.isRecheck ? undefined : options.refusalOf(input, input.playername),',
        replaceWith: 'undefined,',
      },
    ],
  },
  {
    name: 'an attempt is recorded after its POST',
    scene: 'somebody asks',
    patches: [
      {
        file: RUNNER,
        find: START_ATTEMPT,
        replaceWith: '',
      },
      {
        file: RUNNER,
        find: 'if (clock.monotonic() >= recordedBy) return { claim, attempt, outcome: TOO_LATE };',
        replaceWith: '',
      },
      {
        file: RUNNER,
        find: 'return { claim, attempt, outcome };',
        replaceWith: 'return { claim, attempt: await ledger.startAttempt(claim, unsent.attempt.id), outcome };',
      },
    ],
  },
  {
    name: 'while the ledger cannot be read, a final verdict is taken back',
    scene: 'the database fails while a verdict is told',
    patches: [
      {
        file: SHOWN,
        find: "'unread, held': { nothing: 'say pending', unsure: 'repeat', firm: 'repeat' }",
        replaceWith: "'unread, held': { nothing: 'say pending', unsure: 'say pending', firm: 'say pending' }",
      },
      {
        file: SHOWN,
        find: 'isHeld && acknowledgedHere !== false',
        replaceWith: 'acknowledgedHere !== false',
      },
    ],
  },
  {
    name: "a retry's grant hides the one whose answer was lost",
    scene: 'a vote arrives while the answer about another one is lost',
    patches: [
      {
        file: 'src/claims/claim.ts',
        find: 'if (grants.length === 1 && unresolved.length === 0) return',
        replaceWith: 'return',
      },
    ],
  },
  {
    name: "another spelling's grant ends doubt",
    scene: 'another spelling is another player',
    caseSensitive: true,
    patches: [
      {
        file: VERDICT,
        find: 'attempt.playername === playername && wasAnswered(attempt, 1)',
        replaceWith: 'wasAnswered(attempt, 1)',
      },
      {
        file: 'src/claims/store/evidence.ts',
        find: ".whereRef('claim_attempts.playername', '=', 'given.playername')",
        replaceWith: '',
      },
    ],
  },
  {
    name: '"no vote found" is certain although a POST may still take effect',
    scene: 'a POST takes effect after it was given up',
    patches: [{ file: VERDICT, find: "return { kind: 'none', ...doubt };", replaceWith: "return { kind: 'none' };" }],
  },
  {
    name: 'a message has a new ID for each try',
    scene: 'the answer of a game server is lost',
    patches: [
      {
        file: 'src/rewards/sender.ts',
        find: '...signedHeaders(message, secrets, now()),',
        replaceWith: '...signedHeaders({ ...message, id: `${message.id}-${now()}` }, secrets, now()),',
      },
    ],
  },
  {
    name: 'a vote is sent again although it was not answered',
    scene: 'the answer to a vote is lost',
    patches: [
      {
        file: 'src/rewards/schedule.ts',
        find: "before.kind === 'votifier' && mayHaveTaken(outcome)",
        replaceWith: 'before.failures > 100',
      },
    ],
  },
  {
    name: 'a refusal counts as a delivery',
    scene: 'a game server fails',
    patches: [{ file: 'src/rewards/hook.ts', find: '&& outcome.status <= 299', replaceWith: '' }],
  },
  {
    name: 'what a game server wants no more of is done with',
    scene: 'a game server wants no more, and is turned on again',
    patches: [
      {
        file: 'src/rewards/schedule.ts',
        find: 'if (isDelivered(outcome)) return',
        replaceWith: 'if (isDelivered(outcome) || isGone(outcome)) return',
      },
    ],
  },
  {
    name: 'the reward of a claim that is not certain is handed over at once',
    scene: 'an answer is lost',
    patches: [
      {
        file: 'src/rewards/store/queue.ts',
        find: "isProven ? ('due' as const) : ('held' as const)",
        replaceWith: "'due' as const",
      },
    ],
  },
  {
    name: 'whoever holds a claim does not learn who else was acknowledged',
    scene: 'two processes get the same interaction',
    processes: 2,
    patches: [
      {
        file: 'src/claims/service.ts',
        find: ': await join(request, acknowledged);',
        replaceWith: ': { takenOver: undefined, isOpen: true };',
      },
    ],
  },
  {
    name: 'a late edit is left standing over the verdict',
    scene: 'an edit lands over a later one',
    patches: [
      {
        file: SHOWN,
        find: "if (sent.some((edit) => !edit.isOver && isRecent(edit))) return 'unsure';",
        replaceWith: '',
      },
    ],
  },
  {
    name: 'an answer is left standing over the one to what was asked next',
    scene: 'an answer lands over the one to what was asked next',
    processes: 2,
    toOne: true,
    patches: [
      { file: 'src/claims/replies.ts', find: 'edits.set(id, [edit, ...(edits.get(id) ?? [])]);', replaceWith: '' },
    ],
  },
  {
    name: "waiting for one's turn counts towards the deadline of a POST",
    scene: 'a crowd waits for a slow host',
    crowded: true,
    patches: [
      {
        file: RUNNER,
        find: 'const release = await slots.fresh.acquire(',
        replaceWith: 'const queuedAt = clock.now(); const release = await slots.fresh.acquire(',
      },
      {
        file: RUNNER,
        find: 'await send(claim, credential).finally',
        replaceWith: 'await send(claim, credential, clock.now() - queuedAt).finally',
      },
      {
        file: RUNNER,
        find: 'async function send(claim: Claim, credential: Secret)',
        replaceWith: 'async function send(claim: Claim, credential: Secret, waitedMs = 0)',
      },
      {
        file: RUNNER,
        find: 'deadlineMs: timings.attemptDeadlineMs }',
        replaceWith: 'deadlineMs: Math.max(1, timings.attemptDeadlineMs - waitedMs) }',
      },
    ],
  },
  {
    name: 'whoever did not get a turn reads that the service is unavailable',
    scene: 'a crowd waits for a slow host',
    crowded: true,
    patches: [
      {
        file: RUNNER,
        find: "proven.kind === 'unavailable' && unsent ? { ...proven, ...unsent } : proven;",
        replaceWith: 'proven;',
      },
    ],
  },
];
