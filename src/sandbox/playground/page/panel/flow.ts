import type { LogEntry } from '../../protocol.ts';

/** An event of Discord, and what followed until the next one, in the order in which it began. */
type Flow = { id: number; entries: readonly FlowEntry[] };

/** `sinceMs`: the ms since the event that it follows; null for such an event itself, and before the first one. */
export type FlowEntry = { entry: LogEntry; sinceMs: number | null };

/** Which entries are shown. */
type Filter = { boundary: LogEntry['boundary'] | 'all'; clearedUpTo: number };

/** The log as it reads, the newest flow first. @param log - oldest first */
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
