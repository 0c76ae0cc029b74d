import { z } from 'zod';

import { givenIds, type Queries, type Store } from '../../database/store.ts';
import { type PostShape, queuePosts } from '../../guilds/store/posts.ts';
import { refusesCredential } from '../../work/errors.ts';
import type { Attempt } from '../claim.ts';
import type { AttemptOutcome } from '../vote-client.ts';
import { OPERATOR } from './opening.ts';

const refusedToken = z.object({ whose: z.enum(['own', 'operators']) });

/** A post that the main service refuses the access token that claims a guild's votes. @returns whose it is */
export const tokenRefusal: PostShape<z.infer<typeof refusedToken>, 'own' | 'operators'> = {
  detail: refusedToken,
  read: (_, { detail }) => Promise.resolve(detail.whose),
};

/**
 * Tells the moderators of each guild whose access token was refused, within the transaction that records it: once for a
 * token, and again after as long as posts are kept, if it is refused then.
 */
export async function postRefusals(
  db: Queries,
  store: Store,
  ended: readonly { attempt: Pick<Attempt, 'id'>; outcome: AttemptOutcome }[],
): Promise<void> {
  const refused = ended.filter(({ outcome }) => outcome.kind === 'rejected' && refusesCredential(outcome.status));
  if (refused.length === 0) return;
  const ids = refused.map(({ attempt }) => attempt.id);
  const guilds = await db
    .selectFrom('claim_attempts')
    .innerJoin(givenIds(store, ids), 'given.id', 'claim_attempts.id')
    .leftJoin('credentials_used', (join) =>
      join
        .onRef('credentials_used.credential_id', '=', 'claim_attempts.credential_id')
        .on('credentials_used.guild_id', '=', OPERATOR),
    )
    .select(['claim_attempts.guild_id', 'claim_attempts.credential_id', 'credentials_used.guild_id as operator'])
    .distinct()
    // Two processes that write the same posts wait for one another in one direction.
    .orderBy('claim_attempts.guild_id')
    .orderBy('claim_attempts.credential_id')
    .execute();
  const posts = guilds.map(({ guild_id: guildId, credential_id: once, operator }) => {
    const whose = operator === null ? 'own' : 'operators';
    return { kind: 'token', guildId, channel: 'moderators', once, detail: { whose } } as const;
  });
  await queuePosts(db, store, posts);
}
