import { expect, test } from 'vitest';

import { DOUBTS_NAMED } from '../../../src/claims/escalation.ts';
import type { ProvenVerdict } from '../../../src/claims/states.ts';
import type { Escalation, Question } from '../../../src/claims/store/escalations.ts';
import { forgetPerson } from '../../../src/database/forgetting.ts';
import { createRetention } from '../../../src/database/retention.ts';
import { createGuilds } from '../../../src/guilds/store/guilds.ts';
import type { PostChannel } from '../../../src/guilds/store/post-settings.ts';
import { changePosts, type Posts } from '../../../src/guilds/store/posts.ts';
import { describeOnEachDatabase, openForTest, type OpenTestStore } from '../../database/databases.ts';
import { LASTS } from '../../database/lasts.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { writtenBetween } from '../../database/written-between.ts';
import { postAll, postsOn } from '../../guilds/store/take-all.ts';
import { createManualClock } from '../../manual-clock.ts';
import { admit, GUILD, ledgerOn, sealer, UNKNOWN } from './ledger-scene.ts';

const SISTER = '100000000000000002';
const [MODERATORS, PUBLIC] = ['moderators only', 'for everyone'];
const LEASE_MS = 60_000;
const PENDING: ProvenVerdict = { kind: 'pending' };
const LIKELY: ProvenVerdict = { kind: 'likely-granted' };

type Asking = { userId?: string; guildId?: string };

async function createScene(open: OpenTestStore) {
  const clock = createManualClock();
  const store = onClock(await open(), clock.now);
  const ledger = ledgerOn(store);
  const guilds = createGuilds({ store, sealer });
  const posts = postsOn(store, { leaseMs: LEASE_MS });

  const ask = async ({ userId = 'ada', guildId = GUILD }: Asking = {}) =>
    (await admit(ledger, { userId, guildId })).claim;

  /** A claim with one attempt, which these people asked for, closed with this verdict. */
  async function close(verdict: ProvenVerdict, ...others: Asking[]) {
    const claim = await ask();
    for (const other of others) await ask(other);
    await ledger.endAttempt(await ledger.startAttempt(claim), UNKNOWN);
    await ledger.close(claim, verdict);
    return claim;
  }

  const want = (guildId: string, channel: PostChannel, channelId: string) =>
    guilds.changePosts(guildId, channel, () => ({ channelId, on: true }));
  const wantBoth = async () => {
    await want(GUILD, 'moderators', MODERATORS);
    await want(GUILD, 'announcements', PUBLIC);
  };
  const due = () => escalationsIn(posts);
  const channelsOf = async () => (await due()).map(({ channelId }) => channelId);
  return { clock, store, ledger, guilds, due, ask, close, want, wantBoth, channelsOf };
}

async function escalationsIn(posts: Posts) {
  const due = (await postAll(posts)).filter(({ kind }) => kind === 'escalation');
  return due.map((post) => ({ ...post, content: post.content as Escalation }));
}

describeOnEachDatabase('a settled claim', (open) => {
  test.each<[name: string, verdict: ProvenVerdict, channels: string[]]>([
    [
      'that may have been two is due in the moderators’ channel, for the announcement says so too',
      { kind: 'granted', maybeTwo: true },
      [MODERATORS],
    ],
    ['that was granted is due nowhere', { kind: 'granted' }, []],
    ['of a vote that was claimed before is due nowhere', { kind: 'already', recordedAt: 1 }, []],
    ['that was hardly two is due nowhere', { kind: 'granted', maybeTwo: true, unlikely: true }, []],
  ])('%s', async (_name, verdict, channels) => {
    const { channelsOf, close, wantBoth } = await createScene(open);
    await wantBoth();
    await close(verdict);
    expect(await channelsOf()).toEqual(channels);
  });
});

