import type { Selectable } from 'kysely';

import type { Schema } from '../../database/schema.ts';
import type { QuietHours } from '../reminder.ts';

type QuietColumns = Pick<Selectable<Schema['reminders']>, 'quiet_from' | 'quiet_to' | 'time_zone'>;

export function readQuiet(row: QuietColumns): QuietHours | undefined {
  const { quiet_from: from, quiet_to: to, time_zone: timeZone } = row;
  return from === null || to === null || timeZone === null ? undefined : { from, to, timeZone };
}

export function writeQuiet(quiet: QuietHours | undefined): QuietColumns {
  return { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null, time_zone: quiet?.timeZone ?? null };
}
