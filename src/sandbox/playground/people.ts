import { PermissionFlagsBits } from 'discord-api-types/v10';

import type { Member } from '../discord/member.ts';
import type { Person } from './protocol.ts';

/** The languages a person can have. The sandbox itself is in English only. */
export const LOCALES = [
  { code: 'en-US', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'es-ES', name: 'Español (España)' },
  { code: 'es-419', name: 'Español (Latinoamérica)' },
  { code: 'fr', name: 'Français' },
  { code: 'pt-BR', name: 'Português do Brasil' },
] as const;

export function describePerson(member: Member, ownerId: string, directChannelId: string): Person {
  return { id: member.id, name: member.name, locale: member.locale, directChannelId, ...roleOf(member, ownerId) };
}

function roleOf({ id, permissions }: Member, ownerId: string): Pick<Person, 'role' | 'about'> {
  if (id === ownerId) return { role: 'Operator', about: 'owns the application and manages this server' };
  if ((permissions & PermissionFlagsBits.ManageGuild) !== 0n) return { role: 'Manager', about: 'manages this server' };
  if ((permissions & PermissionFlagsBits.ModerateMembers) !== 0n)
    return { role: 'Moderator', about: 'moderates members' };
  return { role: 'Member', about: 'may chat and use commands' };
}
