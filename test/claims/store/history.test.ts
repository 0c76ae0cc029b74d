import { expect, test } from 'vitest';

import { claimNeedsAttention } from '../../../src/claims/escalation.ts';
import type { ProvenVerdict } from '../../../src/claims/states.ts';
import { claimFilter, type ClaimFilter } from '../../../src/claims/store/filter.ts';
import { createClaimHistory, type PastClaim } from '../../../src/claims/store/history.ts';
import type { AttemptOutcome } from '../../../src/claims/vote-client.ts';
import type { Store } from '../../../src/database/store.ts';
import { createGuilds } from '../../../src/guilds/store/guilds.ts';
import { ROWS_AT_ONCE } from '../../../src/work/chunks.ts';
import { allRows } from '../../all-rows.ts';
import { describeOnEachDatabase, openForTest } from '../../database/databases.ts';
import { queryPlans } from '../../database/query-plans.ts';
import { addRows } from '../../database/rows.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { writtenBetween } from '../../database/written-between.ts';
import { admit, GRANTED, GUILD, ledgerOn, OTHER_GUILD, sealer, UNKNOWN } from './ledger-scene.ts';

type Told = { playername?: string; userId?: string; guildId?: string; verdict?: ProvenVerdict | undefined };

/** A ledger for claims that are opened one second apart. */
function createScene(opened: Store) {
  let now = 0;
  const store = onClock(opened, () => now);
  const ledger = ledgerOn(store);

  async function ask(told: Told) {
    now += 1_000;
    const { playername = 'Steve', userId = 'ada', guildId = GUILD } = told;
    return admit(ledger, { playername, userId, guildId });
  }

  return {
    ledger,
    history: createClaimHistory(store),
    at: () => now,
    ask,
    /** Adds a claim with these attempts and this verdict; without a verdict it stays open. @returns its id */
    async claim(told: Told = {}, attempts: readonly AttemptOutcome[] = []): Promise<string> {
      const { claim } = await ask(told);
      for (const outcome of attempts) {
        const attempt = await ledger.startAttempt(claim);
        now += 100;
        await ledger.endAttempt(attempt, outcome);
      }
      if (told.verdict) await ledger.close(claim, told.verdict);
      return claim.id;
    },
    park(told: Told = {}): Promise<string> {
      return this.claim({ verdict: { kind: 'pending' }, ...told }, [UNKNOWN]);
    },
  };
}

type Scene = ReturnType<typeof createScene>;

async function found({ history }: Scene, filter: ClaimFilter, page = 1): Promise<string[]> {
  return (await history.page(GUILD, filter, page)).claims.map(({ id }) => id);
}

test('a filter with a condition that this version does not know is no filter', () => {
  expect(claimFilter.safeParse({ playername: 'Steve' }).success).toBe(true);
  expect(claimFilter.safeParse({ playername: 'Steve', edition: 'Bedrock' }).success).toBe(false);
});

