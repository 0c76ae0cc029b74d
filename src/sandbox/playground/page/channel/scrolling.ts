const NEAR_THE_END_PX = 120;

/** Draws, and keeps the newest message in view unless the user has scrolled up. A new channel is shown from its end. */
export function keepAtEnd(root: HTMLElement, draw: () => void): void {
  const before = root.querySelector('#messages');
  const wasAtEnd = !before || before.scrollHeight - before.scrollTop - before.clientHeight < NEAR_THE_END_PX;
  draw();
  const messages = root.querySelector('#messages');
  if (messages && (wasAtEnd || messages !== before)) messages.scrollTop = messages.scrollHeight;
}
