import { v7 } from 'uuid';

import { time } from './time.ts';

/** In the place of `src/work/ids.ts`. */
export const newId = (): string => v7({ msecs: Math.floor(time.now), random: bytes(16) });

export const newNonce = (length: number): string => bytes(length).toString('base64url');

export const randomBelow = (below: number): number => Math.floor(time.random.next() * below);

function bytes(length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => randomBelow(256)));
}
