import { expect, test } from 'vitest';

import { createClaimHistory } from '../../../src/claims/store/history.ts';
import { createPrivacy } from '../../../src/people/store/privacy.ts';
import { forgetPerson } from '../../../src/database/forgetting.ts';
import { createRetention } from '../../../src/database/retention.ts';
import type { Store } from '../../../src/database/store.ts';
import { createStoredOwnNames } from '../../../src/guilds/store/own-names.ts';
import type { Member } from '../../../src/member.ts';
import { createStoredReminders } from '../../../src/reminders/store/reminders.ts';
import { createVoterRoles } from '../../../src/rewards/store/voter-roles.ts';
import { DAY_MS } from '../../../src/work/clock.ts';
import { admit, grant, GRANTED, GUILD, ledgerOn, OTHER_GUILD, UNKNOWN } from '../../claims/store/ledger-scene.ts';
import { describeOnEachDatabase, openForTest, type OpenTestStore } from '../../database/databases.ts';
import { LASTS } from '../../database/lasts.ts';
import { queryPlans } from '../../database/query-plans.ts';
import { rowsIn, setRows } from '../../database/rows.ts';
import { openOnClock } from '../../database/store-on-clock.ts';
import { writtenBetween } from '../../database/written-between.ts';
import { owedTo } from '../../people/store/owed-to.ts';
import { postAll, postsOn } from './take-all.ts';

const MODERATOR = { guildId: GUILD, userId: 'mona' };
const ADA = { guildId: GUILD, userId: 'ada' };
const BOB = { guildId: GUILD, userId: 'bob' };
const EVE = { guildId: GUILD, userId: 'eve' };
const STEVE = { playername: 'Steve', foldedName: 'steve' };

/** Whose names are, as `name: person`. */
const ownersIn = async (store: Store) =>
  (await rowsIn(store, 'owned_names', 'playername')).map(({ playername, user_id }) => `${playername}: ${user_id}`);

async function createScene(open: OpenTestStore, { on = true } = {}) {
  const { clock, store } = await openOnClock(open);
  const ledger = ledgerOn(store);
  const names = createStoredOwnNames(store);
  if (on) await names.set(GUILD, true);
  const claim = async (userId: string, playername: string, guildId = GUILD) => {
    await grant(ledger, { userId, playername, guildId });
    await clock.advance(1);
  };
  /** @returns the id of the name that Ada has had for longest */
  const adasName = async () => (await names.of(ADA))[0]?.id ?? 0;
  const owners = () => ownersIn(store);
  return { clock, store, ledger, names, claim, adasName, owners };
}

type Scene = Awaited<ReturnType<typeof createScene>>;

/** A post in the channel of moderators about a name of Ada's that Bob asks about. @returns the question's id */
async function ask({ store, names, claim, adasName }: Scene): Promise<number> {
  await claim('ada', 'Steve');
  await tellModerators(store);
  expect(await names.ask(await adasName(), BOB)).toEqual({ kind: 'asked', playername: 'Steve' });
  const [question] = await rowsIn(store, 'name_questions');
  return question?.id ?? 0;
}

const tellModerators = (store: Store) =>
  setRows(store, 'guilds', { moderators_channel_id: 'moderators', moderators_on: 1 }, { id: GUILD });

/** Claims bring the voter role, and these members a reminder. */
async function rewardClaims(store: Store, ...members: Member[]) {
  await createVoterRoles(store).set(GUILD, { roleId: 'role', hours: 12 });
  const reminders = createStoredReminders(store);
  await reminders.setHours(GUILD, 12, undefined);
  for (const member of members) await reminders.turnOn(member, 'de');
}

