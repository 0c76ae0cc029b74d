/** What a process that died throws wherever it would go on. */
export class Death extends Error {}

/** A life that ends after so many deeds. */
export type Life = {
  /** Does something that lasts beyond the process. It may be the last thing that it does. */
  lives<Args extends unknown[], T>(deed: (...args: Args) => Promise<T>): (...args: Args) => Promise<T>;
  /** @param deeds - it dies when that many are done, before it hears how the last one went; it does not rise from the dead */
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
