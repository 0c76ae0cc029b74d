import { randomInt } from 'node:crypto';

/** Without characters that are mistaken for one another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A few random characters that a person can read out. The log says what they stand for. */
export function createReference(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
