/** Counts the turns of the event loop. */
export function countTurns(): { passed: () => number; stop: () => void } {
  let turns = 0;
  let next = setImmediate(count);
  function count(): void {
    turns += 1;
    next = setImmediate(count);
  }
  return {
    passed: () => turns,
    stop: () => {
      clearImmediate(next);
    },
  };
}

/** Pages of one row each: how many turns had passed when it was asked for. */
export async function* pagesByTurn(pages: number): AsyncGenerator<{ turn: number }[]> {
  const turns = countTurns();
  try {
    for (let page = 0; page < pages; page += 1) yield await Promise.resolve([{ turn: turns.passed() }]);
  } finally {
    turns.stop();
  }
}
