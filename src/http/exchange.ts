import type { IncomingHttpHeaders } from 'node:http';

import type { Dispatcher } from 'undici';

/** `body`: or why it was not read to its end */
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer | Error };

/** More came than is read of an answer. */
export class TooLongError extends Error {
  override message = 'more came than is read';
}

/** As 103 (Early Hints): an honest server sends one or two. */
const MAX_INTERIM_ANSWERS = 8;

/**
 * Sends one request. Its answer ends early when `signal` aborts: a request that waits for a connection is never sent then.
 *
 * @param options.onStart - called just before the request is written to a connected socket: until then, nothing is sent
 * @throws why no head of an answer came
 */
export async function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { maxBytes, signal, onStart }: { maxBytes: number; signal: AbortSignal; onStart?: () => void },
): Promise<Answer> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const pieces: Buffer[] = [];
  let bytes = 0;
  let interim = 0;
  let head: Pick<Answer, 'status' | 'headers'> | undefined;
  let started: Dispatcher.DispatchController | undefined;

  function end(body: Buffer | Error): void {
    if (head) resolve({ ...head, body });
    else reject(body);
  }

  function giveUp(reason: Error): void {
    end(reason);
    started?.abort(reason);
  }

  const abort = () => {
    giveUp(signal.reason as Error);
  };
  signal.addEventListener('abort', abort);
  dispatcher.dispatch(request, {
    onRequestStart(controller) {
      started = controller;
      if (signal.aborted) abort();
      else onStart?.();
    },
    onResponseStart(_controller, status, headers) {
      if (status >= 200) head = { status, headers };
      else if ((interim += 1) > MAX_INTERIM_ANSWERS) giveUp(new TooLongError());
    },
    onResponseData(_controller, piece) {
      bytes += piece.length;
      if (bytes > maxBytes) giveUp(new TooLongError());
      else pieces.push(piece);
    },
    onResponseEnd() {
      end(Buffer.concat(pieces));
    },
    onResponseError(_controller, error) {
      end(error);
    },
  });
  return promise.finally(() => {
    signal.removeEventListener('abort', abort);
  });
}
