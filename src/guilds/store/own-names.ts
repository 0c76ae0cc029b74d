import type { Selectable } from 'kysely';
import { z } from 'zod';

import type { Schema } from '../../database/schema.ts';
import type { Queries, Store } from '../../database/store.ts';
import type { Member } from '../../member.ts';
import { forgive, owe } from '../../people/store/owed.ts';
import {
  type GivenName,
  NAME_DECIDED,
  type NameNews,
  type NameOutcome,
  type NameQuestion,
  type NamesSetting,
  type OwnName,
} from '../own-names.ts';
import { ownEarlierNames, readEarlierClaims } from './earlier-names.ts';
import { holdGuild, updateGuild } from './guilds.ts';
import { NUMBERS } from './name-owners.ts';
import { createNameRefusals } from './name-refusals.ts';
import { readPostSettings } from './post-settings.ts';
import { changeQueued, type NewPost, type PostShape, queuePosts } from './posts.ts';

/** Further ones have their turn half a minute later. */
const FORGOTTEN_AT_ONCE = 100;

type OwnedRow = Selectable<Schema['owned_names']>;
type Name = { playername: string; foldedName: string };

export type StoredOwnNames = ReturnType<typeof createStoredOwnNames>;

/**
 * Tables `owned_names` and `name_questions`, and whether names have owners in a guild. Whatever a function writes about a
 * guild is one transaction.
 */
