import { PermissionFlagsBits } from 'discord-api-types/v10';

import type { Person as GuildMember } from '../discord/person/person.ts';
import type { Person } from './protocol.ts';

/** The languages a person can have. The sandbox itself is in English only. */
export const LOCALES = [
  { code: 'en-US', name: 'English' },
  { code: 'fr', name: 'Français' },
] as const;

export function describePerson(person: GuildMember, ownerId: string): Person {
  return { id: person.id, name: person.name, locale: person.locale, ...roleOf(person, ownerId) };
}

function roleOf({ id, permissions }: GuildMember, ownerId: string): Pick<Person, 'role' | 'about'> {
  if (id === ownerId) return { role: 'Operator', about: 'owns the application and manages this server' };
  if ((permissions & PermissionFlagsBits.ManageGuild) !== 0n) return { role: 'Manager', about: 'manages this server' };
  if ((permissions & PermissionFlagsBits.ModerateMembers) !== 0n)
    return { role: 'Moderator', about: 'moderates members' };
  return { role: 'Member', about: 'may chat and use commands' };
}
