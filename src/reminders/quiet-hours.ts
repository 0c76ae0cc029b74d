import { MINUTE_MS } from '../work/clock.ts';
import type { QuietHours } from './reminder.ts';

/** Every zone differs from UTC by a multiple of this, so each full hour begins with one. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Whether somebody gets no message at a moment. @param at - ms since the epoch */
export function isQuiet(quiet: QuietHours, at: number): boolean {
  return isWithin(quiet, hourReader(quiet.timeZone)(at));
}

/** The first moment from `at` on that is not quiet, whatever clocks do meanwhile. In ms since the epoch. */
export function quietUntil(quiet: QuietHours, at: number): number {
  const hourAt = hourReader(quiet.timeZone);
  let until = at;
  while (isWithin(quiet, hourAt(until))) until = (Math.floor(until / QUARTER_MS) + 1) * QUARTER_MS;
  return until;
}

function isWithin({ from, to }: QuietHours, hour: number): boolean {
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}

function hourReader(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return (at) => Number(format.format(at));
}
