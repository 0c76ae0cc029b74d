import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type ClaimLimits, createClaimLimiter } from '../../src/claims/limits.ts';
import { createClaimReplies } from '../../src/claims/replies.ts';
import { createClaimRunner } from '../../src/claims/runner.ts';
import { createClaims } from '../../src/claims/service.ts';
import { createClaimLedger } from '../../src/claims/store/ledger.ts';
import { systemClock } from '../../src/clock.ts';
import { openSqlite } from '../../src/database/sqlite.ts';
import { createLog } from '../../src/log.ts';
import { Secret } from '../../src/secret.ts';
import { createSealer } from '../../src/secrets/sealer.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';

/**
 * Measures what durability costs: claims per second through the claim service and the ledger on a SQLite file, 64 in
 * flight, with a main service and a Discord that answer at once. Once with writes sharing commits, once with a commit
 * for each write.
 */
const CLAIMS = 2_000;
const IN_FLIGHT = 64;
const ROUNDS = 3;
const UNLIMITED: ClaimLimits = {
  perPerson: { claims: Number.MAX_SAFE_INTEGER, seconds: 1 },
  perGuild: { claims: Number.MAX_SAFE_INTEGER, seconds: 1 },
};

async function claimsPerSecond(writesACommit: number | undefined): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'plan-vote-bot-bench-'));
  const store = await openSqlite(join(folder, 'bench.db'), writesACommit);
  const sealer = createSealer([{ id: '1', key: new Secret(randomBytes(32).toString('base64')) }]);
  const credential = new Secret('access-token');
  const parts = {
    ledger: createClaimLedger({ store, sealer, timings: CLAIM_TIMINGS }),
    votes: { claim: () => Promise.resolve({ kind: 'answered' as const, claimed: 1 as const }) },
    messenger: { tellClaim: () => Promise.resolve({ mayComeAgain: false }), post: () => Promise.resolve() },
    credentialOf: () => Promise.resolve({ credential, credentialId: credential.fingerprint(), isOperators: false }),
    clock: systemClock,
    timings: CLAIM_TIMINGS,
    stopping: new AbortController().signal,
    log: createLog({ level: 'silent', secrets: [] }),
  };
  const replies = createClaimReplies(parts);
  const runner = createClaimRunner({ ...parts, replies });
  const claims = createClaims({ ...parts, runner, replies, claimLimiter: createClaimLimiter(UNLIMITED) });

  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (let index = next++; index < CLAIMS; index = next++) {
        await claims.request({
          interactionId: String(index),
          guildId: `guild ${index % 20}`,
          userId: `user ${index}`,
          locale: 'en-US',
          playername: `Player${index}`,
          reply: { applicationId: '1', token: new Secret('reply-token') },
          receivedAt: Date.now(),
          acknowledged: Promise.resolve(),
        });
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  await store.close();
  rmSync(folder, { recursive: true });
  return CLAIMS / seconds;
}

console.log(`${CLAIMS} claims on a SQLite file, ${IN_FLIGHT} in flight, claims/s, median of ${ROUNDS} rounds:`);
for (const [name, writesACommit] of [
  ['shared commits', undefined],
  ['a commit for each write', 1],
] as const) {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rates.push(await claimsPerSecond(writesACommit));
  rates.sort((one, other) => one - other);
  console.log(`  ${name}: ${Math.round(rates[Math.floor(ROUNDS / 2)] ?? 0)}`);
}
