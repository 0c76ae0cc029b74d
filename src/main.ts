import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Starts the program with what Node compiled of it the last time, which halves the start. Nothing changes where that
 * cannot be kept. In the project and not in Node's own place for it, which anyone on the machine may write to.
 */
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));
await import('./program.ts');
