import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import packageJson from '../package.json' with { type: 'json' };
import { fail, isAtLeast, oldestOf, readEnv, refuseNode } from './preconditions.js';
import { showSourcePlaces } from './source-places.ts';

/**
 * The entry of the bundle: what the launcher does in the project, but within this process, as a second one would cost
 * memory. Even a Node that is too old must understand what is loaded here.
 */
const oldest = oldestOf(packageJson.engines.node);
/** Such as that of systemd, which alone may be read there. */
const hasOther = process.execArgv.some((argument) => argument.startsWith('--env-file'));
const wantsEnv = process.argv[2] !== 'setup' && !hasOther && existsSync('.env');
/** Where the archive was unpacked, and the set-up was run: a start elsewhere would find neither values nor data. */
const home = fileURLToPath(new URL('..', import.meta.url));
const isElsewhere = process.argv[2] !== 'setup' && !hasOther && !wantsEnv && existsSync(join(home, '.env'));

if (!isAtLeast(oldest)) refuseNode(oldest, 'install it from nodejs.org');
else if (isElsewhere) fail(`Start this in ${home}, where .env is: run "cd ${home}" first.`);
else if (!wantsEnv || readEnv() !== undefined) {
  if (wantsEnv) process.loadEnvFile();
  showSourcePlaces();
  await import('./main.ts');
}
