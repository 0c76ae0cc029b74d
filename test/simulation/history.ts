import { createHash } from 'node:crypto';

import { DefaultRestOptions } from 'discord.js';

import { commands } from '../../commands/index.ts';
import { definitionsOf } from '../../src/discord/command.ts';
import { runBatch, type Shape } from '../faults/batch.ts';
import { WEATHER } from '../faults/disturbances.ts';
import type { History } from '../faults/history.ts';
import { play } from '../faults/players.ts';
import { Random } from '../faults/random.ts';
import { TIMINGS } from '../faults/timings.ts';
import { violations } from '../faults/violations.ts';
import { World } from '../faults/world.ts';
import { SimulatedLives } from './lives.ts';
import { CALM, type Fates } from './machine.ts';
import { attach, attachApp, makeRequest, restartNetwork } from './network.ts';
import { openShared } from './store.ts';
import { time } from './time.ts';
import { createWayIn } from './way-in.ts';

const PLAYERS = 3;
const MAX_FREEZE_MS = 1.5 * TIMINGS.leaseMs;
const MAX_SKEW_MS = 120_000;

export type Played = {
  seed: number;
  history: History;
  violations: string[];
  kills: number;
  freezes: number;
  digest: string;
  journal: string[];
};

/** What befalls the processes of a history: another mixture in each. */
function fatesOf(random: Random): Fates {
  const some = (most: number) => (random.next() < 0.15 ? 0 : random.next() * most);
  return { kill: some(0.08), freeze: some(0.006), idleShare: 0.03, commitLost: some(0.01), writeFails: some(0.01) };
}

/** Plays the history of a seed. */
export async function playHistory(seed: number, without: ReadonlySet<string>): Promise<Played> {
  time.restart(seed);
  restartNetwork();
  Object.assign(DefaultRestOptions, { makeRequest });
  const random = new Random(seed);
  const digest = createHash('sha256');
  const journal: string[] = [];
  const note = (line: string) => {
    const full = `${time.now.toFixed(3)} ${line}`;
    digest.update(full);
    journal.push(full);
  };
  const drawn = fatesOf(random);
  const fates = Object.fromEntries(
    Object.entries(drawn).map(([name, share]) => [name, without.has(name) ? 0 : share]),
  ) as Fates;
  let freezes = 0;
  let lives: SimulatedLives | undefined;
  let world: World | undefined;
  const trouble = (kind: string, ms: number) => world?.trouble(kind, time.now, time.now + ms);
  const processes = random.next() < 0.4 ? 1 : random.next() < 0.6 ? 2 : 3;
  const toOne = processes === 3 || random.next() < 0.3;
  const shape: Shape = {
    players: PLAYERS,
    atOnce: PLAYERS,
    play: (of, name, chance) => {
      world = of;
      return play(of, name, chance);
    },
    weather: WEATHER,
    disturbedEveryMs: without.has('weather') || random.next() < 0.3 ? undefined : 1_500,
    renewsToken: random.next() < 0.4,
    isOver: () => false,
  };
  const history = await time.run(async () =>
    runBatch(
      {
        database: await openShared(),
        processes,
        caseSensitive: random.next() < 0.3,
        wayIn: (discord, _, running) => {
          discord.commands.overwrite(definitionsOf(commands) as never);
          return createWayIn(discord, running, { toOne });
        },
        onOpened: ({ discord, main, game, identity }) => {
          for (const { server } of [discord, main, game, identity]) attachApp(server);
          attach(game.votifier.server);
        },
        lives: (places) =>
          (lives = new SimulatedLives(places, {
            fates: () => fates,
            calmFates: CALM,
            freezeMs: MAX_FREEZE_MS,
            maxSkewMs: without.has('skew') ? 0 : MAX_SKEW_MS,
            onCrossing: ({ name }, where) => {
              note(`${name} ${where}`);
            },
            onFrozen: ({ name }, where, ms) => {
              freezes += 1;
              note(`${name} stands still ${where} ${ms}`);
              trouble('pause', ms + TIMINGS.leaseMs);
            },
            onDatabase: () => trouble('database', TIMINGS.parkAfterMs),
          })),
      },
      shape,
      random,
    ),
  );
  digest.update(JSON.stringify(history));
  return {
    seed,
    history,
    violations: violations(history),
    kills: lives?.kills ?? 0,
    freezes,
    digest: digest.digest('hex'),
    journal,
  };
}
