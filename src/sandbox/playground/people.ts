import { PermissionFlagsBits } from 'discord-api-types/v10';

import type { Member } from '../discord/member.ts';
import type { Person, PersonRole } from './protocol.ts';

/** The languages that a person can have. */
export const LOCALES = [
  { code: 'en-US', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'es-ES', name: 'Español (España)' },
  { code: 'es-419', name: 'Español (Latinoamérica)' },
  { code: 'fr', name: 'Français' },
  { code: 'it', name: 'Italiano' },
  { code: 'pt-BR', name: 'Português do Brasil' },
] as const;

export function describePerson(member: Member, ownerId: string, directChannelId: string): Person {
  const { id, name, locale } = member;
  return { id, name, locale, directChannelId, role: roleOf(member, ownerId) };
}

function roleOf({ id, permissions }: Member, ownerId: string): PersonRole {
  if (id === ownerId) return 'operator';
  if ((permissions & PermissionFlagsBits.ManageGuild) !== 0n) return 'manager';
  return (permissions & PermissionFlagsBits.ModerateMembers) === 0n ? 'member' : 'moderator';
}
