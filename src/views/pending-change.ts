import type { Translate } from '../locales/index.ts';
import { readIsoTime } from '../upstream/plan.ts';
import { planWord } from './plan-words.ts';
import { BLANK, ELLIPSIS, escapeText, timestamp, WORD_LENGTH } from './text.ts';

const LINES_MAX = 5;
/** Of a value within a change: how deep its parts are shown, and how many of them; the text is cut in any case. */
const DEPTH_MOST = 2;
const PARTS_MOST = WORD_LENGTH;

/** The pairs of keys that look like "from" and "to", by what comes before or after the name of what changes. */
const PAIRS = [
  ['from', 'to'],
  ['old', 'new'],
  ['current', 'next'],
] as const;

/**
 * A pending change in words. Its shape is open (specification, section 2.1): keys that look like a pair read "from → to", the others
 * stand as they are, at most five lines in all.
 */
export function describeChange(change: unknown, t: Translate): string {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return showValue(change, t);
  const line = (name: string, value: string) =>
    name === '' ? value : t('plan.changed', { what: planWord(name, t), value });
  const rest = new Map<string, unknown>(Object.entries(change));
  const lines: string[] = [];
  for (const key of [...rest.keys()]) {
    const counterpart = rest.has(key) ? counterpartOf(key, rest) : undefined;
    if (!counterpart) continue;
    const values = [rest.get(key), rest.get(counterpart.key)].map((value) => showValue(value, t));
    lines.push(line(counterpart.subject, values.join(' → ')));
    rest.delete(key);
    rest.delete(counterpart.key);
  }
  for (const [key, value] of rest) lines.push(line(key, showValue(value, t)));
  if (lines.length === 0) return showValue(change, t);
  if (lines.length <= LINES_MAX) return lines.join('\n');
  const shown = lines.slice(0, LINES_MAX - 1);
  return [...shown, t('common.more', { count: lines.length - shown.length })].join('\n');
}

/** For `from_plan`: the key `to_plan` if there is one, and "plan" as what the pair is about. */
function counterpartOf(
  key: string,
  fields: ReadonlyMap<string, unknown>,
): { key: string; subject: string } | undefined {
  for (const [from, to] of PAIRS) {
    const [, before = '', after = ''] = new RegExp(`^(.+_)?${from}(_.+)?$`).exec(key) ?? [];
    const counterpart = `${before}${to}${after}`;
    if (key === `${before}${from}${after}` && fields.has(counterpart)) {
      return { key: counterpart, subject: `${before}${after}`.replace(/^_|_$/g, '') };
    }
  }
  return undefined;
}

/** What is within a value, compactly and without the signs of its notation; the deepest parts are left out. */
function wordsOf(value: unknown, depth = 1): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth > DEPTH_MOST) return ELLIPSIS;
  const named = ([name, inner]: [string, unknown]) => `${name.replaceAll('_', ' ')} ${wordsOf(inner, depth + 1)}`;
  const parts = Array.isArray(value)
    ? value.map((inner) => wordsOf(inner, depth + 1))
    : Object.entries(value).map(named);
  return parts.slice(0, PARTS_MOST).join(', ');
}

function showValue(value: unknown, t: Translate): string {
  if (typeof value === 'object' && value !== null) return escapeText(wordsOf(value) || BLANK, WORD_LENGTH);
  if (typeof value !== 'string') return escapeText(JSON.stringify(value), WORD_LENGTH);
  const at = readIsoTime(value);
  return at === undefined ? planWord(value, t) : timestamp(at);
}
