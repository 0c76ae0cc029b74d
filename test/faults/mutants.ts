import type { Patch } from './patches.ts';
import type { Scene } from './scenes.ts';

/** A mistake put into the bot on purpose, which the checker must find when this scene is played. */
export type Mutant = {
  name: string;
  scene: Scene;
  patches: Patch[];
  /** whether the main service tells spellings apart */
  caseSensitive?: boolean;
  processes?: 2;
  /** SQLite unless it takes a database that can fail while it is read */
  on?: 'Postgres';
};

const VERDICT = 'src/claims/verdict.ts';
const REPLIES = 'src/claims/replies.ts';
const LEDGER = 'src/claims/store/ledger.ts';
const RUNNER = 'src/claims/runner.ts';

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a 2 after a lost answer reads as "already"',
    scene: 'an answer is lost',
    patches: [{ file: VERDICT, find: "if (doubtful) return { kind: 'likely-granted' };", replaceWith: '' }],
  },
  {
    name: 'an attempt is recorded after its POST',
    scene: 'somebody asks',
    patches: [
      {
        file: RUNNER,
        find: 'const started = await ledger.startAttempt(claim);',
        replaceWith: '',
      },
      {
        file: RUNNER,
        find: 'await recordEnd(claim, started, outcome).catch(',
        replaceWith:
          'const started = await ledger.startAttempt(claim); await recordEnd(claim, started, outcome).catch(',
      },
    ],
  },
  {
    name: 'while the ledger cannot be read, a final verdict is taken back',
    scene: 'the database fails while a verdict is told',
    on: 'Postgres',
    patches: [{ file: REPLIES, find: 'if (isHeld && !finals.has(request.id)) await show', replaceWith: 'await show' }],
  },
  {
    name: "a retry's grant hides the one whose answer was lost",
    scene: 'a vote arrives while the answer about another one is lost',
    patches: [
      {
        file: 'src/claims/claim.ts',
        find: "return own.some(isUnresolved) ? { kind: 'granted', maybeTwo: true } : { kind: 'granted' };",
        replaceWith: "return { kind: 'granted' };",
      },
    ],
  },
  {
    name: 'a later grant takes parked claims off the list',
    scene: 'a vote is claimed after a claim of an earlier one was parked',
    patches: [
      {
        file: LEDGER,
        find: 'await whileHeld(claim, update.set({ closed_at: now }));',
        replaceWith: `await whileHeld(claim, update.set({ closed_at: now }));
        await db.updateTable('claims').set({ resolved_at: now }).where('playername', '=', claim.playername)
          .where('state', '=', 'parked').where('id', '!=', claim.id).execute();`,
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
        find: 'attempt.playername === playername && answered(attempt, 1)',
        replaceWith: 'answered(attempt, 1)',
      },
      {
        file: 'src/claims/store/evidence.ts',
        find: ".where('playername', '=', claim.playername)\n    .orderBy('sequence'",
        replaceWith: ".orderBy('sequence'",
      },
    ],
  },
  {
    name: '"no vote found" is certain although a POST may still take effect',
    scene: 'a POST takes effect after it was given up',
    patches: [{ file: VERDICT, find: 'return doubtful ? {', replaceWith: 'return doubtful && !answer ? {' }],
  },
  {
    name: 'a refusal says that nothing was claimed although that is in doubt',
    scene: 'the service refuses after a claim was parked',
    patches: [{ file: VERDICT, find: 'return doubtful ? {', replaceWith: 'return doubtful && answer ? {' }],
  },
  {
    name: 'whoever holds a claim does not learn who else was acknowledged',
    scene: 'two processes get the same interaction',
    processes: 2,
    patches: [
      {
        file: 'src/claims/service.ts',
        find: ': await join(request, acknowledged);',
        replaceWith: ': { ours: undefined, isOpen: true };',
      },
    ],
  },
  {
    name: 'a late edit is left standing over the verdict',
    scene: 'an edit lands over a later one',
    patches: [
      {
        file: REPLIES,
        find: "if (sent.some(([other, at]) => (other !== kind || kind === 'pending') && isRecent(at))) return true;",
        replaceWith: '',
      },
    ],
  },
  {
    name: 'a failure that could not be shown is not shown again',
    scene: 'Discord cannot be reached when a failure is to be shown',
    patches: [
      {
        file: 'src/discord/dispatch.ts',
        find: '? SHOWN_AGAIN_AFTER_MS[tryNumber - 1] :',
        replaceWith: '? undefined :',
      },
    ],
  },
];
