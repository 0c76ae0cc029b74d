import type { Queries, Store } from '../../database/store.ts';
import type { Member } from '../../member.ts';
import { foldName } from '../folded-name.ts';

export type OwnClaims = ReturnType<typeof createOwnClaims>;

/** The claims whose attempt of this moment was granted. @param vote - with the name as it was sent */
export function grantedAt(db: Queries, { playername, recordedAt }: { playername: string; recordedAt: number }) {
  return db
    .selectFrom('claims')
    .where('claims.id', 'in', (eb) =>
      eb
        .selectFrom('claim_attempts')
        .select('claim_id')
        .where('folded_name', '=', foldName(playername))
        .where('claim_attempts.playername', '=', playername)
        .where('started_at', '=', recordedAt)
        .where('claimed', '=', 1),
    );
}

/** What a member has claimed themselves. */
export function createOwnClaims(store: Store) {
  return {
    /** The reference of the claim that was granted then, if this member asked for it. */
    referenceOf: async (
      { guildId, userId }: Member,
      granted: { playername: string; recordedAt: number },
    ): Promise<string | undefined> => {
      const found = await store.read((db) =>
        grantedAt(db, granted)
          .select('reference')
          .where((eb) =>
            eb.exists(
              eb
                .selectFrom('claim_requests')
                .select('claim_requests.id')
                .whereRef('claim_requests.claim_id', '=', 'claims.id')
                .where('user_id', '=', userId)
                .where('claim_requests.guild_id', '=', guildId),
            ),
          )
          .executeTakeFirst(),
      );
      return found?.reference;
    },
  };
}
