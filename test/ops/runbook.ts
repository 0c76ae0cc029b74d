import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { findProgram } from '../services-at-hand.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** What a version of the program is made of, for whoever runs it live. */
const VERSIONED = ['commands', 'src', '.gitignore', 'package.json'];
const AUTHOR = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];
const run = promisify(execFile);

/** A clone of a repository with the program, in which an operator works. */
export type Workplace = {
  folder: string;
  /** Runs the commands of a section as they stand there, in one shell. Rejects with what they wrote, when one fails. */
  follow(paper: string, heading: string): Promise<string>;
  /** Publishes a version of the program that differs. */
  publish(change: (origin: string) => void): void;
};

/** All commands under a heading, up to the next one: the blocks in `sh`. Those in `console` are for other machines. */
function commandsUnder(paper: string, heading: string): string {
  const lines = readFileSync(paper, 'utf8').split('\n');
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.endsWith(` ${heading}`));
  const end = lines.findIndex((line, at) => at > start && /^#+ /.test(line));
  const section = lines.slice(start, end === -1 ? undefined : end).join('\n');
  const commands = Array.from(section.matchAll(/^```sh\n([^]*?)^```$/gm), ([, block = '']) => block).join('');
  if (commands === '') throw new Error(`${paper} has no commands under "${heading}"`);
  return commands;
}

/**
 * Opens a workplace with the program as it is here, and the packages of this project.
 *
 * @param given - the operator's environment
 */
export function openWorkplace(given: Record<string, string> = {}): Workplace {
  const root = temporaryFolder();
  const [origin, folder, bin] = [join(root, 'origin'), join(root, 'bot'), join(root, 'bin')];
  for (const part of VERSIONED) cpSync(part, join(origin, part), { recursive: true });
  const git = (cwd: string, ...args: string[]) => execFileSync('git', [...AUTHOR, ...args], { cwd, stdio: 'pipe' });
  const commit = () => {
    git(origin, 'add', '--all');
    git(origin, 'commit', '--quiet', '--message', 'A version');
  };
  git(origin, 'init', '--quiet', '--initial-branch', 'main');
  commit();
  git(root, 'clone', '--quiet', origin, folder);
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));

  // The packages are there already: to install them is part of building the image.
  const npm = findProgram('npm') ?? 'npm';
  mkdirSync(bin);
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n[ "$1" = ci ] || exec '${npm}' --silent "$@"\n`, { mode: 0o755 });
  const PATH = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
  return {
    folder,
    publish(change) {
      change(origin);
      commit();
    },
    async follow(paper, heading) {
      const commands = ['-euo', 'pipefail', '-c', commandsUnder(paper, heading)];
      const { stdout } = await run('bash', commands, { cwd: folder, env: { PATH, HOME: root, ...given } });
      return stdout;
    },
  };
}
