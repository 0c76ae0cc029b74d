import { mulberry32 } from '../mulberry32.ts';

/** Choices that are the same for the same seed. */
export class Random {
  readonly next: () => number;

  constructor(seed: number) {
    this.next = mulberry32(seed);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** One of the keys, each as often as its value says compared with the others. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    const chosen = entries.find(([, weight]) => (left -= weight) < 0);
    if (!chosen) throw new Error('nothing to pick from');
    return chosen[0];
  }
}
