import { describe, expect, test } from 'vitest';

import { createAnnouncing } from '../../src/jobs/announcing.ts';
import { createRecovery } from '../../src/jobs/recovery.ts';
import { createLog } from '../../src/log.ts';
import { CannotSpeakError, type Announcement } from '../../src/services/messenger.ts';
import { createAnnouncements, type Announcements } from '../../src/storage/announcements.ts';
import { LEDGER_TIMINGS } from '../../src/storage/claim-ledger.ts';
import { answered, createClaimScene, failure, GUILD, UNKNOWN, type SceneOptions } from '../services/claim-scene.ts';

type RecoveryOptions = SceneOptions & {
  /** what happens to an announcement on its way */
  onAnnounce?: (announcement: Announcement) => Promise<void> | void;
  announcements?: (real: Announcements) => Partial<Announcements>;
};

async function createScene({ onAnnounce, ...options }: RecoveryOptions = {}) {
  const scene = await createClaimScene(options);
  const posted: Announcement[] = [];
  const real = createAnnouncements(scene.store);
  const log = createLog({ level: 'silent', secrets: [] });
  const recover = createRecovery({ ledger: scene.ledger, settlement: scene.settlement, log });
  const announce = createAnnouncing({
    announcements: { ...real, ...options.announcements?.(real) },
    messenger: {
      tellClaim: () => Promise.reject(new Error('the settlement tells')),
      async announce(announcement) {
        await onAnnounce?.(announcement);
        posted.push(announcement);
      },
    },
    log,
  });
  const round = async () => {
    await recover();
    await announce();
  };
  await scene.store.write((db) =>
    db
      .insertInto('guilds')
      .values({ id: GUILD, announcement_channel_id: 'channel', announcements_on: 1, last_seen_at: 0 })
      .execute(),
  );
  return { ...scene, round, posted };
}

describe('a round of recovery', () => {
  test('settles what a process left behind', async () => {
    const { leaveBehind, round, heard } = await createScene({ posts: [answered(1)] });
    await leaveBehind([UNKNOWN]);
    await round();
    expect(heard('ada')).toEqual(['granted']);
  });

  test('settles the others when one cannot be', async () => {
    const { leaveBehind, round, heard } = await createScene({
      ledger: (real) => ({
        attempts: (claim) => (claim.playername === 'Steve' ? Promise.reject(failure) : real.attempts(claim)),
      }),
    });
    await leaveBehind([answered(1)], 'ada');
    await leaveBehind([answered(1)], 'bob', 'Alex');
    await round();
    expect([heard('ada'), heard('bob')]).toEqual([[], ['granted']]);
  });

  test('tells a verdict that its process could tell nobody any more', async () => {
    const { leaveBehind, ledger, round, heard } = await createScene();
    const { claim } = await leaveBehind([answered(1)]);
    await ledger.close(claim, { kind: 'granted' });
    await round();
    await round();
    expect(heard('ada')).toEqual(['granted']);
  });

  test('wipes the token of a reply that can be edited no more', async () => {
    const { leaveBehind, ledger, clock, round } = await createScene({ posts: [UNKNOWN, UNKNOWN] });
    const { request } = await leaveBehind([UNKNOWN]);
    await round();
    expect((await ledger.findRequest(request.id))?.reply).toBeDefined();
    await clock.advance(LEDGER_TIMINGS.replyEditableMs - LEDGER_TIMINGS.leaseMs);
    await round();
    expect((await ledger.findRequest(request.id))?.reply).toBeUndefined();
  });

  test('has nothing to do where nothing was left', async () => {
    const { round, journal, posted } = await createScene();
    await round();
    expect([journal, posted]).toEqual([[], []]);
  });
});

describe('an announcement', () => {
  test('is posted once, for a claim that was granted', async () => {
    const { leaveBehind, round, posted } = await createScene();
    const { request } = await leaveBehind([answered(1)]);
    await round();
    await round();
    expect(posted).toMatchObject([
      { guildId: GUILD, channelId: 'channel', playername: 'Steve', reference: request.reference },
    ]);
  });

  test('that cannot be posted there is dropped', async () => {
    let tries = 0;
    const { leaveBehind, round } = await createScene({
      onAnnounce: () => {
        tries += 1;
        throw new CannotSpeakError('the channel is gone');
      },
    });
    await leaveBehind([answered(1)]);
    await round();
    await round();
    expect(tries).toBe(1);
  });

  test('that cannot be posted for now is tried again', async () => {
    let tries = 0;
    const { leaveBehind, round, posted } = await createScene({
      onAnnounce: () => {
        tries += 1;
        if (tries === 1) throw failure;
      },
    });
    await leaveBehind([answered(1)]);
    await round();
    expect(posted).toEqual([]);
    await round();
    expect(posted).toHaveLength(1);
  });

  test('does not keep the others back when it cannot be posted', async () => {
    const { leaveBehind, round, posted } = await createScene({
      onAnnounce: ({ playername }) => {
        if (playername === 'Steve') throw failure;
      },
    });
    await leaveBehind([answered(1)], 'ada');
    await leaveBehind([answered(1)], 'bob', 'Alex');
    await round();
    expect(posted).toMatchObject([{ playername: 'Alex' }]);
  });

  test('that was posted and could not be noted as such is posted with the same nonce, which Discord takes once', async () => {
    let isFull = true;
    const { leaveBehind, round, posted } = await createScene({
      announcements: (real) => ({
        markPosted: (claimId) => (isFull ? Promise.reject(failure) : real.markPosted(claimId)),
      }),
    });
    await leaveBehind([answered(1)]);
    await round();
    isFull = false;
    await round();
    await round();
    expect(posted).toHaveLength(2);
    expect(posted[1]?.nonce).toBe(posted[0]?.nonce);
  });
});
