import { REST } from 'discord.js';
import { describe, expect, it, test } from 'vitest';

import { createProcesses, GONE_AFTER_MS } from '../../src/database/processes.ts';
import { createProcessWatch, findSplitMistakes } from '../../src/discord/process-watch.ts';
import { createLog } from '../../src/log.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../database/databases.ts';
import { onClock } from '../database/store-on-clock.ts';
import { createManualClock } from '../manual-clock.ts';

const OLD_MS = 60_000;

/** Processes that have been there for a while, unless stated otherwise. */
function running(...shards: (readonly [ids: number[], count: number, ageMs?: number])[]) {
  return shards.map(([ids, count, ageMs = OLD_MS], index) => ({ id: `${index}`, shards: { ids, count }, ageMs }));
}

describe('the processes divide the shards between them', () => {
  it.each([
    ['one has all', running([[0], 1])],
    ['two have half of them', running([[0, 1], 4], [[2, 3], 4])],
    ['one takes over from another', running([[0, 1], 2], [[0, 1], 2, OLD_MS - 1])],
    ['they come one after the other', running([[0], 2, 1_000])],
    ['they come one after the other, the first long before', running([[0], 2], [[1], 2, 0])],
    ['none has any', [{ id: '0', shards: undefined, ageMs: OLD_MS }]],
  ])('as they should: %s', (_what, processes) => {
    expect(findSplitMistakes(processes)).toEqual([]);
  });

  it.each([
    ['twice', running([[0, 1], 4], [[1, 2, 3], 4]), ['shard 1 is connected by more than one process']],
    ['several twice', running([[1, 0], 2], [[0, 1], 2]), ['shards 0, 1 are connected by more than one process']],
    ['by nobody', running([[0], 3]), ['shards 1, 2 are connected by none']],
    [
      'by nobody and twice',
      running([[0], 2], [[0], 2]),
      ['shard 0 is connected by more than one process', 'shard 1 is connected by none'],
    ],
    ['by another number', running([[0], 2], [[1, 2, 3], 4]), ['SHARD_COUNT is 2 here, 4 there']],
  ])('wrongly: %s', (_what, processes, mistakes) => {
    expect(findSplitMistakes(processes)).toEqual(mistakes);
  });
});

async function createScene(open: OpenTestStore) {
  const clock = createManualClock();
  const processes = createProcesses(onClock(await open(), clock.now));
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const log = createLog({ level: 'info', secrets: [], destination });
  const start = (id: string, ...ids: number[]) => {
    const rest = new REST();
    const watch = createProcessWatch({ id, processes, shards: () => ({ ids, count: 2 }), rest, log });
    return { watch, rest };
  };
  return { clock, start, lines, processes };
}

describeOnEachDatabase('a process', (open) => {
  test('takes its share of the requests that Discord allows, for as long as the others are there', async () => {
    const { clock, start } = await createScene(open);
    const [one, other] = [start('one', 0), start('other', 1)];
    await one.watch.round();
    expect(one.rest.options.globalRequestsPerSecond).toBe(50);

    await other.watch.round();
    await one.watch.round();
    expect([one, other].map(({ rest }) => rest.options.globalRequestsPerSecond)).toEqual([25, 25]);

    await other.watch.leave();
    await one.watch.round();
    expect(one.rest.options.globalRequestsPerSecond).toBe(50);

    await other.watch.round();
    await clock.advance(GONE_AFTER_MS);
    await one.watch.round();
    expect(one.rest.options.globalRequestsPerSecond).toBe(50);
  });

  test('names a wrong split once, and says when it is mended', async () => {
    const { clock, start, lines } = await createScene(open);
    const [one, other] = [start('one', 0, 1), start('other', 1)];
    await one.watch.round();
    await other.watch.round();
    expect(lines).toEqual([]);

    for (let rounds = 0; rounds < 6; rounds += 1) {
      await clock.advance(15_000);
      await one.watch.round();
      await other.watch.round();
    }
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => line.includes('shard 1 is connected by more than one process'))).toBe(true);

    await other.watch.leave();
    await one.watch.round();
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain('as they should');
  });

  test('is known by its shards and how long it has been there', async () => {
    const { clock, processes } = await createScene(open);
    await processes.report('one', { ids: [0, 2], count: 3 });
    await clock.advance(1_000);
    expect(await processes.report('other', undefined)).toEqual([
      { id: 'one', shards: { ids: [0, 2], count: 3 }, ageMs: 1_000 },
      { id: 'other', shards: undefined, ageMs: 0 },
    ]);
    await processes.leave('one');
    expect(await processes.report('other', undefined)).toHaveLength(1);
  });
});
