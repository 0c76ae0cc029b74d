import { intro as begin, isCancel, log, password, select, settings, spinner, text } from '@clack/prompts';

import { FatalError } from '../work/errors.ts';

export { outro } from '@clack/prompts';

/** What stands before each line, and a usual width for a terminal that has none. */
const GUIDE_WIDTH = 3;
const USUAL_WIDTH = 80;
const STOPPED = 'The set-up was stopped: everything is as it was.';

type Question = { message: string; validate: (typed: string | undefined) => string | undefined };

export const say = {
  info: inLines(log.info),
  success: inLines(log.success),
  warn: inLines(log.warn),
  error: inLines(log.error),
};

/** Letters move nothing in a choice: they may be of a text that was pasted too late. */
export function intro(title: string): void {
  for (const letter of 'hjkl') settings.aliases.delete(letter);
  begin(title);
}

/** @returns what was typed, without the white space around it. @throws {@link FatalError} at Ctrl+C, as all of these */
export async function askText(question: Question & { initialValue: string | undefined }): Promise<string> {
  const { initialValue = '', ...rest } = question;
  return trimmed(await text({ ...rest, initialValue }));
}

/** Shows a mark for each character. After a wrong answer the question comes again, so that its field is seen to be empty. */
export async function askSecret({ message, validate }: Question): Promise<string> {
  for (;;) {
    const typed = trimmed(await password({ message }));
    const problem = validate(typed);
    if (problem === undefined) return typed;
    say.error(problem);
  }
}

export async function choose<T extends string>(
  message: string,
  options: readonly { value: T; label: string; hint?: string }[],
  initialValue?: T,
): Promise<T> {
  const chosen: unknown = await select<string>({
    message,
    options: [...options],
    ...(initialValue !== undefined && { initialValue }),
  });
  return orStop(chosen) as T;
}

/** Shows that something is asked of others. What is typed meanwhile goes nowhere; Ctrl+C ends the process. */
export async function checking<T>(what: string, work: () => Promise<T>): Promise<T> {
  const shown = spinner({ cancelMessage: STOPPED, withGuide: false });
  shown.start(what);
  try {
    return await work();
  } finally {
    shown.clear();
  }
}

/** Runs the set-up so that a process which ends meanwhile, by Ctrl+C or a signal, ends with 1. */
export async function interruptible<T>(work: () => Promise<T>): Promise<T> {
  const fail = () => {
    process.exitCode = 1;
  };
  const leave = () => process.exit();
  process.on('exit', fail).on('SIGINT', leave).on('SIGTERM', leave);
  try {
    return await work();
  } finally {
    process.off('exit', fail).off('SIGINT', leave).off('SIGTERM', leave);
  }
}

/** Breaks lines between words, where a terminal would break them anywhere. An address stays whole. */
function inLines(write: (text: string) => void): (text: string) => void {
  return (message) => {
    const width = (process.stdout.columns || USUAL_WIDTH) - GUIDE_WIDTH;
    write(
      message
        .split('\n')
        .flatMap((line) => broken(line, width))
        .join('\n'),
    );
  };
}

function broken(line: string, width: number): string[] {
  return line.split(' ').reduce<string[]>((lines, word) => {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    return lines.length > 0 && longer.length <= width ? lines.with(-1, longer) : [...lines, word];
  }, []);
}

function trimmed(answer: string | symbol | undefined): string {
  return (orStop(answer) ?? '').trim();
}

function orStop<T>(answer: T | symbol): T {
  if (isCancel(answer)) throw new FatalError(STOPPED);
  return answer as T;
}