export function createStoredOwnNames(store: Store) {
  const { now } = store;

  async function give(db: Queries, { guildId, userId: by }: Member, name: Name, to: string): Promise<GivenName> {
    const { names_on } = await holdGuild(db, store, guildId);
    if (names_on !== 1) return { kind: 'off' };
    const { foldedName: folded_name, playername } = name;
    const named = db.selectFrom('owned_names').selectAll().where('guild_id', '=', guildId);
    const theirs = named.where('user_id', '=', to);
    const owned = await named.where('folded_name', '=', folded_name).unionAll(theirs).execute();
    const before = owned.find((row) => row.folded_name === folded_name);
    if (before?.user_id === to) return { kind: 'theirs' };
    const number = NUMBERS.find((free) => !owned.some((row) => row.user_id === to && row.number === free));
    if (number === undefined) return { kind: 'full' };
    if (before) await release(db, before, { by, to });
    // Whoever claims with it at this moment may own it by then: Postgres says so, and the transaction runs again.
    const owner = { guild_id: guildId, folded_name, playername, user_id: to };
    await db
      .insertInto('owned_names')
      .values({ ...owner, number, owned_at: now })
      .execute();
    await tell(db, { guildId, userId: to }, { playername, outcome: 'given' });
    return { kind: 'given', playername, before: before?.user_id };
  }

  /** Takes a name from its owner, and answers who asks about it. @param decided.to - to whom it is given, if to anybody */
  async function release(db: Queries, row: OwnedRow, { by, to }: { by: string; to?: string }): Promise<void> {
    const { id, guild_id: guildId, playername } = row;
    await db.deleteFrom('owned_names').where('id', '=', id).execute();
    await tell(db, { guildId, userId: row.user_id }, { playername, outcome: 'lost' });
    const open = await db
      .selectFrom('name_questions')
      .selectAll()
      .where('name_id', '=', id)
      .where('outcome', 'is', null)
      .execute();
    for (const question of open) {
      const toSomebody = question.user_id === to ? 'given' : 'given-elsewhere';
      await decide(db, question, { by, outcome: to === undefined ? 'freed' : toSomebody });
    }
  }

  async function decide(
    db: Queries,
    { id, guild_id: guildId, user_id: userId, playername }: Selectable<Schema['name_questions']>,
    { by, outcome }: { by?: string; outcome: NameOutcome },
  ): Promise<void> {
    const decided = by === undefined ? { outcome } : { outcome, decided_at: now, decided_by: by };
    await db.updateTable('name_questions').set(decided).where('id', '=', id).execute();
    await tell(db, { guildId, userId }, { playername, outcome });
    await changeQueued(db, store, postOf(guildId, id));
  }

  /** What was decided last takes the place of what they have not been told. */
  async function tell(db: Queries, member: Member, news: NameNews): Promise<void> {
    const debt = { ...member, subject: news.playername };
    await forgive(db, NAME_DECIDED, debt);
    await owe(db, store, NAME_DECIDED, debt, news);
  }

  /**
   * Runs for a question that is still to be decided. Where the owner has had their data deleted, or the name was no
   * longer kept, nobody decides: it is free.
   *
   * @returns what is known of it afterwards
   */
  const onQuestion = <T>(
    guildId: string,
    questionId: number,
    act: (db: Queries, row: QuestionRow, owned: OwnedRow) => Promise<T>,
  ) =>
    store.write(async (db) => {
      await holdGuild(db, store, guildId);
      const row = await db
        .selectFrom('name_questions')
        .selectAll()
        .where('id', '=', questionId)
        .where('guild_id', '=', guildId)
        .executeTakeFirst();
      const open = row?.outcome === null ? row : undefined;
      const owned = open && (await ownedRow(db, guildId, open.name_id));
      if (open && !owned) await decide(db, open, { outcome: 'freed' });
      const result = open && owned ? await act(db, open, owned) : undefined;
      return { result, question: await readQuestion(db, guildId, questionId) };
    });

  return {
    read: (guildId: string): Promise<NamesSetting> => store.snapshot((db) => readSetting(db, guildId)),

    /**
     * Once it is on, names belong to whoever was first, as far as that is on record. The record is read before the
     * transaction: that may take seconds, in which others write.
     */
    async set(guildId: string, on: boolean): Promise<NamesSetting> {
      const earlier = on ? await readEarlierClaims(store, guildId) : undefined;
      return store.write(async (db) => {
        const before = await holdGuild(db, store, guildId);
        if ((before.names_on === 1) !== on) {
          if (earlier) await ownEarlierNames(db, store, guildId, earlier);
          await updateGuild(db, guildId, on ? { names_on: 1 } : { names_on: 0, names_off_at: now }).execute();
        }
        return readSetting(db, guildId);
      });
    },

    /** Why a member cannot claim with a name, where names have owners. */
    refusal: createNameRefusals(store),

    /** The oldest first. */
    of: async ({ guildId, userId }: Member): Promise<OwnName[]> => {
      const rows = await store.read((db) =>
        db
          .selectFrom('owned_names')
          .selectAll()
          .where('guild_id', '=', guildId)
          .where('user_id', '=', userId)
          .orderBy('owned_at')
          .orderBy('id')
          .execute(),
      );
      return rows.map(toOwnName);
    },

    give: (actor: Member, name: Name, to: string): Promise<GivenName> => store.write((db) => give(db, actor, name, to)),

    /** @returns whose it was; undefined when it has another owner by now, or none */
    free: ({ guildId, userId: by }: Member, nameId: number): Promise<OwnName | undefined> =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const row = await ownedRow(db, guildId, nameId);
        if (row) await release(db, row, { by });
        return row && toOwnName(row);
      }),

    /**
     * Asks the moderators about a name, once. `gone`: it belongs to nobody else; `no-moderators`: they have no channel;
     * `kept`: they have decided already
     */
    ask: (nameId: number, { guildId, userId }: Member): Promise<{ kind: NameAsked; playername: string }> =>
      store.write(async (db) => {
        const guild = await holdGuild(db, store, guildId);
        const row = await ownedRow(db, guildId, nameId);
        const { playername = '' } = row ?? {};
        if (!row || row.user_id === userId || guild.names_on !== 1) return { kind: 'gone', playername };
        if (!readPostSettings(guild, 'moderators').on) return { kind: 'no-moderators', playername };
        const question = { guild_id: guildId, name_id: nameId, playername, user_id: userId, asked_at: now };
        const added = await db
          .insertInto('name_questions')
          .values(question)
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (added) await queuePosts(db, store, [postOf(guildId, added.id)]);
        const kept = await db
          .selectFrom('name_questions')
          .select('id')
          .where('name_id', '=', nameId)
          .where('user_id', '=', userId)
          .where('outcome', '=', 'kept')
          .executeTakeFirst();
        return { kind: kept ? 'kept' : 'asked', playername };
      }),

    /** Gives a name to the member who asks for it. `result`: undefined when it was decided before */
    giveAsked: (actor: Member, questionId: number) =>
      onQuestion(actor.guildId, questionId, (db, { user_id: to }, { playername, folded_name: foldedName }) =>
        give(db, actor, { playername, foldedName }, to),
      ),

    /** Leaves a name to its owner. */
    keep: (actor: Member, questionId: number) =>
      onQuestion(actor.guildId, questionId, (db, row) => decide(db, row, { by: actor.userId, outcome: 'kept' })),

    /** Answers questions about names that were deleted with their owner's data, or as nobody claimed with them. */
    async settleForgotten(): Promise<void> {
      const forgotten = await store.read((db) =>
        db
          .selectFrom('name_questions')
          .leftJoin('owned_names', 'owned_names.id', 'name_id')
          .select(['name_questions.id', 'name_questions.guild_id'])
          .where('outcome', 'is', null)
          .where('owned_names.id', 'is', null)
          .limit(FORGOTTEN_AT_ONCE)
          .execute(),
      );
      for (const { id, guild_id } of forgotten) await onQuestion(guild_id, id, () => Promise.resolve());
    },
  };
}

