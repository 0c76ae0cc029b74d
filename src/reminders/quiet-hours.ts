import { firstQuarter } from '../work/time-zones.ts';
import type { QuietHours } from './reminder.ts';

/** The first moment from `at` on at which somebody may get a message, whatever clocks do meanwhile. In ms since the epoch. */
export function quietUntil({ from, to, timeZone }: QuietHours, at: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return firstQuarter(at, (moment) => {
    const hour = Number(format.format(moment));
    const isQuiet = from < to ? hour >= from && hour < to : hour >= from || hour < to;
    return !isQuiet;
  });
}
