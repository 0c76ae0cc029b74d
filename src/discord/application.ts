import { Routes, TeamMemberMembershipState, type APIApplication, type REST } from 'discord.js';

export async function fetchApplication(rest: REST): Promise<APIApplication> {
  return (await rest.get(Routes.currentApplication())) as APIApplication;
}

/** The user ids of the bot's operators: the application's owner, or the members of its team who accepted the invitation. */
export function operatorsOf({ owner, team }: APIApplication): string[] {
  if (!team) return owner ? [owner.id] : [];
  return team.members.flatMap(({ user, membership_state }) =>
    membership_state === TeamMemberMembershipState.Accepted ? [user.id] : [],
  );
}
