import { clearLine, createInterface, cursorTo, type CompleterResult } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

import { ANSI, PLAIN, type TextStyle } from './message-text.ts';
import { wrapped } from './wrapping.ts';

/** Lines come in, and text goes out: a terminal, or a pipe. */
export type Streams = {
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean; columns?: number };
};

export type Screen = ReturnType<typeof createScreen>;

/** @param complete - the candidates for the last part of a line, and that part */
export function createScreen({ input, output }: Streams, complete: (line: string) => Promise<CompleterResult>) {
  const isTerminal = input.isTTY === true && output.isTTY === true;
  const style: TextStyle = output.isTTY === true ? ANSI : PLAIN;
  const completer = (line: string, done: (error: null, result: CompleterResult) => void): void => {
    void complete(line).then((result) => {
      done(null, result);
    });
  };
  const lines = createInterface({ input, output, terminal: isTerminal, completer });
  const width = (): number => output.columns ?? Infinity;
  const print = (text: string): void => void output.write(`${wrapped(text, width())}\n`);
  return {
    isTerminal,
    style,
    width,
    print,
    lines,
    ask(prompt: string): void {
      lines.setPrompt(prompt);
      if (isTerminal) lines.prompt();
    },
    /** Prints above the line that is being typed, and restores that line below. */
    interrupt(printing: () => void): void {
      if (isTerminal) {
        cursorTo(output, 0);
        clearLine(output, 0);
      }
      printing();
      if (isTerminal) lines.prompt(true);
    },
  };
}
