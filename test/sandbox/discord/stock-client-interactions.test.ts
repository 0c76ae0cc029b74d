import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ButtonBuilder,
  ButtonStyle,
  ModalBuilder,
  TextInputBuilder,
  TextInputStyle,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type ModalSubmitInteraction,
} from 'discord.js';
import { expect, test } from 'vitest';

import type { LoopbackDiscord } from '../../../src/sandbox/discord/loopback-discord.ts';
import { nextInteraction, startStockScene } from './bots.ts';

const nothingRefused = (discord: LoopbackDiscord): void => {
  expect(discord.rejections).toEqual([]);
};

test('a bot defers, edits and follows up, and the person sees each state', async () => {
  const { discord, guild, person, client } = await startStockScene();
  const received = nextInteraction<ChatInputCommandInteraction>(client);
  const exchange = person.command('ping');
  const interaction = await received;
  await interaction.deferReply({ flags: 'Ephemeral' });
  await interaction.editReply('first');
  const first = await exchange.reply();
  await interaction.editReply({ content: 'second', embeds: [{ title: 'Two' }] });
  const second = await exchange.nextEdit();
  await interaction.followUp({ content: 'also', flags: 'Ephemeral' });

  expect(await exchange.acknowledged()).toMatchObject({ kind: 'deferred' });
  expect(first).toMatchObject({ content: 'first', ephemeral: true, editedAt: null });
  expect(second).toMatchObject({ content: 'second', embeds: [{ title: 'Two' }] });
  expect(second.editedAt).not.toBeNull();
  expect(exchange.history.map(({ message }) => message.content)).toEqual(['', 'first', 'second']);
  expect(await exchange.nextFollowUp()).toMatchObject({ content: 'also', ephemeral: true });
  expect(guild.channel.messages).toEqual([]);
  expect((await interaction.fetchReply()).content).toBe('second');
  nothingRefused(discord);
});

test('options arrive typed as the command declares them', async () => {
  const { discord, guild, person, client } = await startStockScene();
  const friend = discord.addPerson({ guild, name: 'Grace' });
  await client.application.commands.set([
    {
      name: 'tune',
      description: 'Tune',
      options: [
        {
          type: ApplicationCommandOptionType.Subcommand,
          name: 'set',
          description: 'Set',
          options: [
            { type: ApplicationCommandOptionType.String, name: 'text', description: 'Text', required: true },
            { type: ApplicationCommandOptionType.Integer, name: 'count', description: 'Count' },
            { type: ApplicationCommandOptionType.Boolean, name: 'loud', description: 'Loud' },
            { type: ApplicationCommandOptionType.User, name: 'who', description: 'Who' },
            { type: ApplicationCommandOptionType.Channel, name: 'where', description: 'Where' },
          ],
        },
      ],
    },
  ]);
  const received = nextInteraction<ChatInputCommandInteraction>(client);
  const values = { text: 'hi', count: 3, loud: true, who: friend.id, where: guild.channel.id };
  person.command('tune', values, { subcommand: 'set' });
  const { options } = await received;

  expect(options.getSubcommand()).toBe('set');
  expect(options.getString('text')).toBe('hi');
  expect(options.getInteger('count')).toBe(3);
  expect(options.getBoolean('loud')).toBe(true);
  expect(options.getUser('who')?.displayName).toBe('Grace');
  expect(options.getChannel('where')?.name).toBe('general');
});

test('a button click updates the message it sits on', async () => {
  const { discord, person, client } = await startStockScene();
  const button = new ButtonBuilder({ customId: 'again', label: 'Check again', style: ButtonStyle.Primary });
  const row = new ActionRowBuilder<ButtonBuilder>({ components: [button] });
  const received = nextInteraction<ChatInputCommandInteraction>(client);
  const exchange = person.command('ping');
  await (await received).reply({ content: 'one', components: [row] });

  const clicked = nextInteraction<ButtonInteraction>(client);
  const click = person.click(await exchange.reply(), 'Check again');
  const interaction = await clicked;
  expect(interaction.customId).toBe('again');
  expect(interaction.message.content).toBe('one');
  await interaction.update({ content: 'two', components: [] });

  expect(await click.acknowledged()).toMatchObject({ kind: 'update' });
  expect(await click.reply()).toMatchObject({ content: 'two', components: [] });
  expect(await exchange.nextEdit()).toMatchObject({ content: 'two' });
  nothingRefused(discord);
});

test('a modal is shown, filled in and submitted', async () => {
  const { discord, person, client } = await startStockScene();
  const input = new TextInputBuilder({ customId: 'player', label: 'Player name', style: TextInputStyle.Short });
  const row = new ActionRowBuilder<TextInputBuilder>({ components: [input] });
  const modal = new ModalBuilder({ customId: 'ask', title: 'Who?', components: [row] });
  const received = nextInteraction<ChatInputCommandInteraction>(client);
  const exchange = person.command('ping');
  await (await received).showModal(modal);

  const submitted = nextInteraction<ModalSubmitInteraction>(client);
  const answered = await person.submit(exchange, { player: 'Steve' });
  const interaction = await submitted;
  expect(interaction.customId).toBe('ask');
  expect(interaction.fields.getTextInputValue('player')).toBe('Steve');
  await interaction.reply('Thanks');

  expect(await answered.reply()).toMatchObject({ content: 'Thanks' });
  nothingRefused(discord);
});

test('files are attached and can be downloaded', async () => {
  const { discord, person, client } = await startStockScene();
  const received = nextInteraction<ChatInputCommandInteraction>(client);
  const exchange = person.command('ping');
  await (await received).reply({ files: [{ attachment: Buffer.from('a,b\n1,2\n'), name: 'plans.csv' }] });
  const [file] = (await exchange.reply()).attachments;

  expect(file).toMatchObject({ filename: 'plans.csv', size: 8 });
  const download = await fetch(file?.url ?? '');
  expect(await download.text()).toBe('a,b\n1,2\n');
  nothingRefused(discord);
});
