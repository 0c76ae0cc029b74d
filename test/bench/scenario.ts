/**
 * What one guild can do to the others, or a stranger to all. @param quick - takes a few seconds and is less exact
 *
 * @returns each figure by its name, which has its unit
 */
export type Scenario = {
  readonly name: string;
  readonly run: (quick: boolean) => Promise<Record<string, number | string>>;
};
