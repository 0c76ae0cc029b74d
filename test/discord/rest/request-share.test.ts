import { REST } from 'discord.js';
import { expect, test } from 'vitest';

import { createLeases } from '../../../src/database/leases.ts';
import { createRequestShare, GONE_AFTER_MS } from '../../../src/discord/rest/request-share.ts';
import { StorageUnavailableError } from '../../../src/work/errors.ts';
import { createLog } from '../../../src/work/log.ts';
import { describeOnEachDatabase } from '../../database/databases.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { createManualClock } from '../../manual-clock.ts';

const log = createLog({ level: 'silent', secrets: [] });

describeOnEachDatabase('a process', (open) => {
  test('takes its share of the requests that Discord allows, for as long as the others are there', async () => {
    const clock = createManualClock();
    const leases = createLeases(onClock(await open(), clock.now));
    const start = (id: string) => {
      const rest = new REST();
      return { share: createRequestShare({ id, leases, rest, log }), rest };
    };
    const [one, other] = [start('one'), start('other')];
    await leases.hold('another kind of lease', 'one', 2 * GONE_AFTER_MS);
    await one.share.round();
    expect(one.rest.options.globalRequestsPerSecond).toBe(50);

    await other.share.round();
    await one.share.round();
    expect([one, other].map(({ rest }) => rest.options.globalRequestsPerSecond)).toEqual([25, 25]);

    await other.share.leave();
    await one.share.round();
    expect(one.rest.options.globalRequestsPerSecond).toBe(50);

    await other.share.round();
    await clock.advance(GONE_AFTER_MS);
    await one.share.round();
    expect(one.rest.options.globalRequestsPerSecond).toBe(50);
  });
});

test('a process ends although the database fails', async () => {
  const gone = () => Promise.reject(new StorageUnavailableError('gone'));
  const share = createRequestShare({ id: 'one', leases: { hold: gone, count: gone }, rest: new REST(), log });
  await expect(share.leave()).resolves.toBeUndefined();
});
