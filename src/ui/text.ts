import type { Translate } from '../locales/index.ts';

/** Control characters, and the invisible ones that reorder, join or hide text: bidi marks, selectors, tags, fillers. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;
export const ELLIPSIS = '…';
export const BLANK = '—';

/** Discord's documentation, "Application Command Option Choice Structure": UTF-16 units of a name or value. */
export const MAX_CHOICE_LENGTH = 100;
/** Discord's documentation, "Application Command Autocomplete". */
export const MAX_CHOICES = 25;
/** Shown, or left out when falsy: `isOn && text`. */
export type Maybe<T> = T | false | null | undefined | '' | 0;

export function present<T>(some: readonly Maybe<T>[]): T[] {
  return some.filter((one): one is T => Boolean(one));
}

export function lines(...some: readonly Maybe<string>[]): string {
  return present(some).join('\n');
}

/** UTF-16 units that are shown of a word or value that a host chose. */
export const MAX_WORD_LENGTH = 60;

/** Text from a person or a host on one line, without invisible characters, at most `max` UTF-16 units long. */
export function plainText(raw: string, max: number): string {
  const visible = raw.replace(/\s/g, ' ').replace(INVISIBLE, '').replace(/ +/g, ' ').trim();
  return truncate(visible, max);
}

/**
 * Plain text that is safe in a message, {@link BLANK} when nothing is visible. A backslash before every ASCII punctuation
 * mark disables all of Discord's markdown: emphasis, masked links, headings, lists, mentions, timestamps, bare URLs and
 * invites. The result may be twice as long as `max`.
 */
export function escapeText(raw: string, max: number): string {
  return plainText(raw, max).replace(ASCII_PUNCTUATION, String.raw`\$&`) || BLANK;
}

/**
 * Lines that a guild's manager wrote, which may use markdown. They lose what could mislead: invisible characters, and
 * links behind words. {@link BLANK} when nothing is visible.
 */
export function guildText(raw: string, max: number): string {
  const written = raw.split(/\r?\n/).map((line) => line.replace(INVISIBLE, '').trimEnd());
  const text = written.join('\n').trim().replaceAll('](', ']\\(');
  return truncate(text, max) || BLANK;
}

/** Text as code, to be copied as it is; {@link BLANK} when nothing is visible. In code only a backtick has a meaning. */
export function codeText(raw: string, max: number): string {
  const code = plainText(raw, max).replaceAll('`', '’');
  return code === '' ? BLANK : `\`${code}\``;
}

/** An identifier of an open set as escaped words: `past_due` reads "Past due". */
export function humanise(identifier: string): string {
  const words = plainText(identifier.replace(/[_-]+/g, ' '), MAX_WORD_LENGTH);
  return escapeText(words.charAt(0).toUpperCase() + words.slice(1), MAX_WORD_LENGTH);
}

/** Cuts to at most `max` UTF-16 units, an ellipsis included, never inside a character. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, Math.max(0, max - ELLIPSIS.length)).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.replace(/\\$/, '')}${ELLIPSIS}`;
}

/** A moment (ms since the epoch) in each reader's own time zone (Discord's documentation, "Message Formatting"). */
function stamp(at: number, style: 'F' | 'f' | 'd' | 'T' | 'R'): string {
  return `<t:${Math.floor(at / 1_000)}:${style}>`;
}

/** In full, then relative to now. */
export const timestamp = (at: number): string => `${stamp(at, 'F')} (${stamp(at, 'R')})`;
export const shortTimestamp = (at: number): string => stamp(at, 'f');
export const shortDate = (at: number): string => stamp(at, 'd');
/** To the second. */
export const timeOfDay = (at: number): string => stamp(at, 'T');
/** For example "in 3 days". */
export const relativeTimestamp = (at: number): string => stamp(at, 'R');

/** The first names, and how many more there are. */
export function firstOf(names: readonly string[], most: number, t: Translate): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} ${t('common.more', { count: names.length - most })}` : shown;
}

/** A row of a list, its second part below as subtext (Discord's help, "Markdown Text 101"). */
export function twoLineRow(first: readonly Maybe<string>[], second: readonly Maybe<string>[] = []): string {
  const more = present(second).join(' · ');
  return lines(present(first).join(' · '), more && `-# ${more}`);
}