describeOnEachDatabase('a name', (open) => {
  test('belongs to the first member who claimed a reward with it, in whatever spelling, where that is on', async () => {
    const { names, claim, owners } = await createScene(open);
    await claim('ada', 'Steve');
    await claim('bob', 'STEVE');
    await claim('bob', 'Steve', OTHER_GUILD);
    expect(await owners()).toEqual(['Steve: ada']);
    const notYours = { kind: 'not-yours', nameId: expect.any(Number) as number };
    expect(await names.refusal({ ...BOB, foldedName: 'steve' })).toEqual(notYours);
    expect(await names.refusal({ ...ADA, foldedName: 'steve' })).toBeUndefined();
    expect(await names.refusal({ ...BOB, guildId: OTHER_GUILD, foldedName: 'steve' })).toBeUndefined();
  });

  test('belongs to nobody before a moderator says that a lost answer was a grant', async () => {
    const { store, ledger, owners } = await createScene(open);
    const { claim } = await admit(ledger);
    await ledger.endAttempt(await ledger.startAttempt(claim), UNKNOWN);
    await ledger.close(claim, { kind: 'pending' });
    expect(await owners()).toEqual([]);
    const decision = { by: 'mona', note: 'seen', outcome: 'claimed' as const };
    expect(await ledger.resolve({ guildId: GUILD, claimId: claim.id }, decision)).toBe(true);
    expect(await owners()).toEqual(['Steve: ada']);
    expect((await createClaimHistory(store).find(GUILD, claim.id))?.owner).toMatchObject({ userId: 'ada' });
  });

  test('belongs to whoever asked for a claim that is granted late', async () => {
    const { ledger, owners } = await createScene(open);
    const { claim } = await admit(ledger);
    const attempt = await ledger.startAttempt(claim);
    await ledger.close(claim, { kind: 'pending' });
    expect(await ledger.endAttempt(attempt, GRANTED)).toBe(true);
    expect(await owners()).toEqual(['Steve: ada']);
  });

  test('belongs in each server to the first who asked there, where two share a claim', async () => {
    const { ledger, names, owners } = await createScene(open, { on: false });
    await names.set(OTHER_GUILD, true);
    const { claim } = await admit(ledger);
    await admit(ledger, { userId: 'bob', guildId: OTHER_GUILD });
    await admit(ledger, { userId: 'eve', guildId: OTHER_GUILD });
    await ledger.settle({ claim, attempt: await ledger.startAttempt(claim), outcome: GRANTED });
    expect(await owners()).toEqual(['Steve: bob']);
  });

  test('brings a moderator who checks a claim again neither role nor reminder, but others who asked', async () => {
    const { store, ledger } = await createScene(open, { on: false });
    await rewardClaims(store, MODERATOR, BOB);
    await grant(ledger, { userId: 'mona', isRecheck: true });
    const { claim } = await admit(ledger, { userId: 'mona', isRecheck: true });
    await admit(ledger, { userId: 'bob' });
    await ledger.settle({ claim, attempt: await ledger.startAttempt(claim), outcome: GRANTED });
    expect((await rowsIn(store, 'voter_role_grants')).map(({ user_id }) => user_id)).toEqual(['bob']);
    const due = (await rowsIn(store, 'reminders', 'user_id')).map(({ due_at }) => due_at !== null);
    expect(due).toEqual([true, false]);
  });

  test('is one of three of a member, and no more', async () => {
    const { names, claim, owners } = await createScene(open);
    for (const playername of ['A', 'B', 'C', 'D']) await claim('ada', playername);
    expect(await owners()).toEqual(['A: ada', 'B: ada', 'C: ada']);
    expect(await names.refusal({ ...ADA, foldedName: 'd' })).toEqual({
      kind: 'names-full',
      nameId: expect.any(Number) as number,
      names: ['A', 'B', 'C'],
    });
    expect(await names.refusal({ ...ADA, foldedName: 'a' })).toBeUndefined();
    expect(await names.give(MODERATOR, { playername: 'D', foldedName: 'd' }, 'ada')).toEqual({ kind: 'full' });
  });

  test('brings its owner the voter role and the reminder, whoever asked', async () => {
    const { clock, store, ledger, claim } = await createScene(open);
    await claim('ada', 'Steve');
    await rewardClaims(store, ADA, BOB);
    await clock.advance(DAY_MS);
    await grant(ledger, { userId: 'bob' });
    expect((await rowsIn(store, 'voter_role_grants')).map(({ user_id }) => user_id)).toEqual(['ada']);
    expect(await rowsIn(store, 'reminders', 'user_id')).toMatchObject([
      { user_id: 'ada', claimed_at: clock.now(), locale: 'de' },
      { user_id: 'bob', claimed_at: null, due_at: null },
    ]);
  });
});

