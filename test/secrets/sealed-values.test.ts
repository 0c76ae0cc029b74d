import { setImmediate } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { type ClaimLedger, createClaimLedger } from '../../src/claims/store/ledger.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { Store } from '../../src/database/store.ts';
import { Secret } from '../../src/secret.ts';
import { createKey } from '../../src/secrets/key-file.ts';
import { forgetUnopenable, refuseUnknownKeys, resealAll } from '../../src/secrets/sealed-values.ts';
import { createSealer, type SealedCell, type Sealer } from '../../src/secrets/sealer.ts';
import { FatalError } from '../../src/work/errors.ts';
import { describeOnEachDatabase, openForTest } from '../database/databases.ts';
import { queryPlans } from '../database/query-plans.ts';
import { addRows, CLAIM_ROW, rowsIn, setRows } from '../database/rows.ts';

const GUILDS = 500;
const REQUESTS = 1_500;

const [older, newer, lost] = [createKey(), createKey(), createKey()];

const tokenCell = (guildId: string): SealedCell => ({ guildId, field: 'access-token', rowId: guildId });
const replyCell = (guildId: string, rowId: string): SealedCell => ({ guildId, field: 'reply-token', rowId });
const idOf = (index: number) => String(100_000_000_000_000_000n + BigInt(index));

function insertGuilds(store: Store, sealer: Sealer, count: number, firstIndex = 0) {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = idOf(firstIndex + index);
    return { id, sealed_token: sealer.seal(new Secret(`token of ${id}`), tokenCell(id)), last_seen_at: 0 };
  });
  return addRows(store, 'guilds', ...rows);
}

async function insertRequests(store: Store, sealer: Sealer, count: number): Promise<void> {
  await addRows(store, 'claims', { ...CLAIM_ROW, guild_id: idOf(0) });
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `request ${index}`,
    claim_id: CLAIM_ROW.id,
    interaction_id: String(index),
    guild_id: idOf(0),
    user_id: 'someone',
    locale: 'en-US',
    application_id: '1',
    sealed_reply_token: sealer.seal(new Secret(`reply ${index}`), replyCell(idOf(0), `request ${index}`)),
    created_at: 0,
  }));
  await addRows(store, 'claim_requests', ...rows);
}

/** @returns the reply token as it is read back to settle the claim */
async function claimOnce(ledger: ClaimLedger, index: number): Promise<string | undefined> {
  const admission = await ledger.admit({
    interactionId: `claim ${index}`,
    guildId: idOf(0),
    userId: 'someone',
    locale: 'en-US',
    playername: `Player ${index}`,
    credentialId: 'c',
    isOperators: false,
    reply: { applicationId: '1', token: new Secret(`reply claim ${index}`) },
  });
  await ledger.endAttempt(await ledger.startAttempt(admission.claim), { kind: 'answered', claimed: 1 });
  const {
    requests: [request],
  } = await ledger.close(admission.claim, { kind: 'granted' });
  return request?.reply?.token.reveal();
}

describeOnEachDatabase('rotation', (open) => {
  test(
    'seals two thousand values anew while claims run and tokens change, and loses none',
    { timeout: 120_000 },
    async () => {
      const store = await open();
      const bot = createSealer([older], () => [newer, older]);
      await insertGuilds(store, bot, GUILDS);
      await insertRequests(store, bot, REQUESTS);

      const ledger = createClaimLedger({ store, sealer: bot, timings: CLAIM_TIMINGS });
      const rotation = new AbortController();
      let written = 0;
      let failures = 0;
      const bystander = (async () => {
        while (!rotation.signal.aborted) {
          const id = idOf(written % GUILDS);
          const sealed = bot.seal(new Secret(`token of ${id}`), tokenCell(id));
          await setRows(store, 'guilds', { sealed_token: sealed }, { id });
          const read = await store.read((db) =>
            db.selectFrom('guilds').selectAll().where('id', '=', id).executeTakeFirst(),
          );
          if (bot.open(read?.sealed_token ?? '', tokenCell(id)).reveal() !== `token of ${id}`) failures += 1;
          if ((await claimOnce(ledger, written)) !== `reply claim ${written}`) failures += 1;
          written += 1;
          await setImmediate();
        }
      })();
      const count = await resealAll(store, createSealer([newer, older]));
      rotation.abort();
      await bystander;
      await resealAll(store, createSealer([newer, older]));

      expect(failures).toBe(0);
      expect(written).toBeGreaterThan(0);
      expect(count.failed).toBe(0);
      expect(count.resealed).toBeGreaterThanOrEqual(REQUESTS);
      const onlyNewer = createSealer([newer]);
      await refuseUnknownKeys(store, onlyNewer, 'the ring');
      const [guilds, requests] = [await rowsIn(store, 'guilds'), await rowsIn(store, 'claim_requests')];
      expect([guilds.length, requests.length]).toEqual([GUILDS, REQUESTS + written]);
      for (const { id, sealed_token } of guilds) {
        expect(onlyNewer.open(sealed_token ?? '', tokenCell(id)).reveal()).toBe(`token of ${id}`);
      }
      for (const { id, interaction_id, sealed_reply_token } of requests) {
        const opened = onlyNewer.open(sealed_reply_token ?? '', replyCell(idOf(0), id));
        expect(opened.reveal()).toBe(`reply ${interaction_id}`);
      }
    },
  );

  test('leaves what cannot be opened as it is, and says how many', async () => {
    const store = await open();
    await insertGuilds(store, createSealer([older]), 3);
    const stray = createSealer([older]).seal(new Secret('x'), tokenCell('another guild'));
    await setRows(store, 'guilds', { sealed_token: stray }, { id: idOf(1) });

    expect(await resealAll(store, createSealer([newer, older]))).toEqual({ resealed: 2, failed: 1 });
    expect((await rowsIn(store, 'guilds', 'id'))[1]?.sealed_token).toBe(stray);
  });

  test('has nothing to do where nothing is sealed, or all of it with the newest key', async () => {
    const store = await open();
    expect(await resealAll(store, createSealer([newer]))).toEqual({ resealed: 0, failed: 0 });
    await insertGuilds(store, createSealer([newer]), 3);
    expect(await resealAll(store, createSealer([newer, older]))).toEqual({ resealed: 0, failed: 0 });
  });
});

