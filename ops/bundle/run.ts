import { fileURLToPath } from 'node:url';

import { bundle } from './bundle.ts';

/** `npm run bundle`: makes `dist/`, which `node dist/main.js` runs, wherever it is put. */
await bundle(fileURLToPath(new URL('../../dist', import.meta.url)));
