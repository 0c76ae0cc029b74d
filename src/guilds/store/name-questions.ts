import { z } from 'zod';

import type { Queries } from '../../database/store.ts';
import type { NameQuestion } from '../own-names.ts';
import type { PostShape } from './posts.ts';

export const nameQuestion: PostShape<{ questionId: number }, NameQuestion> = {
  detail: z.object({ questionId: z.number() }),
  async read(db, { guildId, messageId, detail: { questionId } }) {
    const question = await readQuestion(db, guildId, questionId);
    return question?.decision && messageId === undefined ? undefined : question;
  },
};

/**
 * The questions about names of a guild that wait for a moderator: nothing was decided, and the name has the owner it had.
 * Nobody decides where names have no owners.
 */
export function waitingQuestions(db: Queries, guildId: string) {
  return db
    .selectFrom('name_questions')
    .innerJoin('owned_names', 'owned_names.id', 'name_id')
    .innerJoin('guilds', 'guilds.id', 'name_questions.guild_id')
    .where('name_questions.guild_id', '=', guildId)
    .where('outcome', 'is', null)
    .where('names_on', '=', 1);
}

/** Some of those that wait, the oldest first. */
export async function readQuestions(
  waiting: ReturnType<typeof waitingQuestions>,
  { max, offset }: { max: number; offset: number },
): Promise<NameQuestion[]> {
  const rows = await waiting
    .selectAll('name_questions')
    .select(['owned_names.user_id as owner', 'owned_names.owned_at as since'])
    .orderBy('asked_at')
    .orderBy('name_questions.id')
    .limit(max)
    .offset(offset)
    .execute();
  return rows.map(toQuestion);
}

/** With their owner, while there is the one whom they are about. */
const questions = (db: Queries) =>
  db
    .selectFrom('name_questions')
    .leftJoin('owned_names', 'owned_names.id', 'name_id')
    .selectAll('name_questions')
    .select(['owned_names.user_id as owner', 'owned_names.owned_at as since']);

export async function readQuestion(db: Queries, guildId: string, id: number): Promise<NameQuestion | undefined> {
  const found = questions(db).where('name_questions.id', '=', id).where('name_questions.guild_id', '=', guildId);
  const row = await found.executeTakeFirst();
  return row && toQuestion(row);
}

type QuestionRow = Awaited<ReturnType<ReturnType<typeof questions>['executeTakeFirstOrThrow']>>;

function toQuestion(row: QuestionRow): NameQuestion {
  const { id, playername, user_id: userId, asked_at: askedAt, decided_by: by, decided_at: at } = row;
  const owner = row.owner === null || row.since === null ? undefined : { userId: row.owner, since: row.since };
  // Without an owner it is about to be settled.
  const outcome = row.outcome ?? (owner ? undefined : 'freed');
  const decision = outcome && { outcome, by: by ?? undefined, at: at ?? undefined };
  return { id, playername, userId, askedAt, owner, decision };
}
