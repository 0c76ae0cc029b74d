import type { Translate } from '../../locales/index.ts';
import { humanise } from '../../ui/text.ts';

/** Identifiers that have a word in each language; the hosts may use others (docs/services.md, "Fields of a plan"). */
const KNOWN = [
  'active',
  'past_due',
  'canceled',
  'expired',
  'ended',
  'paused',
  'unpaid',
  'month',
  'year',
  'plan',
  'interval',
  'effective_at',
] as const;

/** An identifier of a plan record in the reader's words, or else its own, escaped. */
export function planWord(identifier: string, t: Translate): string {
  const known = KNOWN.find((word) => word === identifier.toLowerCase().replace('cancelled', 'canceled'));
  return known ? t(`plan.words.${known}`) : humanise(identifier);
}
