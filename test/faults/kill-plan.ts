import type { Databases } from './databases.ts';
import { type Arm, COMMON, type KillPoint, WITHIN } from './kill-points.ts';
import { STOPPED_MS } from './timings.ts';

const MAX_TIMES = 2;
const MAX_LATER_TIMES = 6;
const PICKED_FROM = 3;
/** How often a process dies where every claim passes once there have been enough kills, and only rare points are missing. */
const COMMON_SHARE = 0.3;
/** The share of processes that are stopped at a point of their own, and go on later. */
const STOPPED_SHARE = 0.2;
/** Where processes die unless somebody names points: what more there is at other ones, the simulation shows. */
export const POINTS_ON: Readonly<Record<Databases['name'], readonly KillPoint[]>> = {
  SQLite: [...COMMON, WITHIN],
  // Of all that follows a claim also where a row was taken, and where a call was answered that is not on record yet.
  Postgres: [
    ...COMMON,
    WITHIN,
    'after take-over',
    'after announcement',
    'after taking hooks',
    'after delivery',
    'before recording vote',
    'after goal post',
    'after taking reminder',
    'after reminder',
    'after giving role',
  ],
};

/** Where the processes of a run are to die, so that each point has its share; and where they did. */
export class KillPlan {
  readonly kills: Map<KillPoint, number>;
  readonly #common: readonly KillPoint[];
  readonly #armed = new Map<KillPoint, number>();
  readonly #wanted: number;
  readonly #random: () => number;

  /** @param wanted - how many kills; each of the points is also wanted once */
  constructor(wanted: number, random: () => number, points: readonly KillPoint[]) {
    this.kills = new Map(points.map((point) => [point, 0]));
    const common = COMMON.filter((point) => points.includes(point));
    this.#common = common.length > 0 ? common : points;
    this.#wanted = wanted;
    this.#random = random;
  }

  get total(): number {
    return this.kills.values().reduce((sum, kills) => sum + kills, 0);
  }

  get missing(): KillPoint[] {
    return this.kills
      .entries()
      .filter(([, kills]) => kills === 0)
      .map(([point]) => point)
      .toArray();
  }

  get isDone(): boolean {
    return this.total >= this.#wanted && (this.#wanted === 0 || this.missing.length === 0);
  }

  /**
   * A point that had few kills so far, or several that had none once there have been enough; and mostly one that every
   * claim passes, some time later, in case the first one is never reached.
   */
  arm(): Arm[] {
    if (this.isDone) return [];
    const common = this.#common.toSorted((one, other) => this.#score(one) - this.#score(other)).slice(0, PICKED_FROM);
    const wanting = this.total < this.#wanted ? [...this.kills.keys()] : this.missing;
    const rarest = wanting.toSorted((one, other) => this.#score(one) - this.#score(other)).slice(0, PICKED_FROM);
    const rare = this.total < this.#wanted ? [this.#pick(rarest)] : rarest;
    const arms = rare.map((point) => ({ point, times: this.#upTo(MAX_TIMES) }));
    if (this.total < this.#wanted || this.#random() < COMMON_SHARE) {
      arms.push({ point: this.#pick(common), times: MAX_TIMES + this.#upTo(MAX_LATER_TIMES) });
    }
    for (const { point } of arms) this.#armed.set(point, (this.#armed.get(point) ?? 0) + 1);
    if (this.#random() >= STOPPED_SHARE) return arms;
    const stoppedMs = this.#pick(Object.values(STOPPED_MS));
    return [...arms, { point: this.#pick([...this.kills.keys()]), times: this.#upTo(MAX_TIMES), stoppedMs }];
  }

  /** @param point - where the process died, if it died of its arms */
  done(arms: readonly Arm[], point: KillPoint | undefined): void {
    for (const { point: armed, stoppedMs } of arms) {
      if (stoppedMs === undefined) this.#armed.set(armed, (this.#armed.get(armed) ?? 1) - 1);
    }
    if (point) this.kills.set(point, (this.kills.get(point) ?? 0) + 1);
  }

  #score(point: KillPoint): number {
    return (this.kills.get(point) ?? 0) + (this.#armed.get(point) ?? 0) + this.#random() / 2;
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  #upTo(max: number): number {
    return 1 + Math.floor(this.#random() * max);
  }
}
