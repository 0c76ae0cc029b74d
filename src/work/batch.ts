import { nextTurn, systemClock } from './clock.ts';
import { UnclearWriteError } from './errors.ts';

/** How long a batch waits while more items come: in a busy process batches grow, an idle one waits for nobody. */
const GATHERS_FOR_MS = 8;

type Call<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: Error) => void };

/**
 * Makes a function of one item from one of many: items that come during a batch share the next one, of at most `max`. An
 * error among the results fails its item alone. When `work` rejects, each item is tried once more in a batch of its own,
 * so that a bad one fails alone; not after an {@link UnclearWriteError}, since a later error would not undo the first run.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
  { max }: { max: number },
): (item: Item) => Promise<Result> {
  const waiting: Call<Item, Result>[] = [];
  let draining = false;

  async function drain(): Promise<void> {
    draining = true;
    while (waiting.length > 0) {
      await gather();
      await run(waiting.splice(0, max));
    }
    draining = false;
  }

  /** Lets other work go on between two batches. By the system's clock: it is the thread that is busy or not. */
  async function gather(): Promise<void> {
    const until = systemClock.monotonic() + GATHERS_FOR_MS;
    let before: number;
    do {
      before = waiting.length;
      await nextTurn();
    } while (waiting.length > before && waiting.length < max && systemClock.monotonic() < until);
  }

  async function run(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await work(calls.map(({ item }) => item));
      for (const [index, { resolve, reject }] of calls.entries()) {
        const result = results[index];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      }
    } catch (error) {
      if (calls.length > 1 && !(error instanceof UnclearWriteError))
        await Promise.all(calls.map((call) => run([call])));
      else for (const { reject } of calls) reject(error as Error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!draining) void drain();
    });
}
