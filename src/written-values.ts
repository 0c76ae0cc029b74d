import { homedir } from 'node:os';
import { join } from 'node:path';

/** Configuration as editors, shells, mails and panels write it. */

const QUOTED = /^(?:"(.*)"|'(.*)'|`(.*)`|[“”„«»‘’‚‹›「´＂＇](.*)[“”«»‘’‹›」´＂＇])$/s;
const BEFORE_NAME = /^[\s\p{Cf}]*(?:export\s+)?/u;

/** A value without what stands around it: blanks, characters that nobody sees, and a pair of quotation marks. */
export function asMeant(text: string): string {
  const bare = text.trim().replaceAll(/^\p{Cf}|\p{Cf}$/gu, '');
  const inside = QUOTED.exec(bare)?.slice(1).join('') ?? bare;
  return inside === text ? text : asMeant(inside);
}

/** A credential, also without its kind before it, or a line break behind it that JSON or a shell has written as `\n`. */
export function credentialAsMeant(text: string): string {
  return asMeant(asMeant(text).replace(/(?:\\[nr]){1,2}$/, '')).replace(/^(?:bearer|bot)\s+/i, '');
}

/** The variables under their names, where an editor or a shell has put something before them. */
export function byName(variables: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const named = Object.entries(variables).map(([name, value]) => [name.replace(BEFORE_NAME, ''), value] as const);
  return { ...Object.fromEntries(named), ...variables };
}

/** The text of a file in UTF-8, or in UTF-16 as older editors and shells of Windows write it, without its byte order mark. */
export function decodeText(bytes: Buffer): string {
  const encoding = encodingOf(bytes);
  return new TextDecoder(encoding).decode(bytes);
}

/** Node, Docker and systemd read UTF-8 alone. ASCII in UTF-16 has a zero in each pair of bytes. */
export function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8';
}

/** The variables that are cut off in the text of a `.env`, where `#` begins a comment, although no blank stands before it. */
export function cutOffNames(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^\s*(?:export\s+)?(\w+)\s*=\s*(\S+)/.exec(line) ?? [];
    return /^[^"'`#].*#/.test(value) ? [name] : [];
  });
}

/** The name that differs in the fewest letters. @param most - how many; without it, a third of its own */
export function nearestTo(name: string, known: readonly string[], most?: number): string | undefined {
  const far = known.map((one) => ({ one, letters: editsBetween(name.toUpperCase().replaceAll(/\W/g, '_'), one) }));
  const [nearest] = far.toSorted((a, b) => a.letters - b.letters);
  return nearest && nearest.letters <= (most ?? nearest.one.length / 3) ? nearest.one : undefined;
}

/** How many letters are to be added, taken out or replaced (Levenshtein). */
function editsBetween(from: string, to: string): number {
  const first = Array.from({ length: to.length + 1 }, (_, at) => at);
  const last = Array.from(from).reduce<number[]>(
    (above, letter, row) =>
      above
        .slice(1)
        .reduce<number[]>(
          (line, up, at) => [
            ...line,
            Math.min(up + 1, (line[at] ?? 0) + 1, (above[at] ?? 0) + (to[at] === letter ? 0 : 1)),
          ],
          [row + 1],
        ),
    first,
  );
  return last.at(-1) ?? 0;
}

/** A path in the home folder, which no shell has filled in. */
export function withoutTilde(path: string): string {
  return /^~(?=$|[/\\])/.test(path) ? join(homedir(), path.slice(1)) : path;
}
