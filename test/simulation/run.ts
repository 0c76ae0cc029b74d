import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';

import { eventsBehind } from '../faults/history.ts';
import { MUTANTS } from '../faults/mutants.ts';
import type * as history from './history.ts';
import { DURATIONS, simulateBoundary } from './loader.ts';
import { proveMutants } from './mutants.ts';
import { takeOver } from './time.ts';

/**
 * Plays histories in one process, each from its seed: `npm run simulate -- --seed 7 --histories 1000`. `--mutant NAME`
 * puts a mistake back into the bot, until the judge catches it; `--mutants` does so with each of them. `--written`
 * plays what once went wrong, as `histories/` has it. `--without` leaves something out (`kill`, `freeze`, `commitLost`,
 * `writeFails`, `weather`, `skew`, `crowds`, `scenes`).
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    histories: { type: 'string', default: '100' },
    kills: { type: 'string' },
    mutant: { type: 'string', multiple: true },
    mutants: { type: 'boolean', default: false },
    written: { type: 'boolean', default: false },
    'list-mutants': { type: 'boolean', default: false },
    without: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
    journal: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const histories = Number(values.histories);

/** @param variant - of the bot, in which this mistake is. @returns whether no rule was broken */
async function play(variant: number, mutant?: string): Promise<boolean> {
  const startedAt = process.hrtime.bigint();
  const loaded = (await import(`./history.ts?variant=${variant}`)) as typeof history;
  const { playHistory, playScene, playWritten, writtenHistories } = loaded;
  const written = values.written ? writtenHistories() : [];
  const most = values.written ? written.length : histories;
  const without = new Set(values.without);
  const enoughKills = Number(values.kills ?? Infinity);
  const total = { histories: 0, kills: 0, freezes: 0, posts: 0, violations: 0 };
  const digest = createHash('sha256');
  while (total.histories < most && total.kills < enoughKills && (!mutant || total.violations === 0)) {
    const own = seed + total.histories;
    const file = written[total.histories];
    const inScene = mutant !== undefined && total.histories % 2 === 0;
    const played = await (file ? playWritten(own, file) : inScene ? playScene(own, mutant) : playHistory(own, without));
    total.histories += 1;
    total.kills += played.kills;
    total.freezes += played.freezes;
    total.posts += played.history.posts.length;
    total.violations += played.violations.length;
    digest.update(played.digest);
    for (const violation of played.violations) {
      console.log(`${file ?? `seed ${own}`}: ${violation}`);
      if (!values.json) for (const line of eventsBehind(played.history, violation)) console.log(line);
    }
    if (values.journal) for (const line of played.journal) console.log(line);
  }
  const ms = Number((process.hrtime.bigint() - startedAt) / 1_000_000n);
  console.log(JSON.stringify({ seed, mutant, ...total, digest: digest.digest('hex'), ms }));
  return total.violations === 0;
}

/** Plays with each of the mistakes, or without any. @returns whether no rule was broken */
async function playAll(): Promise<boolean> {
  const { mutant: names } = values;
  takeOver();
  const patchesOf = (name?: string) => MUTANTS.find((mutant) => mutant.name === name)?.patches ?? [];
  simulateBoundary((names ?? [undefined]).map((name) => [...DURATIONS, ...patchesOf(name)]));
  let isKept = true;
  for (const [variant, name] of (names ?? [undefined]).entries()) isKept = (await play(variant, name)) && isKept;
  return isKept;
}

if (values['list-mutants']) for (const { name } of MUTANTS) console.log(name);
else if (!(await (values.mutants ? proveMutants(seed) : playAll()))) process.exitCode = 1;
