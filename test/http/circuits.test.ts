import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { createCircuits } from '../../src/http/circuits.ts';

const ENOUGH = 30;
const RECENT_MS = 10_000;
const REST_MS = 5_000;
const down = new Error('the host is down');

/** Calls with some credentials, `times` each. @returns for each credential, whether its last call was made */
async function callsWith(
  circuits: ReturnType<typeof createCircuits>,
  credentials: readonly string[],
  call: () => Promise<unknown>,
  times = ENOUGH,
): Promise<boolean[]> {
  const made = credentials.map(() => false);
  for (const [at, credential] of credentials.entries()) {
    for (let turn = 0; turn < times; turn += 1) {
      made[at] = false;
      const watched = () => {
        made[at] = true;
        return call();
      };
      await circuits.execute(credential, watched).catch(() => undefined);
    }
  }
  return made;
}

/** The circuits of a host, in a time that passes only when it is told to. */
function circuitsInTime() {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return createCircuits((error) => error === down, Date.now);
}

const fails = () => Promise.reject(down);
const works = () => Promise.resolve();

describe('the circuits of a host', () => {
  test('keep a credential back whose calls fail, and no other', async () => {
    const circuits = circuitsInTime();
    expect(await callsWith(circuits, ['failing'], fails)).toEqual([false]);
    expect(await callsWith(circuits, ['other'], works, 1)).toEqual([true]);
  });

  test('keep everyone back once several credentials fail and nobody succeeds', async () => {
    const circuits = circuitsInTime();
    await callsWith(circuits, ['a', 'b', 'c'], fails, ENOUGH / 3);
    expect(circuits.cutOff()).toEqual({ everyone: true, credentials: 0 });
    expect(await callsWith(circuits, ['new'], works, 1)).toEqual([false]);
  });

  test('keep nobody back whose calls succeed, while the calls of however many others fail', async () => {
    const circuits = circuitsInTime();
    for (let passed = 0; passed < 3 * RECENT_MS; passed += 1_000) {
      expect(await callsWith(circuits, ['neighbour'], works, 1)).toEqual([true]);
      await callsWith(circuits, ['a', 'b', 'c', 'd'], fails, 1);
      vi.advanceTimersByTime(1_000);
    }
    expect(circuits.cutOff().everyone).toBe(false);
  });

  test('take a host for down whose last success is some time ago', async () => {
    const circuits = circuitsInTime();
    await callsWith(circuits, ['neighbour'], works, 1);
    vi.advanceTimersByTime(RECENT_MS - 1);
    await callsWith(circuits, ['a', 'b', 'c'], fails, ENOUGH / 3);
    expect(circuits.cutOff().everyone).toBe(false);
    vi.advanceTimersByTime(1);
    await callsWith(circuits, ['a'], fails, 1);
    expect(circuits.cutOff().everyone).toBe(true);
  });

  test('heal for everyone with the first call that succeeds, of which one is tried after a rest', async () => {
    const circuits = circuitsInTime();
    await callsWith(circuits, ['a', 'b', 'c'], fails, ENOUGH / 3);
    vi.advanceTimersByTime(REST_MS);
    expect(await callsWith(circuits, ['a', 'b'], fails, 1)).toEqual([true, false]);
    vi.advanceTimersByTime(REST_MS);
    expect(await callsWith(circuits, ['a', 'b', 'new'], works, 1)).toEqual([true, true, true]);
    expect(circuits.cutOff().everyone).toBe(false);
  });

  test('take no refusal for a success', async () => {
    const circuits = circuitsInTime();
    await callsWith(circuits, ['refused'], () => Promise.reject(new Error('refused')), 1);
    await callsWith(circuits, ['a', 'b', 'c'], fails, ENOUGH / 3);
    expect(circuits.cutOff().everyone).toBe(true);
  });
});
