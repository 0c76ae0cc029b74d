import { describe, expect, test } from 'vitest';

import { createPagedLists, LIST_LASTS_MS } from '../../src/ui/paged-lists.ts';

const ADA = { guildId: 'guild', userId: 'ada' };
const EVE = { guildId: 'other guild', userId: 'eve' };
const LARGEST = 1_000;

describe('open lists', () => {
  test('are found by whoever opened them, in the guild where they did', async () => {
    const lists = createPagedLists<string>(() => 0);
    const id = await lists.open(ADA, 'list', 1);
    expect(await lists.find(ADA, id)).toBe('list');
    expect(await lists.find({ ...ADA, userId: 'eve' }, id)).toBeUndefined();
    expect(await lists.find({ ...ADA, guildId: 'other guild' }, id)).toBeUndefined();
    expect(await lists.find(ADA, 'forged')).toBeUndefined();
  });

  test('last for half an hour each, however many are opened afterwards', async () => {
    const opened = Date.parse('2026-03-01T12:00:00.000Z');
    let now = opened;
    const lists = createPagedLists<string>(() => now);
    const first = await lists.open(ADA, 'first', 1);
    now = opened + LIST_LASTS_MS;
    const second = await lists.open(ADA, 'second', 1);
    expect(await lists.find(ADA, first)).toBe('first');
    now += 1;
    expect([await lists.find(ADA, first), await lists.find(ADA, second)]).toEqual([undefined, 'second']);
  });

  test('of a guild make room for its own, least recently used out first', async () => {
    const lists = createPagedLists<number>(() => 0);
    const ids = await Promise.all(Array.from({ length: 10 }, (_, index) => lists.open(ADA, index, LARGEST)));
    await lists.find(ADA, ids[0] ?? '');
    await lists.open(ADA, 10, LARGEST);
    expect(await Promise.all(ids.map((id) => lists.find(ADA, id)))).toEqual([0, undefined, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('are not lost to another guild, however many it opens', async () => {
    const lists = createPagedLists<string>(() => 0);
    const id = await lists.open(ADA, 'list', LARGEST);
    for (let opened = 0; opened < 200; opened += 1) await lists.open(EVE, 'another', LARGEST);
    expect(await lists.find(ADA, id)).toBe('list');
  });

  test('of all guilds together are bounded, and those of the guild that has the most give way', async () => {
    const lists = createPagedLists<string>(() => 0);
    const mine = await lists.open(ADA, 'list', LARGEST);
    const theirs: [guildId: string, id: string][] = [];
    for (let guild = 0; guild < 20; guild += 1) {
      for (let opened = 0; opened < 10; opened += 1) {
        const owner = { guildId: `guild ${guild}`, userId: 'eve' };
        theirs.push([owner.guildId, await lists.open(owner, 'another', LARGEST)]);
      }
    }
    expect(await lists.find(ADA, mine)).toBe('list');
    const kept: [guildId: string, id: string][] = [];
    for (const [guildId, id] of theirs) if (await lists.find({ guildId, userId: 'eve' }, id)) kept.push([guildId, id]);
    expect(kept).toHaveLength(99);
    expect(new Set(kept.map(([guildId]) => guildId)).size).toBe(20);
  });
});