describeOnEachDatabase('the history of a guild', (open) => {
  test('has claims with a reward that is held, in doubt, or keeps failing among what waits', async () => {
    const store = await open();
    const scene = createScene(store);
    const grant = (playername: string) => scene.claim({ playername, verdict: { kind: 'granted' } });
    const [held, parked, failing] = [await grant('Ann'), await grant('Bob'), await grant('Cid')];
    const [due, plain] = [await grant('Dan'), await grant('Eve')];
    const rows = [
      { claim_id: held, state: 'held', tries: 0 },
      { claim_id: parked, state: 'parked', tries: 1 },
      { claim_id: failing, state: 'due', tries: 2 },
      { claim_id: due, state: 'due', tries: 1 },
    ] as const;
    const common = { hook_number: 1, guild_id: GUILD, message_id: 'm', body: '{}', due_at: 0, created_at: 0 };
    await addRows(store, 'reward_deliveries', ...rows.map((row) => ({ ...common, ...row })));
    const page = await scene.history.page(GUILD, {}, 1);
    expect(page.claims.map(({ id }) => id)).toEqual([failing, parked, held, plain, due]);
    expect(page).toMatchObject({ total: 5, waiting: 3 });
    expect(await found(scene, { outcome: 'parked' })).toEqual([failing, parked, held]);
    expect(await found(scene, { outcome: 'undelivered' })).toEqual([failing, parked, held, due]);
    const { pages } = await scene.history.first(GUILD, {}, 4);
    expect((await allRows(pages)).map(({ id }) => id)).toEqual([failing, parked, held, plain]);
  });

  test('has claims whose first answer was lost among what waits, until a moderator decides', async () => {
    const scene = createScene(await open());
    const likely = await scene.claim({ verdict: { kind: 'likely-granted' } });
    const other = await scene.claim({ playername: 'Bob', verdict: { kind: 'granted' } });
    const page = () => scene.history.page(GUILD, {}, 1);
    const ids = async () => (await page()).claims.map(({ id }) => id);
    expect([(await page()).waiting, await ids()]).toEqual([1, [likely, other]]);
    expect(await found(scene, { outcome: 'parked' })).toEqual([likely]);
    await scene.ledger.resolve({ guildId: GUILD, claimId: likely }, { by: 'mona', note: 'Seen', outcome: 'claimed' });
    expect([(await page()).waiting, await ids()]).toEqual([0, [other, likely]]);
  });

  test('has claims about which a member asks among what waits, until a moderator decides', async () => {
    const store = await open();
    const scene = createScene(store);
    await createGuilds({ store, sealer }).changePosts(GUILD, 'moderators', () => ({ channelId: 'mods', on: true }));
    const ask = async (playername: string, verdict: ProvenVerdict) => {
      const { claim, request } = await scene.ask({ playername });
      await scene.ledger.close(claim, verdict);
      await scene.ledger.askModerators(request.id, { guildId: GUILD, userId: 'ada' });
      return claim.id;
    };
    const already = await ask('Steve', { kind: 'already', recordedAt: 1 });
    // Nobody can decide this one, so that it would wait for ever.
    const granted = await ask('Bob', { kind: 'granted' });
    const page = async () => {
      const { waiting, claims } = await scene.history.page(GUILD, {}, 1);
      return [waiting, claims.map((claim) => [claim.id, claim.isAsked, claimNeedsAttention(claim)])];
    };
    expect(await page()).toEqual([
      1,
      [
        [already, true, true],
        [granted, true, false],
      ],
    ]);
    expect(await found(scene, { outcome: 'parked' })).toEqual([already]);
    await scene.ledger.resolve({ guildId: GUILD, claimId: already }, { by: 'mona', note: 'Seen', outcome: 'claimed' });
    expect(await page()).toEqual([
      0,
      [
        [granted, true, false],
        [already, undefined, false],
      ],
    ]);
  });

  test('names the others in doubt for the same player, which may be about one vote', async () => {
    const scene = createScene(await open());
    const doubtful = async (playername: string, verdict: 'pending' | 'likely-granted') => {
      const { claim } = await scene.ask({ playername });
      await scene.ledger.endAttempt(await scene.ledger.startAttempt(claim), { kind: 'unknown' });
      await scene.ledger.close(claim, { kind: verdict });
      return claim;
    };
    const first = await doubtful('Steve', 'pending');
    const second = await doubtful('steve', 'likely-granted');
    const third = (await scene.ask({ playername: 'STEVE' })).claim;
    const twice = await scene.ledger.startAttempt(third);
    await scene.ledger.endAttempt(twice, { kind: 'answered', claimed: 2 });
    await scene.ledger.close(third, { kind: 'likely-granted' });
    const other = await doubtful('Alex', 'pending');
    const { claims } = await scene.history.page(GUILD, {}, 1);
    const named = new Map(
      claims.map(({ id, alsoInDoubt }) => [id, alsoInDoubt.map(({ reference }) => reference).sort()]),
    );
    expect(named.get(first.id)).toEqual([second.reference, third.reference].sort());
    expect(named.get(second.id)).toEqual([first.reference, third.reference].sort());
    expect(named.get(third.id)).toEqual([first.reference, second.reference].sort());
    expect(named.get(other.id)).toEqual([]);
  });

  test('is in pages of ten, and beyond the end the last one', async () => {
    const scene = createScene(await open());
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) ids.push(await scene.claim({ playername: `Player ${index}` }));

    expect(await found(scene, {})).toEqual(ids.toReversed().slice(0, 10));
    expect(await found(scene, {}, 2)).toEqual([ids[1], ids[0]]);
    expect(await scene.history.page(GUILD, {}, 99)).toMatchObject({ page: 2, pages: 2, total: 12 });
  });

  test('holds hundreds of claims, each with who asked', async () => {
    const scene = createScene(await open());
    await Promise.all(Array.from({ length: 501 }, (_, index) => scene.ask({ playername: `Player ${index}` })));

    const { pages } = await scene.history.first(GUILD, {}, 5_000);
    const read: PastClaim[][] = [];
    for await (const page of pages) read.push(page);
    const all = read.flat();

    expect(Math.max(...read.map((page) => page.length))).toBe(ROWS_AT_ONCE);
    expect(all).toHaveLength(501);
    expect(all.every(({ requests }) => requests.length === 1)).toBe(true);
  });
});

