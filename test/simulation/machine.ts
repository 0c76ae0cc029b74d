import type { LostAnswer } from '../database/link.ts';
import { LostCommits } from '../database/lost-commits.ts';
import { owners, type Owner, time } from './time.ts';

/** What may befall a process at a place where it reaches over its boundary: how likely each is, of 1. */
export type Fates = {
  /** where it waits for nobody else */
  kill: number;
  freeze: number;
  /** looks at the database that mostly find nothing are many: they are struck this much less often */
  idleShare: number;
  /** of a transaction: its COMMIT is not answered, or it fails before */
  commitLost: number;
  writeFails: number;
};

export const CALM: Fates = { kill: 0, freeze: 0, idleShare: 0, commitLost: 0, writeFails: 0 };

/** How long a crossing takes, in ms. */
const SOON_MS = { least: 0.2, more: 3 };
/** A few take longer. */
const SLOW_SHARE = 0.01;
const SLOW_MS = 300;

/** What a machine tells the history that it is part of. */
export type Watcher = {
  fates: () => Fates;
  /** the longest time for which a process stands still */
  freezeMs: number;
  onCrossing(machine: Machine, where: string): void;
  onKilled(machine: Machine, where: string): void;
  onFrozen(machine: Machine, where: string, ms: number): void;
  /** the database fails it. @param isUnclear - by not saying whether it committed. @param what - befell which transaction */
  onDatabase(machine: Machine, isUnclear: boolean, what: string): void;
};

/** One process of the bot, as far as it can end or stand still: then nothing that belongs to it happens. */
export class Machine implements Owner {
  readonly name: string;
  /** how wrong its clock is */
  skewMs = 0;
  /** how many edits of messages it is about to send */
  edits = 0;
  /** the COMMITs of its own that are lost */
  readonly losses = new LostCommits<LostAnswer>();
  readonly watcher: Watcher;
  #state: 'runs' | 'stands still' | 'is dead' = 'runs';
  #waiting: (() => void)[] = [];
  readonly #endings = new Set<() => void>();

  constructor(name: string, watcher: Watcher) {
    this.name = name;
    this.watcher = watcher;
  }

  get isDead(): boolean {
    return this.#state === 'is dead';
  }

  /** Does something as this process: at once, when it goes on, or never. */
  enter(work: () => void): void {
    if (this.#state === 'runs') owners.run(this, work);
    else if (this.#state === 'stands still') this.#waiting.push(work);
  }

  kill(): void {
    if (this.isDead) return;
    this.#state = 'is dead';
    this.#waiting = [];
    for (const end of this.#endings) end();
  }

  freeze(): void {
    if (this.#state === 'runs') this.#state = 'stands still';
  }

  thaw(): void {
    if (this.#state !== 'stands still') return;
    this.#state = 'runs';
    for (const work of this.#waiting.splice(0)) this.enter(work);
  }

  /** Stands still for so long, wherever it is. */
  standStill(ms: number, where: string): void {
    this.freeze();
    time.after(
      ms,
      () => {
        this.thaw();
      },
      null,
    );
    this.watcher.onFrozen(this, where, ms);
  }

  /** Does something when it dies. @returns what forgets that again */
  whenDead(end: () => void): () => void {
    this.#endings.add(end);
    return () => this.#endings.delete(end);
  }

  /**
   * Takes the time of a crossing. The process may die there, or stand still.
   *
   * @param where - names the crossing. @param isIdle - whether it mostly finds nothing to do
   */
  async cross(where: string, { isIdle = false } = {}): Promise<void> {
    const { watcher } = this;
    if (!isIdle) watcher.onCrossing(this, where);
    const isEdit = where.startsWith('before PATCH');
    if (isEdit) this.edits += 1;
    const { kill, freeze, idleShare } = watcher.fates();
    const share = isIdle ? idleShare : 1;
    const chance = time.random.next();
    if (chance < kill * share) {
      this.die(where);
      return this.never();
    }
    if (chance < (kill + freeze) * share) this.standStill(time.random.next() * watcher.freezeMs, where);
    const isSlow = time.random.next() < SLOW_SHARE;
    await this.sleep(SOON_MS.least + time.random.next() * (isSlow ? SLOW_MS : SOON_MS.more));
    if (isEdit) this.edits -= 1;
  }

  /** Dies there. */
  die(where: string): void {
    if (this.isDead) return;
    this.kill();
    this.watcher.onKilled(this, where);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => time.after(ms, resolve, this));
  }

  /** What a process waits for that has died. */
  never(): Promise<never> {
    return new Promise(() => undefined);
  }
}

/** Whose work is under way. @throws where nobody's is */
export function currentMachine(): Machine {
  const owner = owners.getStore();
  if (!(owner instanceof Machine)) throw new Error('this is not done by a process of the bot');
  return owner;
}
