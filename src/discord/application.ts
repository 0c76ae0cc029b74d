import { Routes, TeamMemberMembershipState, type APIApplication, type REST } from 'discord.js';

export async function fetchApplication(rest: REST): Promise<APIApplication> {
  return (await rest.get(Routes.currentApplication())) as APIApplication;
}

/** Who runs this bot, as user ids: the application's owner, or those who are in its team. */
export function operatorsOf({ owner, team }: APIApplication): string[] {
  if (!team) return owner ? [owner.id] : [];
  return team.members.flatMap(({ user, membership_state }) =>
    membership_state === TeamMemberMembershipState.Accepted ? [user.id] : [],
  );
}
