import { describe, expect, it } from 'vitest';

import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { answerTo, link, MANAGE_GUILD, pick, startWithExamples } from './bot.ts';
import { buttonsOf, descriptionOf } from './reading.ts';

const HOME_GUILD_ID = '123456789012345678';

const ask = (person: Person, options: Record<string, string>) =>
  answerTo(person.command('entity', options, { subcommand: 'link' }));
const list = (person: Person) => answerTo(person.command('entity', {}, { subcommand: 'list' }));

describe('/entity link', () => {
  it('shows what the plan service says of the id, and links it once that is confirmed', async () => {
    const { manager, moderator } = await startWithExamples();

    const asked = await ask(manager, { id: 'ent_studio' });
    expect(asked).toMatchObject({ title: 'Link this server or team?', colour: '5865F2' });
    expect(descriptionOf(asked.message)).toMatch(/\*\*Northlight Studio\*\* · Premium · Active · Team · studio/);
    expect(buttonsOf(asked.message)).toEqual(['Link it', 'Cancel']);
    expect(await answerTo(moderator.command('plan'))).toMatchObject({ title: 'No server or team linked' });

    expect(await answerTo(manager.click(asked.message, 'Link it'))).toMatchObject({
      title: 'Linked',
      colour: '57F287',
    });
    expect(await answerTo(moderator.command('plan'))).toMatchObject({ title: 'Northlight Studio' });
  });

  it('warns of an id that the service answers with Standard', async () => {
    const { manager } = await startWithExamples();

    const asked = await ask(manager, { id: 'no-such-entity', label: 'Ours' });

    expect(asked.colour).toBe('FEE75C');
    expect(descriptionOf(asked.message)).toContain('An unknown or deleted server or team also shows as Standard.');
    expect(descriptionOf(asked.message)).toContain('**Ours**');
  });

  it('tells a guild that is not home both ids to send to the operator, who links it from home', async () => {
    const { discord, guild, identity, manager } = await startWithExamples({ environment: { HOME_GUILD_ID } });
    const home = discord.addGuild({ id: HOME_GUILD_ID });
    const operator = discord.addPerson({ guild: home, name: 'Olivia', id: discord.ownerId, permissions: MANAGE_GUILD });

    const told = await ask(manager, { id: 'ent_active' });
    expect(told.title).toBe('Ask the operator of this bot');
    expect(descriptionOf(told.message)).toContain(guild.id);
    expect(descriptionOf(told.message)).toContain('ent_active');
    expect(identity.server.requests).toEqual([]);

    const asked = await ask(operator, { id: 'ent_active', guild: guild.id });
    expect(descriptionOf(asked.message)).toContain(`Discord server \`${guild.id}\``);
    expect(await answerTo(operator.click(asked.message, 'Link it'))).toMatchObject({ title: 'Linked' });
    expect(descriptionOf((await list(manager)).message)).toContain('**Skyblock Central** · default\n-# `ent_active`');
    expect(await list(operator)).toMatchObject({ title: 'No server or team linked' });
  });
});

it('/entity list shows 25 a page, and makes another one the default', async () => {
  const { manager, moderator } = await startWithExamples();
  for (let index = 0; index < 27; index += 1) await link(manager, { id: `ent_${index}`, label: `Realm ${index}` });

  const first = await list(manager);
  expect(descriptionOf(first.message).match(/^\*\*/gm)).toHaveLength(25);
  expect(buttonsOf(first.message)).toContain('Next page');
  const second = await answerTo(manager.click(first.message, 'Next page'));
  expect(descriptionOf(second.message)).toMatch(
    /^\*\*Realm 25\*\*\n-# `ent_25`\n\*\*Realm 26\*\*\n-# `ent_26`\n\nChoose below which one <\/plan:\d+> shows/,
  );

  const changed = await answerTo(pick(manager, second.message, 1));
  expect(descriptionOf(changed.message)).toMatch(
    /^\*\*Realm 25\*\*\n-# `ent_25`\n\*\*Realm 26\*\* · default\n-# `ent_26`\n/,
  );
  expect(await answerTo(moderator.command('plan'))).toMatchObject({ title: String.raw`ent\_26` });
});

it('/entity unlink takes an entity off the list, offered while typing', async () => {
  const { identity, manager, moderator } = await startWithExamples();
  await link(manager, { id: 'ent_active' });
  await link(manager, { id: 'ent_grace' });
  const asked = identity.server.requests.length;

  const offered = await manager.autocomplete('entity', 'id', 'late', { subcommand: 'unlink' });
  expect(offered).toEqual([{ name: 'Late Lantern (ent_grace)', value: 'ent_grace' }]);
  expect(identity.server.requests).toHaveLength(asked);
  const unlink = (id: string) => answerTo(manager.command('entity', { id }, { subcommand: 'unlink' }));
  expect(await unlink('ent_active')).toMatchObject({ title: 'Unlinked' });
  expect(await unlink('ent_active')).toMatchObject({ title: 'Not linked in this server' });
  const { title, message } = await answerTo(moderator.command('plan'));
  expect([title, buttonsOf(message)]).toEqual(['Late Lantern', ['Refresh', 'Manage billing']]);
});
