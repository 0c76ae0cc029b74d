import type { GivenName, NameRefusal } from '../guilds/own-names.ts';
import type { Settings } from '../guilds/settings.ts';
import type { StoredOwnNames } from '../guilds/store/own-names.ts';
import type { Member } from '../member.ts';
import { parsePlayerName } from '../people/player-name.ts';
import { foldName } from './folded-name.ts';

export type OwnNames = ReturnType<typeof createOwnNames>;

/** Where a guild wants that, a name belongs to the first member who claimed a reward with it. A grant makes the owner. */
export function createOwnNames(
  { refusal, give, ...names }: StoredOwnNames,
  settings: Pick<Settings, 'hasOwnNames' | 'afterClaim'>,
) {
  return {
    ...names,

    isOn: settings.hasOwnNames,

    /** Why a member cannot claim with a name. Two who ask at once for a free name may both: the first grant decides. */
    refusalOf: async (member: Member, playername: string): Promise<NameRefusal | undefined> => {
      if (!(await settings.hasOwnNames(member.guildId))) return undefined;
      const refused = await refusal({ ...member, foldedName: foldName(playername) });
      if (!refused) return undefined;
      const { hasModerators } = await settings.afterClaim(member.guildId);
      return { ...refused, hasModerators };
    },

    async give(actor: Member, typed: string, to: string): Promise<GivenName> {
      const playername = parsePlayerName(typed);
      if (playername === undefined) return { kind: 'bad-name' };
      return give(actor, { playername, foldedName: foldName(playername) }, to);
    },
  };
}
