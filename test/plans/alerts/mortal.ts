/** Thrown wherever a process that has died would continue. */
export class Death extends Error {}

/** The life of a simulated process, which ends after a given number of deeds. */
export type Life = {
  /** Wraps a deed whose effect outlasts the process. It may be the last one. */
  lives<Args extends unknown[], T>(deed: (...args: Args) => Promise<T>): (...args: Args) => Promise<T>;
  /**
   * @param deeds - how many are done before the process dies, not learning the result of the last; no effect once it is
   * dead
   */
  endsAfter(deeds: number): void;
  readonly isOver: boolean;
};

export function createLife(): Life {
  let left = Infinity;
  const goOn = (): void => {
    if (left <= 0) throw new Death('the process has died');
  };
  return {
    lives:
      (deed) =>
      async (...args) => {
        goOn();
        try {
          return await deed(...args);
        } finally {
          left -= 1;
          goOn();
        }
      },
    endsAfter(deeds) {
      if (left > 0) left = deeds;
    },
    get isOver() {
      return left <= 0;
    },
  };
}
