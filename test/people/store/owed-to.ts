import type { Store } from '../../../src/database/store.ts';
import type { Member } from '../../../src/member.ts';
import { createOwed } from '../../../src/people/store/owed.ts';

/** The details of what the managers of a guild are to be told. */
export function owedToManagers(store: Store, guildId: string): Promise<unknown[]> {
  return owedTo(store, { guildId, userId: 'a manager' }, true);
}

/** The details of what a person is to be told. */
export async function owedTo(store: Store, member: Member, isManager = false): Promise<unknown[]> {
  const owed = await createOwed(store).owedTo(member, isManager);
  return owed.map(({ detail }) => detail);
}
