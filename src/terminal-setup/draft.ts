import { parseEnv } from 'node:util';

import { type Environment, fileOf, inspectVariables, type VariableName } from '../config.ts';
import { ambiguousCharacter } from './env-file.ts';

export type Draft = ReturnType<typeof createDraft>;

/**
 * What a start would read, with the answers so far in place of what they change. Nothing of it is written.
 *
 * @param text - of `.env`
 * @param environment - wins over `.env`, as at a start
 */
export function createDraft(text: string, environment: Environment) {
  const inFile = parseEnv(text);
  /** Undefined takes a variable out. */
  const answers = new Map<string, string | undefined>();
  const current = (): Environment => ({ ...inFile, ...environment, ...Object.fromEntries(answers) });

  return {
    answers: answers as ReadonlyMap<string, string | undefined>,
    /** What could not be checked, or did not look right, and was kept. */
    unchecked: new Set<VariableName>(),
    inspect: () => inspectVariables(current()),
    /** What is written there, well-formed or not. */
    given: (name: VariableName): string | undefined => current()[name]?.trim(),
    /** Whether it is set, here or in a file, and well-formed. */
    has: (name: VariableName): boolean => inspectVariables(current()).values[name] !== undefined,
    set(name: VariableName, value: string): void {
      answers.set(name, value);
      if (current()[fileOf(name)] !== undefined) answers.set(fileOf(name), undefined);
    },
    remove(name: VariableName): void {
      for (const one of [name, fileOf(name)].filter((each) => current()[each] !== undefined))
        answers.set(one, undefined);
    },
    /** Writes a value of `.env` anew, without the quotes that it may have there, if it can stand without. */
    keep(name: VariableName): void {
      const value = inFile[name]?.trim() ?? '';
      if (value !== '' && ambiguousCharacter(value) === undefined && !answers.has(name)) answers.set(name, value);
    },
  };
}
