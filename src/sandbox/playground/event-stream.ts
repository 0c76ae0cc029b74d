import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';

import type { Playground } from './playground.ts';
import type { PlaygroundEvent } from './protocol.ts';

/** A viewer with more unsent events has stopped reading, as a page in a suspended tab does. */
const MOST_UNSENT = 2_000;

/**
 * Streams the state, then every later event, until the viewer disconnects. A viewer that falls behind loses its stream;
 * its browser then opens a new one, which begins with the state.
 */
export function streamEvents(context: Context, playground: Playground): Response {
  return streamSSE(context, async (stream) => {
    const { promise: gone, resolve: leave } = Promise.withResolvers<undefined>();
    let unsent = 0;
    const send = async (event: PlaygroundEvent): Promise<void> => {
      unsent += 1;
      if (unsent > MOST_UNSENT) leave(undefined);
      await stream.writeSSE({ data: JSON.stringify(event) });
      unsent -= 1;
    };
    stream.onAbort(() => {
      leave(undefined);
    });
    void send({ type: 'state', state: playground.state() });
    const unsubscribe = playground.subscribe((event) => void send(event));
    await gone;
    unsubscribe();
  });
}
