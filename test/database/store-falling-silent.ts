import { orAgain, type Store } from '../../src/database/store.ts';
import { UnclearWriteError } from '../../src/work/errors.ts';

const NO_ANSWER = new UnclearWriteError('no answer to the commit');

/** A store that does not say how its next transactions end: one for each end, true for one that is committed. */
export function fallingSilent(real: Store): { store: Store; fallSilent: (...ends: boolean[]) => void } {
  let silences: boolean[] = [];
  async function transact<T>(work: () => Promise<T>): Promise<T> {
    const isDone = silences.shift();
    if (isDone === undefined) return work();
    if (isDone) await work();
    throw NO_ANSWER;
  }
  const store: Store = {
    ...real,
    write: (work, options) => orAgain(() => transact(() => real.write(work)), options),
  };
  return { store, fallSilent: (...ends) => void (silences = ends) };
}
