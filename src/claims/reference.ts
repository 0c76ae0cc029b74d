import { randomBelow } from '../work/ids.ts';

/** Without characters that are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A short random code that a person can read out, to be found in the log. */
export function createReference(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomBelow(ALPHABET.length))).join('');
}

/** Of a claim: what people are asked to tell a moderator. */
export const CLAIM_REFERENCE_LENGTH = 8;

/** @returns what a person typed as the reference of a claim, in whatever case; undefined when it can be none */
export function readReference(typed: string): string | undefined {
  const reference = typed.replaceAll(/[\s`]/g, '').toUpperCase();
  const isOne =
    reference.length === CLAIM_REFERENCE_LENGTH && Array.from(reference).every((at) => ALPHABET.includes(at));
  return isOne ? reference : undefined;
}
