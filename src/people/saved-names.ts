import type { Member } from '../member.ts';
import { type Clock, withinTime } from '../work/clock.ts';
import type { Log } from '../work/log.ts';
import type { StoredNames } from './store/saved-names.ts';

export const MAX_NAMES = 5;

export type SavedNames = ReturnType<typeof createSavedNames>;

export function createSavedNames({ names, clock, log }: { names: StoredNames; clock: Clock; log: Log }) {
  return {
    /** The most recently saved name; undefined when none is found within `patienceMs`. Never rejects. */
    async latest(owner: Member, patienceMs: number): Promise<string | undefined> {
      const saved = names.of(owner).catch((error: unknown) => {
        log.warn({ err: error, guildId: owner.guildId }, 'saved names could not be read');
        return [];
      });
      return (await withinTime(saved, patienceMs, clock))?.[0];
    },
    /** The names that contain the text typed so far, most recently saved first. */
    async suggest(owner: Member, typed: string): Promise<string[]> {
      const wanted = typed.trim().toLowerCase();
      return (await names.of(owner)).filter((name) => name.toLowerCase().includes(wanted));
    },
    /** Saves a name, or moves it to the front; beyond {@link MAX_NAMES} the oldest one is dropped. */
    save: (owner: Member, playername: string) => names.save(owner, playername, MAX_NAMES),
  };
}
