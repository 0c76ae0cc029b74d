/** How much of the work on claims one process does at a time. */
export const CAPACITY = {
  /** POSTs under way for people who wait for an answer, and for claims left behind: connections to the main service */
  freshSlots: 128,
  recoveredSlots: 16,
  /**
   * claims that are taken on before guilds with more than their share are asked to wait: about as many as can be settled
   * while people wait for an answer
   */
  claimsUnderWay: 4_000,
} as const;

export type Capacity = { readonly [Name in keyof typeof CAPACITY]: number };
