/**
 * What a bot costs that nobody uses, or what a stranger can do to all. @param quick - takes a few seconds and is less exact
 *
 * @returns each figure by its name, which has its unit
 */
export type Scenario = {
  readonly name: string;
  readonly run: (quick: boolean) => Promise<Record<string, number | string>>;
};
