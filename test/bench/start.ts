import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { MAIN } from './bot-process.ts';
import { quantile } from './quantile.ts';
import type { Scenario } from './scenario.ts';
import { BARE, Scene, UNBUNDLED } from './scene.ts';

const PROGRAMS = { bundle: MAIN, unbundled: UNBUNDLED, bare: BARE };
/** What follows the start has been done, and garbage not yet been made. */
const SETTLES_MS = 2_000;

/** What a bot that nobody uses costs: in turns, so that all of them meet the same machine. */
export const START: Scenario = {
  name: 'start',
  async run(quick) {
    const rounds = quick ? 1 : 3;
    const folder = mkdtempSync(join(tmpdir(), 'plan-vote-bot-start-'));
    const seen: Record<string, number[]> = {};
    // The first round finds nothing compiled, and no database.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, program] of Object.entries(PROGRAMS)) {
        const scene = await Scene.start(program, { DATABASE_URL: `sqlite:${join(folder, name)}.db` });
        const cpuMs = scene.cpuMs();
        await delay(SETTLES_MS);
        const figures = {
          'start to ready, ms': scene.startMs,
          'CPU until ready, ms': cpuMs,
          'memory, MB': scene.memory(),
        };
        await scene.end();
        if (round === 0) continue;
        for (const [figure, value] of Object.entries(figures)) (seen[`${name}: ${figure}`] ??= []).push(value);
      }
    }
    rmSync(folder, { recursive: true });
    return Object.fromEntries(Object.entries(seen).map(([figure, values]) => [figure, quantile(values, 0.5)]));
  },
};
