import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { createGuilds } from '../../../src/guilds/store/guilds.ts';
import { POST_CHANNELS } from '../../../src/guilds/store/post-settings.ts';
import { changePosts, type DuePost, type NewPost, queuePosts } from '../../../src/guilds/store/posts.ts';
import { createLog } from '../../../src/work/log.ts';
import { sealer } from '../../claims/store/ledger-scene.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { addRows, CLAIM_ROW, deleteRows, rowsIn } from '../../database/rows.ts';
import { openOnClock } from '../../database/store-on-clock.ts';
import { owedToManagers } from '../../people/store/owed-to.ts';
import { bareRecord, planFrom } from '../../plans/plan-from.ts';
import { postAll, postsOn, takeAll } from './take-all.ts';

const GUILD = '100000000000000001';
const OTHER_GUILD = '100000000000000002';
const LEASE_MS = 30_000;
const CLAIM_ID = 'claim';
const REQUEST_ID = 'request';
const LINK_ID = 1;
const ON = {
  ...{ announcement_channel_id: 'announcements', alert_channel_id: 'alerts', moderators_channel_id: 'moderators' },
  ...{ announcements_on: 1, alerts_on: 1, moderators_on: 1, last_seen_at: 0 },
};
const QUESTION_ID = 5;
const GOAL = { claims: 2, every: 'day', count: 2, from: 0, until: 86_400_000 } as const;
const PLAN = planFrom(bareRecord('ent'));

const IN_PUBLIC = { guildId: GUILD, channel: 'announcements' } as const;
const FOR_MODERATORS = { guildId: GUILD, channel: 'moderators', claimId: CLAIM_ID } as const;
const NEWS = [{ kind: 'grace-ended' }] as const;

/** A post of each kind, and some of what it says. */
const POSTS: Record<NewPost['kind'], { post: NewPost; says: unknown }> = {
  announcement: {
    post: { ...IN_PUBLIC, kind: 'announcement', once: CLAIM_ID, claimId: CLAIM_ID, detail: { goal: GOAL } },
    says: { playername: 'Steve', reference: 'ABCD2345', goal: GOAL },
  },
  escalation: {
    post: { ...FOR_MODERATORS, kind: 'escalation', once: `${CLAIM_ID} pending`, detail: { verdict: 'pending' } },
    says: { claim: { playername: 'Steve', reference: 'ABCD2345' }, verdict: 'pending', channel: 'moderators' },
  },
  delivery: {
    post: { ...FOR_MODERATORS, kind: 'delivery', detail: {} },
    says: { claim: { reference: 'ABCD2345', deliveries: [{ hookNumber: 1, state: 'parked' }] }, isSettled: false },
  },
  question: {
    post: { ...FOR_MODERATORS, kind: 'question', detail: { requestId: REQUEST_ID } },
    says: { claim: { reference: 'ABCD2345' }, asking: { userId: 'ada', told: 'pending' }, isElsewhere: false },
  },
  name: {
    post: { guildId: GUILD, channel: 'moderators', kind: 'name', once: '1', detail: { questionId: QUESTION_ID } },
    says: { playername: 'Steve', userId: 'bob', owner: { userId: 'ada', since: 0 } },
  },
  alert: {
    post: { kind: 'alert', guildId: GUILD, channel: 'alerts', detail: { linkId: LINK_ID, news: NEWS, plan: PLAN } },
    says: { entityId: 'ent', label: 'Ent', news: NEWS, plan: PLAN },
  },
  goal: { post: { ...IN_PUBLIC, kind: 'goal', once: 'day 0', detail: GOAL }, says: GOAL },
  notice: { post: { ...IN_PUBLIC, kind: 'notice', detail: { about: 'webhook' } }, says: 'webhook' },
  token: {
    post: { guildId: GUILD, channel: 'moderators', kind: 'token', once: 'credential', detail: { whose: 'operators' } },
    says: 'operators',
  },
};
const EACH = Object.entries(POSTS).map(([kind, { post, says }]) => [kind, post, says] as const);
const NOTICE = POSTS.notice.post;

