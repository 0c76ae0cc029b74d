import { sql } from 'kysely';

import { lockRows } from '../../database/lock-rows.ts';
import type { Queries, Store } from '../../database/store.ts';
import type { Claim } from '../claim.ts';
import { askedWith } from '../escalation.ts';
import type { Verdict } from '../states.ts';
import { writeVerdict } from './rows.ts';
import { transition } from './states.ts';

/**
 * Answers the claims about which moderators are asked by one of these others, once that is decided, or granted: its vote
 * is not theirs. Of one that was marked as resolved, nobody says more.
 *
 * @returns the ids of those that it answered
 */
export async function answerBeside(db: Queries, store: Store, questions: readonly string[]): Promise<string[]> {
  const answered: string[] = [];
  for (const id of questions) {
    const { verdict, verdict_detail } = writeVerdict({ kind: 'likely-granted', askedWith: id });
    const rows = await transition(db, store, 'decided')
      .from('claims as asked')
      .set({
        resolved_by: sql.ref('asked.resolved_by'),
        resolution_note: sql.ref('asked.resolution_note'),
        resolution: sql<'unstated' | 'not-claimed'>`case
          when asked.verdict <> 'granted' and asked.resolution = 'unstated' then 'unstated' else 'not-claimed' end`,
        lease_until: store.now,
      })
      .where('asked.id', '=', id)
      .where((eb) => eb.or([eb('asked.resolved_at', 'is not', null), eb('asked.verdict', '=', 'granted')]))
      .whereRef('claims.folded_name', '=', 'asked.folded_name')
      .where('claims.verdict', '=', sql.lit(verdict))
      .where('claims.verdict_detail', '=', verdict_detail)
      .where('claims.resolved_at', 'is', null)
      .returning('claims.id')
      .execute();
    answered.push(...rows.map((row) => row.id));
  }
  return answered;
}

/** The same where that became so just now, while the claim was closed. */
export async function answerAlready(
  db: Queries,
  store: Store,
  closed: readonly (Pick<Claim, 'id'> & { verdict: Verdict })[],
): Promise<void> {
  const questions = [...new Set(closed.flatMap(({ verdict }) => askedWith(verdict) ?? []))];
  await lockRows(db, store, 'claims', questions);
  await answerBeside(db, store, questions);
}
