/** `npm run check:migrations`: whether every migration is as it landed. With `--add` it records new ones first. */
import { fileURLToPath } from 'node:url';

import { addNew, findMistakes } from './migration-hashes.ts';

const FOLDER = fileURLToPath(new URL('../../src/database/migrations', import.meta.url));

if (process.argv.includes('--add')) addNew(FOLDER);
const mistakes = findMistakes(FOLDER);
for (const mistake of mistakes) console.error(mistake);
if (mistakes.length > 0) process.exitCode = 1;
