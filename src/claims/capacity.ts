import { CLAIMS_UNDER_WAY } from './crowd.ts';
import { FRESH_SLOTS, RECOVERED_SLOTS } from './slots.ts';

/** How much of the work on claims one process does at a time. */
export type Capacity = {
  /** POSTs under way: for people who wait for an answer, and for claims that were left behind */
  freshSlots: number;
  recoveredSlots: number;
  /** claims that are taken on before guilds with more than their share are asked to wait */
  claimsUnderWay: number;
};

export const CAPACITY = {
  freshSlots: FRESH_SLOTS,
  recoveredSlots: RECOVERED_SLOTS,
  claimsUnderWay: CLAIMS_UNDER_WAY,
} as const satisfies Capacity;
