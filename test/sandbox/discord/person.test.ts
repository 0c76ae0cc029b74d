import { PermissionFlagsBits } from 'discord.js';
import { expect, test } from 'vitest';

import { Refusal } from '../../../src/sandbox/refusal.ts';
import { startScene } from './bots.ts';

const ROW = [
  {
    type: 1,
    components: [
      { type: 2, style: 1, label: 'Go', custom_id: 'go' },
      { type: 2, style: 2, label: 'Stop', custom_id: 'stop', disabled: true },
      { type: 2, style: 5, label: 'Vote', url: 'https://example.org' },
    ],
  },
];

async function startReply(data: object) {
  const scene = await startScene();
  const exchange = scene.person.command('ping');
  const interaction = await scene.bot.interaction();
  await scene.bot.answer(interaction, { type: 4, data });
  return { ...scene, exchange, interaction, reply: await exchange.reply() };
}

test.each<[name: string, options: Record<string, string | number>, reason: string]>([
  ['a missing required option', {}, '/tune needs the option "text"'],
  ['a value of another type', { text: 5 }, 'Option "text" takes a string'],
  ['a value that is too long', { text: 'abcd' }, 'Option "text" takes a string of another length'],
  ['a value that is no choice', { text: 'a', colour: 'green' }, 'Option "colour" takes one of its choices'],
  ['a number out of range', { text: 'a', count: 11 }, 'Option "count" takes a number in another range'],
  ['a fraction for an integer', { text: 'a', count: 1.5 }, 'Option "count" takes an integer'],
])('%s cannot be sent', async (_name, options, reason) => {
  const { person, bot } = await startScene();
  await bot.register({
    name: 'tune',
    description: 'Tune',
    options: [
      { type: 3, name: 'text', description: 'Text', required: true, max_length: 3 },
      { type: 3, name: 'colour', description: 'Colour', choices: [{ name: 'Red', value: 'red' }] },
      { type: 4, name: 'count', description: 'Count', max_value: 10 },
    ],
  });
  expect(() => person.command('tune', options)).toThrow(reason);
});

test('default permissions keep a person out unless they have them, the guild allows it, or it is forced', async () => {
  const { discord, guild, person, bot } = await startScene();
  const needed = PermissionFlagsBits.ManageGuild;
  await bot.register({ name: 'admin', description: 'Admin', default_member_permissions: needed.toString() });
  expect(() => person.command('admin')).toThrow(new Refusal({ kind: 'may-not-use', person: 'Ada', command: '/admin' }));
  person.command('admin', {}, { force: true });
  discord.addPerson({ guild, name: 'Mod', permissions: needed }).command('admin');
  discord.addPerson({ guild, name: 'Boss', permissions: PermissionFlagsBits.Administrator }).command('admin');
  guild.allow('admin', person.id);
  person.command('admin');
});

test('only buttons that are there, enabled and no links can be clicked', async () => {
  const { person, reply, bot } = await startReply({ content: 'x', components: ROW });
  expect(() => person.click(reply, 'Nothing')).toThrow('no button "Nothing"; it has: Go, Stop, Vote');
  expect(() => person.click(reply, 'Stop')).toThrow('The button "Stop" is disabled');
  expect(() => person.click(reply, 'Vote')).toThrow('is a link');
  person.click(reply, 'Go');
  expect(await bot.interaction()).toMatchObject({
    type: 3,
    data: { custom_id: 'go', component_type: 2 },
    message: { id: reply.id },
  });
});

test('only the person an ephemeral message is for can click it', async () => {
  const { discord, guild, person, reply } = await startReply({ content: 'x', components: ROW, flags: 64 });
  const other = discord.addPerson({ guild, name: 'Grace' });
  expect(other.sees(reply)).toBe(false);
  expect(() => other.click(reply, 'Go')).toThrow(new Refusal({ kind: 'does-not-see', person: 'Grace' }));
  person.click(reply, 'Go');
});

test('a click uses the message as it is now', async () => {
  const { person, bot, interaction, reply } = await startReply({ content: 'x', components: ROW });
  await bot.webhook('PATCH', interaction, '/messages/@original', { components: [] });
  expect(() => person.click(reply, 'Go')).toThrow('no button "Go"');
  await bot.webhook('DELETE', interaction, '/messages/@original');
  expect(() => person.click(reply, 'Go')).toThrow(new Refusal({ kind: 'message-gone' }));
});

test('a select takes only what it offers', async () => {
  const select = { type: 3, custom_id: 's', options: [{ label: 'A', value: 'a' }] };
  const { person, reply, bot } = await startReply({ content: 'x', components: [{ type: 1, components: [select] }] });
  expect(() => person.select(reply, 's', ['b'])).toThrow('"s" does not offer "b"');
  expect(() => person.select(reply, 's', [])).toThrow('"s" takes 1 to 1 values, not 0');
  person.select(reply, 's', ['a']);
  expect(await bot.interaction()).toMatchObject({ data: { component_type: 3, values: ['a'] } });
});

test('a modal takes only what its inputs take', async () => {
  const { discord, guild, person, bot } = await startScene();
  const exchange = person.command('ping');
  const label = { type: 18, label: 'Note', component: { type: 4, custom_id: 'note', style: 2, value: 'draft' } };
  const row = { type: 1, components: [{ type: 4, custom_id: 'name', style: 1, label: 'Name', max_length: 3 }] };
  const options = ['red', 'blue'].map((value) => ({ value, label: value, default: value === 'blue' }));
  const select = { type: 18, label: 'Team', component: { type: 3, custom_id: 'team', options } };
  const data = { custom_id: 'ask', title: 'Who?', components: [row, label, select] };
  await bot.answer(await bot.interaction(), { type: 9, data });

  await expect(person.submit(exchange, {})).rejects.toThrow('"name" must be filled in');
  await expect(person.submit(exchange, { name: 'abcd' })).rejects.toThrow('"name" takes text of another length');
  const both = { name: 'abc', team: ['red', 'blue'] };
  await expect(person.submit(exchange, both)).rejects.toThrow('"team" takes 1 to 1 values, not 2');
  await expect(person.submit(exchange, { other: 'x' })).rejects.toThrow('The modal "Who?" has no input "other"');
  const other = discord.addPerson({ guild, name: 'Grace' });
  await expect(other.submit(exchange, { name: 'a' })).rejects.toThrow('Grace is not shown this modal');
  await expect(exchange.reply()).rejects.toThrow('was answered with modal');

  await person.submit(exchange, { name: 'abc' });
  expect(await bot.interaction()).toMatchObject({
    type: 5,
    data: {
      custom_id: 'ask',
      components: [
        { type: 1, components: [{ type: 4, custom_id: 'name', value: 'abc' }] },
        { type: 18, component: { type: 4, custom_id: 'note', value: 'draft' } },
        { type: 18, component: { type: 3, custom_id: 'team', values: ['blue'] } },
      ],
    },
  });
});