describeOnEachDatabase('looking for a player', (open) => {
  test('finds a part of the name in any case, and takes no character for a pattern', async () => {
    const scene = createScene(await open());
    for (const name of ['Steve', 'stEVEn', 'Straße', 'élan', '100%', 'a_b', String.raw`back\slash`]) {
      await scene.claim({ playername: name });
    }

    for (const [playername, names] of [
      ['tev', ['Steve', 'stEVEn']],
      ['STEVE', ['Steve', 'stEVEn']],
      // A letter that is two in upper case.
      ['STRASSE', ['Straße']],
      ['ÉLAN', ['élan']],
      ['%', ['100%']],
      ['_', ['a_b']],
      ['\\', [String.raw`back\slash`]],
      ['herobrine', []],
    ] as const) {
      const { claims } = await scene.history.page(GUILD, { playername }, 1);
      expect(claims.map((claim) => claim.playername).toReversed(), playername).toEqual(names);
    }
  });
});

describeOnEachDatabase('looking for a reference', (open) => {
  test('finds the claim, however it was copied, also among names', async () => {
    const scene = createScene(await open());
    const id = await scene.claim({ playername: 'Alex' });
    await scene.claim({ playername: 'Notch' });
    const reference = (await scene.history.find(GUILD, id))?.reference ?? '';

    for (const typed of [reference, reference.toLowerCase(), ` \`${reference}\` `]) {
      expect(await found(scene, { reference: typed })).toEqual([id]);
      expect(await found(scene, { playername: typed })).toEqual([id]);
    }
    const named = await scene.claim({ playername: `The${reference}` });
    expect(await found(scene, { playername: reference })).toEqual([named, id]);
    expect(await found(scene, { reference })).toEqual([id]);
  });

  test('finds nothing by a part of it, what can be none, or that of another guild', async () => {
    const scene = createScene(await open());
    const id = await scene.claim();
    const reference = (await scene.history.find(GUILD, id))?.reference ?? '';

    for (const typed of [reference.slice(0, 7), `${reference}2`, 'OI01OI01', '']) {
      expect(await found(scene, { reference: typed })).toEqual([]);
    }
    expect((await scene.history.page(OTHER_GUILD, { reference }, 1)).total).toBe(0);
  });
});

describeOnEachDatabase('looking for a person', (open) => {
  test('finds what they asked for, first or not', async () => {
    const scene = createScene(await open());
    const own = await scene.claim({ userId: 'ada', playername: 'Alex' });
    const joined = await scene.claim({ userId: 'bob' });
    await scene.ask({ userId: 'ada' });
    await scene.claim({ userId: 'bob', playername: 'Notch' });

    expect(await found(scene, { userId: 'ada' })).toEqual([joined, own]);
  });
});