async function createScene(open: OpenTestStore) {
  const { clock, store } = await openOnClock(open);
  const lines: string[] = [];
  const log = createLog({ level: 'info', secrets: [], destination: { write: (line) => lines.push(line) } });
  const posts = postsOn(store, { leaseMs: LEASE_MS, log });
  const guilds = createGuilds({ store, sealer });
  const guild = { guild_id: GUILD };
  await addRows(store, 'guilds', { id: GUILD, ...ON });
  await store.write((db) =>
    sql`insert into linked_entities (id, guild_id, entity_id, label, is_default, linked_at)
      values (${LINK_ID}, ${GUILD}, 'ent', 'Ent', 1, 0)`.execute(db),
  );
  await addRows(store, 'claims', { ...CLAIM_ROW, ...guild, id: CLAIM_ID, state: 'parked', verdict: 'pending' });
  const request = { ...guild, id: REQUEST_ID, claim_id: CLAIM_ID, interaction_id: 'i', user_id: 'ada', locale: 'fr' };
  await addRows(store, 'claim_requests', { ...request, application_id: 'a', created_at: 0, told: 'pending' });
  const name = { ...guild, folded_name: 'steve', playername: 'Steve' };
  await addRows(store, 'owned_names', { ...name, user_id: 'ada', number: 1, owned_at: 0 });
  await store.write((db) =>
    sql`insert into name_questions (id, guild_id, name_id, folded_name, playername, user_id, asked_at)
      select ${QUESTION_ID}, guild_id, id, folded_name, playername, 'bob', 0 from owned_names`.execute(db),
  );
  const delivery = { ...guild, hook_number: 1, claim_id: CLAIM_ID, message_id: 'm', body: '{}' };
  await addRows(store, 'reward_deliveries', { ...delivery, state: 'parked', due_at: 0, created_at: 0 });
  const queue = (...some: NewPost[]) => store.write((db) => queuePosts(db, store, some));
  const turn = (guildId: string, channel: NewPost['channel'], on: boolean) =>
    guilds.changePosts(guildId, channel, ({ channelId }) => ({ channelId, on }));
  const kinds = async () => (await postAll(posts)).map(({ kind }) => kind);
  return { clock, store, lines, posts, guilds, queue, turn, kinds };
}

