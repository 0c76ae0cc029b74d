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
const UNKNOWN_IS_DONE: Patch = [
  'src/discord/outgoing/roles.ts',
  "if (!(error instanceof DiscordAPIError)) return 'failed';",
  "if (!(error instanceof DiscordAPIError)) return 'done';",
];

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a post that is no longer held goes out',
    scene: 'a process sleeps before it posts',
    processes: 2,
    stops: [{ point: 'before announcement', times: 1, stoppedMs: STOPPED_MS.lease }],
    patches: [
      [
        'src/discord/outgoing/messenger.ts',
        "if (!(await isHeld(postWithinMs))) throw new NotHeldError('the post is held no longer');",
        '',
      ],
    ],
  },
  {
    name: 'an answer from before the reward arrived counts as the last one',
    scene: 'a process sleeps before it shows a grant',
    processes: 2,
    toOne: true,
    stops: [{ point: 'after settling', times: 1, stoppedMs: STOPPED_MS.lease }],
    patches: [
      [
        'src/claims/store/requests.ts',
        ".where((eb) => eb(isDeliveredOnRecord, '=', eb.ref('given.is_delivered')))",
        ".where((eb) => eb.or([eb('sealed_reply_token', 'is', null), eb(isDeliveredOnRecord, '=', eb.ref('given.is_delivered'))]))",
      ],
      [
        SHOWN,
        "told: { nothing: 'none', unsure: 'show', firm: 'none' }",
        "told: { nothing: 'none', unsure: 'none', firm: 'none' }",
      ],
    ],
  },
  {
    name: 'nobody speaks for a process that has died',
    scene: 'a process dies while somebody waits',
    processes: 2,
    toOne: true,
    leaseMs: LONG_LEASE_MS,
    patches: [['src/claims/recovery.ts', 'ledger.leftWaiting,', '() => Promise.resolve([]),']],
  },
  {
    name: 'a further claim does not prolong a role',
    scene: 'somebody claims again before the role ends',
    patches: [
      [
        'src/rewards/store/role-grants.ts',
        'then voter_role_grants.until_at else excluded.until_at end',
        'then voter_role_grants.until_at else voter_role_grants.until_at end',
      ],
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
    patches: [['src/reminders/sending.ts', 'nonceOf(due, claimedAt)', 'nonceOf(due, claimedAt + due.tries)']],
  },
  {
    name: 'a reminder counts as sent when Discord has failed',
    scene: 'a reminder does not arrive at first',
    patches: [
      [
        'src/discord/outgoing/direct-messages.ts',
        "(error: unknown) => problemOf(error) ?? 'unknown'",
        "(error: unknown) => problemOf(error) ?? 'sent'",
      ],
    ],
  },
  {
    name: 'a reminder that is due already is sent although it was stopped',
    scene: 'somebody stops reminders',
    patches: [
      [REMINDERS, ".set({ ...NOTHING_DUE, state: 'off', changed_at: now })", ".set({ state: 'off', changed_at: now })"],
      ['src/reminders/store/queue.ts', "and state = 'on' and due_at is not null`;", 'and due_at is not null`;'],
    ],
  },
  {
    name: 'an attempt that was never sent is left without an end',
    scene: 'the answers to the COMMITs of an attempt are lost',
    patches: [[RUNNER, START_ATTEMPT, 'const attempt = await ledger.startAttempt(claim, unsent.attempt.id);']],
  },
  {
    name: 'an attempt that is recorded again has another ID',
    scene: 'the answer to the COMMIT of an attempt is lost',
    patches: [
      [
        'src/claims/store/ledger.ts',
        'startAttempts(db, store, started, leaseMs), REPEATABLE)',
        'startAttempts(db, store, started.map((one) => ({ ...one, id: newId() })), leaseMs), REPEATABLE)',
      ],
    ],
  },
  {
    name: 'a failure replaces a verdict that was shown',
    scene: 'somebody joins a claim, and the answers to their COMMITs are lost',
    patches: [['src/discord/incoming/dispatch.ts', 'responder.notifyUnlessAnswered(reply)', 'responder.notify(reply)']],
  },
  {
    name: 'a failure that could not be shown is not shown again',
    scene: 'Discord cannot be reached when a failure is to be shown',
    patches: [
      ['src/discord/incoming/dispatch.ts', 'SHOWN_AGAIN_AFTER_MS[Math.min(tryNumber, length) - 1]', 'undefined'],
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
    patches: [[GOAL_COUNTS, 'goal_days.claims + excluded.claims', 'goal_days.claims + 2 * excluded.claims']],
  },
  {
    name: 'the count of a goal forgets what was granted at once before',
    scene: 'people claim one after the other',
    patches: [[GOAL_COUNTS, 'goal_days.claims + excluded.claims', 'excluded.claims']],
  },
  {
    name: 'each claim says that the goal is reached',
    scene: 'people claim one after the other',
    patches: [
      [
        GOAL_COUNTS,
        "if (isFirst || isMore) posts.push({ kind: 'goal', guildId, channel: 'announcements', once, detail: goal });",
        "posts.push({ kind: 'goal', guildId, channel: 'announcements', detail: goal });",
      ],
    ],
  },
  {
    name: 'a later grant takes parked claims off the list',
    scene: 'a vote is claimed after a claim of an earlier one was parked',
    patches: [
      [
        'src/claims/store/attempts.ts',
        'await followVerdicts(db, store, closed);',
        `for (const { playername, id } of closed) await db.updateTable('claims').set({ resolved_at: store.now })
          .where('playername', '=', playername).where('state', '=', 'parked').where('id', '!=', id).execute();
        await followVerdicts(db, store, closed);`,
      ],
    ],
  },
  {
    name: 'nobody is told what a moderator has decided',
    scene: 'a moderator decides on a claim that was parked',
    patches: [
      [
        'src/claims/store/rows.ts',
        'when claims.resolution is not null and claims.verdict in',
        "when claims.state = 'open' and claims.verdict in",
      ],
    ],
  },
  {
    name: 'the reward of a claim is sent unless a moderator says that it was claimed',
    scene: 'a moderator decides on a claim that was parked',
    patches: [['src/rewards/store/queue.ts', '.set(isClaimed ? {', '.set(!isClaimed ? {']],
  },
  {
    name: 'what may have been claimed is forgotten with whoever had asked',
    scene: 'whoever asked has their data deleted, and somebody else asks',
    patches: [['src/database/forgetting.ts', '{ keepAttempts: true }', '{ keepAttempts: false }']],
  },
  {
    name: 'a refusal says that nothing was claimed although that is in doubt',
    scene: 'the service refuses after a claim was parked',
    patches: [[VERDICT, 'return { ...withoutAnswer(own), ...doubt };', 'return withoutAnswer(own);']],
  },
  {
    name: 'a 2 after a lost answer reads as "already"',
    scene: 'an answer is lost',
    patches: [[VERDICT, 'if (doubtful) return { kind', 'if (false) return { kind']],
  },
  {
    name: 'a vote is looked for after it was claimed',
    scene: 'somebody keeps looking until the vote is there',
    patches: [['src/claims/states.ts', "LOOKED_AFTER = ['none',", "LOOKED_AFTER = ['granted' as 'none', 'none',"]],
  },
  {
    name: 'the reply of whoever has a vote looked for is forgotten',
    scene: 'somebody keeps looking until it is over',
    patches: [
      ['src/claims/store/requests.ts', "['pending', 'looking', 'likely-granted']", "['pending', 'likely-granted']"],
    ],
  },
  {
    name: 'a claim leaves its name to whoever comes next',
    scene: 'two members ask with the same name',
    ownNames: true,
    patches: [
      [
        'src/claims/store/after-verdict.ts',
        "{ after: isGranted, want: 'names', follow: ownNames }",
        "{ after: isGranted, want: 'names', follow: () => Promise.resolve() }",
      ],
    ],
  },
  {
    name: 'whoever asks may claim with every name',
    scene: 'two members ask with the same name',
    ownNames: true,
    patches: [
      [
        'src/claims/service.ts',
        'input.isRecheck ? undefined : options.refusalOf(input, input.playername),',
        'undefined,',
      ],
    ],
  },
  {
    name: 'an attempt is recorded after its POST',
    scene: 'somebody asks',
    patches: [
      [RUNNER, START_ATTEMPT, ''],
      [RUNNER, 'if (clock.monotonic() >= recordedBy) return { claim, attempt, outcome: TOO_LATE };', ''],
      [
        RUNNER,
        'return { claim, attempt, outcome };',
        'return { claim, attempt: await ledger.startAttempt(claim, unsent.attempt.id), outcome };',
      ],
    ],
  },
  {
    name: 'while the ledger cannot be read, a final verdict is taken back',
    scene: 'the database fails while a verdict is told',
    patches: [
      [
        SHOWN,
        "'unread, held': { nothing: 'say pending', unsure: 'repeat', firm: 'repeat' }",
        "'unread, held': { nothing: 'say pending', unsure: 'say pending', firm: 'say pending' }",
      ],
      [SHOWN, 'isHeld && acknowledgedHere !== false', 'acknowledgedHere !== false'],
    ],
  },
  {
    name: "a retry's grant hides the one whose answer was lost",
    scene: 'a vote arrives while the answer about another one is lost',
    patches: [['src/claims/claim.ts', 'if (grants.length === 1 && unresolved.length === 0) return', 'return']],
  },
  {
    name: "another spelling's grant ends doubt",
    scene: 'another spelling is another player',
    caseSensitive: true,
    patches: [
      [VERDICT, 'attempt.playername === playername && wasAnswered(attempt, 1)', 'wasAnswered(attempt, 1)'],
      ['src/claims/store/evidence.ts', ".whereRef('claim_attempts.playername', '=', 'given.playername')", ''],
    ],
  },
  {
    name: '"no vote found" is certain although a POST may still take effect',
    scene: 'a POST takes effect after it was given up',
    patches: [[VERDICT, "return { kind: 'none', ...doubt };", "return { kind: 'none' };"]],
  },
  {
    name: 'a message has a new ID for each try',
    scene: 'the answer of a game server is lost',
    patches: [
      [
        'src/rewards/sender.ts',
        '...signedHeaders(message, secrets, now()),',
        '...signedHeaders({ ...message, id: `${message.id}-${now()}` }, secrets, now()),',
      ],
    ],
  },
  {
    name: 'a vote is sent again although it was not answered',
    scene: 'the answer to a vote is lost',
    patches: [
      ['src/rewards/schedule.ts', "before.kind === 'votifier' && mayHaveTaken(outcome)", 'before.failures > 100'],
    ],
  },
  {
    name: 'a refusal counts as a delivery',
    scene: 'a game server fails',
    patches: [['src/rewards/hook.ts', '&& outcome.status <= 299', '']],
  },
  {
    name: 'what a game server wants no more of is done with',
    scene: 'a game server wants no more, and is turned on again',
    patches: [
      [
        'src/rewards/schedule.ts',
        'if (isDelivered(outcome)) return',
        'if (isDelivered(outcome) || isGone(outcome)) return',
      ],
    ],
  },
  {
    name: 'the reward of a claim that is not certain is handed over at once',
    scene: 'an answer is lost',
    patches: [['src/rewards/store/queue.ts', "isProven ? ('due' as const) : ('held' as const)", "'due' as const"]],
  },
  {
    name: 'whoever holds a claim does not learn who else was acknowledged',
    scene: 'two processes get the same interaction',
    processes: 2,
    patches: [
      ['src/claims/service.ts', ': await join(request, acknowledged);', ': { takenOver: undefined, isOpen: true };'],
    ],
  },
  {
    name: 'a late edit is left standing over the verdict',
    scene: 'an edit lands over a later one',
    patches: [[SHOWN, "if (sent.some((edit) => !edit.isOver && isRecent(edit))) return 'unsure';", '']],
  },
  {
    name: 'an answer is left standing over the one to what was asked next',
    scene: 'an answer lands over the one to what was asked next',
    processes: 2,
    toOne: true,
    patches: [['src/claims/replies.ts', 'edits.set(id, [edit, ...(edits.get(id) ?? [])]);', '']],
  },
  {
    name: "waiting for one's turn counts towards the deadline of a POST",
    scene: 'a crowd waits for a slow host',
    crowded: true,
    patches: [
      [
        RUNNER,
        'const release = await slots.fresh.acquire(',
        'const queuedAt = clock.now(); const release = await slots.fresh.acquire(',
      ],
      [
        RUNNER,
        'await send(claim, credential).finally',
        'await send(claim, credential, clock.now() - queuedAt).finally',
      ],
      [
        RUNNER,
        'async function send(claim: Claim, credential: Secret)',
        'async function send(claim: Claim, credential: Secret, waitedMs = 0)',
      ],
      [
        RUNNER,
        'deadlineMs: timings.attemptDeadlineMs }',
        'deadlineMs: Math.max(1, timings.attemptDeadlineMs - waitedMs) }',
      ],
    ],
  },
  {
    name: 'whoever did not get a turn reads that the service is unavailable',
    scene: 'a crowd waits for a slow host',
    crowded: true,
    patches: [[RUNNER, "proven.kind === 'unavailable' && unsent ? { ...proven, ...unsent } : proven;", 'proven;']],
  },
];
