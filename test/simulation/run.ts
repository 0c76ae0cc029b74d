import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';

import { eventsBehind } from '../faults/history.ts';
import { DURATIONS, simulateBoundary } from './loader.ts';
import { takeOver } from './time.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    histories: { type: 'string', default: '100' },
    without: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
    journal: { type: 'boolean', default: false },
  },
});
const began = process.hrtime.bigint();
takeOver();
simulateBoundary(DURATIONS);
const { playHistory } = await import('./history.ts');
const seed = Number(values.seed);
const histories = Number(values.histories);
const total = { kills: 0, freezes: 0, posts: 0, violations: 0 };
const digest = createHash('sha256');
for (let at = 0; at < histories; at += 1) {
  const played = await playHistory(seed + at, new Set(values.without));
  total.kills += played.kills;
  total.freezes += played.freezes;
  total.posts += played.history.posts.length;
  total.violations += played.violations.length;
  digest.update(played.digest);
  for (const violation of played.violations) {
    console.log(`seed ${played.seed}: ${violation}`);
    if (!values.json) for (const line of eventsBehind(played.history, violation)) console.log(line);
  }
  if (values.journal) for (const line of played.journal) console.log(line);
}
const ms = Number((process.hrtime.bigint() - began) / 1_000_000n);
console.log(JSON.stringify({ seed, histories, ...total, digest: digest.digest('hex'), ms }));
process.exit(total.violations > 0 ? 1 : 0);
