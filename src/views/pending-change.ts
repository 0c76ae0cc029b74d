import type { Translate } from '../locales/index.ts';
import { escapeText, humanise, timestamp, WORD_LENGTH } from './text.ts';

const LINES_MAX = 5;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T/;

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
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return showValue(change);
  const rest = new Map<string, unknown>(Object.entries(change));
  const lines: string[] = [];
  for (const key of [...rest.keys()]) {
    const counterpart = rest.has(key) ? counterpartOf(key, rest) : undefined;
    if (!counterpart) continue;
    lines.push(`${counterpart.label}${showValue(rest.get(key))} → ${showValue(rest.get(counterpart.key))}`);
    rest.delete(key);
    rest.delete(counterpart.key);
  }
  for (const [key, value] of rest) lines.push(`${humanise(key)}: ${showValue(value)}`);
  if (lines.length === 0) return showValue(change);
  if (lines.length <= LINES_MAX) return lines.join('\n');
  const shown = lines.slice(0, LINES_MAX - 1);
  return [...shown, t('plan.moreChanges', { count: lines.length - shown.length })].join('\n');
}

/** For `from_plan`: the key `to_plan` if there is one, and "Plan: " to stand before the pair. */
function counterpartOf(key: string, fields: ReadonlyMap<string, unknown>): { key: string; label: string } | undefined {
  for (const [from, to] of PAIRS) {
    const [, before = '', after = ''] = new RegExp(`^(.+_)?${from}(_.+)?$`).exec(key) ?? [];
    const counterpart = `${before}${to}${after}`;
    if (key === `${before}${from}${after}` && fields.has(counterpart)) {
      const subject = `${before}${after}`.replace(/^_|_$/g, '');
      return { key: counterpart, label: subject === '' ? '' : `${humanise(subject)}: ` };
    }
  }
  return undefined;
}

function showValue(value: unknown): string {
  if (typeof value === 'string' && ISO_TIME.test(value) && !Number.isNaN(Date.parse(value)))
    return timestamp(Date.parse(value));
  if (typeof value === 'string') return humanise(value);
  return escapeText(JSON.stringify(value), WORD_LENGTH);
}