describeOnEachDatabase('looking for an outcome', (open) => {
  test('finds what ended like that, is under way, or waits', async () => {
    const scene = createScene(await open());
    const granted = await scene.claim({ playername: 'a', verdict: { kind: 'granted' } });
    const refused = await scene.claim({ playername: 'b', verdict: { kind: 'refused', reason: 'token' } });
    const underWay = await scene.claim({ playername: 'c' });
    const resolved = await scene.park({ playername: 'd' });
    await scene.ledger.resolve({ guildId: GUILD, claimId: resolved }, { by: 'mona', note: 'Done' });
    const parked = await scene.park({ playername: 'e' });

    expect(await found(scene, { outcome: 'granted' })).toEqual([granted]);
    expect(await found(scene, { outcome: 'refused' })).toEqual([refused]);
    expect(await found(scene, { outcome: 'open' })).toEqual([underWay]);
    expect(await found(scene, { outcome: 'parked' })).toEqual([parked]);
    expect(await found(scene, { outcome: 'pending' })).toEqual([parked, resolved]);
    expect(await found(scene, { outcome: 'already' })).toEqual([]);
  });
});

describeOnEachDatabase('one claim', (open) => {
  test('has its attempts with their ends, oldest first', async () => {
    const scene = createScene(await open());
    const { claim } = await scene.ask({});
    const refused = await scene.ledger.startAttempt(claim);
    await scene.ledger.endAttempt(refused, { kind: 'rejected', status: 429, retryAt: undefined });
    const startedAt = scene.at();
    await scene.ask({ playername: 'Somebody else' });
    await scene.ledger.startAttempt(claim);

    expect((await scene.history.find(GUILD, claim.id))?.attempts).toEqual([
      { startedAt, endedAt: startedAt, outcome: { kind: 'rejected', status: 429, retryAt: undefined } },
      { startedAt: startedAt + 1_000, endedAt: undefined, outcome: undefined },
    ]);
  });
});

describeOnEachDatabase('a claim in doubt', (open) => {
  test('has the last one before and the first one after that were granted to the player here, in whatever spelling', async () => {
    const scene = createScene(await open());
    const grant = (told: Told) => scene.claim({ ...told, verdict: { kind: 'granted' } }, [GRANTED]);
    await grant({ playername: 'Steve' });
    const last = await grant({ playername: 'steve', userId: 'bob' });
    const at = scene.at();
    await grant({ playername: 'Steve', guildId: OTHER_GUILD });
    await grant({ playername: 'Alex' });
    const doubtful = await scene.claim({ verdict: { kind: 'likely-granted' } }, [UNKNOWN]);
    await grant({ playername: 'Steve', guildId: OTHER_GUILD });
    await scene.claim({ verdict: { kind: 'none' } }, [{ kind: 'answered', claimed: 0 }]);
    const next = await grant({ playername: 'STEVE', userId: 'cid' });
    const nextAt = scene.at();
    await grant({ playername: 'Steve' });
    const references = await Promise.all(
      [last, next].map(async (id) => (await scene.history.find(GUILD, id))?.reference),
    );
    expect(await scene.history.find(GUILD, doubtful)).toMatchObject({
      earlier: { reference: references[0], requests: [{ userId: 'bob' }], claimedAt: at - 100 },
      later: { reference: references[1], requests: [{ userId: 'cid' }], claimedAt: nextAt - 100 },
    });
    const found = await scene.history.find(GUILD, last);
    expect([found?.earlier, found?.later]).toEqual([undefined, undefined]);
  });
});

describeOnEachDatabase('a claim in doubt beside another one', (open) => {
  test.each([
    ['claimed', true],
    ['not-claimed', false],
  ] as const)('has that if a moderator says that it gave a reward: %s', async (outcome, isNamed) => {
    const scene = createScene(await open());
    const doubtful = () => scene.claim({ verdict: { kind: 'likely-granted' } }, [UNKNOWN]);
    const before = await doubtful();
    const decided = await doubtful();
    await scene.ledger.resolve({ guildId: GUILD, claimId: decided }, { by: 'mona', note: 'Seen', outcome });
    const { reference } = (await scene.history.find(GUILD, decided)) ?? {};
    const named = isNamed ? reference : undefined;
    expect((await scene.history.find(GUILD, await doubtful()))?.earlier?.reference).toBe(named);
    expect((await scene.history.find(GUILD, before))?.later?.reference).toBe(named);
  });
});

