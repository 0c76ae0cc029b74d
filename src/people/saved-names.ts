import { type Clock, NOT_NEEDED } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Member } from '../member.ts';
import type { StoredNames } from './store/saved-names.ts';

export type SavedNames = {
  /**
   * The most recently saved name; undefined when there is none, or none is found within `patienceMs`. Never rejects.
   */
  latest(owner: Member, patienceMs: number): Promise<string | undefined>;
  /** The names that contain the text typed so far, most recently saved first. */
  suggest(owner: Member, typed: string): Promise<string[]>;
  /** Saves a name, or moves it to the front; beyond {@link MAX_NAMES} the oldest one is dropped. */
  save(owner: Member, playername: string): Promise<void>;
};

/** How many names a person can have saved in one guild. */
export const MAX_NAMES = 5;

export function createSavedNames({ names, clock, log }: { names: StoredNames; clock: Clock; log: Log }): SavedNames {
  return {
    async latest(owner, patienceMs) {
      const found = new AbortController();
      const saved = names.of(owner).catch((error: unknown) => {
        log.warn({ err: error, guildId: owner.guildId }, 'saved names could not be read');
        return [];
      });
      const [latest] = await Promise.race([saved, clock.sleep(patienceMs, found.signal).then(() => [])]);
      found.abort(NOT_NEEDED);
      return latest;
    },
    async suggest(owner, typed) {
      const wanted = typed.trim().toLowerCase();
      return (await names.of(owner)).filter((name) => name.toLowerCase().includes(wanted));
    },
    save: (owner, playername) => names.save(owner, playername, MAX_NAMES),
  };
}
