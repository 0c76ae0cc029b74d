import { expect, test } from 'vitest';
import { z } from 'zod';

import { createOwed, forgive, owe, type OwedKind } from '../../../src/people/store/owed.ts';
import { createPrivacy } from '../../../src/people/store/privacy.ts';
import { allRows } from '../../all-rows.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';

const GUILD = '100000000000000001';
const OTHER_GUILD = '100000000000000002';
const NEWS: OwedKind<{ said: string }> = { name: 'news', detail: z.object({ said: z.string() }) };
const OTHER: OwedKind<object> = { name: 'other', detail: z.object({}) };
const ADA = { guildId: GUILD, userId: 'ada' };
const BOB = { guildId: GUILD, userId: 'bob' };
const MANAGERS = { guildId: GUILD };

async function createScene(open: OpenTestStore) {
  const store = await open();
  const owed = createOwed(store);
  return {
    store,
    owed,
    owe: (to: Parameters<typeof owe>[3], said: string) => store.write((db) => owe(db, store, NEWS, to, { said })),
    forgive: (to: Parameters<typeof forgive>[2], kind: OwedKind<unknown> = NEWS) =>
      store.write((db) => forgive(db, kind, to)),
    told: async (member: typeof ADA, isManager = false) =>
      (await owed.owedTo(member, isManager)).map(({ detail }) => (detail as { said: string }).said),
  };
}

describeOnEachDatabase('what is owed', (open) => {
  test('is for a person in a guild, or for the managers of one, the oldest first', async () => {
    const { owe, told } = await createScene(open);
    await owe(MANAGERS, 'to managers');
    await owe(ADA, 'to Ada');
    await owe({ ...ADA, guildId: OTHER_GUILD }, 'to Ada elsewhere');
    await owe({ guildId: OTHER_GUILD }, 'to managers elsewhere');
    expect(await told(ADA)).toEqual(['to Ada']);
    expect(await told(ADA, true)).toEqual(['to managers', 'to Ada']);
    expect(await told(BOB)).toEqual([]);
    expect(await told(BOB, true)).toEqual(['to managers']);
  });

  test('is found for each of those who ask at once', async () => {
    const { owe, told } = await createScene(open);
    await owe(MANAGERS, 'to managers');
    for (const one of [ADA, BOB]) await owe(one, `to ${one.userId}`);
    const asked = [told(ADA), told(BOB, true), told(ADA, true), told({ ...ADA, guildId: OTHER_GUILD }, true)];
    expect(await Promise.all(asked)).toEqual([['to ada'], ['to managers', 'to bob'], ['to managers', 'to ada'], []]);
  });

  test('is gone once it was told, and nothing else with it', async () => {
    const { owed, owe, told } = await createScene(open);
    await owe({ ...MANAGERS, subject: 'one' }, 'one');
    await owe({ ...MANAGERS, subject: 'two' }, 'two');
    const [one] = await owed.owedTo(ADA, true);
    await owed.markTold(one?.id ?? 0);
    expect(await told(ADA, true)).toEqual(['two']);
  });

  test('is owed once for a subject, whoever writes it first', async () => {
    const { owe, told } = await createScene(open);
    await Promise.all(Array.from({ length: 4 }, () => owe({ ...MANAGERS, subject: 'hook' }, 'it stopped')));
    await owe(ADA, 'to Ada');
    await owe(ADA, 'to Ada');
    await owe({ ...MANAGERS, subject: 'other hook' }, 'so did this');
    expect(await told(ADA, true)).toEqual(['it stopped', 'to Ada', 'so did this']);
  });

  test('is forgiven by kind and subject, and stays for everybody else', async () => {
    const { owe, forgive, told } = await createScene(open);
    for (const to of [MANAGERS, { ...MANAGERS, subject: 'hook' }, ADA, BOB, { ...ADA, guildId: OTHER_GUILD }])
      await owe(to, JSON.stringify(to));
    await forgive({ ...MANAGERS, subject: 'hook' });
    await forgive(ADA);
    await forgive(BOB, OTHER);
    expect(await told(ADA, true)).toEqual([JSON.stringify(MANAGERS)]);
    expect(await told(BOB)).toEqual([JSON.stringify(BOB)]);
    expect(await told({ ...ADA, guildId: OTHER_GUILD })).toHaveLength(1);
    await forgive(MANAGERS);
    expect(await told(ADA, true)).toEqual([]);
  });

  test('anew while somebody is being told of the last time is still owed then', async () => {
    const { owed, owe, forgive, told } = await createScene(open);
    await owe(MANAGERS, 'first');
    const [first] = await owed.owedTo(ADA, true);
    await forgive(MANAGERS);
    await owe(MANAGERS, 'second');
    await owed.markTold(first?.id ?? 0);
    expect(await told(ADA, true)).toEqual(['second']);
  });

  test('to a person is handed out, and deleted, with what is stored about them', async () => {
    const { store, owe, told } = await createScene(open);
    await owe(ADA, 'to Ada');
    await owe(MANAGERS, 'to managers');
    await owe(BOB, 'to Bob');
    const privacy = createPrivacy({ store, now: () => 0 });
    const { stillToBeTold = [] } = (await privacy.collect('ada')).guilds[GUILD] ?? {};
    expect(await allRows(stillToBeTold)).toEqual([{ about: 'news', owedAt: expect.any(String) as string }]);
    await privacy.forget('ada');
    expect(await told(ADA, true)).toEqual(['to managers']);
    expect(await told(BOB)).toEqual(['to Bob']);
  });
});
