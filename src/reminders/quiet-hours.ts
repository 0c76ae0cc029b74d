import { MINUTE_MS } from '../work/clock.ts';
import type { QuietHours } from './reminder.ts';

/** Every zone differs from UTC by a multiple of this, so each full hour begins with one. */
const QUARTER_MS = 15 * MINUTE_MS;

/** The first moment from `at` on at which somebody may get a message, whatever clocks do meanwhile. In ms since the epoch. */
export function quietUntil({ from, to, timeZone }: QuietHours, at: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  const isQuiet = (moment: number) => {
    const hour = Number(format.format(moment));
    return from < to ? hour >= from && hour < to : hour >= from || hour < to;
  };
  let until = at;
  while (isQuiet(until)) until = (Math.floor(until / QUARTER_MS) + 1) * QUARTER_MS;
  return until;
}
