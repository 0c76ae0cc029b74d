import { LIMITS, type Limits } from '../src/work/limits.ts';

/** Wider than anything that a test does. */
const WIDE = { perPerson: { uses: 100_000, seconds: 10 }, perGuild: { uses: 100_000, seconds: 10 } };

export const WIDE_LIMITS = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, WIDE])) as Limits;
