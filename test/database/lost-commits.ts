/**
 * A COMMIT that nobody hears of. `of`: what its transaction writes, as {@link writesIn} names it, else anything; `times`:
 * the how manyth such one. `isDone`: the database does it before its answer is lost, or never gets it.
 */
export type LostCommit = { of?: string | undefined; times: number; isDone: boolean };

const WRITES = /\b(insert into|update|delete from) "(\w+)"/g;

/** What a statement writes: `update claims`. */
export function writesIn(statement: string): string[] {
  return [...statement.matchAll(WRITES)].map(([, verb = '', table = '']) => `${verb} ${table}`);
}

/** Which COMMITs of one process are to be lost. */
export class LostCommits<Loss extends LostCommit> {
  #losses: Loss[] = [];

  add(loss: Loss): void {
    this.#losses.push({ ...loss });
  }

  clear(): void {
    this.#losses = [];
  }

  /** @returns how this COMMIT is lost, if it is. @param writes - what its transaction has written */
  strike(writes: ReadonlySet<string>): Loss | undefined {
    const loss = this.#losses.find(({ of }) => (of === undefined ? writes.size > 0 : writes.has(of)));
    if (!loss || (loss.times -= 1) > 0) return undefined;
    this.#losses = this.#losses.filter((other) => other !== loss);
    return loss;
  }
}
