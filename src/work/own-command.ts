import { relative } from 'node:path';

/**
 * What an operator types here for a task of the bot, or without one to start it: npm's scripts are those of the project,
 * and the bundle has only its entry.
 */
export function ownCommand(...args: readonly string[]): string {
  const isBundle = !import.meta.url.endsWith('.ts');
  if (isBundle) return ['node', relative('.', process.argv[1] ?? ''), ...args].join(' ');
  const [task, ...more] = args;
  if (task === undefined) return 'npm start';
  return [`npm run ${task}`, ...more].join(more.length > 0 ? ' -- ' : ' ');
}
