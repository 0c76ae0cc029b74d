/** `clear` is to be called when the work is done before. */
export type Deadline = { readonly signal: AbortSignal; clear(): void };

/**
 * A deadline for work that waits for the network. After this process was held up, timers fire before sockets are read,
 * so it aborts only once what has arrived by then was read.
 */
export function createDeadline(ms: number): Deadline {
  const controller = new AbortController();
  const end = () => {
    controller.abort(new DOMException('the time is over', 'TimeoutError'));
  };
  const timer = setTimeout(() => setImmediate(end), ms);
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
    },
  };
}