test('whose a name is, and which ones a member has, is looked up without the other names of the guild', async () => {
  const store = await openForTest({ kind: 'sqlite', path: ':memory:' });
  const [plan] = await queryPlans(store, (watched) =>
    createStoredOwnNames(watched).refusal({ ...ADA, foldedName: 'steve' }),
  );
  expect(plan?.filter((step) => step.includes('owned_names'))).toEqual([
    expect.stringContaining('(guild_id=? AND folded_name=?)'),
    expect.stringContaining('(guild_id=? AND user_id=?)'),
  ]);
});

describeOnEachDatabase('names of claims from before', (open, create) => {
  test('belong to whoever was first, three at most, also of those that were claimed while it was off', async () => {
    const { store, ledger, names, claim, adasName, owners } = await createScene(open, { on: false });
    for (const playername of ['C', 'A', 'Z', 'B']) await claim('ada', playername);
    for (const playername of ['b', 'D']) await claim('bob', playername);
    const { claim: none } = await admit(ledger, { playername: 'E' });
    await ledger.close(none, { kind: 'none' });
    expect(await names.set(GUILD, true)).toEqual({ on: true, count: 4 });
    expect(await owners()).toEqual(['A: ada', 'C: ada', 'D: bob', 'Z: ada']);

    expect(await names.free(MODERATOR, await adasName())).toMatchObject({ playername: 'C', userId: 'ada' });
    expect(await names.set(GUILD, false)).toEqual({ on: false, count: 3 });
    await claim('eve', 'F');
    await names.set(GUILD, true);
    expect(await owners()).toEqual(['A: ada', 'D: bob', 'F: eve', 'Z: ada']);
    expect(await rowsIn(store, 'guilds')).toHaveLength(1);
  });

  test('are read while others claim, and own names too; who has their data deleted owns none', async () => {
    const database = await create();
    const [store, other] = [await openForTest(database), await openForTest(database)];
    const elsewhere = ledgerOn(other);
    for (const userId of ['ada', 'eve']) await grant(elsewhere, { userId, playername: `${userId}’s` });
    const meanwhile = writtenBetween(store, async () => {
      await grant(elsewhere, { userId: 'bob' });
      await forgetPerson(other, 'eve');
    });
    expect(await createStoredOwnNames(meanwhile).set(GUILD, true)).toEqual({ on: true, count: 2 });
    expect(await ownersIn(store)).toEqual(['Steve: bob', 'ada’s: ada']);
  });
});

