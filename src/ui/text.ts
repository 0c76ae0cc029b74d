import type { Translate } from '../locales/index.ts';

/**
 * Control characters, and the invisible ones that reorder, join or hide text: bidi marks, zero-width characters,
 * selectors, tags, fillers.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;
/** Ends what was cut. */
export const ELLIPSIS = '…';
/** Shown where there is nothing to read. */
export const BLANK = '—';

/**
 * Discord's documentation, "Application Command Option Choice Structure": UTF-16 units of a choice's name, and of its
 * value.
 */
export const MAX_CHOICE_LENGTH = 100;
/** Discord's documentation, "Application Command Autocomplete": how many choices are offered at most. */
export const MAX_CHOICES = 25;

/** UTF-16 units that are shown of a word or value that a host chose. */
export const MAX_WORD_LENGTH = 60;

/** Text from a person or a host on one line, without invisible characters, at most `most` UTF-16 units long. */
export function plainText(raw: string, max: number): string {
  const visible = raw.replace(/\s/g, ' ').replace(INVISIBLE, '').replace(/ +/g, ' ').trim();
  return truncate(visible, max);
}

/**
 * The same, safe to show in a message, and {@link BLANK} when nothing is visible. A backslash before every ASCII
 * punctuation mark disables all of Discord's markdown at once: emphasis, masked links, headings, lists, mentions,
 * timestamps, bare URLs and invites. The result may be twice as long as `most`.
 */
export function escapeText(raw: string, max: number): string {
  return plainText(raw, max).replace(ASCII_PUNCTUATION, String.raw`\$&`) || BLANK;
}

/**
 * Text of several lines that a guild's manager wrote, which may use markdown. What would mislead is taken out of it:
 * invisible characters, and links behind words, of which people cannot see where they lead. {@link BLANK} when nothing
 * is visible.
 */
export function guildText(raw: string, max: number): string {
  const lines = raw.split(/\r?\n/).map((line) => line.replace(INVISIBLE, '').trimEnd());
  const text = lines.join('\n').trim().replaceAll('](', ']\\(');
  return truncate(text, max) || BLANK;
}

/**
 * The same as code, to be copied as it is; {@link BLANK} when nothing is visible. Within code only a backtick has a
 * meaning.
 */
export function codeText(raw: string, max: number): string {
  const code = plainText(raw, max).replaceAll('`', '’');
  return code === '' ? BLANK : `\`${code}\``;
}

/** An identifier of an open set as escaped words: `past_due` reads "Past due". */
export function humanise(identifier: string): string {
  const words = plainText(identifier.replace(/[_-]+/g, ' '), MAX_WORD_LENGTH);
  return escapeText(words.charAt(0).toUpperCase() + words.slice(1), MAX_WORD_LENGTH);
}

/** Cuts to at most `most` UTF-16 units, never inside a character, and ends what was cut with an ellipsis. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, Math.max(0, max - ELLIPSIS.length)).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.replace(/\\$/, '')}${ELLIPSIS}`;
}

/**
 * A moment, shown in each reader's own time zone: in full, then relative to now (Discord's documentation, "Message
 * Formatting").
 *
 * @param at - ms since the epoch
 */
export function timestamp(at: number): string {
  return `<t:${toSeconds(at)}:F> (${relativeTimestamp(at)})`;
}

/** The same in short: date and time. */
export function shortTimestamp(at: number): string {
  return `<t:${toSeconds(at)}:f>`;
}

/** The same without the time. */
export function shortDate(at: number): string {
  return `<t:${toSeconds(at)}:d>`;
}

/** The same without the date: the time to the second. */
export function timeOfDay(at: number): string {
  return `<t:${toSeconds(at)}:T>`;
}

/** A moment relative to now, for example "in 3 days". @param at - ms since the epoch */
export function relativeTimestamp(at: number): string {
  return `<t:${toSeconds(at)}:R>`;
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1_000);
}

/** The first of some names, and how many others there are. */
export function firstOf(names: readonly string[], most: number, t: Translate): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} ${t('common.more', { count: names.length - most })}` : shown;
}

/**
 * A row of a list: what matters most, and below it the rest as subtext (Discord's help, "Markdown Text 101"), so that
 * rows stay apart where a phone wraps them.
 */
export function twoLineRow(first: readonly string[], second: readonly string[]): string {
  return [first.join(' · '), ...(second.length > 0 ? [`-# ${second.join(' · ')}`] : [])].join('\n');
}
