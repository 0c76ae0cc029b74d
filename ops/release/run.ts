import { release } from './release.ts';

/** `npm run release`: puts the archive of this version, with its checksum, into `release/`. */
process.stdout.write(`${await release('release')}\n`);
