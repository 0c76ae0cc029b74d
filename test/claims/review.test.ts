import { describe, expect, test } from 'vitest';

import { createClaimReview } from '../../src/claims/review.ts';
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

describe('resolving', () => {
  test('keeps the note without the space around it', async () => {
    const { review, park } = await createScene();
    const outcome = await review.resolve(MONA, await park(), '  Settled in chat\n');
    expect(outcome).toMatchObject({
      kind: 'resolved',
      claim: { state: 'resolved', resolution: { by: 'mona', note: 'Settled in chat' } },
    });
  });

  test.each(['   ', 'x'.repeat(501)])('is refused with the note %j', async (note) => {
    const { review, park } = await createScene();
    const claimId = await park();
    expect((await review.resolve(MONA, claimId, note)).kind).toBe('bad-note');
    expect((await review.find(GUILD, claimId))?.state).toBe('parked');
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
});
