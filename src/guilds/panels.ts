import { CannotSpeakError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { PanelContent, PanelMessages } from './panel-message.ts';
import type { PanelPosting } from './panel-posting.ts';
import type { Settings } from './settings.ts';
import type { Goals } from './store/goals.ts';
import { DEFAULT_LOCALE, type Guilds, type PanelPlace } from './store/guilds.ts';

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
  /** The same when no manager is there: one that is gone is not forgotten. @param locale - the guild's unless said */
  update(guildId: string, locale?: string): Promise<PanelState>;
  /** Posts the panel; one that is shown already is taken away. `out-of-reach` leaves everything as it was. */
  put(guildId: string, channelId: string, locale: string): Promise<Panel | 'out-of-reach'>;
  /** Brings the panel up to date after something else was changed that it shows. Never rejects. */
  follow(guildId: string, locale: string): Promise<void>;
  /** The guild's own words; undefined for the usual ones. */
  text(guildId: string): Promise<string | undefined>;
  /** @param text - undefined for the usual one */
  setText(guildId: string, text: string | undefined, locale: string): Promise<Panel>;
  remove(guildId: string, locale: string): Promise<Panel>;
  /** Goes on with a message that was left behind, as {@link PanelPosting} does. @returns whether there was one */
  goOn(guildId: string): Promise<boolean>;
};

export function createPanels(options: {
  guilds: Guilds;
  settings: Pick<Settings, 'voteLinks'>;
  goals: Pick<Goals, 'progress' | 'markShown'>;
  messages: Pick<PanelMessages, 'edit'>;
  posting: PanelPosting;
  log: Log;
}): Panels {
  const { guilds, settings, goals, messages, posting, log } = options;

  async function read(guildId: string, named: string | undefined) {
    const [guild, voteLinks, goal] = await Promise.all([
      guilds.find(guildId),
      settings.voteLinks(guildId),
      goals.progress(guildId),
    ]);
    const locale = named ?? guild?.locale ?? DEFAULT_LOCALE;
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

  async function refresh(guildId: string, locale: string): Promise<Panel> {
    const { place, content } = await read(guildId, locale);
    const state: PanelState = place ? await show(guildId, place, content) : { kind: 'none' };
    if (place && state.kind === 'gone') await guilds.clearPanel(guildId, place);
    return { content, state };
  }

  async function update(guildId: string, locale?: string): Promise<PanelState> {
    const { place, content } = await read(guildId, locale);
    return place ? show(guildId, place, content) : { kind: 'none' };
  }

  async function follow(guildId: string, locale?: string): Promise<void> {
    await update(guildId, locale).catch((error: unknown) => {
      log.warn({ err: error, guildId }, 'a panel could not be brought up to date');
    });
  }

  return {
    refresh,
    update,
    async put(guildId, channelId, locale) {
      const { content } = await read(guildId, locale);
      let place: PanelPlace | undefined;
      try {
        place = await posting.post(guildId, channelId, content);
      } catch (error) {
        if (error instanceof CannotSpeakError) return 'out-of-reach';
        throw error;
      }
      if (!place) return refresh(guildId, locale);
      await markShown(guildId, content);
      return { content, state: { kind: 'shown', place } };
    },
    follow,
    text: async (guildId) => (await guilds.find(guildId))?.panelText,
    async setText(guildId, text, locale) {
      await guilds.setPanelText(guildId, text);
      return refresh(guildId, locale);
    },
    async remove(guildId, locale) {
      await posting.remove(guildId);
      const { content } = await read(guildId, locale);
      return { content, state: { kind: 'none' } };
    },
    async goOn(guildId) {
      const left = await posting.goOn(guildId, async () => (await read(guildId, undefined)).content);
      // What is found again may say what was true earlier.
      if (left === 'panel') await follow(guildId);
      return left !== undefined;
    },
  };
}
