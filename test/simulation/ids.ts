import { v7 } from 'uuid';

import { time } from './time.ts';

/** In the place of `src/work/ids.ts`. */
export const newId = (): string => v7({ msecs: Math.floor(time.now), random: time.bytes(16) });

export const newNonce = (length: number): string => time.bytes(length).toString('base64url');

export const randomBelow = (below: number): number => Math.floor(time.random.next() * below);
