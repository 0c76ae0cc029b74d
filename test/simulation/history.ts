import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { commands } from '../../commands/index.ts';
import { definitionsOf } from '../../src/discord/incoming/command.ts';
import { runBatch } from '../faults/batch.ts';
import type { History } from '../faults/history.ts';
import { MUTANTS } from '../faults/mutants.ts';
import { Random } from '../faults/random.ts';
import { TIMINGS } from '../faults/timings.ts';
import { violations } from '../faults/violations.ts';
import type { World } from '../faults/world.ts';
import { SimulatedLives } from './lives.ts';
import { CALM } from './machine.ts';
import { attach, attachApp, restartNetwork } from './network.ts';
import { anyPlan, type Plan, scenePlan, type Staged } from './shapes.ts';
import { openShared } from './store.ts';
import { time } from './time.ts';
import { createWayIn } from './way-in.ts';

/** How long an edit is on its way at most once its process goes on, with the pause of a slow crossing. */
const EDIT_ON_ITS_WAY_MS = 400;

/** A process that only starts has nothing to lose: it is killed this much less often. */
const STARTING_SHARE = 0.4;

export type Played = {
  history: History;
  violations: string[];
  kills: number;
  freezes: number;
  digest: string;
  journal: string[];
};

/** A history that once went wrong, as `histories/` has it. `why`: what was wrong */
type Written = Staged & { why: string };

const WRITTEN = new URL('histories/', import.meta.url);
export const writtenHistories = (): string[] => readdirSync(WRITTEN).toSorted();

/** Plays a history of `histories/`. @param file - its name there */
export function playWritten(seed: number, file: string): Promise<Played> {
  const written = JSON.parse(readFileSync(new URL(file, WRITTEN), 'utf8')) as Written;
  return playPlan(seed, () => scenePlan(written));
}

/** Plays a scene of the fault proof in calm: that of a mutant. */
export function playScene(seed: number, mutant: string): Promise<Played> {
  const found = MUTANTS.find(({ name }) => name === mutant);
  if (!found) throw new Error(`there is no mutant "${mutant}"`);
  return playPlan(seed, () => scenePlan(found));
}

/** Plays the history of a seed. @param without - see `shapes.ts` */
export function playHistory(seed: number, without: ReadonlySet<string>): Promise<Played> {
  return playPlan(seed, (random) => anyPlan(random, without));
}

async function playPlan(seed: number, planOf: (random: Random) => Plan): Promise<Played> {
  time.restart(seed);
  restartNetwork();
  const random = new Random(seed);
  const plan = planOf(random);
  const starting = { ...plan.fates, kill: plan.fates.kill * STARTING_SHARE };
  const journal: string[] = [];
  const note = (line: string) => journal.push(`${time.now.toFixed(3)} ${line}`);
  let freezes = 0;
  let lives: SimulatedLives | undefined;
  let world: World | undefined;
  const trouble = (kind: string, ms: number) => world?.trouble(kind, time.now, time.now + ms);
  const options = {
    processes: plan.processes,
    caseSensitive: plan.caseSensitive,
    ownNames: plan.ownNames,
    nonceLifetimeMs: plan.nonceLifetimeMs,
    wayIn: (...[discord, , running]: Parameters<Parameters<typeof runBatch>[0]['wayIn']>) => {
      discord.commands.overwrite(definitionsOf(commands) as never);
      return createWayIn(discord, running, plan);
    },
    onOpened: (opened: World) => {
      world = opened;
      for (const server of opened.servers) attachApp(server);
      attach(opened.game.votifier.server);
    },
    lives: (places: ConstructorParameters<typeof SimulatedLives>[0]) =>
      (lives = new SimulatedLives(places, {
        ...plan,
        fates: (isReady) => (isReady ? plan.fates : starting),
        calmFates: CALM,
        onCrossing: ({ name }, where) => {
          note(`${name} ${where}`);
        },
        onFrozen: ({ name, edits }, where, ms) => {
          freezes += 1;
          if (edits > 0) trouble('edit kept back', ms + EDIT_ON_ITS_WAY_MS);
          note(`${name} stands still for ${ms.toFixed()} ms ${where}`);
        },
        onDatabase: ({ name }, isUnclear, what) => {
          note(`${name} ${what}`);
          if (!isUnclear) trouble('database', TIMINGS.parkAfterMs);
        },
      })),
  };
  const history = await time.run(async () =>
    runBatch({ ...options, database: await openShared() }, plan.shape, random),
  );
  return {
    history,
    violations: violations(history),
    kills: lives?.kills ?? 0,
    freezes,
    digest: createHash('sha256').update(journal.join('\n')).update(JSON.stringify(history)).digest('hex'),
    journal,
  };
}
