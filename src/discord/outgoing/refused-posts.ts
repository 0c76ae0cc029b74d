import { type APIDMChannel, type APIGuild, type REST, Routes } from 'discord.js';

import type { Leases } from '../../database/leases.ts';
import type { Settings } from '../../guilds/settings.ts';
import { POST_CHANNELS } from '../../guilds/store/post-settings.ts';
import type { DuePost } from '../../guilds/store/posts.ts';
import { postsWaiting } from '../../guilds/views/settings.ts';
import { type CommandIds, translator } from '../../locales/index.ts';
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../work/clock.ts';
import { newId, newNonce } from '../../work/ids.ts';
import type { Log } from '../../work/log.ts';
import { postMessage } from './channels.ts';
import { messageBody } from './message-body.ts';

/** With the rounds of posting between them, a permission that was away for a moment costs less than two minutes. */
const AGAIN_AFTER_MS = 90 * SECOND_MS;
const AGAIN_LATER_MS = 30 * MINUTE_MS;
/** Longer than the pause between two tries, and so than the time from the end of the hour to the next one. */
const PAST_THE_HOUR_MS = 5 * MINUTE_MS;
/** Where nobody could be told: the owner takes no messages, or Discord is away. */
const TOLD_AGAIN_AFTER_MS = 5 * MINUTE_MS;
const EVEN_IF_HELD = { evenIfHeld: true };
const TELLING_LASTS_MS = 10 * SECOND_MS;
const NONCE_BYTES = 15;

type Refused = Pick<DuePost, 'guildId' | 'channel' | 'channelId' | 'locale'>;

export type RefusedPosts = ReturnType<typeof createRefusedPosts>;

/**
 * Decides what becomes of posts whose channel is gone or closed to the bot, which may be so for a moment: they wait for
 * an hour. Leases know how long it has been so, for all processes. Alerts are never given up: they may warn of a deletion.
 */
export function createRefusedPosts(options: {
  leases: Pick<Leases, 'hold'>;
  rest: REST;
  settings: Pick<Settings, 'read'>;
  commandIds?: CommandIds;
  clock: Clock;
  log: Log;
}) {
  const { leases, rest, settings, commandIds, clock, log } = options;
  const nameOf = ({ guildId, channel, channelId }: Refused, what: string) =>
    `posts ${what} ${guildId} ${channel} ${channelId}`;
  const isFirst = (post: Refused, what: string, forMs: number) => leases.hold(nameOf(post, what), newId(), forMs);

  /** Channels of the guild that not everybody reads, and at last its owner, who may have several guilds. */
  async function* channelsToTell(
    post: Refused,
    signal: AbortSignal,
  ): AsyncGenerator<{ id: string; guildName?: string }> {
    const { guildId, channelId } = post;
    const set = await settings.read(guildId);
    for (const channel of POST_CHANNELS.toReversed()) {
      const { on, channelId: other } = set[channel];
      if (channel !== 'announcements' && on && other !== undefined && other !== channelId) yield { id: other };
    }
    const { owner_id, name: guildName } = (await rest.get(Routes.guild(guildId), { signal })) as APIGuild;
    const body = { recipient_id: owner_id };
    const { id } = (await rest.post(Routes.userChannels(), { body, signal })) as APIDMChannel;
    yield { id, guildName };
  }

  /** Tells whoever can mend it where the bot still can. Never rejects. @returns whether somebody was told */
  async function tell(post: Refused): Promise<boolean> {
    const { guildId, channelId, locale } = post;
    const t = translator(locale, commandIds);
    const signal = clock.signal(TELLING_LASTS_MS);
    const warn = (error: unknown) => {
      log.warn({ err: error, guildId }, 'a channel that is out of reach could not be told of elsewhere');
    };
    try {
      for await (const { id, guildName } of channelsToTell(post, signal)) {
        const body = messageBody(postsWaiting(channelId, guildName, t));
        const call = postMessage(rest, id, { body, nonce: newNonce(NONCE_BYTES), signal });
        const isTold = await call.then(() => true).catch(warn);
        if (isTold) return true;
      }
    } catch (error) {
      warn(error);
    }
    return false;
  }

  /** A post went out that may have been refused before, or its posts are turned off. */
  async function over(post: Refused): Promise<void> {
    for (const what of ['refused', 'waiting']) await leases.hold(nameOf(post, what), newId(), 0, EVEN_IF_HELD);
  }

  return {
    /** @returns how long the post waits, in ms; undefined when its posts are to be turned off */
    async pauseOf(post: Refused): Promise<number | undefined> {
      const startsAnHour = await isFirst(post, 'refused', HOUR_MS);
      if (startsAnHour && (await isFirst(post, 'waiting', HOUR_MS + PAST_THE_HOUR_MS))) return AGAIN_AFTER_MS;
      if ((await isFirst(post, 'told', DAY_MS)) && !(await tell(post))) {
        await leases.hold(nameOf(post, 'told'), newId(), TOLD_AGAIN_AFTER_MS, EVEN_IF_HELD);
      }
      if (!startsAnHour) return AGAIN_AFTER_MS;
      await over(post);
      if (post.channel !== 'alerts') return undefined;
      await isFirst(post, 'waiting', HOUR_MS);
      return AGAIN_LATER_MS;
    },
    over,
  };
}
