import { expect } from 'vitest';

import { createEntities } from '../../src/guilds/entities.ts';
import { createEntityLinks } from '../../src/guilds/entity-links.ts';
import { createLinkedEntities } from '../../src/guilds/store/linked-entities.ts';
import type { Member } from '../../src/member.ts';
import type { OpenTestStore } from '../database/databases.ts';
import { addRows } from '../database/rows.ts';

export const HOME = '100000000000000001';
export const GUILD = '100000000000000002';
export const EMPTY = '100000000000000003';
/** A guild that the bot is not in. */
export const STRANGE = '100000000000000004';
export const OPERATOR = 'operator';
const MANAGER = 'manager';

export const operatorAtHome: Member = { guildId: HOME, userId: OPERATOR };
export const managerAtHome: Member = { guildId: HOME, userId: MANAGER };
export const managerOfGuild: Member = { guildId: GUILD, userId: MANAGER };

type Scene = Awaited<ReturnType<typeof createScene>>;

export async function createScene(open: OpenTestStore) {
  const store = await open();
  const isHome = (guildId: string) => guildId === HOME;
  const linked = createLinkedEntities(store);
  const links = createEntityLinks({
    linked,
    isHome,
    isInGuild: (guildId) => Promise.resolve(guildId !== STRANGE),
    isOperator: (userId) => userId === OPERATOR,
  });
  return { store, entities: createEntities({ linked, isHome }), links };
}

export async function link({ links }: Scene, guildId: string, entityId: string, label = entityId): Promise<void> {
  const pendingId = await links.propose(operatorAtHome, { guildId, entityId, label });
  expect((await links.confirm(operatorAtHome, pendingId)).kind).toBe('linked');
}

export async function linkMany({ store }: Scene, guildId: string, count: number): Promise<void> {
  const linked = { guild_id: guildId, linked_by: MANAGER, linked_at: 0 };
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ ...linked, entity_id: `ent_${index}`, label: `Entity ${index}`, is_default: index === 0 ? 1 : 0 },
  }));
  await addRows(store, 'linked_entities', ...rows);
}
