import { describe, expect, it } from 'vitest';

import type { PersonalData } from '../../src/people/store/privacy.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { answerTo, link, startBot } from './bot.ts';
import { fileOf } from './reading.ts';

async function exportOf(person: Person): Promise<PersonalData> {
  const { title, message } = await answerTo(person.command('privacy', {}, { subcommand: 'export' }));
  expect(title).toBe('Your data');
  expect(message.attachments.map(({ filename }) => filename)).toEqual(['my-data.json']);
  return JSON.parse(await fileOf(message)) as PersonalData;
}

describe('/privacy', () => {
  it('hands out a file with everything about the person', async () => {
    const { guild, manager } = await startBot();
    await link(manager, { id: 'ent_active', label: 'Ours' });

    const data = await exportOf(manager);

    expect(data.userId).toBe(manager.id);
    expect(data.guilds[guild.id]?.linkedEntities).toMatchObject([{ entityId: 'ent_active', label: 'Ours' }]);
  });

  it('deletes only once that is confirmed', async () => {
    const { manager } = await startBot();
    await link(manager, { id: 'ent_active' });
    const ask = () => answerTo(manager.command('privacy', {}, { subcommand: 'delete' }));

    const first = await ask();
    expect(first).toMatchObject({ title: 'Delete your data?', colour: 'FEE75C' });
    expect(first.message.embeds[0]?.description).toContain('Player names that belong to you become free');
    expect(first.message.embeds[0]?.description).toMatch(/The claims leave the moderators' list in <\/claims:\d+> too/);
    expect(await answerTo(manager.click(first.message, 'Cancel'))).toMatchObject({ title: 'Nothing was deleted' });
    expect(Object.keys((await exportOf(manager)).guilds)).toHaveLength(1);

    const second = await ask();
    expect((await answerTo(manager.click(second.message, 'Delete my data'))).title).toBe('Your data is deleted');
    expect((await exportOf(manager)).guilds).toEqual({});
  });

  it('deletes the data of the one who clicks, whatever they forge', async () => {
    const { manager, member } = await startBot();
    await link(manager, { id: 'ent_active' });

    await member.forge(`privacy:delete:${manager.id}`).reply();

    expect(Object.keys((await exportOf(manager)).guilds)).toHaveLength(1);
  });
});
