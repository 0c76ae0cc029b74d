import type { Leases } from '../database/leases.ts';
import type { Store } from '../database/store.ts';
import type { Settings } from '../guilds/settings.ts';
import type { Guilds, PanelLocation } from '../guilds/store/guilds.ts';
import type { SavedNames } from '../people/store/saved-names.ts';
import type { Clock } from '../work/clock.ts';
import type { Count } from '../work/counts.ts';
import type { Log } from '../work/log.ts';
import type { DueLetter, ReminderCalls } from './reminder.ts';
import { type Answers, createReminderSending } from './sending.ts';
import { createReminders } from './service.ts';
import { createReminderQueue } from './store/queue.ts';
import { createStoredReminders } from './store/reminders.ts';

/** Reminders to vote: who wants them, and sending them. */
export function createReminderDomain<Answer extends DueLetter>(
  { store, leases, clock, count, log }: { store: Store; leases: Leases; clock: Clock; count: Count; log: Log },
  { guilds, settings, names }: { guilds: Guilds; settings: Settings; names: SavedNames },
  needs: {
    calls: ReminderCalls;
    /** about claims */
    answers: Answers<Answer>;
    earlyMs: number;
  },
) {
  const { calls, answers, earlyMs } = needs;
  const ofGuild = async (guildId: string) => (await guilds.find(guildId))?.reminders ?? {};
  const reminders = createReminders({ stored: createStoredReminders(store), ofGuild, log });
  const sending = createReminderSending({
    queue: createReminderQueue(store, earlyMs),
    answers,
    calls,
    leases,
    async detailsOf({ guildId, userId }) {
      const [voteLinks, playername, guild] = await Promise.all([
        settings.voteLinks(guildId),
        names.lastUsed({ guildId, userId }),
        guilds.find(guildId),
      ]);
      return { voteLinks, playername, claimUrl: linkTo(guildId, guild?.panel) };
    },
    clock,
    count,
    log,
  });
  return { services: { reminders }, sending };
}

/** Where in Discord a guild's members claim: its panel, or the guild without one. */
function linkTo(guildId: string, panel: PanelLocation | undefined): string {
  return ['https://discord.com/channels', guildId, ...(panel ? [panel.channelId, panel.messageId] : [])].join('/');
}
