import { expect, test } from 'vitest';

import { foldName } from '../../src/claims/folded-name.ts';
import { MAX_OWNED_NAMES } from '../../src/guilds/own-names.ts';
import { createPrivacy } from '../../src/people/store/privacy.ts';
import { answered, createClaimScene, GUILD, type SceneOptions, UNKNOWN } from './claim-scene.ts';
import { rowsIn, setRows } from '../database/rows.ts';
import { mulberry32 } from '../mulberry32.ts';

/** A scene in which names have owners. */
async function createScene(options: SceneOptions = {}) {
  const scene = await createClaimScene({ ownNamesIn: GUILD, ...options });
  await scene.ownNames.set(GUILD, true);
  const owners = async () => (await rowsIn(scene.store, 'owned_names')).map(({ user_id }) => user_id);
  return { ...scene, owners };
}

test('a name that belongs to somebody else is refused before anything is sent or recorded, in any spelling', async () => {
  const scene = await createScene({ posts: [answered(1), answered(0)] });
  await scene.claimToTheEnd('ada');
  const refused = { kind: 'not-yours', nameId: expect.any(Number) as number, hasModerators: true };
  expect(await scene.claimToTheEnd('bob', { playername: 'ＳＴＥＶＥ' })).toEqual(refused);
  expect([scene.posts.length, (await scene.claimRows()).length, scene.heard('bob')]).toEqual([1, 1, []]);
  expect(await scene.claimToTheEnd('ada')).toEqual({ kind: 'recorded' });
  expect(scene.posts).toHaveLength(2);
});

test('a refused name does not count towards the limit: whoever mistyped claims again at once', async () => {
  const once = { uses: 1, seconds: 600 };
  const scene = await createScene({
    posts: [answered(1), answered(1)],
    limits: { perPerson: once, perGuild: { uses: 9, seconds: 600 } },
  });
  await scene.claimToTheEnd('ada');
  expect(await scene.claim('bob')).toMatchObject({ kind: 'not-yours' });
  expect(await scene.claim('bob', { playername: 'Bob' })).toEqual({ kind: 'recorded' });
});

test('a name that nobody had a reward with is free for all, and two may ask for it at once: the first grant decides', async () => {
  const scene = await createScene({ posts: [answered(0), answered(2)] });
  await scene.claimToTheEnd('eve');
  await scene.claimToTheEnd('eve');
  expect(await scene.owners()).toEqual([]);
  const both = [scene.claim('ada'), scene.claim('bob', { playername: 'steve' })];
  await scene.clock.advance(0);
  scene.posts.at(-1)?.answer(answered(1));
  scene.posts.at(-2)?.answer(answered(1));
  expect(await Promise.all(both)).toEqual([{ kind: 'recorded' }, { kind: 'recorded' }]);
  expect([scene.heard('ada'), scene.heard('bob')]).toEqual([['granted'], ['granted']]);
  expect(await scene.owners()).toHaveLength(1);
});

test('a lost answer makes no owner, until a later one is a grant', async () => {
  const scene = await createScene({ posts: [UNKNOWN, answered(2), answered(1)] });
  await scene.claimToTheEnd('ada');
  expect([scene.heard('ada'), await scene.owners()]).toEqual([['likely-granted'], []]);
  await scene.claimToTheEnd('bob');
  expect(await scene.owners()).toEqual(['bob']);
});

test('a name that a moderator typed is given as it would be sent', async () => {
  const scene = await createScene();
  const mona = { guildId: GUILD, userId: 'mona' };
  expect(await scene.ownNames.give(mona, ' Steve\n', 'ada')).toMatchObject({ kind: 'given', playername: 'Steve' });
  expect(await scene.ownNames.give(mona, '', 'ada')).toEqual({ kind: 'bad-name' });
  expect(await scene.ownNames.give(mona, 'STEVE', 'bob')).toMatchObject({ before: 'ada' });
  await setRows(scene.store, 'guilds', { names_on: 0 });
  expect(await scene.ownNames.give(mona, 'Alex', 'bob')).toEqual({ kind: 'off' });
});

test('whoever has as many names as there can be is told which, and can ask the moderators for another one', async () => {
  const scene = await createScene({ posts: Array.from({ length: 3 }, () => answered(1)) });
  for (const playername of ['A', 'B', 'C']) await scene.claimToTheEnd('ada', { playername });
  expect(await scene.claim('ada', { playername: 'D' })).toEqual({
    ...{ kind: 'names-full', names: ['A', 'B', 'C'] },
    ...{ nameId: expect.any(Number) as number, hasModerators: true },
  });
});

/** What may happen, whatever happened before: each time with somebody else, and a name in another spelling. */
async function playHistory(seed: number, steps: number): Promise<void> {
  const random = mulberry32(seed);
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
  const answers = Array.from({ length: steps }, () => pick([0, 1, 1, 2] as const));
  const scene = await createScene({ posts: answers.map(answered) });
  const owners = new Map<string, string>();
  const ownedBy = (userId: string) =>
    owners
      .values()
      .filter((owner) => owner === userId)
      .toArray().length;
  const mona = { guildId: GUILD, userId: 'mona' };
  const privacy = createPrivacy({ store: scene.store, now: scene.clock.now });

  const deeds = {
    async claim(userId: string, name: string) {
      const sent = scene.posts.length;
      const { kind } = await scene.claimToTheEnd(userId, { playername: pick([name, name.toUpperCase()]) });
      const owner = owners.get(name);
      const isFull = owner === undefined && ownedBy(userId) === MAX_OWNED_NAMES;
      expect(kind).toBe(isFull ? 'names-full' : (owner ?? userId) === userId ? 'recorded' : 'not-yours');
      expect(scene.posts.length - sent).toBe(kind === 'recorded' ? 1 : 0);
      if (kind === 'recorded' && answers[sent] === 1) owners.set(name, userId);
    },
    recheck: (_: string, name: string) => scene.claimToTheEnd('mona', { playername: name, isRecheck: true }),
    async give(userId: string, name: string) {
      const { kind } = await scene.ownNames.give(mona, name, userId);
      const isFull = ownedBy(userId) === MAX_OWNED_NAMES;
      expect(kind).toBe(owners.get(name) === userId ? 'theirs' : isFull ? 'full' : 'given');
      if (kind === 'given') owners.set(name, userId);
    },
    async free(userId: string) {
      const [owned] = await scene.ownNames.of({ guildId: GUILD, userId });
      if (owned) await scene.ownNames.free(mona, owned.id);
      if (owned) owners.delete(foldName(owned.playername));
    },
    async forget(userId: string) {
      await privacy.forget(userId);
      for (const [name, owner] of owners) if (owner === userId) owners.delete(name);
    },
  };
  for (let step = 0; step < steps; step += 1) {
    const deed = pick(['claim', 'claim', 'claim', 'claim', 'claim', 'recheck', 'give', 'free', 'forget'] as const);
    await deeds[deed](pick(['ada', 'bob', 'eve']), pick(['steve', 'alex', 'kai', 'lee', 'max', 'zoë']));
    const stored = await rowsIn(scene.store, 'owned_names');
    expect(new Map(stored.map(({ folded_name, user_id }) => [folded_name, user_id]))).toEqual(owners);
  }
}

test.each([1, 2, 3, 4])(
  'only a moderator, or whoever has their data deleted, changes whose a name is: history %i',
  (seed) => playHistory(seed, 80),
);
