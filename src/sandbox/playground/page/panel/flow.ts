import type { LogEntry } from '../../protocol.ts';

/** What one interaction led to, or what the bot did by itself at one time, ordered by start. */
type Flow = { id: number; isBackground: boolean; entries: readonly FlowEntry[] };

/** `sinceMs`: the time since the interaction, in ms; null for the interaction itself, and in the background. */
export type FlowEntry = { entry: LogEntry; sinceMs: number | null };

/** Which entries are shown. */
type Filter = { boundary: LogEntry['boundary'] | 'all'; clearedUpTo: number };

/** What begins within this time of the entry before it is one round of the bot's own work. */
const ROUND_GAP_MS = 1_000;

/** Groups the log into flows, newest first. @param log - oldest first */
export function flowsOf(log: readonly LogEntry[], { boundary, clearedUpTo }: Filter): Flow[] {
  const flows: LogEntry[][] = [];
  const byInteraction = new Map<string, LogEntry[]>();
  for (const entry of log) {
    const { interactionId } = entry;
    const known = interactionId === null ? roundFor(entry, flows.at(-1)) : byInteraction.get(interactionId);
    if (known) known.push(entry);
    else {
      const begun = [entry];
      flows.push(begun);
      if (interactionId !== null) byInteraction.set(interactionId, begun);
    }
  }
  return flows
    .map((entries) => flowOf(entries))
    .map((flow) => ({ ...flow, entries: flow.entries.filter(({ entry }) => isShown(entry)) }))
    .filter(({ entries }) => entries.length > 0)
    .toReversed();

  function isShown(entry: LogEntry): boolean {
    return entry.id > clearedUpTo && (boundary === 'all' || entry.boundary === boundary);
  }
}

/** The newest flow, if it is a round of the bot's own work that the entry still belongs to. */
function roundFor({ startedAt }: LogEntry, newest: LogEntry[] | undefined): LogEntry[] | undefined {
  const last = newest?.at(-1);
  return last?.interactionId === null && startedAt - last.startedAt <= ROUND_GAP_MS ? newest : undefined;
}

function flowOf(entries: readonly LogEntry[]): Flow {
  const [head] = entries;
  const event = head?.boundary === 'gateway' && head.interactionId !== null ? head : undefined;
  return {
    id: head?.id ?? 0,
    isBackground: head?.interactionId === null,
    entries: entries.map((entry) => ({
      entry,
      sinceMs: event === undefined || entry === event ? null : entry.startedAt - event.startedAt,
    })),
  };
}
