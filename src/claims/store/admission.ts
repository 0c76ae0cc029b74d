import { type ParametersOf, prepared } from '../../database/prepared.ts';
import type { Queries, Store } from '../../database/store.ts';
import { addGuilds } from '../../guilds/store/guilds.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import { newId } from '../../work/ids.ts';
import { FIRST_EPOCH, type NewClaimRequest } from '../claim.ts';
import type { ClaimTimings } from '../timings.ts';
import { readKnown, type Recorded } from './known.ts';
import { keyOf, type NewRequest, noteCredentials, openOrJoin } from './opening.ts';
import { advanceLook, endLooks, LookOverError, looksOver, replace } from './replaced-requests.ts';
import { ACKNOWLEDGED, type ClaimRow, replyCell, type RequestRow, toClaim, toRequest } from './rows.ts';

/**
 * A request on record, and its claim. `held`: the caller holds the claim, and has to settle it; `mayBeCovered`: an edit that
 * was sent for the request before may still be applied over the answer, in the same reply
 */
export type Admission = Recorded & { held: boolean; mayBeCovered: boolean };

type Options = { store: Store; sealer: Sealer; timings: Pick<ClaimTimings, 'leaseMs' | 'firstLookMs'> };

/** See `ClaimLedger.admit`. @returns in the order of the requests */
export async function admitAll(
  db: Queries,
  options: Options,
  requests: readonly NewRequest[],
): Promise<(Admission | LookOverError)[]> {
  const { store } = options;
  const byInteraction = new Map(requests.map((request) => [request.input.interactionId, request]));
  const unique = [...byInteraction.values()];
  const known = await readKnown(db, options, unique);
  const recorded = new Map(known.recorded);
  const news = unique.filter(({ input }) => !recorded.has(input.interactionId));
  // Before the claims, in the order in which a transaction that goes on with a look locks both.
  const replaced = await endLooks(db, news);
  const over = await looksOver(db, news);
  const added = news.filter(({ input }) => !over.has(input));
  const inputs = added.map(({ input }) => input);
  const ofNewGuilds = inputs.filter((input) => !known.hasGuild(input));
  await addGuilds(
    db,
    store,
    ofNewGuilds.map(({ guildId }) => guildId),
  );
  await noteCredentials(
    db,
    store,
    inputs.filter((input) => !known.isNoted(input)),
  );
  const { claims, holders } = await openOrJoin(db, store, added, options.timings.leaseMs);
  const covered = new Set<string>();
  for (const one of await addRequests(db, options, inputs, claims)) {
    const { interactionId } = one.request;
    recorded.set(interactionId, one);
    if (await replace(db, one.claim.id, replaced.get(interactionId))) covered.add(interactionId);
  }
  return requests.map(({ input, opens }) => {
    const found = recorded.get(input.interactionId);
    if (over.has(input)) return new LookOverError('nobody wants to have the vote looked for any more');
    if (!found) throw new Error('a request was not recorded');
    // On record already, it may have been opened by an earlier run of this transaction.
    const isNew = found.claim.id === opens && found.claim.epoch === FIRST_EPOCH;
    const held = holders.has(input) || isNew;
    const isAdded = inputs.includes(input);
    return { ...found, held, mayBeCovered: isAdded ? covered.has(input.interactionId) : input.replaces !== undefined };
  });
}

/** What a request has at first. */
const UNTOLD = {
  told: null,
  replaced: 0,
  direct_at: null,
  direct_begun_at: null,
  has_reward: 0,
  look_id: null,
  look_begun_at: null,
  look_due_at: null,
  look_ends_at: null,
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
  is_recheck: 'bigint',
  look_after: 'text',
  acknowledged: 'bigint',
} as const;

type NewRow = Pick<RequestRow, 'id' | 'claim_id' | 'interaction_id' | 'guild_id' | 'locale' | 'application_id'> &
  Pick<RequestRow, 'is_recheck' | 'look_after' | 'acknowledged' | 'user_id' | 'sealed_reply_token'>;
const requestColumns = Object.keys(REQUEST_COLUMNS) as (keyof NewRow)[];

const insertRequests = prepared((db, store, { rows }: ParametersOf<{ rows: readonly NewRow[] }>) =>
  db
    .insertInto('claim_requests')
    .columns([...requestColumns, 'created_at'])
    .expression((eb) =>
      eb.selectFrom(store.given(REQUEST_COLUMNS, rows)).select(requestColumns).select(store.now.as('created_at')),
    )
    .returning(['id', 'created_at']),
);

/** Records requests for claims that are on record. @param claims - by key */
export async function addRequests(
  db: Queries,
  { store, sealer, timings }: Pick<Options, 'store' | 'sealer'> & { timings: Pick<ClaimTimings, 'firstLookMs'> },
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
      is_recheck: input.isRecheck ? 1 : 0,
      look_after: input.lookId === undefined ? null : (input.replaces ?? null),
      acknowledged: input.lookId === undefined ? ACKNOWLEDGED.unsaid : ACKNOWLEDGED.elsewhere,
    };
    return [{ input, row, claim }];
  });
  const inserted = await insertRequests(db, store, { rows: made.map(({ row }) => row) });
  const times = new Map(inserted.map(({ id, created_at }) => [id, created_at]));
  for (const { input, row } of made) {
    if (input.lookId !== undefined) await advanceLook(db, store, { ...row, look_id: input.lookId }, timings);
  }
  return made.map(({ input, row, claim }) => {
    const { playername, credential_id, reference, opened_at } = claim;
    const written = { ...row, ...UNTOLD, created_at: times.get(row.id) ?? opened_at };
    const request = toRequest({ ...written, playername, credential_id, reference }, sealer, input.reply);
    return { request, claim: toClaim(claim) };
  });
}
