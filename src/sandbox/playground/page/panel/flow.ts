import type { LogEntry } from '../../protocol.ts';

/** A gateway event from Discord, and everything up to the next one, ordered by start. */
type Flow = { id: number; entries: readonly FlowEntry[] };

/** `sinceMs`: the time since the event at the start of the flow, in ms; null for that event itself, and before the first event. */
export type FlowEntry = { entry: LogEntry; sinceMs: number | null };

/** Which entries are shown. */
type Filter = { boundary: LogEntry['boundary'] | 'all'; clearedUpTo: number };

/** Groups the log into flows, newest first. @param log - oldest first */
export function flowsOf(log: readonly LogEntry[], { boundary, clearedUpTo }: Filter): Flow[] {
  const flows: { id: number; entries: FlowEntry[] }[] = [];
  let eventAt: number | undefined;
  for (const entry of log) {
    const isEvent = entry.boundary === 'gateway' && entry.from === 'discord';
    if (isEvent || flows.length === 0) flows.push({ id: entry.id, entries: [] });
    if (isEvent) eventAt = entry.startedAt;
    const sinceMs = isEvent || eventAt === undefined ? null : entry.startedAt - eventAt;
    flows.at(-1)?.entries.push({ entry, sinceMs });
  }
  return flows
    .map(({ id, entries }) => ({ id, entries: entries.filter(({ entry }) => isShown(entry)) }))
    .filter(({ entries }) => entries.length > 0)
    .toReversed();

  function isShown(entry: LogEntry): boolean {
    return entry.id > clearedUpTo && (boundary === 'all' || entry.boundary === boundary);
  }
}