describeOnEachDatabase('a question about a name', (open) => {
  test('is posted once, and the name is given to who asks: both are told', async () => {
    const scene = await createScene(open);
    const { store, names, adasName, owners } = scene;
    const posts = postsOn(store);
    const question = await ask(scene);
    expect(await names.ask(await adasName(), BOB)).toMatchObject({ kind: 'asked' });
    const asked = { userId: 'bob', owner: { userId: 'ada' }, decision: undefined };
    expect(await postAll(posts)).toMatchObject([{ kind: 'name', channel: 'moderators', content: asked }]);

    const given = await names.giveAsked(MODERATOR, question);
    expect(given.result).toEqual({ kind: 'given', playername: 'Steve', before: 'ada' });
    expect(await owners()).toEqual(['Steve: bob']);
    expect(await postAll(posts)).toMatchObject([
      { messageId: 'message', content: { owner: undefined, decision: { outcome: 'given', by: 'mona' } } },
    ]);
    expect(await owedTo(store, ADA)).toEqual([{ playername: 'Steve', outcome: 'lost' }]);
    expect(await owedTo(store, BOB)).toEqual([{ playername: 'Steve', outcome: 'given' }]);
    expect((await names.keep(MODERATOR, question)).question?.decision?.outcome).toBe('given');
  });

  test('is answered by what is decided elsewhere, and not asked again once the name is left', async () => {
    const scene = await createScene(open);
    const { store, names, adasName, owners } = scene;
    const question = await ask(scene);
    await names.keep(MODERATOR, question);
    const owned = await adasName();
    expect(await names.ask(owned, BOB)).toMatchObject({ kind: 'kept' });
    await names.ask(owned, EVE);
    await names.give(MODERATOR, STEVE, 'max');
    expect(await owners()).toEqual(['Steve: max']);
    expect(await owedTo(store, EVE)).toEqual([{ playername: 'Steve', outcome: 'given-elsewhere' }]);
    expect(await owedTo(store, BOB)).toEqual([{ playername: 'Steve', outcome: 'kept' }]);
    expect(await names.ask(owned, BOB)).toMatchObject({ kind: 'gone' });
    await forgetPerson(store, 'mona');
    const { question: left } = await names.keep(MODERATOR, question);
    expect(left?.decision).toMatchObject({ outcome: 'kept', by: undefined });
  });

  test('of another guild is none', async () => {
    const scene = await createScene(open);
    const question = await ask(scene);
    const elsewhere = { ...MODERATOR, guildId: OTHER_GUILD };
    expect(await scene.names.giveAsked(elsewhere, question)).toEqual({ result: undefined, question: undefined });
    expect(await scene.names.free(elsewhere, await scene.adasName())).toBeUndefined();
    expect(await scene.owners()).toEqual(['Steve: ada']);
  });
});

describeOnEachDatabase('a member with as many names as there can be', (open) => {
  /** Ada has three names, and asks for another one. */
  async function createFull() {
    const scene = await createScene(open);
    for (const playername of ['A', 'B', 'C']) await scene.claim('ada', playername);
    await tellModerators(scene.store);
    const [oldest, other] = await scene.names.of(ADA);
    const askForAnother = () => scene.names.ask(oldest?.id ?? 0, ADA);
    const question = async () => (await rowsIn(scene.store, 'name_questions', 'id')).at(-1)?.id ?? 0;
    const posted = async () => (await postAll(postsOn(scene.store))).map(({ content }) => content);
    return { ...scene, other: other?.id ?? 0, askForAnother, question, posted };
  }

  test('asks for another one, which whichever name is freed settles, and may ask again once they have as many', async () => {
    const { store, names, claim, other, askForAnother, posted } = await createFull();
    expect(await askForAnother()).toEqual({ kind: 'asked', playername: 'A' });
    expect(await posted()).toMatchObject([{ userId: 'ada', owner: { userId: 'ada' }, decision: undefined }]);
    await names.free(MODERATOR, other);
    expect(await posted()).toMatchObject([{ playername: 'B', decision: { outcome: 'freed', by: 'mona' } }]);
    expect(await owedTo(store, ADA)).toEqual([{ playername: 'B', outcome: 'lost' }]);
    expect(await askForAnother()).toMatchObject({ kind: 'gone' });

    await claim('ada', 'D');
    expect(await askForAnother()).toMatchObject({ kind: 'asked' });
    expect(await posted()).toMatchObject([{ playername: 'A', decision: undefined }]);
  });

  test('reads that the names stay as they are, also when they ask again', async () => {
    const { store, names, askForAnother, question } = await createFull();
    await askForAnother();
    await names.keep(MODERATOR, await question());
    expect(await owedTo(store, ADA)).toEqual([{ playername: 'A', outcome: 'names-kept' }]);
    expect(await askForAnother()).toMatchObject({ kind: 'names-kept' });
  });
});

