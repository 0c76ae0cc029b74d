const NEAR_THE_END_PX = 120;

/** Draws, and keeps the end of the messages in view unless someone has scrolled up to read them. Other messages are shown from their end. */
export function keepAtEnd(root: HTMLElement, draw: () => void): void {
  const before = root.querySelector('#messages');
  const wasAtEnd = !before || before.scrollHeight - before.scrollTop - before.clientHeight < NEAR_THE_END_PX;
  draw();
  const messages = root.querySelector('#messages');
  if (messages && (wasAtEnd || messages !== before)) messages.scrollTop = messages.scrollHeight;
}