describeOnEachDatabase('a parked claim', (open) => {
  test('is due in the moderators’ channel, with all that is known', async () => {
    const { clock, close, due, wantBoth } = await createScene(open);
    await wantBoth();
    const claim = await close(PENDING);
    expect(await due()).toMatchObject([
      {
        guildId: GUILD,
        channelId: MODERATORS,
        content: {
          channel: 'moderators',
          verdict: 'pending',
          claim: {
            playername: 'Steve',
            reference: claim.reference,
            requests: [{ userId: 'ada', askedAt: clock.now() }],
            attempts: [{ startedAt: clock.now(), endedAt: clock.now(), outcome: UNKNOWN }],
          },
          isElsewhere: false,
        },
      },
    ]);
  });

  test('is due in every guild whose people asked, and names them there only', async () => {
    const { ask, close, due, ledger, want } = await createScene(open);
    for (const guildId of [GUILD, SISTER]) await want(guildId, 'moderators', MODERATORS);
    await close(PENDING, { userId: 'bob', guildId: SISTER }, { userId: 'carl', guildId: SISTER });
    const posts = await due();
    expect(
      posts.map(({ guildId, content: { isElsewhere, claim } }) => [
        guildId,
        isElsewhere,
        claim.requests.map((one) => one.userId),
      ]),
    ).toEqual(
      expect.arrayContaining([
        [GUILD, false, ['ada']],
        [SISTER, true, ['bob', 'carl']],
      ]),
    );
    expect(posts).toHaveLength(2);

    await ledger.close(await ask({ userId: 'dora', guildId: SISTER }), PENDING);
    expect((await due()).map(({ guildId }) => guildId)).toEqual([SISTER]);
  });

  test('that a moderator or a late answer has dealt with is due no more', async () => {
    const { ask, channelsOf, clock, close, ledger, want } = await createScene(open);
    await want(GUILD, 'moderators', MODERATORS);
    const resolved = await close(PENDING);
    await ledger.resolve({ guildId: GUILD, claimId: resolved.id }, { by: 'mona', note: 'Done' });
    const answered = await ask();
    const attempt = await ledger.startAttempt(answered);
    await ledger.close(answered, PENDING);
    await ledger.endAttempt(attempt, { kind: 'answered', claimed: 1 });
    expect(await channelsOf()).toEqual([]);
    await clock.advance(LEASE_MS);
    expect(await channelsOf()).toEqual([]);
  });

  test('that is still due is forgotten with the person who asked', async () => {
    const { close, store, want } = await createScene(open);
    await want(GUILD, 'moderators', MODERATORS);
    await close(PENDING);
    await forgetPerson(store, 'ada');
    expect(await store.read((db) => db.selectFrom('posts').selectAll().execute())).toEqual([]);
  });
});

describeOnEachDatabase('a claim whose first answer was lost', (open, create) => {
  test('is due for the moderators alone where they have a channel, else where rewards are announced', async () => {
    const both = await createScene(open);
    await both.wantBoth();
    await both.close(LIKELY);
    expect(await both.channelsOf()).toEqual([MODERATORS]);

    const { channelsOf, close, want } = await createScene(open);
    await want(GUILD, 'announcements', PUBLIC);
    await close(LIKELY);
    expect(await channelsOf()).toEqual([PUBLIC]);
  });

  test('is announced only in the guild that asked first', async () => {
    const { close, due, want } = await createScene(open);
    for (const guildId of [GUILD, SISTER]) await want(guildId, 'announcements', PUBLIC);
    await close(LIKELY, { userId: 'bob', guildId: SISTER });
    expect(await due()).toMatchObject([{ guildId: GUILD, channel: 'announcements' }]);
  });

  test('is due no more once a late answer has granted it', async () => {
    const { ask, channelsOf, ledger, wantBoth } = await createScene(open);
    await wantBoth();
    const claim = await ask();
    const attempt = await ledger.startAttempt(claim);
    await ledger.close(claim, LIKELY);
    await ledger.endAttempt(attempt, { kind: 'answered', claimed: 1 });
    expect(await channelsOf()).toEqual([]);
  });

  test('is kept until it is posted when the person who asked has their data deleted, and names nobody', async () => {
    const { close, due, store, want } = await createScene(open);
    await want(GUILD, 'announcements', PUBLIC);
    await close(LIKELY);
    await forgetPerson(store, 'ada');
    expect(await due()).toMatchObject([
      { content: { claim: { playername: 'Steve', requests: [{ userId: undefined }] } } },
    ]);
    await createRetention(store, LASTS).forgetOld();
    expect(await store.read((db) => db.selectFrom('claims').selectAll().execute())).toEqual([]);
  });

  test('is posted as it was at one moment, though another process forgets who asked meanwhile', async () => {
    const database = await create();
    const { clock, close, store, want } = await createScene(() => openForTest(database));
    await want(GUILD, 'announcements', PUBLIC);
    await close(LIKELY);
    const other = writtenBetween(onClock(await openForTest(database), clock.now), () => forgetPerson(store, 'ada'));
    expect(await escalationsIn(postsOn(other))).toMatchObject([
      { content: { claim: { playername: 'Steve', requests: [{ userId: 'ada' }] } } },
    ]);
  });
});

describeOnEachDatabase('a question of a member', (open) => {
  test('is posted once, and once again after a moderator has decided', async () => {
    const { clock, ledger, store, want } = await createScene(open);
    await want(GUILD, 'moderators', MODERATORS);
    const { claim, request } = await admit(ledger);
    await ledger.close(claim, { kind: 'already', recordedAt: undefined });
    const asked = async () => {
      await clock.advance(1);
      for (let click = 0; click < 2; click += 1)
        await ledger.askModerators(request.id, { guildId: GUILD, userId: 'ada' });
      return (await postAll(postsOn(store))).map(({ messageId, content }) => [
        messageId,
        (content as Question).isSettled,
      ]);
    };
    expect(await asked()).toEqual([[undefined, false]]);
    await ledger.resolve({ guildId: GUILD, claimId: claim.id }, { by: 'mona', note: 'Seen', outcome: 'claimed' });
    expect(await asked()).toEqual([
      ['message', true],
      [undefined, false],
    ]);
    expect(await asked()).toEqual([]);
  });

  test('that is dealt with outside the bot stays as it is, and is posted once more if it is asked again', async () => {
    const { ledger, store, want } = await createScene(open);
    await want(GUILD, 'moderators', MODERATORS);
    const { claim, request } = await admit(ledger);
    await ledger.close(claim, { kind: 'granted' });
    const ask = () => ledger.askModerators(request.id, { guildId: GUILD, userId: 'ada' });
    const posts = async () => (await postAll(postsOn(store))).map(({ messageId }) => messageId);
    await ask();
    expect(await posts()).toEqual([undefined]);
    await ledger.leavePost(SISTER, { claimId: claim.id, messageId: 'message' });
    await store.write((db) => changePosts(db, store, claim.id));
    expect(await posts()).toEqual(['message']);
    await ledger.leavePost(GUILD, { claimId: claim.id, messageId: 'message' });
    await store.write((db) => changePosts(db, store, claim.id));
    expect(await posts()).toEqual([]);
    await ask();
    expect(await posts()).toEqual([undefined]);
  });
});