describeOnEachDatabase('forgetting', (open) => {
  const tokensIn = async (store: Store) =>
    (await rowsIn(store, 'guilds', 'id')).map(({ id, sealed_token, token_last4 }) => [
      id,
      sealed_token !== null,
      token_last4,
    ]);

  test('takes what a lost key sealed, with its excerpts, and leaves what any key of the ring opens', async () => {
    const store = await open();
    await insertGuilds(store, createSealer([lost]), 2);
    await insertGuilds(store, createSealer([older]), 1, 2);
    await insertGuilds(store, createSealer([newer]), 1, 3);
    await insertRequests(store, createSealer([lost]), 250);
    await setRows(store, 'guilds', { token_last4: 'last' });

    const sealer = createSealer([newer, older]);
    expect(await forgetUnopenable(store, () => sealer)).toMatchObject({ 'access-token': 2, 'reply-token': 250 });

    expect(await tokensIn(store)).toEqual([
      [idOf(0), false, null],
      [idOf(1), false, null],
      [idOf(2), true, 'last'],
      [idOf(3), true, 'last'],
    ]);
    await expect(refuseUnknownKeys(store, sealer, 'the ring')).resolves.toBeUndefined();
    expect(await forgetUnopenable(store, () => sealer)).toMatchObject({ 'access-token': 0, 'reply-token': 0 });
  });

  test('takes what another key of the same id sealed', async () => {
    const store = await open();
    await insertGuilds(store, createSealer([{ ...lost, id: newer.id }]), 1);
    const sealer = createSealer([newer]);
    expect(await forgetUnopenable(store, () => sealer)).toMatchObject({ 'access-token': 1, 'reply-token': 0 });
  });

  test('leaves what is sealed with a key that a rotation adds in the meantime', async () => {
    const store = await open();
    await insertGuilds(store, createSealer([older]), 1);
    const ring = [older];
    const forgetting = forgetUnopenable(store, () => createSealer(ring));
    ring.unshift(newer);
    await resealAll(store, createSealer(ring));

    expect(await forgetting).toMatchObject({ 'access-token': 0, 'reply-token': 0 });
    expect(await tokensIn(store)).toEqual([[idOf(0), true, null]]);
  });
});

describeOnEachDatabase('the start', (open) => {
  test('is refused while a key is missing that something is sealed with', async () => {
    const store = await open();
    await insertGuilds(store, createSealer([newer]), 3);
    await insertGuilds(store, createSealer([older]), 1, 3);

    const refusal = refuseUnknownKeys(store, createSealer([newer]), 'the ring');

    await expect(refusal).rejects.toThrow(FatalError);
    await expect(refusal).rejects.toThrow(`"${older.id}"`);
    await expect(refuseUnknownKeys(store, createSealer([newer, older]), 'the ring')).resolves.toBeUndefined();
  });

  test('is refused with another key under the same id', async () => {
    const store = await open();
    await insertGuilds(store, createSealer([older]), 3);

    const refusal = refuseUnknownKeys(store, createSealer([{ ...newer, id: older.id }]), 'the ring');

    await expect(refusal).rejects.toThrow(/another key than the one of the same id/);
  });

  test('looks at no request whose reply is over, however many there are', async () => {
    const store = await openForTest({ kind: 'sqlite', path: ':memory:' });
    const plans = await queryPlans(store, (watched) => refuseUnknownKeys(watched, createSealer([newer]), 'the ring'));
    expect(plans.filter(([detail]) => detail?.includes('claim_requests'))).toEqual([
      ['SCAN claim_requests USING INDEX claim_requests_sealed'],
      ['SCAN claim_requests USING INDEX claim_requests_sealed'],
    ]);
  });

  test('needs no key in particular while nothing is sealed', async () => {
    await expect(refuseUnknownKeys(await open(), createSealer([newer]), 'the ring')).resolves.toBeUndefined();
  });
});
