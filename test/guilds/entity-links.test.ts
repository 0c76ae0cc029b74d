import { expect, test } from 'vitest';

import { MAX_LINKS } from '../../src/guilds/entities.ts';
import type { Member } from '../../src/member.ts';
import { describeOnEachDatabase } from '../database/databases.ts';
import { rowsIn, setRows } from '../database/rows.ts';
import {
  createScene,
  EMPTY,
  GUILD,
  HOME,
  link,
  linkMany,
  managerAtHome,
  managerOfGuild,
  OPERATOR,
  operatorAtHome,
  STRANGE,
} from './entity-scene.ts';

const FIFTEEN_MINUTES_MS = 15 * 60_000;

describeOnEachDatabase('who may link', (open) => {
  test('at home those who manage it, for another guild the operator, at home', async () => {
    const { links } = await createScene(open);

    const cases: [actor: Member, forGuild: string | undefined, kind: string][] = [
      [managerAtHome, undefined, 'allowed'],
      [managerAtHome, HOME, 'allowed'],
      [managerAtHome, GUILD, 'forbidden'],
      [operatorAtHome, GUILD, 'allowed'],
      [managerOfGuild, undefined, 'not-home'],
      [managerOfGuild, GUILD, 'not-home'],
      [managerOfGuild, HOME, 'forbidden'],
      [{ guildId: GUILD, userId: OPERATOR }, undefined, 'not-home'],
      [{ guildId: GUILD, userId: OPERATOR }, HOME, 'forbidden'],
      [operatorAtHome, STRANGE, 'not-in-guild'],
      [managerAtHome, STRANGE, 'forbidden'],
      [operatorAtHome, 'not a guild', 'bad-guild'],
      [operatorAtHome, '123', 'bad-guild'],
    ];
    for (const [actor, forGuild, kind] of cases) {
      expect((await links.checkLink(actor, 'ent_1', forGuild)).kind, JSON.stringify([actor, forGuild])).toBe(kind);
    }
    expect((await links.checkLink(managerAtHome, '..', undefined)).kind).toBe('bad-id');
  });

  test('is asked again at the confirmation, which belongs to one person', async () => {
    const { entities, links } = await createScene(open);
    const forHome = await links.propose(managerAtHome, { guildId: HOME, entityId: 'ent_1', label: '' });
    const forGuild = await links.propose(operatorAtHome, { guildId: GUILD, entityId: 'ent_1', label: '' });
    const forged = await links.propose(managerAtHome, { guildId: GUILD, entityId: 'ent_1', label: '' });

    expect(await links.confirm(operatorAtHome, forHome)).toEqual({ kind: 'forbidden' });
    expect(await links.confirm(managerOfGuild, forHome)).toEqual({ kind: 'forbidden' });
    expect(await links.confirm(managerAtHome, forGuild)).toEqual({ kind: 'forbidden' });
    expect(await links.confirm({ guildId: GUILD, userId: OPERATOR }, forGuild)).toEqual({ kind: 'forbidden' });
    expect(await links.confirm(managerAtHome, forged)).toEqual({ kind: 'forbidden' });
    expect(await links.cancel(operatorAtHome, forHome)).toBe(false);
    expect((await entities.list(HOME, 1)).total + (await entities.list(GUILD, 1)).total).toBe(0);

    expect((await links.confirm(managerAtHome, forHome)).kind).toBe('linked');
    expect((await links.confirm(operatorAtHome, forGuild)).kind).toBe('linked');
  });
});

describeOnEachDatabase('a pending link', (open) => {
  test('serves once', async () => {
    const { entities, links } = await createScene(open);
    const pendingId = await links.propose(managerAtHome, { guildId: HOME, entityId: 'ent_1', label: 'One' });

    const both = await Promise.all([links.confirm(managerAtHome, pendingId), links.confirm(managerAtHome, pendingId)]);

    expect(both.filter(({ kind }) => kind === 'linked')).toHaveLength(1);
    expect((await entities.list(HOME, 1)).total).toBe(1);
    expect(await links.confirm(managerAtHome, pendingId)).toEqual({ kind: 'expired' });
  });

  test('that was cancelled is not the one that was asked for since', async () => {
    const { links } = await createScene(open);
    const castle = await links.propose(operatorAtHome, { guildId: GUILD, entityId: 'ent_castle', label: 'Castle' });
    await links.cancel(operatorAtHome, castle);
    await links.propose(operatorAtHome, { guildId: GUILD, entityId: 'ent_keep', label: 'Keep' });

    expect(await links.confirm(operatorAtHome, castle)).toEqual({ kind: 'expired' });
  });

  test('is void after fifteen minutes', async () => {
    const { links, store } = await createScene(open);
    const pendingId = await links.propose(managerAtHome, { guildId: HOME, entityId: 'ent_1', label: 'One' });
    const [pending] = await rowsIn(store, 'pending_links');
    await setRows(store, 'pending_links', { created_at: (pending?.created_at ?? 0) - FIFTEEN_MINUTES_MS });

    expect(await links.confirm(managerAtHome, pendingId)).toEqual({ kind: 'expired' });
  });
});

describeOnEachDatabase('the links of a guild', (open) => {
  test('have one default, though several are made at once', async () => {
    const { entities, links } = await createScene(open);
    const pendingIds = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        links.propose(operatorAtHome, { guildId: GUILD, entityId: `ent_${index}`, label: '' }),
      ),
    );

    const outcomes = await Promise.all(pendingIds.map((id) => links.confirm(operatorAtHome, id)));

    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['linked']));
    const { entities: linked } = await entities.list(GUILD, 1);
    expect(linked.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test('are a thousand at most', async () => {
    const scene = await createScene(open);
    await linkMany(scene, GUILD, MAX_LINKS - 1);
    await link(scene, GUILD, 'ent_last');

    expect(await scene.links.checkLink(operatorAtHome, 'ent_more', GUILD)).toEqual({ kind: 'full' });
    const pendingId = await scene.links.propose(operatorAtHome, { guildId: GUILD, entityId: 'ent_more', label: '' });
    expect(await scene.links.confirm(operatorAtHome, pendingId)).toEqual({ kind: 'full' });
  });

  test('pass the default on to the one linked first when it is unlinked', async () => {
    const scene = await createScene(open);
    for (const id of ['ent_1', 'ent_2', 'ent_3']) await link(scene, GUILD, id);
    const { entities, links } = scene;

    expect(await links.unlink(GUILD, ' ent_1 ')).toMatchObject({ id: 'ent_1' });
    expect(await entities.choose(GUILD, undefined)).toMatchObject({ kind: 'entity', id: 'ent_2' });
    expect(await links.unlink(GUILD, 'ent_1')).toBeUndefined();
    expect(await links.unlink(EMPTY, 'ent_2')).toBeUndefined();
    await links.unlink(GUILD, 'ent_2');
    await links.unlink(GUILD, 'ent_3');
    expect(await entities.choose(GUILD, undefined)).toEqual({ kind: 'none-linked' });
  });
});
