import { describe, expect, test } from 'vitest';

import { createClaimReview, MAX_NOTE_LENGTH } from '../../src/claims/review.ts';
import { createClaimHistory } from '../../src/claims/store/history.ts';
import { createPagedLists, LIST_LASTS_MS } from '../../src/ui/paged-lists.ts';
import { answered, createClaimScene, GUILD, NOT_SENT, OTHER_GUILD, SISTER_GUILD, UNKNOWN } from './claim-scene.ts';

const MONA = { guildId: GUILD, userId: 'mona' };
const NORA = { guildId: GUILD, userId: 'nora' };
const EVE = { guildId: OTHER_GUILD, userId: 'mona' };

async function createScene(posts: Parameters<typeof createClaimScene>[0] = {}) {
  const scene = await createClaimScene(posts);
  const lists = createPagedLists<object>(scene.clock.now);
  const review = createClaimReview(scene.ledger, createClaimHistory(scene.store), lists);

  /** A claim that recovery parked, because the guild no longer has a token. */
  async function park(): Promise<string> {
    const { claim } = await scene.leaveBehind([UNKNOWN]);
    scene.tokens.delete(GUILD);
    await scene.recover();
    return claim.id;
  }
  return { ...scene, review, park };
}

describe('a list', () => {
  test('of a blank name is of every name', async () => {
    const { review, claimToTheEnd } = await createScene({ posts: [answered(0)] });
    await claimToTheEnd();
    expect((await review.open(MONA, { playername: '  ' })).total).toBe(1);
  });

  test('is as it is now whenever a page is turned', async () => {
    const { review, claimToTheEnd } = await createScene({ posts: [answered(0), answered(1)] });
    await claimToTheEnd();
    const list = await review.open(MONA, {});
    await claimToTheEnd('bob');
    expect(await review.page(MONA, list.id, 1)).toMatchObject({ id: list.id, total: 2 });
  });

  test.each([
    ['another moderator', NORA],
    ['the same one in another guild', EVE],
  ])('is not there for %s', async (_who, other) => {
    const { review } = await createScene();
    const list = await review.open(MONA, {});
    expect(await review.page(other, list.id, 1)).toBeUndefined();
    expect(await review.file(other, list.id)).toBeUndefined();
  });

  test('is closed after half an hour', async () => {
    const { review, clock } = await createScene();
    const list = await review.open(MONA, {});
    await clock.advance(LIST_LASTS_MS + 1);
    expect(await review.page(MONA, list.id, 1)).toBeUndefined();
  });
});

describe('those who asked for a claim that is resolved', () => {
  const OUTCOME = { kind: 'reviewed', outcome: 'unstated' };
  const ADA = { guildId: GUILD, userId: 'ada' };

  test('read so in their reply while it can be edited, once', async () => {
    const { review, park, ledger, replies, told, heard } = await createScene();
    const claimId = await park();
    expect(await ledger.untold()).toEqual([]);
    await review.resolve(MONA, claimId, 'Done');

    const [request, ...others] = await ledger.untold();
    expect(others).toEqual([]);
    if (request) await replies.tell(request);

    expect(heard('ada')).toEqual(['pending', 'reviewed']);
    expect(told.at(-1)?.answer).toEqual(OUTCOME);
    expect(await ledger.untold()).toEqual([]);
    expect((await ledger.standing(request?.id ?? ''))?.request).toMatchObject({ told: 'reviewed', reply: undefined });
  });

  test('are told with their next command when it cannot, once', async () => {
    const { review, park, ledger, claims } = await createScene();
    const claimId = await park();
    for (const { id } of await ledger.requestsOf(claimId)) await ledger.forgetReply(id);
    expect(await claims.lateAnswersFor(ADA)).toEqual([]);
    await review.resolve(MONA, claimId, 'Done');

    const late = await claims.lateAnswersFor(ADA);
    expect(late).toMatchObject([{ request: { claimId }, verdict: OUTCOME }]);
    await late[0]?.markTold();
    expect(await claims.lateAnswersFor(ADA)).toEqual([]);
  });

  test('are told of a grant that is proven after that', async () => {
    const { review, leaveBehind, ledger, claims, recover, tokens } = await createScene();
    const { claim } = await leaveBehind();
    const attempt = await ledger.startAttempt(claim);
    tokens.delete(GUILD);
    await ledger.release(claim, 0);
    await recover();
    await review.resolve(MONA, claim.id, 'Done');
    for (const { id } of await ledger.requestsOf(claim.id)) {
      await ledger.markTold(id, 'reviewed');
    }

    await ledger.endAttempt(attempt, answered(1));

    expect(await claims.lateAnswersFor(ADA)).toMatchObject([{ verdict: { kind: 'granted' } }]);
    expect(await review.find(GUILD, claim.id)).toMatchObject({ verdict: { kind: 'granted' } });
  });
});

describe('resolving', () => {
  test('keeps the note without the space around it', async () => {
    const { review, park } = await createScene();
    const outcome = await review.resolve(MONA, await park(), '  Settled in chat\n');
    expect(outcome).toMatchObject({
      kind: 'resolved',
      claim: { state: 'resolved', resolution: { by: 'mona', note: 'Settled in chat' } },
    });
  });

  test('is done once', async () => {
    const { review, park } = await createScene();
    const claimId = await park();
    await review.resolve(MONA, claimId, 'First');
    expect(await review.resolve(NORA, claimId, 'Second')).toMatchObject({
      kind: 'already',
      claim: { resolution: { by: 'mona', note: 'First' } },
    });
  });

  test('is done already when the same note is submitted twice', async () => {
    const { review, park } = await createScene();
    const claimId = await park();
    await review.resolve(MONA, claimId, 'First');
    expect((await review.resolve(MONA, claimId, 'First')).kind).toBe('resolved');
  });

  test('is only for what waits for a moderator', async () => {
    const { review, leaveBehind } = await createScene();
    const { claim } = await leaveBehind([NOT_SENT]);
    expect(await review.resolve(MONA, claim.id, 'Done')).toMatchObject({ kind: 'not-parked' });
  });

  test('is only for the guild where the claim was opened, whoever joined it', async () => {
    const { review, park, store } = await createScene();
    const claimId = await park();
    await store.write(async (db) => {
      const row = await db.selectFrom('claim_requests').selectAll().executeTakeFirstOrThrow();
      const joiner = { ...row, id: 'joiner', interaction_id: 'joiner', guild_id: SISTER_GUILD };
      await db.insertInto('claim_requests').values(joiner).execute();
    });
    expect(await review.resolve(EVE, claimId, 'Done')).toEqual({ kind: 'not-found' });
    expect(await review.resolve({ ...EVE, guildId: SISTER_GUILD }, claimId, 'Done')).toEqual({ kind: 'not-found' });
    expect((await review.find(GUILD, claimId))?.state).toBe('parked');
  });

  test.each([
    ['blank', ' \n '],
    ['too long', 'x'.repeat(MAX_NOTE_LENGTH + 1)],
  ])('needs a note that is not %s', async (_what, note) => {
    const { review, park } = await createScene();
    const claimId = await park();
    expect(await review.resolve(MONA, claimId, note)).toEqual({ kind: 'bad-note' });
    expect((await review.find(GUILD, claimId))?.state).toBe('parked');
  });
});
