import type { Clock } from '../work/clock.ts';
import { mayBeASecondPost, UNCLEAR_PAUSE_MS } from '../work/discord-patience.ts';
import { CannotSpeakError, RefusedMessageError } from '../work/errors.ts';
import type { Log } from '../work/log.ts';
import { pauseAfter } from '../work/retry.ts';
import {
  type LeftMessage,
  type PanelContent,
  type PanelMessages,
  type PanelPost,
  POSTED_AGAIN_WITHIN_MS,
} from './panel-message.ts';
import type { Settings } from './settings.ts';
import type { Goals } from './store/goals.ts';
import { DEFAULT_LOCALE, type Guilds, type PanelLocation } from './store/guilds.ts';
import type { PanelPosts } from './store/panel-posts.ts';

/** `gone`: the message was deleted; `out-of-reach`: it cannot be changed */
export type PanelState = { kind: 'none' | 'gone' } | { kind: 'shown' | 'out-of-reach'; location: PanelLocation };

export type Panel = { state: PanelState; content: PanelContent };

export type Panels = ReturnType<typeof createPanels>;

/** The panel of each guild: one message that everybody can claim from, posted once (see {@link PanelPost}). */
export function createPanels(options: {
  guilds: Guilds;
  settings: Pick<Settings, 'voteLinks'>;
  goals: Pick<Goals, 'progress' | 'markShown'>;
  panelPosts: PanelPosts;
  messages: PanelMessages;
  clock: Pick<Clock, 'random'>;
  log: Log;
}) {
  const { guilds, settings, goals, panelPosts, messages, clock, log } = options;

  /** @param named - undefined for the guild's language */
  async function read(guildId: string, named?: string) {
    const [guild, voteLinks, goal] = await Promise.all([
      guilds.find(guildId),
      settings.voteLinks(guildId),
      goals.progress(guildId),
    ]);
    const locale = named ?? guild?.locale ?? DEFAULT_LOCALE;
    return { location: guild?.panel, content: { locale, text: guild?.panelText, voteLinks, goal } };
  }

  async function markShown(guildId: string, { goal }: PanelContent): Promise<void> {
    if (goal) await goals.markShown(guildId, goal);
  }

  async function show(
    guildId: string,
    location: PanelLocation | undefined,
    content: PanelContent,
  ): Promise<PanelState> {
    if (!location) return { kind: 'none' };
    try {
      if (!(await messages.edit(location, content))) return { kind: 'gone' };
    } catch (error) {
      if (!(error instanceof CannotSpeakError)) throw error;
      return { kind: 'out-of-reach', location };
    }
    await markShown(guildId, content);
    return { kind: 'shown', location };
  }

  /** Updates the panel. A panel that is gone is forgotten, so the caller has to tell the manager. */
  async function refresh(guildId: string, locale: string): Promise<Panel> {
    const { location, content } = await read(guildId, locale);
    const state = await show(guildId, location, content);
    if (location && state.kind === 'gone') await guilds.clearPanel(guildId, location);
    return { content, state };
  }

  /** Updates the panel, and leaves one that is gone on record. @param locale - the guild's unless said */
  async function update(guildId: string, locale?: string): Promise<PanelState> {
    const { location, content } = await read(guildId, locale);
    return show(guildId, location, content);
  }

  /** Updates the panel after a change to something else that it shows. Never rejects. */
  async function follow(guildId: string, locale?: string): Promise<void> {
    await update(guildId, locale).catch((error: unknown) => {
      log.warn({ err: error, guildId }, 'a panel could not be brought up to date');
    });
  }

  /** Never rejects: when it fails, it is tried again later, unless the message is out of reach. */
  async function deleteLeft(left: LeftMessage): Promise<void> {
    const { guildId } = left;
    try {
      await messages.delete(left.location).catch((error: unknown) => {
        if (!(error instanceof CannotSpeakError)) throw error;
        log.warn({ err: error, guildId }, 'a panel is out of reach, it is left where it is');
      });
      await panelPosts.drop(left);
    } catch (error) {
      log.warn({ err: error, guildId }, 'a panel could not be taken away, it will be later');
      await panelPosts.putOff(left, pauseAfter(left.tries + 1, clock)).catch(() => undefined);
    }
  }

  /**
   * @returns undefined when another message is the panel by now, or the panel was removed
   * @throws {@link CannotSpeakError} when the channel is gone or closed to the bot, {@link RefusedMessageError} when
   * Discord rejects the message itself; after any other error it is posted later
   */
  async function send(post: PanelPost, content: PanelContent): Promise<PanelLocation | undefined> {
    const { channelId, nonce } = post;
    const messageId = await messages.post(channelId, { nonce, content }).catch(async (error: unknown) => {
      const isRefused = error instanceof CannotSpeakError || error instanceof RefusedMessageError;
      await (isRefused ? panelPosts.drop(post) : panelPosts.putOff(post, UNCLEAR_PAUSE_MS));
      throw error;
    });
    const { isPanel, left } = await panelPosts.finish(post, messageId);
    if (left) await deleteLeft(left);
    return isPanel ? { channelId, messageId } : undefined;
  }

  return {
    refresh,
    update,
    follow,
    /** Posts the panel and deletes the one before. `out-of-reach`: nothing was changed */
    async put(guildId: string, channelId: string, locale: string): Promise<Panel | 'out-of-reach'> {
      const { content } = await read(guildId, locale);
      let location: PanelLocation | undefined;
      try {
        location = await send(await panelPosts.begin(guildId, channelId), content);
      } catch (error) {
        if (error instanceof CannotSpeakError) return 'out-of-reach';
        throw error;
      }
      if (!location) return refresh(guildId, locale);
      await markShown(guildId, content);
      return { content, state: { kind: 'shown', location } };
    },
    /** The guild's own text; undefined for the usual one. */
    text: async (guildId: string): Promise<string | undefined> => (await guilds.find(guildId))?.panelText,
    /** @param text - undefined for the usual one */
    async setText(guildId: string, text: string | undefined, locale: string): Promise<Panel> {
      await guilds.setPanelText(guildId, text);
      return refresh(guildId, locale);
    },
    async remove(guildId: string, locale: string): Promise<Panel> {
      const left = await panelPosts.removePanel(guildId);
      if (left) await deleteLeft(left);
      return refresh(guildId, locale);
    },
    /** Finishes one message that a process left behind, whatever Discord answers. @returns whether there was one */
    async goOn(guildId: string): Promise<boolean> {
      const taken = await panelPosts.take(guildId);
      if (!taken) return false;
      if ('location' in taken) await deleteLeft(taken);
      else if (mayBeASecondPost(taken, POSTED_AGAIN_WITHIN_MS)) {
        log.warn({ guildId }, 'a panel may have been posted that is not on record');
        await panelPosts.drop(taken);
      } else {
        try {
          const { content } = await read(guildId);
          // A message that is found by its nonce may be out of date.
          if (await send(taken, content)) await follow(guildId);
        } catch (error) {
          log.warn({ err: error, guildId }, 'a panel could not be posted');
        }
      }
      return true;
    },
  };
}