describeOnEachDatabase('news that a name is free', (open) => {
  test('are not told to whoever has claimed with it since, and others read that it has an owner', async () => {
    const scene = await createScene(open);
    const { store, names, claim, adasName } = scene;
    await ask(scene);
    await names.ask(await adasName(), EVE);
    await names.free(MODERATOR, await adasName());
    expect(await owedTo(store, EVE)).toEqual([{ playername: 'Steve', outcome: 'freed' }]);
    await claim('bob', 'STEVE');
    expect(await owedTo(store, BOB)).toEqual([]);
    expect(await owedTo(store, EVE)).toEqual([{ playername: 'STEVE', outcome: 'given-elsewhere' }]);
  });

  test('do not come once somebody has claimed with it after the data of its owner were deleted', async () => {
    const scene = await createScene(open);
    const { store, names, claim, adasName } = scene;
    const posts = postsOn(store);
    await ask(scene);
    await names.ask(await adasName(), EVE);
    await postAll(posts);
    await forgetPerson(store, 'ada');
    await claim('bob', 'STEVE');
    await names.settleForgotten();
    expect(await owedTo(store, BOB)).toEqual([]);
    expect(await owedTo(store, EVE)).toEqual([{ playername: 'Steve', outcome: 'given-elsewhere' }]);
    const decisions = (await postAll(posts)).map(({ content }) => content);
    expect(decisions).toMatchObject([
      { userId: 'bob', decision: { outcome: 'given', by: undefined } },
      { userId: 'eve', decision: { outcome: 'given-elsewhere', by: undefined } },
    ]);
  });
});

describeOnEachDatabase('what waits for a moderator', (open) => {
  const WAITING = [{ userId: 'bob', owner: { userId: 'ada' }, playername: 'Steve' }];

  test('has each question about a name, before all claims, and found by its name, who asks or whose it is', async () => {
    const scene = await createScene(open);
    const history = createClaimHistory(scene.store);
    const question = await ask(scene);
    const page = await history.page(GUILD, {}, 1);
    expect(page).toMatchObject({ questions: WAITING, total: 1, waiting: 1, claims: [{ playername: 'Steve' }] });
    expect(page.questions).toEqual([await scene.names.question(GUILD, question)]);
    for (const filter of [{ playername: 'TEV' }, { userId: 'bob' }, { userId: 'ada' }, { outcome: 'parked' as const }])
      expect((await history.page(GUILD, filter, 1)).questions).toMatchObject(WAITING);
    for (const filter of [{ playername: 'x' }, { userId: 'eve' }, { reference: 'R' }, { outcome: 'none' as const }])
      expect(await history.page(GUILD, filter, 1)).toMatchObject({ questions: [], waiting: 0 });
    expect((await history.page(OTHER_GUILD, {}, 1)).questions).toEqual([]);
  });

  test('has a question until it is decided, however long that takes', async () => {
    const scene = await createScene(open);
    const { store, names, clock } = scene;
    const question = await ask(scene);
    const afterMonths = async () => {
      await clock.advance(90 * DAY_MS);
      await createRetention(store, LASTS).forgetOld();
      return [
        (await createClaimHistory(store).page(GUILD, {}, 1)).waiting,
        (await rowsIn(store, 'name_questions')).length,
      ];
    };
    expect(await afterMonths()).toEqual([1, 1]);
    await names.keep(MODERATOR, question);
    expect(await afterMonths()).toEqual([0, 0]);
  });

  test('has them on as many pages as it takes', async () => {
    const scene = await createScene(open);
    const history = createClaimHistory(scene.store);
    await ask(scene);
    const owned = await scene.adasName();
    for (let nth = 0; nth < 11; nth += 1) await scene.names.ask(owned, { ...BOB, userId: `member ${nth}` });
    const shown = await Promise.all([1, 2].map((page) => history.page(GUILD, {}, page)));
    expect(shown.map(({ questions, claims, pages }) => [questions.length, claims.length, pages])).toEqual([
      [10, 0, 2],
      [2, 1, 2],
    ]);
    expect(shown.map(({ waiting }) => waiting)).toEqual([12, 12]);
  });

  test.each<[how: string, end: (scene: Scene, question: number) => Promise<unknown>]>([
    ['given', ({ names }, question) => names.giveAsked(MODERATOR, question)],
    ['left', ({ names }, question) => names.keep(MODERATOR, question)],
    ['freed', async ({ names, adasName }) => names.free(MODERATOR, await adasName())],
    ['given to somebody else', ({ names }) => names.give(MODERATOR, STEVE, 'eve')],
    ['forgotten with its owner', ({ store }) => forgetPerson(store, 'ada')],
    ['forgotten with who asks', ({ store }) => forgetPerson(store, 'bob')],
    ['no longer owned by anybody, as that is off', ({ names }) => names.set(GUILD, false)],
  ])('has a question no more once the name is %s', async (_how, end) => {
    const scene = await createScene(open);
    await end(scene, await ask(scene));
    expect(await createClaimHistory(scene.store).page(GUILD, {}, 1)).toMatchObject({ questions: [], waiting: 0 });
  });
});

