/**
 * A deadline for work that waits for the network. After this process was held up, timers fire before sockets are read:
 * it aborts only once answers that have arrived are read. `clear`: to be called when the work is done before.
 */
export function createDeadline(ms: number) {
  const controller = new AbortController();
  const end = () => {
    controller.abort(new DOMException('the time is over', 'TimeoutError'));
  };
  const timer = setTimeout(() => setImmediate(end), ms);
  return {
    signal: controller.signal,
    clear(): void {
      clearTimeout(timer);
    },
  };
}
