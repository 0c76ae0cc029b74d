import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';

import { onTestFinished } from 'vitest';

import { MAIN } from '../e2e/program.ts';
import { findProgram } from '../services-at-hand.ts';

/** Python has pseudo-terminals in its standard library; Node has none. */
export const pythonPath = findProgram('python3');
const IN_TERMINAL = 'import os, pty, sys\nsys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
const WIDE = 'stty cols 300 rows 60 && exec "$@"';
const DOWN = '\u001B[B';

export type Terminal = ReturnType<typeof openTerminal>;

/**
 * Runs a task of the program in a terminal, as a person does: everything is read from the screen and typed.
 *
 * @param by - a command that runs the program
 */
export function openTerminal(
  cwd: string,
  environment: Record<string, string>,
  task: string,
  { program = MAIN, by = [] }: { program?: string; by?: readonly string[] } = {},
) {
  const command = ['-c', IN_TERMINAL, 'sh', '-c', WIDE, 'sh', ...by, process.execPath, program, task];
  const { PATH = '' } = process.env;
  const child = spawn(pythonPath ?? 'python3', command, { cwd, env: { PATH, TERM: 'xterm', ...environment } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const news = new EventEmitter();
  let raw = '';
  /** What was waited for ends here, in the text without control sequences. */
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    raw += text;
    news.emit('news');
  });
  const ended = once(child, 'close').then(([code]) => {
    news.emit('news');
    return code as number | null;
  });
  const screen = () => stripVTControlCharacters(raw).replaceAll('\r', '');

  /** Resolves once this is on the screen, with what came before it since the last time. */
  async function shows(text: string): Promise<string> {
    for (;;) {
      const at = screen().indexOf(text, seen);
      if (at !== -1) {
        const before = screen().slice(seen, at);
        seen = at + text.length;
        return before;
      }
      if (child.exitCode !== null) throw new Error(`"${text}" was never shown:\n${screen().slice(seen)}`);
      await once(news, 'news');
    }
  }

  const types = (keys: string) => void child.stdin.write(keys);

  return {
    shows,
    types,
    /** Types an answer, and Enter, once this is asked. */
    async answer(question: string, answer = ''): Promise<void> {
      await shows(`◆  ${question}`);
      types(`${answer}\r`);
    },
    /** Chooses what begins like this, once it is among what is offered. */
    async choose(question: string, option: string): Promise<void> {
      await shows(`◆  ${question}`);
      const offered = Array.from((await shows('└')).matchAll(/([●○]) (.*)/g));
      const from = offered.findIndex(([, mark]) => mark === '●');
      const to = offered.findIndex(([, , label]) => label?.startsWith(option));
      if (to < from) throw new Error(`"${option}" is not offered below ${String(offered[from])}`);
      types(`${DOWN.repeat(to - from)}\r`);
    },
    screen,
    ended,
  };
}
