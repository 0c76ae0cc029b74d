import { refusalText } from '../playground/page/refusal-text.ts';
import { WORDS } from '../playground/page/words.ts';
import type { Playground } from '../playground/playground.ts';
import type { Action, Message, Modal, PlaygroundEvent } from '../playground/protocol.ts';

/** The first thing a person sees after an action, and the interaction behind it. */
type Outcome = { interactionId: string } & ({ kind: 'message'; message: Message } | { kind: 'modal'; modal: Modal });

/**
 * Performs an action and waits for its outcome: a message with content, a change of the clicked message, or a modal.
 *
 * @param sourceId - the message whose button or select is used
 * @throws Error in Discord's words, when the action is refused or the bot does not answer
 */
export async function outcomeOf(playground: Playground, action: Action, sourceId?: string): Promise<Outcome> {
  const answer = await playground.act(action);
  if (answer.kind === 'refused') throw new Error(refusalText(answer.reason));
  if (answer.kind !== 'sent') throw new Error(`Nothing comes of the action "${action.type}"`);
  const { interactionId } = answer;
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const unsubscribe = playground.subscribe((event) => {
    const seen = outcomeIn(event, interactionId, sourceId);
    if (seen instanceof Error) reject(seen);
    else if (seen) resolve(seen);
  });
  return promise.finally(unsubscribe);
}

function outcomeIn(
  event: PlaygroundEvent,
  interactionId: string,
  sourceId: string | undefined,
): Outcome | Error | undefined {
  if (event.type === 'message') {
    const { message } = event;
    const isIts = message.interactionId === interactionId || message.id === sourceId;
    return isIts && !message.loading ? { kind: 'message', message, interactionId } : undefined;
  }
  if (event.type === 'message-deleted' && event.id === sourceId) return new Error(WORDS.refusals['message-gone']);
  if (event.type === 'modal' && event.modal.interactionId === interactionId)
    return { kind: 'modal', modal: event.modal, interactionId };
  if (event.type !== 'interaction' || event.interaction.id !== interactionId) return undefined;
  const { progress, action } = event.interaction;
  return progress.kind === 'failed' ? new Error(`${WORDS.message.notAnswered} (${action})`) : undefined;
}
