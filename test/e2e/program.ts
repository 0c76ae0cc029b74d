import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { onTestFinished } from 'vitest';

import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { sharedProgram } from '../shared.ts';

/** What starts the bot as `src/main.ts` does. */
export const MAIN = await sharedProgram();

type LogLine = Record<string, unknown> & { level: string; msg: string };

/** The bot as a process of its own, as an operator starts it. It ends with the test at the latest. */
export type Program = {
  kill(signal: NodeJS.Signals): void;
  input: Writable;
  /**
   * Resolves with the first line of the log, from now on, that has this message. Rejects when the program ends before
   * that.
   */
  logged(message: string): Promise<LogLine>;
  /** What it has logged so far, and what else it wrote to standard error. */
  log: LogLine[];
  plain: string[];
  /** Resolves once it has ended. */
  ended: Promise<{ code: number | null; stdout: string }>;
};

/** @param cwd - where an operator starts it, with `.env` */
export function runProgram(environment: Record<string, string>, args: readonly string[] = [], cwd?: string): Program {
  const withEnv = cwd === undefined ? [] : ['--env-file-if-exists=.env'];
  return runNode([...withEnv, MAIN, ...args], environment, cwd);
}

/** @param args - of Node, the program among them */
export function runNode(args: readonly string[], environment: Record<string, string>, cwd?: string): Program {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, args, { cwd, env: { PATH, ...environment } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const log: LogLine[] = [];
  const plain: string[] = [];
  const lines = createInterface(child.stderr);
  lines.on('line', (line) => {
    if (line.startsWith('{')) log.push(JSON.parse(line) as LogLine);
    else plain.push(line);
  });
  const closed = once(lines, 'close');
  const ended = Promise.all([once(child, 'exit') as Promise<[number | null]>, text(child.stdout), closed]);
  return {
    kill: (signal) => void child.kill(signal),
    input: child.stdin,
    async logged(message) {
      for (let seen = log.length; ;) {
        const ending = await Promise.race([once(lines, 'line').then(() => false), closed.then(() => true)]);
        const found = log.slice(seen).find(({ msg }) => msg === message);
        if (found) return found;
        if (ending) throw new Error(`the program ended without logging "${message}": ${plain.join('\n')}`);
        seen = log.length;
      }
    },
    log,
    plain,
    ended: ended.then(([[code], stdout]) => ({ code, stdout })),
  };
}

/** A sandbox, and the environment for a live start against it. */
export async function openSandbox(): Promise<{ sandbox: Sandbox; environment: Record<string, string> }> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  return { sandbox, environment: { ...sandbox.environment, DATABASE_URL: 'sqlite::memory:' } };
}
