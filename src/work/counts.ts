/** What is counted where it happens: the name and the labels of each counter, as Prometheus writes them, and its help. */
export const COUNTED = {
  'claims_total{verdict}': 'Verdicts of claims: of each when it was closed or parked, and late grants.',
  'reward_tries_total{result}': 'Tries to tell a game server of a reward, by what came of them.',
  'reminders_total{result}': 'Reminders to vote that were due, by what became of them.',
} as const;

/** Counts one more. @param labels - their values, in the order of the counter's name */
export type Count = (counter: keyof typeof COUNTED, ...labels: string[]) => void;
