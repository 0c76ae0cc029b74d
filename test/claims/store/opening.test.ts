import { expect, test } from 'vitest';

import { RECOVERED_AT_ONCE } from '../../../src/claims/claim.ts';
import { OPERATOR } from '../../../src/claims/store/opening.ts';
import { Secret } from '../../../src/secret.ts';
import { describeOnEachDatabase } from '../../database/databases.ts';
import { rowsIn, setRows } from '../../database/rows.ts';
import { onClock } from '../../database/store-on-clock.ts';
import {
  GUILD,
  OTHER_GUILD,
  CREDENTIAL,
  OTHER_CREDENTIAL,
  NO_LEASE,
  ledgerOn,
  sealer,
  admit,
  requestsIn,
} from './ledger-scene.ts';

describeOnEachDatabase('admitting', (open) => {
  test('stores the reply’s token sealed', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const canary = 'canary-of-the-reply-token';
    const { request } = await admit(ledger, { reply: { applicationId: 'a', token: new Secret(canary) } });
    expect(request.reply?.token.reveal()).toBe(canary);
    const rows = await requestsIn(store);
    expect(JSON.stringify(rows)).not.toContain(canary);
    const cell = { guildId: GUILD, field: 'reply-token', rowId: request.id } as const;
    expect(sealer.open(rows[0]?.sealed_reply_token ?? '', cell).reveal()).toBe(canary);
  });

  test('opens the reply’s token for no other request, not even of the same guild', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { request } = await admit(ledger);
    const other = await admit(ledger, { playername: 'Alex' });
    const [row] = (await requestsIn(store)).filter(({ id }) => id === request.id);
    await setRows(store, 'claim_requests', { sealed_reply_token: row?.sealed_reply_token }, { id: other.request.id });
    expect((await ledger.standing(request.id))?.request.reply).toBeDefined();
    expect((await ledger.standing(other.request.id))?.request.reply).toBeUndefined();
  });

  test('makes a row of the guild, so that it is known when it is gone', async () => {
    const store = await open();
    await admit(ledgerOn(store));
    expect(await rowsIn(store, 'guilds')).toMatchObject([{ id: GUILD, announcements_on: 0 }]);
  });

  test('notes once which guild uses which credential, and which ones are the operator’s', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    for (const userId of ['ada', 'bob']) {
      await admit(ledger, { userId });
      await admit(ledger, { userId, guildId: OTHER_GUILD, credentialId: OTHER_CREDENTIAL, isOperators: true });
    }
    const used = await rowsIn(store, 'credentials_used');
    expect(used.map(({ guild_id, credential_id }) => [guild_id, credential_id]).toSorted()).toEqual([
      [GUILD, CREDENTIAL],
      [OTHER_GUILD, OTHER_CREDENTIAL],
      [OPERATOR, OTHER_CREDENTIAL],
    ]);
  });
});

describeOnEachDatabase('a claim that is taken over', (open, _create, kind) => {
  // On SQLite a writer locks the whole database, so there is no such session.
  test.runIf(kind === 'postgres')('is not one that a silent session has locked, and the others are', async () => {
    const store = await open();
    const ledger = ledgerOn(store, NO_LEASE);
    const locked = await admit(ledger, { playername: 'locked' });
    const { claim } = await admit(ledger, { playername: 'left' });
    const [isLocked, ended] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const session = store.write(async (db) => {
      await db.updateTable('claims').set({ epoch: 1 }).where('id', '=', locked.claim.id).execute();
      isLocked.resolve(undefined);
      await ended.promise;
    });
    await isLocked.promise;
    const taken = await ledger.takeOver().finally(() => {
      ended.resolve(undefined);
    });
    await session;
    expect(taken.map(({ id }) => id)).toEqual([claim.id]);
  });

  test('is one of the hundred whose leases ended first', async () => {
    let now = 1_772_366_400_000;
    const ledger = ledgerOn(
      onClock(await open(), () => now),
      NO_LEASE,
    );
    await admit(ledger, { playername: 'last' });
    now -= 1;
    const names = Array.from({ length: RECOVERED_AT_ONCE }, (_, index) => `player ${index}`);
    for (const playername of names) await admit(ledger, { playername });
    now += 1;
    const taken = await ledger.takeOver();
    expect(taken.map(({ playername }) => playername).toSorted()).toEqual(names.toSorted());
  });

  test('is found although a hundred leases of closed claims ended before', async () => {
    const ledger = ledgerOn(await open(), NO_LEASE);
    for (let closed = 0; closed < RECOVERED_AT_ONCE; closed += 1) {
      const { claim } = await admit(ledger);
      await ledger.close(claim, { kind: 'none' });
    }
    const { claim } = await admit(ledger, { playername: 'left' });
    expect(await ledger.takeOver()).toEqual([{ ...claim, epoch: 2 }]);
  });
});

describeOnEachDatabase('a claim whose holder was not acknowledged', (open) => {
  test('is kept when somebody was acknowledged elsewhere', async () => {
    const ledger = ledgerOn(await open());
    const { claim } = await admit(ledger);
    const { request } = await admit(ledger, { userId: 'bob' });
    expect(await ledger.acknowledge(request)).toEqual({ takenOver: undefined, isOpen: true });
    expect(await ledger.abandon(claim, 2)).toBe(false);
  });
});
