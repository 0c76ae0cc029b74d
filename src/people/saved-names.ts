import type { Member } from '../member.ts';
import { type Clock, withinTime } from '../work/clock.ts';
import type { Log } from '../work/log.ts';
import type { StoredNames } from './store/saved-names.ts';

export const MAX_NAMES = 5;

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
    /** Somebody goes by another name than before: one that was remembered is no longer the latest. Never rejects. */
    async follow(owner: Member, former: string, playername: string): Promise<void> {
      try {
        if ((await names.of(owner)).includes(former)) await names.save(owner, playername, MAX_NAMES);
      } catch (error) {
        log.warn({ err: error, guildId: owner.guildId }, 'another name could not be remembered');
      }
    },
    /** Saves a name, or moves it to the front; beyond {@link MAX_NAMES} the oldest one is dropped. */
    save: (owner: Member, playername: string) => names.save(owner, playername, MAX_NAMES),
  };
}
