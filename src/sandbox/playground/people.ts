import { PermissionFlagsBits } from 'discord-api-types/v10';

import type { Member } from '../discord/member.ts';
import type { Person } from './protocol.ts';

/** The languages a person can have. The sandbox itself is in English only. */
export const LOCALES = [
  { code: 'en-US', name: 'English' },
  { code: 'fr', name: 'Français' },
] as const;

export function describePerson(member: Member, ownerId: string): Person {
  return { id: member.id, name: member.name, locale: member.locale, ...roleOf(member, ownerId) };
}

function roleOf({ id, permissions }: Member, ownerId: string): Pick<Person, 'role' | 'about'> {
  if (id === ownerId) return { role: 'Operator', about: 'owns the application and manages this server' };
  if ((permissions & PermissionFlagsBits.ManageGuild) !== 0n) return { role: 'Manager', about: 'manages this server' };
  if ((permissions & PermissionFlagsBits.ModerateMembers) !== 0n)
    return { role: 'Moderator', about: 'moderates members' };
  return { role: 'Member', about: 'may chat and use commands' };
}
