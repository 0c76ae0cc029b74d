import type { Log } from '../log.ts';
import { CannotSpeakError, type Messenger } from '../services/messenger.ts';
import type { Announcements } from '../storage/announcements.ts';

/** One round of posting the announcements that are due. One that Discord will never have is dropped; any other failure is tried again. */
export function createAnnouncing(options: {
  announcements: Announcements;
  messenger: Messenger;
  log: Log;
}): () => Promise<void> {
  const { announcements, messenger, log } = options;
  return async () => {
    for (const announcement of await announcements.due()) {
      try {
        await messenger.announce(announcement);
        await announcements.markPosted(announcement.claimId);
      } catch (error) {
        log.warn({ err: error, guildId: announcement.guildId }, 'an announcement could not be posted');
        if (error instanceof CannotSpeakError) await announcements.markPosted(announcement.claimId);
      }
    }
  };
}