describeOnEachDatabase('an escalation that is posted', (open) => {
  test.each(['claimed', 'not-claimed', 'unstated'] as const)('says what a moderator decided: %s', async (outcome) => {
    const { close, due, ledger, want } = await createScene(open);
    for (const guildId of [GUILD, SISTER]) await want(guildId, 'moderators', MODERATORS);
    const { id: claimId } = await close(PENDING, { userId: 'bob', guildId: SISTER });
    expect((await due()).map(({ content }) => content.isSettled)).toEqual([false, false]);
    await ledger.resolve({ guildId: GUILD, claimId }, { by: 'mona', note: 'Seen', outcome });
    const posts = await due();
    expect(posts).toHaveLength(2);
    for (const post of posts) {
      const resolution = { outcome, by: 'mona', note: 'Seen' };
      expect(post).toMatchObject({ messageId: 'message', content: { isSettled: true, claim: { resolution } } });
    }
  });

  test('names another claim in doubt for the same player that comes later, until it is decided', async () => {
    const { close, due, ledger, wantBoth } = await createScene(open);
    await wantBoth();
    const first = await close(LIKELY);
    await due();
    const second = await close(PENDING);
    expect(await due()).toMatchObject([
      {
        messageId: 'message',
        content: { isSettled: false, claim: { alsoInDoubt: [{ reference: second.reference }] } },
      },
      {
        messageId: undefined,
        content: { claim: { alsoInDoubt: [{ reference: first.reference, outcome: undefined }] } },
      },
    ]);
    await ledger.resolve({ guildId: GUILD, claimId: first.id }, { by: 'mona', note: 'Seen', outcome: 'claimed' });
    const decided = { reference: first.reference, verdict: 'likely-granted', outcome: 'claimed' };
    expect(
      (await due()).find(({ content }) => content.claim.id === second.id)?.content.claim.alsoInDoubt,
    ).toMatchObject([decided]);
    await close(LIKELY);
    expect((await due()).map(({ messageId, content: { claim } }) => messageId && claim.id)).toEqual([
      second.id,
      undefined,
    ]);
  });

  test('is one of the newest few that a further doubt about the same player changes', async () => {
    const { clock, close, due, wantBoth } = await createScene(open);
    await wantBoth();
    const ids: string[] = [];
    for (let doubt = 0; doubt < 2 * DOUBTS_NAMED; doubt += 1) {
      await clock.advance(1);
      ids.push((await close(LIKELY)).id);
    }
    await due();
    await close(LIKELY);
    const changed = (await due()).filter(({ messageId }) => messageId !== undefined);
    const newest = ids.slice(-DOUBTS_NAMED - 1);
    expect(changed.map(({ content }) => content.claim.id)).toEqual(newest);
    for (const { content } of changed) expect(content.claim.alsoInDoubt).toHaveLength(DOUBTS_NAMED + 1);
  });

  test('is followed by another when what a moderator decided turns out to be perhaps two: the public reads nothing', async () => {
    const { ask, ledger, store, wantBoth } = await createScene(open);
    await wantBoth();
    const claim = await ask();
    const attempt = await ledger.startAttempt(claim);
    await ledger.endAttempt(await ledger.startAttempt(claim), UNKNOWN);
    await ledger.close(claim, PENDING);
    await ledger.resolve({ guildId: GUILD, claimId: claim.id }, { by: 'mona', note: 'Seen', outcome: 'claimed' });
    await postAll(postsOn(store));
    await ledger.endAttempt(attempt, { kind: 'answered', claimed: 1 });
    const posts = await postAll(postsOn(store));
    expect(posts.map(({ channelId, content }) => [channelId, (content as Escalation).verdict])).toEqual([
      [MODERATORS, 'granted'],
    ]);
  });

  test('says that a late answer has granted it', async () => {
    const { ask, due, ledger, wantBoth } = await createScene(open);
    await wantBoth();
    const claim = await ask();
    const attempt = await ledger.startAttempt(claim);
    await ledger.close(claim, LIKELY);
    await due();
    await ledger.endAttempt(attempt, { kind: 'answered', claimed: 1 });
    expect(await due()).toMatchObject([
      { messageId: 'message', content: { isSettled: true, claim: { verdict: { kind: 'granted' } } } },
    ]);
  });
});
