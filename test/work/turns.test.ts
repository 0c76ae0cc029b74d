import { describe, expect, test } from 'vitest';

import { BusyError } from '../../src/work/errors.ts';
import { createTurns } from '../../src/work/turns.ts';

/** Work by its name, which ends when the test says so; `begun`: in the order in which it began. */
function createScene(atOnce: number) {
  const turns = createTurns({ atOnce, now: () => 1_000 });
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const take = (guildId: string, name: string) =>
    turns.run(guildId, () => {
      begun.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    });
  return { turns, take, begun, end: (name: string) => ends.get(name)?.resolve(name), ends };
}

/** Until nothing more follows by itself. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe('work that takes turns', () => {
  test('comes to what it comes to', async () => {
    const { turns } = createScene(1);
    expect(await turns.run('guild', () => Promise.resolve('done'))).toBe('done');
    await expect(turns.run('guild', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await turns.run('guild', () => Promise.resolve('again'))).toBe('again');
  });

  test('is under way in no more than so many places', async () => {
    const { take, begun, end } = createScene(2);
    for (const name of ['a', 'b', 'c']) void take(`guild ${name}`, name);
    await settled();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  test('of another guild waits for one piece of each guild at most', async () => {
    const { take, begun, end } = createScene(1);
    for (const name of ['a1', 'a2', 'a3']) void take('a', name);
    void take('b', 'b1');
    await settled();
    end('a1');
    await settled();
    end('b1');
    await settled();
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  test('of one guild is done one after another, whatever places there are', async () => {
    const { take, begun, end } = createScene(Infinity);
    void take('a', 'a1');
    void take('a', 'a2');
    void take('b', 'b1');
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
    end('a1');
    await settled();
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  test('is refused while too much of its guild waits, and of no other', async () => {
    const { take, begun, end } = createScene(1);
    for (let index = 0; index < 6; index += 1) void take('a', `a${index}`);
    await expect(take('a', 'one too many')).rejects.toEqual(new BusyError(11_000, 'turns'));
    void take('b', 'b');
    await settled();
    end('a0');
    await settled();
    void take('a', 'in time');
    expect(begun).toEqual(['a0', 'b']);
  });
});
