import { randomBytes } from 'node:crypto';

import type { EscalationsTable } from '../../database/schema.ts';
import type { Queries, Store } from '../../database/store.ts';
import { createOutbox, DEFAULT_LOCALE, type Outbox, type OutboxOptions, type Post } from '../../guilds/store/outbox.ts';
import { POST_COLUMNS, readPostSettings } from '../../guilds/store/post-settings.ts';
import type { Claim } from '../claim.ts';
import type { Verdict } from '../states.ts';
import { attemptsOf, type PastAttempt } from './history.ts';
import { stateOf } from './states.ts';

/**
 * A claim that somebody has to look at. `pending`: it was parked, and waits for a moderator; `likely-granted`: a reward
 * is probably due, so whoever hands rewards over should check first; `granted`: a second reward may be due, which the
 * announcement says as well.
 */
export type Escalation = Post & {
  kind: 'escalation';
  /** whose channel it is posted in: the moderators', or the public one of the announcements */
  channel: EscalationsTable['channel'];
  verdict: EscalationsTable['verdict'];
  playername: string;
  reference: string;
  /** everyone in this guild who asked, the first one first; without an id once the person had their data deleted */
  asked: { userId: string | undefined; at: number }[];
  /** the first one first */
  attempts: PastAttempt[];
  /** people of this guild joined a claim that was opened in another one, whose moderators have it on their list */
  isElsewhere: boolean;
};

const ID_BYTES = 15;

/**
 * The outbox of escalations: each row is written together with the verdict that it is about. One whose claim has been
 * dealt with, or has another verdict by now, is left out.
 */
export function createEscalations(options: OutboxOptions): Outbox<Escalation> {
  const { store } = options;

  function findOldest(guildId: string) {
    return store.snapshot(async (db) => {
      const row = await db
        .selectFrom('escalations')
        .innerJoin('claims', 'claims.id', 'escalations.claim_id')
        .innerJoin('guilds', 'guilds.id', 'escalations.guild_id')
        .select(['escalations.id', 'escalations.claim_id', 'escalations.guild_id', 'escalations.channel'])
        .select(['escalations.verdict', 'claims.verdict as current_verdict', 'claims.state', 'claims.resolved_at'])
        .select(['claims.playername', 'claims.reference', 'claims.guild_id as opened_in', 'guilds.locale'])
        .select(POST_COLUMNS)
        .where('escalations.guild_id', '=', guildId)
        .where('posted_at', 'is', null)
        .orderBy('escalations.created_at')
        .orderBy('escalations.id')
        .limit(1)
        .executeTakeFirst();
      return row && { ...row, ...(await whatIsKnown(db, row)) };
    });
  }

  return createOutbox({
    ...options,
    table: 'escalations',
    kindOf: ({ channel }) => channel,
    findOldest,
    toPost: (row): Escalation | undefined => {
      const { channel, verdict } = row;
      const { channelId, on } = readPostSettings(row, channel);
      const isOver = verdict === 'pending' ? stateOf(row) !== 'parked' : verdict !== row.current_verdict;
      if (!on || channelId === undefined || isOver) return undefined;
      return {
        kind: 'escalation',
        id: row.id,
        nonce: row.id,
        guildId: row.guild_id,
        channelId,
        locale: row.locale ?? DEFAULT_LOCALE,
        channel,
        verdict,
        playername: row.playername,
        reference: row.reference,
        asked: row.asked,
        attempts: row.attempts,
        isElsewhere: row.opened_in !== row.guild_id,
      };
    },
  });
}

async function whatIsKnown(
  db: Queries,
  { claim_id, guild_id }: { claim_id: string; guild_id: string },
): Promise<Pick<Escalation, 'asked' | 'attempts'>> {
  const asked = await db
    .selectFrom('claim_requests')
    .select(['user_id', 'created_at'])
    .where('claim_id', '=', claim_id)
    .where('guild_id', '=', guild_id)
    .orderBy('created_at')
    .execute();
  return {
    asked: asked.map(({ user_id, created_at }) => ({ userId: user_id ?? undefined, at: created_at })),
    attempts: await attemptsOf(db, claim_id),
  };
}

/**
 * Queues posts about a claim that was just closed with this verdict, if somebody has to look at it, within the caller's
 * transaction: for the moderators of every guild whose people asked for it and, where a reward may be due, for those
 * who hand rewards over by the announcements.
 */
export async function escalate(
  db: Queries,
  store: Pick<Store, 'now'>,
  claim: Pick<Claim, 'id' | 'guildId'>,
  result: Verdict,
): Promise<void> {
  const { kind: verdict } = result;
  if (verdict !== 'pending' && verdict !== 'likely-granted' && verdict !== 'granted') return;
  if (verdict === 'granted' && !('maybeTwo' in result)) return;
  const guilds = await db
    .selectFrom('guilds')
    .selectAll()
    .where('id', 'in', (eb) => eb.selectFrom('claim_requests').select('guild_id').where('claim_id', '=', claim.id))
    .execute();
  const isReward = verdict === 'likely-granted';
  const rows = guilds.flatMap((guild) => {
    const moderators = readPostSettings(guild, 'moderators');
    const announcements = readPostSettings(guild, 'announcements');
    const isPublic = isReward && announcements.on && guild.id === claim.guildId;
    const isSameChannel = moderators.on && moderators.channelId === announcements.channelId;
    return [
      ...(moderators.on ? [{ guild_id: guild.id, channel: 'moderators' as const }] : []),
      ...(isPublic && !isSameChannel ? [{ guild_id: guild.id, channel: 'announcements' as const }] : []),
    ];
  });
  for (const row of rows) {
    await db
      .insertInto('escalations')
      .values({
        ...row,
        id: randomBytes(ID_BYTES).toString('base64url'),
        claim_id: claim.id,
        verdict,
        created_at: store.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
