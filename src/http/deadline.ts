export type Deadline = {
  /** aborts when the time is over */
  readonly signal: AbortSignal;
  /** To be called when the work is done before. */
  clear(): void;
};

/**
 * A deadline for work that waits for the network. After this process was held up, timers fire before sockets are read,
 * so it aborts only once what has arrived by then was read.
 */
export function createDeadline(ms: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    setImmediate(() => {
      controller.abort(new DOMException('the time is over', 'TimeoutError'));
    });
  }, ms);
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
    },
  };
}
