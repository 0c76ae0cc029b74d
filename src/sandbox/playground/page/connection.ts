import type { Action, Answer, PlaygroundEvent } from '../protocol.ts';
import type { Outcome } from './refusal-text.ts';

/**
 * `interrupted`: the browser is reconnecting. `restarted`: the browser has given up, because another sandbox with
 * another token answers now.
 */
export type Health = 'well' | 'interrupted' | 'restarted';

const FORBIDDEN = 403;

type Connection = {
  act: (action: Action) => Promise<Outcome>;
  /** The URL of a message's file, with the token. */
  fileUrl: (path: string) => string;
};

type Listener = {
  onEvent: (event: PlaygroundEvent) => void;
  onHealth: (health: Health) => void;
};

/** Opens the event stream and sends actions (see protocol.ts). @param token - from the URL that the console printed */
export function connect(token: string, listener: Listener): Connection {
  const query = `?${new URLSearchParams({ token }).toString()}`;
  const events = new EventSource(`/api/events${query}`);
  events.addEventListener('message', (message: MessageEvent<string>) => {
    listener.onEvent(JSON.parse(message.data) as PlaygroundEvent);
  });
  events.addEventListener('open', () => {
    listener.onHealth('well');
  });
  events.addEventListener('error', () => {
    listener.onHealth(events.readyState === EventSource.CLOSED ? 'restarted' : 'interrupted');
  });

  async function act(action: Action): Promise<Outcome> {
    try {
      const response = await fetch('/api/actions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-playground-token': token },
        body: JSON.stringify(action),
      });
      if (response.status === FORBIDDEN) return { kind: 'refused', reason: { kind: 'restarted' } };
      if (!response.ok) return { kind: 'refused', reason: { kind: 'other', text: await response.text() } };
      return (await response.json()) as Answer;
    } catch {
      return { kind: 'refused', reason: { kind: 'interrupted' } };
    }
  }

  return { act, fileUrl: (path) => `${path}${query}` };
}
