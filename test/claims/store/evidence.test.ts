import { expect, test } from 'vitest';

import type { NewClaimRequest } from '../../../src/claims/claim.ts';
import { DOUBT_LASTS_MS } from '../../../src/claims/timings.ts';
import { isInDoubt } from '../../../src/claims/verdict.ts';
import { describeOnEachDatabase } from '../../database/databases.ts';
import {
  GUILD,
  OTHER_GUILD,
  OTHER_CREDENTIAL,
  HOUR_MS,
  GRANTED,
  UNKNOWN,
  ledgerOn,
  admit,
  claimOnce,
} from './ledger-scene.ts';

describeOnEachDatabase('the attempts that bear on a claim', (open) => {
  test('are its own, oldest first', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { claim } = await admit(ledger);
    const started = [await ledger.startAttempt(claim), await ledger.startAttempt(claim)];
    const { own, related, now } = await ledger.evidence(claim);
    expect(own.map(({ id }) => id).toSorted()).toEqual(started.map(({ id }) => id).toSorted());
    expect(related).toEqual(own);
    expect(now).toBeGreaterThanOrEqual(Math.max(...started.map(({ startedAt }) => startedAt)));
  });

  test('are none before the first', async () => {
    const ledger = ledgerOn(await open());
    const { claim } = await admit(ledger);
    expect(await ledger.evidence(claim)).toMatchObject({ own: [], related: [] });
  });

  test.each<[name: string, theirs: Partial<NewClaimRequest>, ours: Partial<NewClaimRequest>, related: boolean]>([
    ['the same key', {}, {}, true],
    ['another guild with the same credential', { guildId: OTHER_GUILD }, {}, true],
    ['the same guild with another credential', { credentialId: OTHER_CREDENTIAL }, {}, true],
    ['another guild with another credential', { guildId: OTHER_GUILD, credentialId: OTHER_CREDENTIAL }, {}, false],
    ['the name in another case', { playername: 'sTEVE' }, {}, true],
    ['ß for SS', { playername: 'STRASSE' }, { playername: 'straße' }, true],
    ['ss for ß', { playername: 'Straße' }, { playername: 'strasse' }, true],
    ['another case beyond ASCII', { playername: 'ÉLODIE' }, { playername: 'élodie' }, true],
    ['an accent of its own', { playername: 'e\u0301lodie' }, { playername: '\u00e9lodie' }, true],
    ['another name', { playername: 'Steve2' }, {}, false],
    ['the name with another space', { playername: 'Ste ve' }, { playername: 'Ste  ve' }, false],
  ])('include those of %s: $3', async (_name, theirs, ours, isRelated) => {
    const ledger = ledgerOn(await open());
    const earlier = await claimOnce(ledger, UNKNOWN, theirs);
    const { claim } = await admit(ledger, ours);
    const attempt = await ledger.startAttempt(claim);
    const { own, related } = await ledger.evidence(claim);
    expect(own.map(({ id }) => id)).toEqual([attempt.id]);
    expect(related.some(({ id }) => id === earlier.id)).toBe(isRelated);
  });

  /** Claims of one credential that another guild opened and ours joined, or ours opened and the other joined. */
  test.each([
    [OTHER_GUILD, GUILD],
    [GUILD, OTHER_GUILD],
  ])('include those of a claim that %s opened and %s joined, for both, with whatever credential', async (...guilds) => {
    const ledger = ledgerOn(await open());
    const { claim: shared } = await admit(ledger, { guildId: guilds[0] });
    await admit(ledger, { guildId: guilds[1], userId: 'bob' });
    const lost = await ledger.startAttempt(shared);
    await ledger.close(shared, { kind: 'pending' });
    for (const guildId of guilds) {
      const { claim } = await admit(ledger, { guildId, credentialId: `new credential of ${guildId}` });
      expect((await ledger.evidence(claim)).related.map(({ id }) => id)).toEqual([lost.id]);
    }
  });

  test('include those of an earlier credential of a guild that has joined', async () => {
    const ledger = ledgerOn(await open());
    const earlier = await claimOnce(ledger, UNKNOWN, { guildId: OTHER_GUILD, credentialId: OTHER_CREDENTIAL });
    const { claim } = await admit(ledger);
    expect((await ledger.evidence(claim)).related).toEqual([]);
    await admit(ledger, { guildId: OTHER_GUILD, userId: 'bob' });
    expect((await ledger.evidence(claim)).related.map(({ id }) => id)).toEqual([earlier.id]);
  });

  test('include those of the guild that belong to no claim any more', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const earlier = await claimOnce(ledger, UNKNOWN, { credentialId: OTHER_CREDENTIAL });
    await store.write((db) => db.deleteFrom('claims').execute());
    const { claim } = await admit(ledger);
    const { own, related } = await ledger.evidence(claim);
    expect([own, related]).toMatchObject([[], [{ id: earlier.id, claimId: null }]]);
  });

  test.each([
    [[GRANTED, UNKNOWN], true],
    [[UNKNOWN, GRANTED], false],
  ])('are in the order in which they started, even when the clock was set back: %j', async (ends, doubt) => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { claim } = await admit(ledger);
    for (const end of ends) await ledger.endAttempt(await ledger.startAttempt(claim), end);
    await store.write((db) =>
      db
        .updateTable('claim_attempts')
        .set((eb) => ({ started_at: eb(eb.val(claim.openedAt), '-', eb.ref('sequence')) }))
        .execute(),
    );
    const { related } = await ledger.evidence(claim);
    expect(related.map(({ outcome }) => outcome)).toEqual(ends);
    expect(isInDoubt(related)).toBe(doubt);
  });

  test.each<[name: string, agoMs: number, isRelated: boolean]>([
    ['count', DOUBT_LASTS_MS - HOUR_MS, true],
    ['count no more', DOUBT_LASTS_MS + HOUR_MS, false],
  ])('%s %i ms after they started', async (_name, agoMs, isRelated) => {
    const store = await open();
    const ledger = ledgerOn(store);
    await claimOnce(ledger, UNKNOWN);
    await store.write((db) =>
      db
        .updateTable('claim_attempts')
        .set({ started_at: store.before(agoMs) })
        .execute(),
    );
    const { claim } = await admit(ledger);
    expect((await ledger.evidence(claim)).related).toHaveLength(isRelated ? 1 : 0);
  });

  test('count without a limit while their claim is open, or waits for a moderator', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { claim: lost } = await admit(ledger);
    await ledger.startAttempt(lost);
    await store.write((db) =>
      db
        .updateTable('claim_attempts')
        .set({ started_at: store.before(30 * DOUBT_LASTS_MS) })
        .execute(),
    );
    const { claim } = await admit(ledger, { credentialId: OTHER_CREDENTIAL });
    expect((await ledger.evidence(claim)).related).toHaveLength(1);
    await ledger.close(lost, { kind: 'pending' });
    expect((await ledger.evidence(claim)).related).toHaveLength(1);
    await ledger.resolve({ guildId: GUILD, claimId: lost.id }, { by: 'mod', note: 'dealt with' });
    expect((await ledger.evidence(claim)).related).toEqual([]);
  });

  test('leave out all grants but the last one for the very name', async () => {
    const ledger = ledgerOn(await open());
    await claimOnce(ledger, GRANTED);
    const last = await claimOnce(ledger, GRANTED);
    await claimOnce(ledger, GRANTED, { playername: 'STEVE' });
    const { claim } = await admit(ledger);
    expect((await ledger.evidence(claim)).related.map(({ id }) => id)).toEqual([last.id]);
  });

  test('include those of every guild that used the operator’s credential, for a guild that uses it or did', async () => {
    const ledger = ledgerOn(await open());
    const theirs = { guildId: OTHER_GUILD, credentialId: 'operator’s, before', isOperators: true };
    const earlier = await claimOnce(ledger, UNKNOWN, theirs);
    const { claim } = await admit(ledger, { credentialId: 'operator’s, renewed', isOperators: true });
    expect((await ledger.evidence(claim)).related.map(({ id }) => id)).toEqual([earlier.id]);
    const { claim: own } = await admit(ledger, { credentialId: 'our own' });
    expect((await ledger.evidence(own)).related.map(({ id }) => id)).toEqual([earlier.id]);
    const { claim: stranger } = await admit(ledger, { guildId: 'a stranger', credentialId: 'the stranger’s own' });
    expect((await ledger.evidence(stranger)).related).toEqual([]);
  });
});
