import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** The bundle, as operators run it: `npm run bench` makes it first. */
export const MAIN = 'dist/main.js';
/** What the image sets for glibc (`ops/Dockerfile`). */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '131072' };
/** Of the processor times in `/proc`. */
const TICKS_A_SECOND = 100;
const READY_ASKED_EVERY_MS = 20;

/** The flags of Node with which `npm start` runs the bot. */
const NODE_FLAGS: readonly string[] = startScript()
  .split(' ')
  .filter((word) => word.startsWith('--') && word !== '--with-env');

function startScript(): string {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start;
}

/** A bot in a process of its own, as `npm start` runs it. @param flags - more of them, for Node */
export function startBot(program: string, environment: Record<string, string>, ...flags: string[]): ChildProcess {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [...NODE_FLAGS, ...flags, program], {
    env: { PATH, LOG_LEVEL: 'error', ...(program === MAIN ? ALLOCATOR : {}), ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Resolves once a process says that it is ready. */
export async function isReady(metricsPort: number): Promise<void> {
  const asked = () =>
    fetch(`http://127.0.0.1:${metricsPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await asked())) await delay(READY_ASKED_EVERY_MS);
}

/** Resident memory, in MB. */
export function memoryOf({ pid }: ChildProcess): number {
  const [, kilobytes = 'NaN'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

/** Processor time since its start, in ms. */
export function cpuMsOf({ pid }: ChildProcess): number {
  const [, fields = ''] = readFileSync(`/proc/${String(pid)}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return ((Number(user) + Number(system)) / TICKS_A_SECOND) * 1_000;
}
