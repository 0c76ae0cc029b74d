import { randomBytes } from 'node:crypto';
import {
  chownSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual, parseEnv } from 'node:util';

import { SECRET_NAMES } from '../config.ts';
import { codeOf, explainFiles, makeDurable, OWNER_ONLY, reasonOf } from '../database/private-file.ts';
import { FatalError } from '../work/errors.ts';
import { decodeText } from '../written-values.ts';

/** Stands in no value, since Node, Docker, Compose and systemd each read it another way. Docker knows no quotes. */
const AMBIGUOUS = /[\s'"`#$\\]/;
const DRAFT_ENDING = /\.[\da-f]{8}$/;

/** The first character for which a value cannot stand in `.env` as it is. */
export function ambiguousCharacter(value: string): string | undefined {
  return AMBIGUOUS.exec(value)?.[0];
}

/** The text of a file; without one, that of its template, or nothing. */
export function readEnvFile(path: string, template: string): string {
  for (const file of [path, template]) {
    try {
      return decodeText(readFileSync(file));
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw new FatalError(`${file} cannot be read: ${reasonOf(error)}`);
    }
  }
  return '';
}

/**
 * Sets variables where they stand, or where an empty comment (`# NAME=`) keeps their place, else at the end. Every other
 * line stays as it is.
 *
 * @param changes - undefined makes a comment of the variable, without the value of a secret
 * @throws {@link FatalError} when a line belongs to a value over several lines, so that the result would differ
 */
export function editEnv(text: string, changes: ReadonlyMap<string, string | undefined>): string {
  const edited = [...changes]
    .reduce((lines, [name, value]) => setLine(lines, name, value), text.split('\n'))
    .join('\n');
  const expected = { ...parseEnv(text), ...Object.fromEntries(changes) };
  if (!isDeepStrictEqual({ ...parseEnv(edited) }, withoutUnset(expected))) {
    throw new FatalError('.env has a value over several lines that looks like variables: edit it by hand.');
  }
  return edited;
}

function setLine(lines: readonly string[], name: string, value: string | undefined): string[] {
  const isOurs = (line: string) => /^\s*(?:export\s+)?([\w.-]+)\s*=/.exec(line)?.[1] === name;
  if (lines.some(isOurs)) {
    const takenOut = (line: string) => `# ${SECRET_NAMES.includes(name) ? `${name}=` : line}`;
    return lines.map((line) => (isOurs(line) ? (value === undefined ? takenOut(line) : `${name}=${value}`) : line));
  }
  if (value === undefined) return [...lines];
  const kept = lines.findIndex((line) => line.trimEnd() === `# ${name}=`);
  if (kept !== -1) return lines.with(kept, `${name}=${value}`);
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  return [...lines.slice(0, end), `${name}=${value}`, ''];
}

function withoutUnset(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** @throws {@link FatalError} when no file can be written there, before anybody has answered anything */
export function refuseUnwritable(path: string): void {
  const draft = draftOf(targetOf(path));
  try {
    writeFileSync(draft, '', { flag: 'wx', mode: OWNER_ONLY });
    rmSync(draft);
  } catch (error) {
    throw new FatalError(`${path} cannot be written: ${explainFiles(error, [path])}`, { cause: error });
  }
}

/**
 * Replaces a file, or the one that a link there leads to, whole or not at all. It keeps its owner, who alone may read it.
 *
 * @throws {@link FatalError} when it cannot be written; the file is as it was
 */
export function writeEnvFile(path: string, text: string): void {
  const before = statSync(path, { throwIfNoEntry: false });
  const target = targetOf(path);
  const draft = draftOf(target);
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: OWNER_ONLY, flush: true });
    if (before && before.uid !== process.getuid?.()) chownSync(draft, before.uid, before.gid);
    renameSync(draft, target);
    makeDurable(dirname(target));
  } catch (error) {
    rmSync(draft, { force: true });
    throw new FatalError(`${path} cannot be written, and is as it was: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Deletes the drafts of processes that were killed while they wrote the file: they have its secrets.
 *
 * @throws {@link FatalError} when one cannot be deleted
 */
export function deleteDrafts(path: string): void {
  const target = targetOf(path);
  const folder = dirname(target);
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const isDraft = entry.name.startsWith(`${basename(target)}.`) && DRAFT_ENDING.test(entry.name);
      if (isDraft && entry.isFile()) rmSync(join(folder, entry.name));
    }
  } catch (error) {
    throw new FatalError(`What is left of an earlier set-up cannot be deleted: ${reasonOf(error)}`, { cause: error });
  }
}

function draftOf(target: string): string {
  return `${target}.${randomBytes(4).toString('hex')}`;
}

function targetOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? realpathSync(path) : path;
}
