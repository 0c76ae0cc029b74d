import type { Interaction, LogEntry, Message, Modal, PlaygroundEvent, PlaygroundState } from '../protocol.ts';

/** The sandbox as the page knows it: the state it started from, with every event since. */
export type World = Omit<PlaygroundState, 'messages' | 'log'> & {
  messages: readonly Message[];
  /** In the order in which they began. */
  log: readonly LogEntry[];
  /** Those that wait for the bot, and those that it failed. */
  interactions: readonly Interaction[];
  /** On somebody's screen. */
  modals: readonly Modal[];
};

/** As many as the sandbox sends to one who arrives. */
const MESSAGES_KEPT = 500;
const LOG_KEPT = 500;

export function worldOf(state: PlaygroundState): World {
  return { ...state, interactions: [], modals: [] };
}

/** The world after an event. */
export function after(world: World, event: Exclude<PlaygroundEvent, { type: 'state' }>): World {
  switch (event.type) {
    case 'message':
      return { ...world, messages: put(world.messages, event.message).slice(-MESSAGES_KEPT) };
    case 'message-deleted':
      return { ...world, messages: world.messages.filter(({ id }) => id !== event.id) };
    case 'interaction':
      return { ...world, interactions: interactionsWith(world.interactions, event.interaction) };
    case 'modal':
      return { ...world, modals: [...modalsWithout(world, event.modal.personId), event.modal] };
    case 'commands':
      return { ...world, commands: event.commands };
    case 'people':
      return { ...world, people: event.people };
    case 'hosts':
      return { ...world, hosts: event.hosts };
    case 'log':
      return { ...world, log: logWith(world.log, event.entry) };
  }
}

/** Nobody has more than one modal on the screen. */
export function modalsWithout({ modals }: World, personId: string): Modal[] {
  return modals.filter((modal) => modal.personId !== personId);
}

function interactionsWith(known: readonly Interaction[], interaction: Interaction): readonly Interaction[] {
  if (interaction.progress.kind === 'answered') return known.filter(({ id }) => id !== interaction.id);
  return put(known, interaction);
}

function logWith(log: readonly LogEntry[], entry: LogEntry): readonly LogEntry[] {
  return put(log, entry)
    .toSorted((one, other) => one.startedAt - other.startedAt || one.id - other.id)
    .slice(-LOG_KEPT);
}

/** Puts it in the place of the one with its id, or at the end. */
function put<T extends { id: string | number }>(items: readonly T[], item: T): readonly T[] {
  const index = items.findIndex(({ id }) => id === item.id);
  return index === -1 ? [...items, item] : items.with(index, item);
}
