import type { Interaction, Message } from '../../protocol.ts';
import type { Place } from '../place.ts';
import type { World } from '../world.ts';

export type TimelineItem =
  /** `hasFailed`: the bot left the last click on it unanswered. */
  | { kind: 'message'; id: string; at: number; message: Message; hasFailed: boolean }
  /** A command that the bot has not answered yet, or failed to answer. */
  | { kind: 'interaction'; id: string; at: number; interaction: Interaction };

/** The person who sees a channel, and the items that they have dismissed. */
type Sight = Place & { dismissed: ReadonlySet<string> };

/** The messages and commands that one person sees in a channel, oldest first. */
export function timelineOf(world: World, { personId, channelId, dismissed }: Sight): TimelineItem[] {
  const own = world.interactions.filter((interaction) => interaction.personId === personId);
  const messages = world.messages
    .filter((message) => message.channelId === channelId && isVisible(message, personId))
    .map((message): TimelineItem => {
      const { id, createdAt: at } = message;
      return { kind: 'message', id, at, message, hasFailed: hasFailed(id, own) };
    });
  const unanswered = own
    .filter((interaction) => interaction.channelId === channelId && interaction.messageId === null)
    .map((interaction): TimelineItem => {
      const { id, startedAt: at } = interaction;
      return { kind: 'interaction', id, at, interaction };
    });
  return [...messages, ...unanswered]
    .filter(({ id }) => !dismissed.has(id))
    .toSorted((one, other) => one.at - other.at);
}

export function isVisible({ visibleTo }: Message, personId: string): boolean {
  return visibleTo === null || visibleTo === personId;
}

/** Whether it is a direct message to somebody else. */
export function isToAnother({ channelId }: Message, personId: string, { people }: Pick<World, 'people'>): boolean {
  return people.some(({ id, directChannelId }) => directChannelId === channelId && id !== personId);
}

/** Whether it notified this person when it was posted. */
export function pings({ pings: all }: Message, personId: string): boolean {
  return all.some(({ personIds }) => personIds.includes(personId));
}

function hasFailed(messageId: string, interactions: readonly Interaction[]): boolean {
  return interactions.findLast((interaction) => interaction.messageId === messageId)?.progress.kind === 'failed';
}
