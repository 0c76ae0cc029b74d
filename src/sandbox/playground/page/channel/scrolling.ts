const NEAR_THE_END_PX = 120;

/**
 * Keeps the newest message in view, also while the window changes its size, unless the user has scrolled up. A new
 * channel is shown from its end.
 *
 * @returns what draws the page
 */
export function createScrolling(root: HTMLElement): (draw: () => void) => void {
  let messages: Element | null = null;
  let isAtEnd = true;
  let size = '';

  const sizeNow = () => (messages ? `${messages.clientWidth} ${messages.clientHeight}` : '');

  function keepAtEnd(): void {
    if (messages && isAtEnd) messages.scrollTop = messages.scrollHeight;
  }

  const sizes = new ResizeObserver(() => {
    size = sizeNow();
    keepAtEnd();
  });
  function note(): void {
    // The browser scrolls too, to where the same message is in a new size.
    if (!messages || sizeNow() !== size) return;
    isAtEnd = messages.scrollHeight - messages.scrollTop - messages.clientHeight < NEAR_THE_END_PX;
  }
  // A scroll does not bubble.
  root.addEventListener('scroll', note, { capture: true });

  return (draw) => {
    draw();
    const drawn = root.querySelector('#messages');
    if (drawn !== messages) {
      sizes.disconnect();
      if (drawn) sizes.observe(drawn);
      [messages, isAtEnd] = [drawn, true];
    }
    keepAtEnd();
  };
}