describeOnEachDatabase('a post', (open) => {
  test('of each kind says what it is about, in the language of its guild', async () => {
    const { guilds, posts, queue } = await createScene(open);
    await guilds.setLocale(GUILD, 'fr');
    for (const [kind, post, says] of EACH) {
      await queue(post);
      const [due, ...more] = await postAll(posts);
      expect(due).toMatchObject({ kind, guildId: GUILD, channelId: post.channel, locale: 'fr', content: says });
      expect(due?.id.length).toBeLessThanOrEqual(25);
      expect(more).toEqual([]);
    }
  });

  test('of each kind that cannot be read is dropped and logged, and keeps none back', async () => {
    const { lines, queue, kinds } = await createScene(open);
    for (const [kind, post] of EACH) {
      await queue({ ...post, once: 'unreadable', detail: ['no'] }, NOTICE);
      expect(await kinds(), kind).toEqual(['notice']);
      const logged = lines.splice(0).map((line) => JSON.parse(line) as unknown);
      expect(logged).toMatchObject([{ level: 'error', kind, guildId: GUILD }]);
      expect(await kinds(), kind).toEqual([]);
    }
  });

  test('of each kind is written once where that says what it is about', async () => {
    const { queue, kinds } = await createScene(open);
    for (const [kind, post] of EACH) {
      await queue(post, post);
      await queue(post);
      // The last of several about the same reward says it all.
      expect(await kinds(), kind).toHaveLength(post.once === undefined && post.kind !== 'delivery' ? 3 : 1);
      await queue(post);
      expect(await kinds(), kind).toHaveLength(post.once === undefined ? 1 : 0);
    }
  });

  test('of each kind is not made, nor later, where its channel is off', async () => {
    const { store, queue, turn, kinds } = await createScene(open);
    for (const [kind, post] of EACH) {
      await turn(GUILD, post.channel, false);
      await queue(post);
      expect(await kinds(), kind).toEqual([]);
      await store.write((db) => queuePosts(db, store, [post], { evenIfOff: true }));
      expect(await kinds(), kind).toEqual([]);
      await turn(GUILD, post.channel, true);
      expect(await kinds(), kind).toEqual([]);
    }
  });

  test('of each kind that is due is dropped when its channel is turned off', async () => {
    const { queue, turn, kinds } = await createScene(open);
    for (const [kind, post] of EACH) {
      await queue(...POST_CHANNELS.map((channel) => ({ ...NOTICE, channel })), post);
      await turn(GUILD, post.channel, false);
      await turn(GUILD, post.channel, true);
      expect(await kinds(), kind).toEqual(['notice', 'notice']);
    }
  });

  test('mentions the role that the guild has chosen for its channel, and nobody without one', async () => {
    const { posts, guilds, queue } = await createScene(open);
    const chooseRole = (roleId?: string) => guilds.changePosts(GUILD, 'alerts', (before) => ({ ...before, roleId }));
    await queue(POSTS.alert.post, NOTICE, POSTS.alert.post);
    await chooseRole('role');
    expect((await postAll(posts)).map(({ roleId }) => roleId)).toEqual(['role', undefined, 'role']);
    await queue(POSTS.alert.post);
    await chooseRole();
    expect((await postAll(posts)).map(({ roleId }) => roleId)).toEqual([undefined]);
  });

  test('is due after those that were written before, of whatever kind', async () => {
    const { queue, kinds } = await createScene(open);
    const { announcement, escalation, alert, goal, notice } = POSTS;
    await queue(alert.post, announcement.post, goal.post);
    await queue(notice.post, escalation.post);
    expect(await kinds()).toEqual(['alert', 'announcement', 'goal', 'notice', 'escalation']);
  });

  test('that was tried and not posted keeps back what is newer in its guild, and nothing in others', async () => {
    const { clock, store, posts, queue, kinds } = await createScene(open);
    await addRows(store, 'guilds', { id: OTHER_GUILD, ...ON });
    await queue(NOTICE);
    await takeAll(posts);
    await queue(POSTS.goal.post, { ...NOTICE, guildId: OTHER_GUILD });
    expect(await postAll(posts)).toMatchObject([{ guildId: OTHER_GUILD }]);
    await clock.advance(LEASE_MS);
    expect(await kinds()).toEqual(['notice', 'goal']);
  });

  test('is held for as long as its lease and no longer, and waits for the time that it is given', async () => {
    const { clock, posts, queue } = await createScene(open);
    await queue(NOTICE);
    const [first] = await takeAll(posts);
    const post = { ...first, words: () => ({ embeds: [] }) } as unknown as DuePost;
    expect([await posts.isHeld(post, LEASE_MS - 1), await posts.isHeld(post, LEASE_MS + 1)]).toEqual([true, false]);
    await posts.wait(post, 2 * LEASE_MS);
    await clock.advance(LEASE_MS);
    expect([await posts.isHeld(post, 0), await takeAll(posts)]).toEqual([false, []]);
    await clock.advance(LEASE_MS);
    expect(await takeAll(posts)).toHaveLength(1);
    await posts.wait(post, LEASE_MS);
    expect(await posts.dueGuilds()).toEqual([]);
    await clock.advance(LEASE_MS);
    expect(await takeAll(posts)).toHaveLength(1);
  });

  test('is due first in the guild where none was tried, then where that is longest ago', async () => {
    const { clock, store, posts, queue } = await createScene(open);
    const ids = ['1', '2', '3'];
    await addRows(store, 'guilds', ...ids.map((id) => ({ id, ...ON })));
    for (const id of ids) await queue({ ...NOTICE, guildId: id });
    await posts.take('2');
    await clock.advance(1);
    await posts.take('1');
    await clock.advance(LEASE_MS);
    expect(await posts.dueGuilds()).toEqual(['3', '2', '1']);
  });

  test.each(POST_CHANNELS)(
    'whose channel is out of reach turns off %s, and the other channels go on',
    async (channel) => {
      const { clock, store, posts, guilds, queue, turn } = await createScene(open);
      await queue(...[...POST_CHANNELS, ...POST_CHANNELS].map((one) => ({ ...NOTICE, channel: one })));
      const posted: string[] = [];
      for (let due = await posts.take(GUILD); due; due = await posts.take(GUILD)) {
        if (due.channel === channel) await posts.giveUp(due);
        else {
          posted.push(due.channel);
          await posts.finish(due);
        }
      }
      const others = POST_CHANNELS.filter((other) => other !== channel);
      const guild = await guilds.find(GUILD);
      expect(guild?.postSettings[channel].on).toBe(false);
      expect(others.map((other) => guild?.postSettings[other].on)).toEqual([true, true]);
      expect(await owedToManagers(store, GUILD)).toMatchObject([{ posts: channel }]);
      expect(posted).toEqual([...others, ...others]);
      await turn(GUILD, channel, true);
      await clock.advance(LEASE_MS);
      expect(await takeAll(posts)).toEqual([]);
    },
  );

  test('that cannot be posted where it was due goes to the channel that was chosen meanwhile', async () => {
    const { clock, posts, guilds, queue } = await createScene(open);
    await queue(NOTICE);
    const due = await posts.take(GUILD);
    await guilds.changePosts(GUILD, 'announcements', () => ({ channelId: 'new', on: true }));
    if (due) await posts.giveUp(due);
    await clock.advance(LEASE_MS);
    expect(await takeAll(posts)).toMatchObject([{ channelId: 'new' }]);
  });

  test.each([POSTS.announcement, POSTS.escalation])('goes with its claim: $post.kind', async ({ post }) => {
    const { store, posts, queue } = await createScene(open);
    await queue(post);
    await deleteRows(store, 'claims');
    expect(await takeAll(posts)).toEqual([]);
    expect(await rowsIn(store, 'posts')).toEqual([]);
  });

  test('that is kept even if it is off is written once, and dropped when its turn comes', async () => {
    const { store, posts, turn } = await createScene(open);
    await turn(GUILD, 'announcements', false);
    const { post } = POSTS.goal;
    const queueGoal = () => store.write((db) => queuePosts(db, store, [post], { evenIfOff: true }));
    await queueGoal();
    await queueGoal();
    expect(await rowsIn(store, 'posts')).toMatchObject([{ kind: 'goal' }]);
    expect(await takeAll(posts)).toEqual([]);
  });
});

