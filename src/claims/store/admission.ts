import { randomUUID } from 'node:crypto';

import type { Queries, Store } from '../../database/store.ts';
import { addGuilds } from '../../guilds/store/guilds.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import type { Claim, ClaimRequest, NewClaimRequest } from '../claim.ts';
import { joinOrTakeOver, keyOf, noteCredentials, openClaims } from './opening.ts';
import { createRequestReader, replyPlace, requestRows } from './request-rows.ts';
import { type ClaimRow, toClaim } from './rows.ts';

/** A request on record, and its claim. `held`: whoever made the request has to settle the claim. */
export type Admission = { request: ClaimRequest; claim: Claim; held: boolean };

type Options = { store: Store; sealer: Sealer; leaseMs: number };

/**
 * Records requests, each of which joins the open claim of its key or opens one (see `ClaimLedger.admit`).
 *
 * @returns in the order of the requests
 */
export async function admitAll(
  db: Queries,
  { store, sealer, leaseMs }: Options,
  inputs: readonly NewClaimRequest[],
): Promise<Admission[]> {
  const byInteraction = new Map(inputs.map((input) => [input.interactionId, input]));
  const known = await findKnown(db, store, sealer, [...byInteraction.keys()]);
  const unknown = [...byInteraction.values()].filter(({ interactionId }) => !known.has(interactionId));
  await addGuilds(
    db,
    store,
    unknown.map(({ guildId }) => guildId),
  );
  await noteCredentials(db, store, unknown);
  const claims = await openOrJoin(db, store, unknown, leaseMs);
  const added = await addRequests(db, { store, sealer }, unknown, claims);
  return inputs.map((input) => {
    const { interactionId } = input;
    const admission = known.get(interactionId) ?? added.get(interactionId);
    if (!admission) throw new Error('a request was not recorded');
    // Of an interaction that came twice at once, the request that was recorded is the one that holds the claim.
    return { ...admission, held: admission.held && byInteraction.get(interactionId) === input };
  });
}

/** The interactions that are on record already. */
async function findKnown(
  db: Queries,
  store: Store,
  sealer: Sealer,
  interactionIds: string[],
): Promise<Map<string, Admission>> {
  const ids = interactionIds.map((id) => ({ id }));
  const rows = await requestRows(db)
    .where('interaction_id', 'in', (eb) => eb.selectFrom(store.given({ id: 'text' }, ids)).select('given.id'))
    .execute();
  const { toRequest } = createRequestReader(sealer);
  const known = new Map<string, Admission>();
  for (const row of rows) {
    const claim = await db.selectFrom('claims').selectAll().where('id', '=', row.claim_id).executeTakeFirstOrThrow();
    known.set(row.interaction_id, { request: toRequest(row), claim: toClaim(claim), held: false });
  }
  return known;
}

/** By interaction: its claim, held by the first of those who ask for the same one. */
async function openOrJoin(
  db: Queries,
  store: Store,
  inputs: readonly NewClaimRequest[],
  leaseMs: number,
): Promise<Map<string, { row: ClaimRow; held: boolean }>> {
  const byKey = Map.groupBy(inputs, ({ credentialId, playername }) => keyOf(credentialId, playername));
  // In the same order in each process, so that two do not wait for each other.
  const firsts = [...byKey.keys()].toSorted().flatMap((key) => byKey.get(key)?.slice(0, 1) ?? []);
  const opened = await openClaims(db, store, firsts, leaseMs);
  const claims = new Map<string, { row: ClaimRow; held: boolean }>();
  for (const [key, [first, ...others]] of byKey) {
    if (!first) continue;
    const row = opened.get(key);
    const claim = row ? { row, held: true } : await joinOrTakeOver(db, store, first, leaseMs);
    claims.set(first.interactionId, claim);
    for (const { interactionId } of others) claims.set(interactionId, { row: claim.row, held: false });
  }
  return claims;
}

/** What a request is recorded with, in the order in which it is given. */
const REQUEST_COLUMNS = {
  id: 'text',
  claim_id: 'text',
  interaction_id: 'text',
  guild_id: 'text',
  user_id: 'text',
  locale: 'text',
  application_id: 'text',
  sealed_reply_token: 'text',
} as const;

async function addRequests(
  db: Queries,
  { store, sealer }: Pick<Options, 'store' | 'sealer'>,
  inputs: readonly NewClaimRequest[],
  claims: ReadonlyMap<string, { row: ClaimRow; held: boolean }>,
): Promise<Map<string, Admission>> {
  const made = inputs.flatMap((input) => {
    const claim = claims.get(input.interactionId);
    return claim ? [{ input, id: randomUUID(), ...claim }] : [];
  });
  const rows = made.map(({ id, row, input }) => ({
    id,
    claim_id: row.id,
    interaction_id: input.interactionId,
    guild_id: input.guildId,
    user_id: input.userId,
    locale: input.locale,
    application_id: input.reply.applicationId,
    sealed_reply_token: sealer.seal(input.reply.token, replyPlace(input.guildId, id)),
  }));
  const columns = Object.keys(REQUEST_COLUMNS) as (keyof typeof REQUEST_COLUMNS)[];
  const inserted = await db
    .insertInto('claim_requests')
    .columns([...columns, 'created_at'])
    .expression((eb) =>
      eb.selectFrom(store.given(REQUEST_COLUMNS, rows)).select(columns).select(store.now.as('created_at')),
    )
    .returning(['id', 'created_at'])
    .execute();
  const times = new Map(inserted.map(({ id, created_at }) => [id, created_at]));
  const added = new Map<string, Admission>();
  for (const { input, id, row, held } of made) {
    await replaceRequest(db, input, row.id);
    const request = newRequest(input, { id, row, createdAt: times.get(id) ?? row.opened_at });
    added.set(input.interactionId, { request, claim: toClaim(row), held });
  }
  return added;
}

function newRequest(
  input: NewClaimRequest,
  { id, row, createdAt }: { id: string; row: ClaimRow; createdAt: number },
): ClaimRequest {
  return {
    id,
    claimId: row.id,
    interactionId: input.interactionId,
    guildId: input.guildId,
    userId: input.userId,
    locale: input.locale,
    playername: row.playername,
    credentialId: row.credential_id,
    reference: row.reference,
    reply: input.reply,
    createdAt,
    acknowledged: false,
    told: undefined,
    replaced: false,
  };
}

/**
 * The earlier request's reply shows the new request from now on, and is no longer edited on behalf of the earlier one. A
 * verdict of that one which was not shown is told in a message of its own.
 */
async function replaceRequest(
  db: Queries,
  { replaces, guildId, userId }: NewClaimRequest,
  claimId: string,
): Promise<void> {
  if (replaces === undefined) return;
  await db
    .updateTable('claim_requests')
    .set({ sealed_reply_token: null, replaced: 1 })
    .where('id', '=', replaces)
    .where('guild_id', '=', guildId)
    .where('user_id', '=', userId)
    .where('claim_id', '!=', claimId)
    .execute();
}
