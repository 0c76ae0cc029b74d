import type { LogEntry } from '../../protocol.ts';

/** The entries of one interaction, or of one round of what the bot did without one, ordered by start. */
type Flow = { id: number; isBackground: boolean; entries: readonly FlowEntry[] };

/** `sinceMs`: the time since the interaction, in ms; null for the interaction itself, and without one. */
export type FlowEntry = { entry: LogEntry; sinceMs: number | null };

type Filter = { boundary: LogEntry['boundary'] | 'all'; hidesBackground: boolean; clearedUpTo: number };

/** An entry without an interaction that begins within this time of the one before it belongs to the same round. */
const ROUND_GAP_MS = 1_000;

/** Groups the log into flows, newest first. @param log - oldest first */
export function flowsOf(log: readonly LogEntry[], { boundary, hidesBackground, clearedUpTo }: Filter): Flow[] {
  const flows: LogEntry[][] = [];
  const byInteraction = new Map<string, LogEntry[]>();
  for (const entry of hidesBackground ? log.filter(({ isBackground }) => !isBackground) : log) {
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

/** The newest flow, if it is a round that the entry belongs to: the background has rounds of its own. */
function roundFor({ startedAt, isBackground }: LogEntry, newest: LogEntry[] | undefined): LogEntry[] | undefined {
  const last = newest?.at(-1);
  if (last?.interactionId !== null || last.isBackground !== isBackground) return undefined;
  return startedAt - last.startedAt <= ROUND_GAP_MS ? newest : undefined;
}

function flowOf(entries: readonly LogEntry[]): Flow {
  const [head] = entries;
  const event = head?.boundary === 'gateway' && head.interactionId !== null ? head : undefined;
  return {
    id: head?.id ?? 0,
    isBackground: head?.isBackground ?? false,
    entries: entries.map((entry) => ({
      entry,
      sinceMs: event === undefined || entry === event ? null : entry.startedAt - event.startedAt,
    })),
  };
}
