import { CannotSpeakError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { GoalProgress } from './goal.ts';
import type { Settings } from './settings.ts';
import type { Goals } from './store/goals.ts';
import type { Guilds, PanelPlace } from './store/guilds.ts';
import type { VoteLink } from './vote-links.ts';

/**
 * What a panel says. `locale`: as Discord names it; `text`: the guild's own, undefined for the usual one; `goal`:
 * undefined where there is none
 */
export type PanelContent = {
  locale: string;
  text: string | undefined;
  voteLinks: readonly VoteLink[];
  goal: GoalProgress | undefined;
};

/** Messages of panels in Discord. Each throws {@link CannotSpeakError} when the channel is gone or closed to the bot. */
export type PanelMessages = {
  /** @returns the id of the message */
  post(channelId: string, content: PanelContent): Promise<string>;
  /** @returns false when the message was deleted */
  edit(place: PanelPlace, content: PanelContent): Promise<boolean>;
  /** Does nothing when it was deleted already. */
  delete(place: PanelPlace): Promise<void>;
};

/** How a guild's panel stands. `gone`: its message was deleted; `out-of-reach`: it cannot be changed */
export type PanelState = { kind: 'none' | 'gone' } | { kind: 'shown' | 'out-of-reach'; place: PanelPlace };

/** A panel as its guild sees it, and what it says. */
export type Panel = { state: PanelState; content: PanelContent };

/** The panel of each guild: one message that everybody can claim from. */
export type Panels = {
  /**
   * Brings what is shown up to date, and finds out whether it is still there. One that is gone is forgotten, so a
   * manager has to be told.
   */
  refresh(guildId: string, locale: string): Promise<Panel>;
  /** The same when no manager is there: one that is gone is not forgotten. */
  update(guildId: string, locale: string): Promise<PanelState>;
  /** Posts the panel; one that is shown already is taken away. `out-of-reach` leaves everything as it was. */
  put(guildId: string, channelId: string, locale: string): Promise<Panel | 'out-of-reach'>;
  /** Brings the panel up to date after something else was changed that it shows. Never rejects. */
  follow(guildId: string, locale: string): Promise<void>;
  /** The guild's own words; undefined for the usual ones. */
  text(guildId: string): Promise<string | undefined>;
  /** @param text - undefined for the usual one */
  setText(guildId: string, text: string | undefined, locale: string): Promise<Panel>;
  remove(guildId: string, locale: string): Promise<Panel>;
};

export function createPanels({
  guilds,
  settings,
  goals,
  messages,
  log,
}: {
  guilds: Guilds;
  settings: Pick<Settings, 'voteLinks'>;
  goals: Pick<Goals, 'progress' | 'markShown'>;
  messages: PanelMessages;
  log: Log;
}): Panels {
  async function read(guildId: string, locale: string) {
    const [guild, voteLinks, goal] = await Promise.all([
      guilds.find(guildId),
      settings.voteLinks(guildId),
      goals.progress(guildId),
    ]);
    return { place: guild?.panel, content: { locale, text: guild?.panelText, voteLinks, goal } };
  }

  async function markShown(guildId: string, { goal }: PanelContent): Promise<void> {
    if (goal) await goals.markShown(guildId, goal);
  }

  async function show(guildId: string, place: PanelPlace, content: PanelContent): Promise<PanelState> {
    try {
      if (await messages.edit(place, content)) {
        await markShown(guildId, content);
        return { kind: 'shown', place };
      }
    } catch (error) {
      if (!(error instanceof CannotSpeakError)) throw error;
      return { kind: 'out-of-reach', place };
    }
    return { kind: 'gone' };
  }

  async function takeAway(guildId: string, place: PanelPlace): Promise<void> {
    await messages.delete(place).catch((error: unknown) => {
      log.warn({ err: error, guildId }, 'a panel could not be taken away');
    });
  }

  async function refresh(guildId: string, locale: string): Promise<Panel> {
    const { place, content } = await read(guildId, locale);
    const state: PanelState = place ? await show(guildId, place, content) : { kind: 'none' };
    if (place && state.kind === 'gone') await guilds.clearPanel(guildId, place);
    return { content, state };
  }

  async function update(guildId: string, locale: string): Promise<PanelState> {
    const { place, content } = await read(guildId, locale);
    return place ? show(guildId, place, content) : { kind: 'none' };
  }

  return {
    refresh,
    update,
    async put(guildId, channelId, locale) {
      const { place: before, content } = await read(guildId, locale);
      let messageId: string;
      try {
        messageId = await messages.post(channelId, content);
      } catch (error) {
        if (error instanceof CannotSpeakError) return 'out-of-reach';
        throw error;
      }
      const place = { channelId, messageId };
      await guilds.setPanel(guildId, place);
      await markShown(guildId, content);
      if (before) await takeAway(guildId, before);
      return { content, state: { kind: 'shown', place } };
    },
    async follow(guildId, locale) {
      await update(guildId, locale).catch((error: unknown) => {
        log.warn({ err: error, guildId }, 'a panel could not be brought up to date');
      });
    },
    text: async (guildId) => (await guilds.find(guildId))?.panelText,
    async setText(guildId, text, locale) {
      await guilds.setPanelText(guildId, text);
      return refresh(guildId, locale);
    },
    async remove(guildId, locale) {
      const { place, content } = await read(guildId, locale);
      if (place) {
        await guilds.clearPanel(guildId, place);
        await takeAway(guildId, place);
      }
      return { content, state: { kind: 'none' } };
    },
  };
}
