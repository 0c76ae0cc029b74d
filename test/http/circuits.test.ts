import { describe, expect, test } from 'vitest';

import { createCircuits } from '../../src/http/circuits.ts';

const ENOUGH = 30;
const down = new Error('the host is down');

/** Calls with some credentials, `times` each. @returns for each credential, whether its last call was made */
async function callsWith(
  circuits: ReturnType<typeof createCircuits>,
  credentials: readonly string[],
  call: () => Promise<unknown>,
  times = ENOUGH,
): Promise<boolean[]> {
  const made: boolean[] = [];
  for (const credential of credentials) {
    let isMade = false;
    for (let turn = 0; turn < times; turn += 1) {
      isMade = false;
      const watched = () => {
        isMade = true;
        return call();
      };
      await circuits.execute(credential, watched).catch(() => undefined);
    }
    made.push(isMade);
  }
  return made;
}

const fails = () => Promise.reject(down);
const works = () => Promise.resolve();

describe('the circuits of a host', () => {
  test('keep a credential back whose calls fail, and no other', async () => {
    const circuits = createCircuits((error) => error === down);
    expect(await callsWith(circuits, ['failing'], fails)).toEqual([false]);
    expect(await callsWith(circuits, ['other'], works, 1)).toEqual([true]);
  });

  test('keep everyone back once several credentials fail, and most of them', async () => {
    const circuits = createCircuits((error) => error === down);
    await callsWith(circuits, ['a', 'b', 'c'], fails, ENOUGH / 3);
    expect(await callsWith(circuits, ['new'], works, 1)).toEqual([false]);
  });

  test('stay closed for the others while fewer than half of the credentials fail', async () => {
    const circuits = createCircuits((error) => error === down);
    await callsWith(circuits, ['v', 'w', 'x', 'y'], works, 1);
    await callsWith(circuits, ['a', 'b', 'c'], fails);
    expect(await callsWith(circuits, ['new'], works, 1)).toEqual([true]);
  });

  test('take only what speaks against the host for a failure', async () => {
    const circuits = createCircuits((error) => error === down);
    expect(await callsWith(circuits, ['refused'], () => Promise.reject(new Error('refused')))).toEqual([true]);
  });
});
