import type { Queries, Store } from '../../database/store.ts';
import { addGuilds } from '../../guilds/store/guilds.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import { newId } from '../../work/ids.ts';
import { type Claim, type ClaimRequest, FIRST_EPOCH, type NewClaimRequest } from '../claim.ts';
import { joinOrTakeOver, keyOf, type NewRequest, noteCredentials, openClaims } from './opening.ts';
import { ACKNOWLEDGED, type ClaimRow, replyCell, requestRows, toClaim, toRequest } from './rows.ts';

/** A request on record, and its claim. `held`: the caller holds the claim, and has to settle it. */
export type Admission = { request: ClaimRequest; claim: Claim; held: boolean };

type Options = { store: Store; sealer: Sealer; leaseMs: number };
type Recorded = Omit<Admission, 'held'>;

/** See `ClaimLedger.admit`. @returns in the order of the requests */
export async function admitAll(db: Queries, options: Options, requests: readonly NewRequest[]): Promise<Admission[]> {
  const { store } = options;
  const byInteraction = new Map(requests.map((request) => [request.input.interactionId, request]));
  const recorded = await findRecorded(db, options, [...byInteraction.keys()]);
  const added = [...byInteraction.values()].filter(({ input }) => !recorded.has(input.interactionId));
  const inputs = added.map(({ input }) => input);
  await addGuilds(
    db,
    store,
    inputs.map(({ guildId }) => guildId),
  );
  await noteCredentials(db, store, inputs);
  const { claims, holders } = await openOrJoin(db, options, added);
  for (const one of await addRequests(db, options, inputs, claims)) recorded.set(one.request.interactionId, one);
  return requests.map(({ input, opens }) => {
    const found = recorded.get(input.interactionId);
    if (!found) throw new Error('a request was not recorded');
    // On record already, it may have been opened by an earlier run of this transaction.
    return { ...found, held: holders.has(input) || isOpenedAs(opens, found.claim) };
  });
}

/** Whether a claim is the one that was opened with this id, and nobody has taken it over. */
function isOpenedAs(id: string, claim: Claim): boolean {
  return claim.id === id && claim.epoch === FIRST_EPOCH;
}

async function findRecorded(
  db: Queries,
  { store, sealer }: Options,
  interactionIds: string[],
): Promise<Map<string, Recorded>> {
  const ids = interactionIds.map((id) => ({ id }));
  const rows = await requestRows(db)
    .where('interaction_id', 'in', (eb) => eb.selectFrom(store.given({ id: 'text' }, ids)).select('given.id'))
    .execute();
  const found = new Map<string, Recorded>();
  for (const row of rows) {
    const claim = await db.selectFrom('claims').selectAll().where('id', '=', row.claim_id).executeTakeFirstOrThrow();
    found.set(row.interaction_id, { request: toRequest(row, sealer), claim: toClaim(claim) });
  }
  return found;
}

/** @returns the claims, by key. The first request for a claim that was opened or taken over holds it. */
async function openOrJoin(
  db: Queries,
  { store, leaseMs }: Options,
  requests: readonly NewRequest[],
): Promise<{ claims: Map<string, ClaimRow>; holders: Set<NewClaimRequest> }> {
  const byKey = Map.groupBy(requests, ({ input }) => keyOf(input));
  // In the same order in each process: two that wait for each other would be a deadlock.
  const firsts = [...byKey.keys()].toSorted().flatMap((key) => byKey.get(key)?.slice(0, 1) ?? []);
  const claims = await openClaims(db, store, firsts, leaseMs);
  const holders = new Set<NewClaimRequest>();
  for (const first of firsts) {
    const key = keyOf(first.input);
    const opened = claims.get(key);
    const { row, held } = opened ? { row: opened, held: true } : await joinOrTakeOver(db, store, first, leaseMs);
    claims.set(key, row);
    if (held) holders.add(first.input);
  }
  return { claims, holders };
}

/** What a request has at first. */
const UNTOLD = {
  acknowledged: ACKNOWLEDGED.unsaid,
  told: null,
  replaced: 0,
  direct_at: null,
  direct_begun_at: null,
  has_reward: 0,
};

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
  { store, sealer }: Options,
  inputs: readonly NewClaimRequest[],
  claims: ReadonlyMap<string, ClaimRow>,
): Promise<Recorded[]> {
  const made = inputs.flatMap((input) => {
    const claim = claims.get(keyOf(input));
    if (!claim) return [];
    const id = newId();
    const row = {
      id,
      claim_id: claim.id,
      interaction_id: input.interactionId,
      guild_id: input.guildId,
      user_id: input.userId,
      locale: input.locale,
      application_id: input.reply.applicationId,
      sealed_reply_token: sealer.seal(input.reply.token, replyCell(input.guildId, id)),
    };
    return [{ input, row, claim }];
  });
  const rows = made.map(({ row }) => row);
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
  for (const { input, claim } of made) await replaceRequest(db, input, claim.id);
  return made.map(({ input, row, claim }) => {
    const { playername, credential_id, reference, opened_at } = claim;
    const written = { ...row, ...UNTOLD, created_at: times.get(row.id) ?? opened_at };
    const request = toRequest({ ...written, playername, credential_id, reference }, sealer, input.reply);
    return { request, claim: toClaim(claim) };
  });
}

/**
 * The earlier request's reply shows the new request from now on, and is no longer edited for the earlier one. A verdict
 * that the earlier one did not show is told in a message of its own.
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
