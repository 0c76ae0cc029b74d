import type { Fault } from '../../src/sandbox/loopback-server.ts';
import { mulberry32 } from '../mulberry32.ts';
import { KILL_POINTS, type KillPoint } from './kill-points.ts';
import { LATE_LANDING_MS } from './timings.ts';

export type VoteState = 'waiting' | 'none' | 'claimed before' | 'new vote between';
export type Special = 'alone' | 'joined' | 'other case' | 'asked again';
export type Case = { playername: string; vote: VoteState; faults: Fault[]; special: Special };

/** Cases that share a bot process: when it dies, each of them is interrupted wherever it is. */
export type Batch = {
  cases: Case[];
  killPoint: KillPoint | undefined;
  /** it dies when the kill point is reached for the n-th time */
  killTimes: number;
  processes: 1 | 2;
  /** whether it restarts with another access token of the same game server */
  replacesToken: boolean;
};

const VOTES: readonly VoteState[] = ['waiting', 'waiting', 'none', 'claimed before', 'new vote between'];
const SPECIALS: readonly Special[] = ['alone', 'joined', 'other case', 'asked again'];
const FAULTS: readonly Fault[] = [
  { kind: 'lost-answer' },
  { kind: 'lost-answer' },
  { kind: 'reset' },
  { kind: 'hang' },
  { kind: 'latency', ms: LATE_LANDING_MS },
  { kind: 'garbage' },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 429 },
];
const MOST_FAULTS = 4;
const KILL_TIMES_MOST = 8;
const NO_KILL_SHARE = 0.15;
const TWO_PROCESSES_SHARE = 0.4;
const REPLACED_TOKEN_SHARE = 0.25;

/** Random batches, the same for the same seed. */
export function createBatches(cases: number, casesABatch: number, seed: number): Batch[] {
  const random = mulberry32(seed);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const batches: Batch[] = [];
  for (let made = 0; made < cases; made += casesABatch) {
    const count = Math.min(casesABatch, cases - made);
    batches.push({
      cases: Array.from({ length: count }, (_, index) => ({
        playername: `Player${made + index}x`,
        vote: pick(VOTES),
        faults: Array.from({ length: Math.floor(random() * (MOST_FAULTS + 1)) }, () => pick(FAULTS)),
        special: pick(SPECIALS),
      })),
      killPoint: random() < NO_KILL_SHARE ? undefined : pick(KILL_POINTS),
      killTimes: 1 + Math.floor(random() * KILL_TIMES_MOST),
      processes: random() < TWO_PROCESSES_SHARE ? 2 : 1,
      replacesToken: random() < REPLACED_TOKEN_SHARE,
    });
  }
  return batches;
}
