import type { Message, PlaygroundEvent, PlaygroundState } from '../playground/protocol.ts';
import { clickablesOf } from './message-text.ts';

/** The last reply that a person has in sight, and the interactions that were answered. */
type InSight = { personId: string; replyId: string | undefined; answered: ReadonlySet<string> };

type News = { message: Message; heading: string };

/**
 * Describes a message that arrives unasked: an edit of the last reply, a follow-up, a post in a channel or a change of
 * one, or a direct message. Undefined for any other event.
 */
export function newsOf(
  event: PlaygroundEvent,
  { personId, replyId, answered }: InSight,
  { channels, people }: PlaygroundState,
): News | undefined {
  if (event.type !== 'message' || event.message.loading) return undefined;
  const { message } = event;
  if (message.id === replyId) return { message, heading: '(edited)' };
  const isEdited = event.change === 'edited';
  // A panel, which has buttons, changes with every claim.
  if (isEdited && (message.interactionId !== null || clickablesOf(message).length > 0)) return undefined;
  if ((message.visibleTo ?? personId) !== personId) return undefined;
  const addressee = people.find(({ directChannelId }) => directChannelId === message.channelId);
  if (addressee) return !isEdited && addressee.id === personId ? { message, heading: '(direct message)' } : undefined;
  if (message.interactionId === null) {
    const channel = channels.find(({ id }) => id === message.channelId);
    if (channel?.closedTo?.includes(personId)) return undefined;
    return { message, heading: `(${isEdited ? 'changed' : 'posted'} in #${channel?.name ?? ''})` };
  }
  return answered.has(message.interactionId) ? { message, heading: '(follow-up)' } : undefined;
}

/** The newest post or direct message with something to click, for a person who has just arrived. */
export function foundBy(personId: string, state: PlaygroundState): News | undefined {
  const inSight: InSight = { personId, replyId: undefined, answered: new Set() };
  return state.messages
    .filter((message) => clickablesOf(message).length > 0)
    .map((message) => newsOf({ type: 'message', change: 'created', message }, inSight, state))
    .findLast((news) => news !== undefined);
}
