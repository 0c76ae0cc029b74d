import { readFileSync } from 'node:fs';

/** The flags of Node with which `npm start` runs the bot. */
export const NODE_FLAGS: readonly string[] = startScript()
  .split(' ')
  .filter((word) => word.startsWith('--') && word !== '--with-env');

function startScript(): string {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start;
}