export type NameAsked = 'asked' | 'kept' | 'gone' | 'no-moderators';
type QuestionRow = Selectable<Schema['name_questions']>;

export const nameQuestion: PostShape<{ questionId: number }, NameQuestion> = {
  detail: z.object({ questionId: z.number() }),
  async read(db, { guildId, messageId, detail: { questionId } }) {
    const question = await readQuestion(db, guildId, questionId);
    return question?.decision && messageId === undefined ? undefined : question;
  },
};

function postOf(guildId: string, questionId: number): NewPost {
  return { kind: 'name', guildId, channel: 'moderators', once: `${questionId}`, detail: { questionId } };
}

/** The owner of a name in a guild, where names have owners. */
export async function ownerOf(db: Queries, guildId: string, foldedName: string): Promise<OwnName | undefined> {
  const row = await db
    .selectFrom('owned_names')
    .innerJoin('guilds', 'guilds.id', 'owned_names.guild_id')
    .selectAll('owned_names')
    .where('guild_id', '=', guildId)
    .where('folded_name', '=', foldedName)
    .where('names_on', '=', 1)
    .executeTakeFirst();
  return row && toOwnName(row);
}

async function readQuestion(db: Queries, guildId: string, id: number): Promise<NameQuestion | undefined> {
  const row = await db
    .selectFrom('name_questions')
    .leftJoin('owned_names', 'owned_names.id', 'name_id')
    .selectAll('name_questions')
    .select(['owned_names.user_id as owner', 'owned_names.owned_at as since'])
    .where('name_questions.id', '=', id)
    .where('name_questions.guild_id', '=', guildId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { playername, user_id: userId, decided_by: by, decided_at: at } = row;
  const owner = row.owner === null || row.since === null ? undefined : { userId: row.owner, since: row.since };
  // Without an owner it is about to be settled.
  const outcome = row.outcome ?? (owner ? undefined : 'freed');
  const decision = outcome && { outcome, by: by ?? undefined, at: at ?? undefined };
  return { id, playername, userId, owner, decision };
}

async function readSetting(db: Queries, guildId: string): Promise<NamesSetting> {
  const guild = await db.selectFrom('guilds').select('names_on').where('id', '=', guildId).executeTakeFirst();
  const { count } = await db
    .selectFrom('owned_names')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('guild_id', '=', guildId)
    .executeTakeFirstOrThrow();
  return { on: guild?.names_on === 1, count };
}

function ownedRow(db: Queries, guildId: string, id: number): Promise<OwnedRow | undefined> {
  const owned = db.selectFrom('owned_names').selectAll().where('id', '=', id);
  return owned.where('guild_id', '=', guildId).executeTakeFirst();
}

function toOwnName({ id, playername, user_id: userId, owned_at: since }: OwnedRow): OwnName {
  return { id, playername, userId, since };
}
