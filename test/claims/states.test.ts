import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { OUTCOMES, STATES, TRANSITIONS, type ClaimState } from '../../src/claims/states.ts';

const PAPER = readFileSync(new URL('../../docs/claims.md', import.meta.url), 'utf8');
const NEW = '[*]';

test('the drawing has the transitions of the table, and no others', () => {
  const drawn = [...PAPER.matchAll(/^ {2}(\S+) --> (\S+): (.+)$/gm)].map(
    ([, from, to, name]) => `${from} ${to} ${name}`,
  );
  const known = Object.entries(TRANSITIONS).flatMap(([name, { from, to }]) => {
    const sources: readonly string[] = from.length === 0 ? [NEW] : from;
    return sources.map((source) => `${source} ${to} ${name}`);
  });
  expect(drawn.toSorted()).toEqual(known.toSorted());
});

test('the paper says of each state what the table says', () => {
  const said = [...PAPER.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|$/gm)].map(([, state, meaning]) => [state, meaning]);
  expect(Object.fromEntries(said)).toEqual(STATES);
});

test('every state is reached', () => {
  const all = Object.keys(STATES) as ClaimState[];
  const reached = new Set<ClaimState>(Object.values(TRANSITIONS).map(({ to }) => to));
  expect(all.filter((state) => !reached.has(state))).toEqual([]);
});

test('moderators can search by every verdict that a claim can be closed or parked with', () => {
  const verdicts = [...TRANSITIONS.closed.verdicts, ...TRANSITIONS.parked.verdicts];
  expect(verdicts.filter((kind) => !OUTCOMES.includes(kind))).toEqual([]);
});
