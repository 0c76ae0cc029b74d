import type { Translate } from '../../locales/index.ts';
import { BLANK, ELLIPSIS, escapeText, lines as joinLines, MAX_WORD_LENGTH, timestamp } from '../../ui/text.ts';
import { timeIn } from '../plan-time.ts';
import { planWord } from './words.ts';

const MAX_LINES = 5;
/** How deep the parts of a value are shown, and how many of them; the text is cut in any case. */
const MAX_DEPTH = 2;
const MAX_PARTS = MAX_WORD_LENGTH;

/** The pairs of keys that look like "from" and "to", by what comes before or after the name of what changes. */
const PAIRS = [
  ['from', 'to'],
  ['old', 'new'],
  ['current', 'next'],
] as const;

/** `subject`: what the values are about, in the host's word; two values are "from" and "to" */
type Line = { subject: string; values: unknown[] };

/**
 * A pending change in words, in at most five lines. Its shape is open (docs/services.md, "Fields of a plan"): keys that
 * look like a pair read "from → to", the others stand as they are.
 */
export function describeChange(change: unknown, t: Translate): string {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return showValue(change, ' ', t);
  const lines = linesOf(new Map<string, unknown>(Object.entries(change)));
  if (lines.length === 0) return showValue(change, ' ', t);
  const shown = lines.slice(0, lines.length <= MAX_LINES ? MAX_LINES : MAX_LINES - 1);
  const more = lines.length - shown.length;
  return joinLines(...shown.map((line) => showLine(line, t)), more > 0 && t('common.more', { count: more }));
}

function linesOf(fields: ReadonlyMap<string, unknown>): Line[] {
  const rest = new Map(fields);
  const lines: Line[] = [];
  for (const key of fields.keys()) {
    const counterpart = rest.has(key) ? counterpartOf(key, rest) : undefined;
    if (!counterpart) continue;
    lines.push({ subject: counterpart.subject, values: [rest.get(key), rest.get(counterpart.key)] });
    rest.delete(key);
    rest.delete(counterpart.key);
  }
  return [...lines, ...[...rest].map(([subject, value]) => ({ subject, values: [value] }))];
}

/** For `from_plan`: the key `to_plan` if there is one, and "plan" as the subject. */
function counterpartOf(key: string, fields: ReadonlyMap<string, unknown>) {
  const words = key.split('_');
  for (const [from, to] of PAIRS) {
    const at = words.lastIndexOf(from);
    if (at === -1) continue;
    const counterpart = words.with(at, to).join('_');
    if (fields.has(counterpart)) return { key: counterpart, subject: words.toSpliced(at, 1).join('_') };
  }
  return undefined;
}

function showLine({ subject, values }: Line, t: Translate): string {
  const value = values.map((one) => showValue(one, subject, t)).join(' → ');
  return subject === '' ? value : t('plan.changed', { what: planWord(subject, t), value });
}

/** The content of a value without the signs of JSON; the deepest parts are left out. */
function wordsOf(value: unknown, name: string, depth = 1): string {
  if (typeof value !== 'object' || value === null) {
    const time = timeIn(name, value);
    if (time?.kind === 'time' && typeof value !== 'string') return new Date(time.at).toISOString();
    return time === null ? BLANK : typeof value === 'string' ? value : JSON.stringify(value);
  }
  if (depth > MAX_DEPTH) return ELLIPSIS;
  const parts = Object.entries(value).map(([key, inner]) => {
    const isList = Array.isArray(value);
    const words = wordsOf(inner, isList ? name : key, depth + 1);
    return isList ? words : `${key.replaceAll('_', ' ')} ${words}`;
  });
  return parts.slice(0, MAX_PARTS).join(', ');
}

/** @param name - of the field, which tells a time from another number */
function showValue(value: unknown, name: string, t: Translate): string {
  if (typeof value === 'object' && value !== null) return escapeText(wordsOf(value, name) || BLANK, MAX_WORD_LENGTH);
  const time = timeIn(name, value);
  if (time !== undefined) return time?.kind === 'time' ? timestamp(time.at) : BLANK;
  return typeof value === 'string' ? planWord(value, t) : escapeText(JSON.stringify(value), MAX_WORD_LENGTH);
}
