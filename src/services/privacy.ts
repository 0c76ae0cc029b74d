import type { Store } from '../storage/store.ts';

/** Everything stored about a person, by guild, ready to be written as JSON. */
export type PersonalData = {
  userId: string;
  exportedAt: string;
  guilds: Record<string, GuildData>;
};

type GuildData = {
  claims: ClaimData[];
  savedNames: { playername: string; savedAt: string }[];
  linkedEntities: { entityId: string; label: string; linkedAt: string }[];
  resolvedClaims: { reference: string; resolvedAt: string | null; note: string | null }[];
  linksToConfirm: { entityId: string; label: string; askedAt: string }[];
};

type ClaimData = {
  requestedAt: string;
  interactionId: string;
  language: string;
  playername: string;
  reference: string;
  state: string;
  verdict: string | null;
  shownToYou: string | null;
  closedAt: string | null;
  attempts: { startedAt: string; endedAt: string | null; outcome: string | null; answer: number | null }[];
};

export type Privacy = {
  /** Everything stored about a person in every guild. Nothing in it is secret or sealed. */
  collect(userId: string): Promise<PersonalData>;
  /**
   * Takes the person out of everything stored. Claims that nobody else asked for go with them; what was sent to the main service for
   * those stays, without the person, for the rule that a lost answer puts later ones in doubt.
   */
  forget(userId: string): Promise<void>;
};

/** Fewer than a statement may have parameters, on either database. */
const CLAIMS_AT_ONCE = 500;

export function createPrivacy({ store, now }: { store: Store; now: () => number }): Privacy {
  return {
    async collect(userId) {
      const [requests, names, links, pending, resolved] = await store.read((db) =>
        Promise.all([
          db
            .selectFrom('claim_requests')
            .innerJoin('claims', 'claims.id', 'claim_requests.claim_id')
            .where('user_id', '=', userId)
            .select([
              'claim_requests.guild_id',
              'claim_id',
              'interaction_id',
              'created_at',
              'claim_requests.locale',
              'told',
            ])
            .select(['playername', 'reference', 'state', 'verdict', 'closed_at'])
            .orderBy('created_at')
            .execute(),
          db.selectFrom('saved_names').selectAll().where('user_id', '=', userId).orderBy('saved_at').execute(),
          db.selectFrom('linked_entities').selectAll().where('linked_by', '=', userId).orderBy('id').execute(),
          db.selectFrom('pending_links').selectAll().where('requested_by', '=', userId).orderBy('id').execute(),
          db.selectFrom('claims').selectAll().where('resolved_by', '=', userId).orderBy('resolved_at').execute(),
        ]),
      );
      const attempts = await attemptsOf(requests.map(({ claim_id }) => claim_id));
      const guilds: Record<string, GuildData> = {};
      const guild = (id: string): GuildData =>
        (guilds[id] ??= { claims: [], savedNames: [], linkedEntities: [], linksToConfirm: [], resolvedClaims: [] });

      for (const row of requests) {
        guild(row.guild_id).claims.push({
          requestedAt: isoTime(row.created_at),
          interactionId: row.interaction_id,
          language: row.locale,
          playername: row.playername,
          reference: row.reference,
          state: row.state,
          verdict: row.verdict,
          shownToYou: row.told,
          closedAt: row.closed_at === null ? null : isoTime(row.closed_at),
          attempts: attempts.get(row.claim_id) ?? [],
        });
      }
      for (const { guild_id, playername, saved_at } of names) {
        guild(guild_id).savedNames.push({ playername, savedAt: isoTime(saved_at) });
      }
      for (const { guild_id, entity_id, label, linked_at } of links) {
        guild(guild_id).linkedEntities.push({ entityId: entity_id, label, linkedAt: isoTime(linked_at) });
      }
      for (const { guild_id, entity_id, label, created_at } of pending) {
        guild(guild_id).linksToConfirm.push({ entityId: entity_id, label, askedAt: isoTime(created_at) });
      }
      for (const { guild_id, reference, resolved_at, resolution_note } of resolved) {
        guild(guild_id).resolvedClaims.push({
          reference,
          resolvedAt: resolved_at === null ? null : isoTime(resolved_at),
          note: resolution_note,
        });
      }
      return { userId, exportedAt: isoTime(now()), guilds };
    },

    forget: (userId) =>
      store.write(async (db) => {
        const theirs = db.selectFrom('claim_requests').select('claim_id').where('user_id', '=', userId);
        await db
          .deleteFrom('claims')
          .where('state', '!=', 'open')
          .where('id', 'in', theirs)
          .where((claim) =>
            claim.not(
              claim.exists(
                claim
                  .selectFrom('claim_requests')
                  .select('claim_requests.id')
                  .whereRef('claim_requests.claim_id', '=', 'claims.id')
                  .where('user_id', 'is not', null)
                  .where('user_id', '!=', userId),
              ),
            ),
          )
          .execute();
        await db
          .updateTable('claim_requests')
          .set({ user_id: null, sealed_reply_token: null })
          .where('user_id', '=', userId)
          .execute();
        await db.deleteFrom('saved_names').where('user_id', '=', userId).execute();
        await db.deleteFrom('pending_links').where('requested_by', '=', userId).execute();
        await db.updateTable('linked_entities').set({ linked_by: null }).where('linked_by', '=', userId).execute();
        await db.updateTable('claims').set({ resolved_by: null }).where('resolved_by', '=', userId).execute();
      }),
  };

  async function attemptsOf(claimIds: readonly string[]): Promise<Map<string, ClaimData['attempts']>> {
    const found = new Map<string, ClaimData['attempts']>();
    for (let from = 0; from < claimIds.length; from += CLAIMS_AT_ONCE) {
      const rows = await store.read((db) =>
        db
          .selectFrom('claim_attempts')
          .selectAll()
          .where('claim_id', 'in', claimIds.slice(from, from + CLAIMS_AT_ONCE))
          .orderBy('started_at')
          .execute(),
      );
      for (const { claim_id, started_at, ended_at, outcome, claimed } of rows) {
        if (claim_id === null) continue;
        const attempts = found.get(claim_id) ?? [];
        found.set(claim_id, attempts);
        attempts.push({
          startedAt: isoTime(started_at),
          endedAt: ended_at === null ? null : isoTime(ended_at),
          outcome,
          answer: claimed,
        });
      }
    }
    return found;
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