describeOnEachDatabase('while another process writes', (_open, create) => {
  /**
   * `historyDuring`: in each of its snapshots the other process writes this after the first statement, and before the
   * second.
   */
  async function openScenes() {
    const database = await create();
    const store = await openForTest(database);
    const elsewhere = createScene(await openForTest(database));
    return {
      elsewhere,
      historyDuring: (write: () => Promise<unknown>) => createClaimHistory(writtenBetween(store, write)),
    };
  }

  test('a page has the claims that its totals count', async () => {
    const { elsewhere, historyDuring } = await openScenes();
    const id = await elsewhere.park();
    const page = await historyDuring(() => elsewhere.park()).page(GUILD, {}, 1);
    expect(page).toMatchObject({ claims: [{ id }], total: 1, waiting: 1 });
    expect(await found(elsewhere, {})).toHaveLength(2);
  });

  test('a file has the claims that its total counts', async () => {
    const { elsewhere, historyDuring } = await openScenes();
    const id = await elsewhere.park();
    const { pages, count, total } = await historyDuring(() => elsewhere.park()).first(GUILD, {}, 5_000);
    expect({ claims: await allRows(pages), count, total }).toMatchObject({ claims: [{ id }], count: 1, total: 1 });
  });

  test('a claim has the attempts of the same moment', async () => {
    const { elsewhere, historyDuring } = await openScenes();
    const { claim } = await elsewhere.ask({});
    const detail = await historyDuring(() => elsewhere.ledger.startAttempt(claim)).find(GUILD, claim.id);
    expect(detail).toMatchObject({ id: claim.id, attempts: [] });
    expect((await elsewhere.history.find(GUILD, claim.id))?.attempts).toHaveLength(1);
  });
});

test('the others in doubt are found among the claims in doubt of the player', async () => {
  const store = await openForTest({ kind: 'sqlite', path: ':memory:' });
  await createScene(store).claim();
  const plans = await queryPlans(store, (watched) => createClaimHistory(watched).page(GUILD, {}, 1));
  expect(plans.flat()).toContain('SEARCH other USING INDEX claims_in_doubt (folded_name=?)');
});

test('the rewards beside a claim in doubt are looked for from its own place on, however many the player has', async () => {
  const store = await openForTest({ kind: 'sqlite', path: ':memory:' });
  const id = await createScene(store).park();
  const plans = await queryPlans(store, (watched) => createClaimHistory(watched).find(GUILD, id));
  const asked = (side: string) =>
    `SEARCH claim_attempts USING INDEX claim_attempts_order (folded_name=? AND sequence${side}?)`;
  for (const step of [asked('<'), asked('>')]) {
    const plan = plans.find((steps) => steps.includes(step));
    expect(plan?.join()).not.toContain('TEMP B-TREE');
    expect(plan).toContain('SEARCH claims USING INDEX sqlite_autoindex_claims_1 (id=?)');
  }
});

test('a page is counted and chosen in the order of the index, however many claims there are', async () => {
  const store = await openForTest({ kind: 'sqlite', path: ':memory:' });
  await createScene(store).claim();
  const plans = await queryPlans(store, (watched) => createClaimHistory(watched).page(GUILD, {}, 1));
  const [counted = [], questions = [], chosen = []] = plans;
  expect([counted[0], chosen[0]]).toEqual([
    'SEARCH claims USING COVERING INDEX claims_history (guild_id=?)',
    'SEARCH claims USING COVERING INDEX claims_history (guild_id=? AND <expr>=?)',
  ]);
  expect(questions).toContain('SEARCH name_questions USING INDEX name_questions_open (guild_id=?)');
  expect([counted, chosen].flat().join()).not.toContain('TEMP B-TREE');
  for (const plan of [counted, chosen])
    expect(plan).toEqual(
      expect.arrayContaining([
        'SEARCH undecided USING INDEX claims_undecided (guild_id=?)',
        'SEARCH posts USING COVERING INDEX posts_questions (guild_id=?)',
      ]),
    );
});
