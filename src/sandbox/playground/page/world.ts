import type { Interaction, LogEntry, Message, Modal, PlaygroundEvent, PlaygroundState } from '../protocol.ts';

/** The sandbox as the page knows it: the state at the start of the stream, with every event since applied. */
export type World = Omit<PlaygroundState, 'messages' | 'log'> & {
  messages: readonly Message[];
  /** Ordered by start. */
  log: readonly LogEntry[];
  /** The interactions that are waiting for the bot or have failed. */
  interactions: readonly Interaction[];
  /** The open modals. */
  modals: readonly Modal[];
};

/** As many as a state contains. */
const MESSAGES_KEPT = 500;
const LOG_KEPT = 500;

/** @param before - the world before the connection was lost: it knows the open modals, which a state leaves out */
export function worldOf(state: PlaygroundState, before?: World): World {
  return { ...state, interactions: [], modals: before?.modals ?? [] };
}

export function after(world: World, event: Exclude<PlaygroundEvent, { type: 'state' }>): World {
  switch (event.type) {
    case 'message':
      return { ...world, messages: put(world.messages, event.message).slice(-MESSAGES_KEPT) };
    case 'message-deleted':
      return { ...world, messages: world.messages.filter(({ id }) => id !== event.id) };
    case 'interaction':
      return { ...world, interactions: interactionsWith(world.interactions, event.interaction) };
    case 'modal':
      return { ...world, modals: modalsWith(world.modals, event.modal) };
    case 'commands':
      return { ...world, commands: event.commands, memberCommands: event.memberCommands };
    case 'people':
      return { ...world, people: event.people };
    case 'hosts':
      return { ...world, hosts: event.hosts };
    case 'votes':
      return { ...world, waitingVotes: event.waitingVotes };
    case 'game':
      return { ...world, game: event.game };
    case 'log':
      return { ...world, log: logWith(world.log, event.entry) };
  }
}

export function withoutModal(world: World, interactionId: string): World {
  return { ...world, modals: world.modals.filter((modal) => modal.interactionId !== interactionId) };
}

/** An answer to a click also removes the person's earlier failures on the same message. */
function interactionsWith(known: readonly Interaction[], interaction: Interaction): readonly Interaction[] {
  if (interaction.progress.kind !== 'answered') return put(known, interaction);
  return known.filter((one) => one.id !== interaction.id && !isFailureBefore(one, interaction));
}

function isFailureBefore({ progress, personId, messageId }: Interaction, answered: Interaction): boolean {
  const isOnSameMessage = messageId !== null && messageId === answered.messageId;
  return progress.kind === 'failed' && isOnSameMessage && personId === answered.personId;
}

/** A person has at most one modal on the screen. */
function modalsWith(open: readonly Modal[], modal: Modal): readonly Modal[] {
  return [...open.filter(({ personId }) => personId !== modal.personId), modal];
}

function logWith(log: readonly LogEntry[], entry: LogEntry): readonly LogEntry[] {
  return put(log, entry)
    .toSorted((one, other) => one.startedAt - other.startedAt || one.id - other.id)
    .slice(-LOG_KEPT);
}

/** Replaces the item with the same id, or adds it at the end. */
function put<T extends { id: string | number }>(items: readonly T[], item: T): readonly T[] {
  const index = items.findIndex(({ id }) => id === item.id);
  return index === -1 ? [...items, item] : items.with(index, item);
}