describeOnEachDatabase('names are forgotten', (open) => {
  test('with their owner, who is handed out what is stored, and with who asked', async () => {
    const scene = await createScene(open);
    const { store, owners } = scene;
    await ask(scene);
    const { guilds } = await createPrivacy({ store, now: scene.clock.now }).collect('ada');
    expect(guilds[GUILD]?.ownNames).toMatchObject([[{ playername: 'Steve' }]]);
    await forgetPerson(store, 'ada');
    expect(await owners()).toEqual([]);
    await forgetPerson(store, 'bob');
    expect(await rowsIn(store, 'name_questions')).toEqual([]);
  });

  test.each(['keep', 'giveAsked', 'settleForgotten'] as const)(
    'and who asks is told that they are free, once somebody decides or the bot finds out: by %s',
    async (how) => {
      const scene = await createScene(open);
      const { store, names } = scene;
      const question = await ask(scene);
      const posts = postsOn(store);
      await postAll(posts);
      await names.settleForgotten();
      expect(await owedTo(store, BOB)).toEqual([]);
      await forgetPerson(store, 'ada');
      await names[how](MODERATOR, question);
      expect(await owedTo(store, BOB)).toEqual([{ playername: 'Steve', outcome: 'freed' }]);
      // Nobody owns it, and nobody decided.
      expect(await postAll(posts)).toMatchObject([
        { messageId: 'message', content: { owner: undefined, decision: { outcome: 'freed', by: undefined } } },
      ]);
    },
  );

  test('once nobody has claimed with them for as long as claims are kept', async () => {
    const { clock, store, claim, owners } = await createScene(open);
    const retention = createRetention(store, LASTS);
    await claim('ada', 'Steve');
    await claim('bob', 'Alex');
    await clock.advance(LASTS.closedClaimMs - DAY_MS);
    await claim('bob', 'Alex');
    await clock.advance(2 * DAY_MS);
    await retention.forgetOld();
    expect(await owners()).toEqual(['Alex: bob']);
  });
});

describeOnEachDatabase('many claims at once, in two processes', (open, create, kind) => {
  /** @returns grants the claim with this number in one process or the other, and what they share */
  async function startProcesses() {
    const database = await create();
    const store = kind === 'sqlite' ? await open() : await openForTest(database);
    const ledgers = [store, kind === 'sqlite' ? store : await openForTest(database)].map((one) => ledgerOn(one));
    await createStoredOwnNames(store).set(GUILD, true);
    const grantOne = (index: number, changes: Parameters<typeof grant>[1]) =>
      ledgers.slice(index % 2, (index % 2) + 1).map((ledger) => grant(ledger, changes));
    return { store, grantOne };
  }

  test('make one owner of a name', async () => {
    const { store, grantOne } = await startProcesses();
    const granted = Array.from({ length: 8 }, (_, index) => {
      const playername = index % 4 < 2 ? 'Steve' : 'STEVE';
      return grantOne(index, { userId: `person ${index}`, playername, credentialId: `credential ${index}` });
    });
    await Promise.all(granted.flat());
    expect((await rowsIn(store, 'owned_names')).map(({ folded_name }) => folded_name)).toEqual(['steve']);
  });

  test('make one member the owner of three names of many', async () => {
    const { store, grantOne } = await startProcesses();
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => grantOne(index, { playername: `Player ${index}` })).flat(),
    );
    expect(await rowsIn(store, 'owned_names')).toHaveLength(3);
  });
});
