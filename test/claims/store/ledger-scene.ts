import { type Claim, type ClaimRequest, type NewClaimRequest } from '../../../src/claims/claim.ts';
import { type ClaimLedger, createClaimLedger } from '../../../src/claims/store/ledger.ts';
import { CLAIM_TIMINGS, type ClaimTimings } from '../../../src/claims/timings.ts';
import type { AttemptOutcome } from '../../../src/claims/vote-client.ts';
import type { Store } from '../../../src/database/store.ts';
import { Secret } from '../../../src/secret.ts';
import { createKey } from '../../../src/secrets/key-file.ts';
import { createSealer } from '../../../src/secrets/sealer.ts';
import { rowsIn } from '../../database/rows.ts';

export const GUILD = '100000000000000001';
export const OTHER_GUILD = '100000000000000002';
export const CREDENTIAL = 'credential';
export const OTHER_CREDENTIAL = 'other credential';
export const HOUR_MS = 3_600_000;

/** Every lease expires at once. */
export const NO_LEASE = { leaseMs: 0 };

export const GRANTED: AttemptOutcome = { kind: 'answered', claimed: 1 };
export const UNKNOWN: AttemptOutcome = { kind: 'unknown' };

export const sealer = createSealer([createKey()]);

export function ledgerOn(store: Store, timings: Partial<ClaimTimings> = {}): ClaimLedger {
  return createClaimLedger({ store, sealer, timings: { ...CLAIM_TIMINGS, ...timings } });
}

let interactions = 0;

export function newRequest(changes: Partial<NewClaimRequest> = {}): NewClaimRequest {
  interactions += 1;
  return {
    interactionId: `interaction ${interactions}`,
    guildId: GUILD,
    userId: 'ada',
    locale: 'fr',
    playername: 'Steve',
    credentialId: CREDENTIAL,
    isOperators: false,
    reply: { applicationId: 'application', token: new Secret(`reply ${interactions}`) },
    ...changes,
  };
}

export async function admit(
  ledger: ClaimLedger,
  changes: Partial<NewClaimRequest> = {},
): Promise<{ request: ClaimRequest; claim: Claim; held: boolean }> {
  return ledger.admit(newRequest(changes));
}

/** A claim that is granted by its first attempt. */
export async function grant(ledger: ClaimLedger, changes: Partial<NewClaimRequest> = {}) {
  const { claim, request } = await admit(ledger, changes);
  await ledger.settle({ claim, attempt: await ledger.startAttempt(claim), outcome: GRANTED });
  return { claim, request };
}

/** A complete claim with a single attempt. */
export async function claimOnce(ledger: ClaimLedger, end: AttemptOutcome, changes: Partial<NewClaimRequest> = {}) {
  const { claim } = await admit(ledger, changes);
  const attempt = await ledger.startAttempt(claim);
  await ledger.endAttempt(attempt, end);
  await ledger.close(claim, { kind: 'none' });
  return attempt;
}

export const claimsIn = (store: Store) => rowsIn(store, 'claims');
export const requestsIn = (store: Store) => rowsIn(store, 'claim_requests');
export const attemptsIn = (store: Store) => rowsIn(store, 'claim_attempts');
export async function announcedIn(store: Store) {
  const announcements = (await rowsIn(store, 'posts')).filter(({ kind }) => kind === 'announcement');
  return announcements.map(({ claim_id: claimId, guild_id: guildId }) => ({ claimId, guildId }));
}

export async function wantAnnouncements(store: Store, guildId: string): Promise<void> {
  const settings = { announcement_channel_id: 'channel', announcements_on: 1, last_seen_at: store.now };
  await store.write((db) =>
    db
      .insertInto('guilds')
      .values({ id: guildId, ...settings })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(settings))
      .execute(),
  );
}
