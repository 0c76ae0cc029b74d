/** How much of the work on claims one process does at a time. */
export const CAPACITY = {
  /** POSTs under way, and so connections to the main service: for people who wait, and for claims left behind */
  freshSlots: 128,
  recoveredSlots: 16,
  /** from here on, guilds with more than their share have to wait: about as many as are settled while people wait */
  claimsUnderWay: 4_000,
} as const;

export type Capacity = { readonly [Name in keyof typeof CAPACITY]: number };
