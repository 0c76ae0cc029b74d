import type { RowOf } from '../../database/schema.ts';
import type { Queries, Store } from '../../database/store.ts';
import type { Member } from '../../member.ts';
import { type GivenName, type NameNews, type NameOutcome, type NamesSetting, type OwnName } from '../own-names.ts';
import { ownEarlierNames, readEarlierClaims } from './earlier-names.ts';
import { holdGuild, updateGuild } from './guilds.ts';
import { NUMBERS, tellOfName, tellOfOwner } from './name-owners.ts';
import { readQuestion } from './name-questions.ts';
import { createNameRefusals } from './name-refusals.ts';
import { readPostSettings } from './post-settings.ts';
import { changeQueued, type NewPost, queuePosts } from './posts.ts';

/** Further ones have their turn half a minute later. */
const FORGOTTEN_AT_ONCE = 100;

type OwnedRow = RowOf<'owned_names'>;
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
    await tellOfOwner(db, store, owner);
    await tellOfName(db, store, owner, { playername, outcome: 'given' });
    return { kind: 'given', playername, before: before?.user_id };
  }

  /** Takes a name from its owner, and answers who asks about it. @param decided.to - to whom it is given, if to anybody */
  async function release(db: Queries, row: OwnedRow, { by, to }: { by: string; to?: string }): Promise<void> {
    const { id, guild_id, user_id, playername } = row;
    await db.deleteFrom('owned_names').where('id', '=', id).execute();
    await tellOfName(db, store, row, { playername, outcome: 'lost' });
    const theirs = db.selectFrom('owned_names').select('id').where('guild_id', '=', guild_id);
    const open = await db
      .selectFrom('name_questions')
      .selectAll()
      .where('guild_id', '=', guild_id)
      .where('outcome', 'is', null)
      .where((eb) =>
        eb.or([
          eb('name_id', '=', id),
          eb.and([eb('user_id', '=', user_id), eb('name_id', 'in', theirs.where('user_id', '=', user_id))]),
        ]),
      )
      .execute();
    for (const question of open) {
      const toSomebody = question.user_id === to ? 'given' : 'given-elsewhere';
      const outcome = to === undefined ? 'freed' : toSomebody;
      // Who asks for another name has room for one, and has just been told why.
      const hasRoom = question.user_id === user_id;
      await (hasRoom
        ? decide(db, { ...question, playername }, { by, outcome: 'freed', news: undefined })
        : decide(db, question, { by, outcome, news: outcome }));
    }
  }

  /** @param decided.news - what who asks is told; undefined if they know */
  async function decide(
    db: Queries,
    question: QuestionRow,
    { by, outcome, news }: { by?: string; outcome: NameOutcome; news: NameNews['outcome'] | undefined },
  ): Promise<void> {
    const { id, guild_id: guildId, playername } = question;
    const decided = { outcome, playername, ...(by !== undefined && { decided_at: now, decided_by: by }) };
    await db.updateTable('name_questions').set(decided).where('id', '=', id).execute();
    if (news) await tellOfName(db, store, question, { playername, outcome: news });
    await changeQueued(db, store, postOf(guildId, id));
  }

  /** What became of a question without a decision: the owner was deleted with their data, or as nobody claimed with the name. */
  async function settle(db: Queries, question: QuestionRow): Promise<void> {
    const owner = await db
      .selectFrom('owned_names')
      .select('user_id')
      .where('guild_id', '=', question.guild_id)
      .where('folded_name', '=', question.folded_name)
      .executeTakeFirst();
    // Whoever has claimed with it meanwhile knows that it is theirs.
    if (owner?.user_id === question.user_id) return decide(db, question, { outcome: 'given', news: undefined });
    const outcome = owner ? 'given-elsewhere' : 'freed';
    await decide(db, question, { outcome, news: outcome });
  }

  /**
   * Runs for a question that is still to be decided, about a name that still has the owner it had.
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
      if (open && !owned) await settle(db, open);
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
    of: async (member: Member): Promise<OwnName[]> => {
      const rows = await store.read((db) => ownedBy(db, member));
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
     * Asks the moderators about somebody else's name, or by one of their own for another one, once. `gone`: it belongs to
     * nobody else, or there is room for another one; `no-moderators`: they have no channel; `kept` and `names-kept`: they
     * have decided already
     */
    ask: (nameId: number, { guildId, userId }: Member): Promise<{ kind: NameAsked; playername: string }> =>
      store.write(async (db) => {
        const guild = await holdGuild(db, store, guildId);
        const row = await ownedRow(db, guildId, nameId);
        const { playername = '' } = row ?? {};
        const isOwn = row?.user_id === userId;
        const hasRoom = isOwn && (await ownedBy(db, { guildId, userId })).length < NUMBERS.length;
        if (!row || hasRoom || guild.names_on !== 1) return { kind: 'gone', playername };
        if (!readPostSettings(guild, 'moderators').on) return { kind: 'no-moderators', playername };
        const asked = { name_id: nameId, user_id: userId };
        // Since then, they have got another name in the place of the one that was freed.
        await db
          .deleteFrom('name_questions')
          .where((eb) => eb.and({ ...asked, outcome: 'freed' }))
          .execute();
        const name = { guild_id: guildId, folded_name: row.folded_name, playername };
        const added = await db
          .insertInto('name_questions')
          .values({ ...name, ...asked, asked_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (added) await queuePosts(db, store, [postOf(guildId, added.id)]);
        const kept = await db
          .selectFrom('name_questions')
          .select('id')
          .where((eb) => eb.and({ ...asked, outcome: 'kept' }))
          .executeTakeFirst();
        if (!kept) return { kind: 'asked', playername };
        return { kind: isOwn ? 'names-kept' : 'kept', playername };
      }),

    /** Gives a name to the member who asks for it. `result`: undefined when it was decided before */
    giveAsked: (actor: Member, questionId: number) =>
      onQuestion(actor.guildId, questionId, (db, { user_id: to }, { playername, folded_name: foldedName }) =>
        give(db, actor, { playername, foldedName }, to),
      ),

    /** Leaves a name to its owner. */
    keep: (actor: Member, questionId: number) =>
      onQuestion(actor.guildId, questionId, (db, row, owned) => {
        const news = owned.user_id === row.user_id ? 'names-kept' : 'kept';
        return decide(db, row, { by: actor.userId, outcome: 'kept', news });
      }),

    /** @returns what a moderator may decide, or has; undefined when it is not on record any more */
    question: (guildId: string, questionId: number) => store.read((db) => readQuestion(db, guildId, questionId)),

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

export type NameAsked = 'asked' | 'kept' | 'names-kept' | 'gone' | 'no-moderators';
type QuestionRow = RowOf<'name_questions'>;

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

function ownedBy(db: Queries, { guildId, userId }: Member): Promise<OwnedRow[]> {
  const owned = db.selectFrom('owned_names').selectAll().where('guild_id', '=', guildId);
  return owned.where('user_id', '=', userId).orderBy('owned_at').orderBy('id').execute();
}

function toOwnName({ id, playername, user_id: userId, owned_at: since }: OwnedRow): OwnName {
  return { id, playername, userId, since };
}
