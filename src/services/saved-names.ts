import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { NameOwner, StoredNames } from '../storage/stored-names.ts';

export type SavedNames = {
  /** The name saved last; undefined when there is none, or none is found within `patienceMs`. Never rejects. */
  latest(owner: NameOwner, patienceMs: number): Promise<string | undefined>;
  /** The names that contain what was typed so far, the one saved last first. */
  suggest(owner: NameOwner, typed: string): Promise<string[]>;
  /** Saves a name, or moves it to the front; one too many drops the one saved the longest time ago. */
  save(owner: NameOwner, playername: string): Promise<void>;
};

export const NAMES_MOST = 5;

export function createSavedNames({ names, clock, log }: { names: StoredNames; clock: Clock; log: Log }): SavedNames {
  return {
    async latest(owner, patienceMs) {
      const found = new AbortController();
      const saved = names.of(owner).catch((error: unknown) => {
        log.warn({ err: error, guildId: owner.guildId }, 'saved names could not be read');
        return [];
      });
      const [latest] = await Promise.race([saved, clock.sleep(patienceMs, found.signal).then(() => [])]);
      found.abort();
      return latest;
    },
    async suggest(owner, typed) {
      const wanted = typed.trim().toLowerCase();
      return (await names.of(owner)).filter((name) => name.toLowerCase().includes(wanted));
    },
    save: (owner, playername) => names.save(owner, playername, NAMES_MOST),
  };
}
