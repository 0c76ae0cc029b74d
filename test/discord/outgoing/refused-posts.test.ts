import { expect, test } from 'vitest';

import { createLeases } from '../../../src/database/leases.ts';
import { createRefusedPosts } from '../../../src/discord/outgoing/refused-posts.ts';
import type { PostChannel } from '../../../src/guilds/store/post-settings.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/work/clock.ts';
import { createLog } from '../../../src/work/log.ts';
import { openForTest } from '../../database/databases.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { NOTHING_SET } from '../../gallery/setup.ts';
import { createManualClock } from '../../manual-clock.ts';
import { openDiscord } from '../../sandbox/discord/bots.ts';
import { openRest } from '../open-rest.ts';

const AGAIN_MS = 90_000;

/** A guild in which a channel of this kind is closed, and perhaps one of another kind is open. */
async function createScene(channel: PostChannel, open?: PostChannel) {
  const clock = createManualClock();
  const discord = await openDiscord();
  const guild = discord.addGuild();
  const owner = discord.addPerson({ id: guild.ownerId, guild, name: 'Olga' });
  const other = guild.addChannel('other');
  const rest = openRest(discord);
  const set = {
    ...NOTHING_SET,
    [channel]: { channelId: guild.channel.id, on: true },
    ...(open ? { [open]: { channelId: other.id, on: true } } : {}),
  };
  const refused = createRefusedPosts({
    leases: createLeases(onClock(await openForTest({ kind: 'sqlite', path: ':memory:' }), clock.now)),
    rest,
    settings: { read: () => Promise.resolve(set) },
    clock: { ...clock, signal: (ms) => AbortSignal.timeout(ms) },
    log: createLog({ level: 'silent', secrets: [] }),
  });
  const post = { guildId: guild.id, channel, channelId: guild.channel.id, locale: 'en-US' };
  const told = () => [...other.messages, ...owner.directMessages].map(({ embeds }) => embeds[0]?.title);
  /** Tries as often as it is due. @returns what became of it, and when */
  const tryFor = async (ms: number) => {
    for (let passed = 0; ;) {
      const pause = await refused.pauseOf(post);
      if (pause === undefined || passed + pause > ms) return { pause, passed };
      passed += pause;
      await clock.advance(pause);
    }
  };
  return { refused, post, told, tryFor, clock, other };
}

test.each<[PostChannel, PostChannel | undefined]>([
  ['announcements', 'moderators'],
  ['announcements', 'alerts'],
  ['moderators', 'announcements'],
  ['moderators', undefined],
  ['announcements', undefined],
])(
  'posts for %s wait for an hour, and it is told once elsewhere (%s) before they are turned off',
  async (kind, open) => {
    const { refused, post, told, tryFor } = await createScene(kind, open);
    expect(await refused.pauseOf(post)).toBe(AGAIN_MS);
    expect(told()).toEqual([]);

    const { pause, passed } = await tryFor(2 * HOUR_MS);

    expect([pause, passed >= HOUR_MS && passed < HOUR_MS + 2 * MINUTE_MS]).toEqual([undefined, true]);
    expect(told()).toEqual(['The bot cannot post in a channel']);
  },
);

test('alerts are never given up, and tried less often after an hour', async () => {
  const { tryFor, told } = await createScene('alerts', 'moderators');
  expect(await tryFor(23 * HOUR_MS)).toMatchObject({ pause: 30 * MINUTE_MS });
  expect(told()).toEqual(['The bot cannot post in a channel']);
});

test('a channel that was open in between has another hour', async () => {
  const { refused, post, tryFor } = await createScene('announcements', 'moderators');
  await tryFor(59 * MINUTE_MS);
  await refused.over(post);
  expect(await tryFor(59 * MINUTE_MS)).toMatchObject({ pause: AGAIN_MS });
});

test('where another channel is closed too, the next place is told', async () => {
  const { tryFor, told, other } = await createScene('announcements', 'moderators');
  other.appPermissions = 0n;
  await tryFor(10 * MINUTE_MS);
  expect(told()).toHaveLength(1);
});
