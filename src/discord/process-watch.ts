import type { REST } from 'discord.js';

import { MINUTE_MS } from '../clock.ts';
import type { Process, Processes, Shards } from '../database/processes.ts';
import type { Log } from '../log.ts';

/** What Discord allows a bot in a second, all its processes together (its documentation, "Global Rate Limit"). */
const REQUESTS_PER_SECOND = 50;
/** A process that takes over from another one runs beside it for less than this. */
const HANDOVER_MS = MINUTE_MS;

export type ProcessWatch = {
  /** Sees who else is there, and takes this process's share of what all of them may do. */
  round: () => Promise<void>;
  /** Lets the others know that this process has ended, so that they need not find out. Never rejects. */
  leave: () => Promise<void>;
};

/** @param options.shardsOf - what this process connects at the moment */
export function createProcessWatch(options: {
  id: string;
  processes: Processes;
  shards: () => Shards | undefined;
  rest: REST;
  log: Log;
}): ProcessWatch {
  const { id, processes, shards, rest, log } = options;
  let told = '';

  function tell(mistakes: readonly string[]): void {
    const mistake = mistakes.join('; ');
    if (mistake === told) return;
    told = mistake;
    if (mistake === '') log.info('the processes divide the shards between them as they should');
    else
      log.warn(
        { reason: mistake, mend: SPLIT_MEND },
        'the processes do not divide the shards between them as they should',
      );
  }

  return {
    async round() {
      const all = await processes.report(id, shards());
      rest.options.globalRequestsPerSecond = Math.max(1, Math.floor(REQUESTS_PER_SECOND / all.length));
      tell(findSplitMistakes(all));
    },
    async leave() {
      await processes.leave(id).catch((error: unknown) => {
        log.warn({ err: error }, 'the end of this process could not be put on record');
      });
    },
  };
}

const SPLIT_MEND = 'give all processes the same SHARD_COUNT, and each shard from 0 to one below it to one of them';

/**
 * What is wrong with how the shards are divided, in words. A process that has just come or is about to go may have the
 * shards of another, or leave some to nobody yet.
 */
export function findSplitMistakes(processes: readonly Process[]): string[] {
  const settled = processes.filter(({ ageMs }) => ageMs >= HANDOVER_MS);
  const connected = settled.flatMap(({ shards }) => shards ?? []);
  const counts = [...new Set(connected.map(({ count }) => count))].toSorted((one, other) => one - other);
  const [count] = counts;
  if (count === undefined) return [];
  if (counts.length > 1) return [`SHARD_COUNT is ${counts.join(' here, ')} there`];
  const holders = Map.groupBy(
    connected.flatMap(({ ids }) => ids),
    (id) => id,
  );
  const twice = [...holders].filter(([, held]) => held.length > 1).map(([id]) => id);
  const all = new Set(processes.flatMap(({ shards }) => shards?.ids ?? []));
  const nobodys = Array.from({ length: count }, (_, id) => id).filter((id) => !all.has(id));
  return [
    ...(twice.length > 0 ? [`${named(twice)} connected by more than one process`] : []),
    ...(nobodys.length > 0 ? [`${named(nobodys)} connected by none`] : []),
  ];
}

function named(ids: readonly number[]): string {
  const sorted = ids.toSorted((one, other) => one - other);
  return sorted.length === 1 ? `shard ${sorted.join()} is` : `shards ${sorted.join(', ')} are`;
}