describeOnEachDatabase('a message for moderators about a claim', (open) => {
  const { escalation, question, delivery, announcement } = POSTS;

  async function createChanging() {
    const scene = await createScene(open);
    return { ...scene, change: () => scene.store.write((db) => changePosts(db, scene.store, CLAIM_ID)) };
  }

  test('is changed in each of its copies, each time that something becomes of it', async () => {
    const { queue, kinds, change } = await createChanging();
    await queue(escalation.post, question.post, announcement.post, delivery.post);
    expect(await kinds()).toHaveLength(4);
    for (let time = 1; time <= 2; time += 1) {
      await change();
      expect(await kinds()).toEqual(['escalation', 'question', 'delivery']);
      expect(await kinds()).toEqual([]);
    }
  });

  test('is changed also where nothing more is posted, as long as Discord lets it', async () => {
    const { posts, queue, turn, kinds, change } = await createChanging();
    await queue(escalation.post);
    expect(await kinds()).toEqual(['escalation']);
    await change();
    await turn(GUILD, escalation.post.channel, false);
    expect(await kinds()).toEqual(['escalation']);
    await change();
    const due = await posts.take(GUILD);
    if (due) await posts.giveUp(due);
    expect(await kinds()).toEqual([]);
  });

  test.each([undefined, 'message'])(
    'is changed once more when that comes while it goes out, as a change of: %s',
    async (messageId) => {
      const { posts, queue, kinds, change } = await createChanging();
      await queue(escalation.post);
      if (messageId !== undefined) {
        await kinds();
        await change();
      }
      const due = await posts.take(GUILD);
      expect(due).toMatchObject({ messageId });
      await change();
      if (due) await posts.finish(due, messageId === undefined ? 'message' : undefined);
      expect(await kinds()).toEqual(['escalation']);
      expect(await kinds()).toEqual([]);
    },
  );
});
