import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';

import type { Component } from '../../../src/sandbox/discord/components.ts';
import { LoopbackDiscord } from '../../../src/sandbox/discord/loopback-discord.ts';
import { describeRows } from '../../../src/sandbox/playground/controls.ts';
import { describeModal } from '../../../src/sandbox/playground/modals.ts';
import type { ModalField } from '../../../src/sandbox/playground/protocol.ts';

const discord = new LoopbackDiscord();
const guild = discord.addGuild();
const alex = discord.addPerson({ guild, name: 'Alex' });

const row = (...components: Component[]): Component => ({ type: ComponentType.ActionRow, components });

describe('the rows of a message', () => {
  test.each([
    [ComponentType.UserSelect, ['Alex', alex.id]],
    [ComponentType.ChannelSelect, ['#general', guild.channel.id]],
    [ComponentType.RoleSelect, ['@everyone', guild.id]],
  ])('offer the entities there are in a select of type %i', (type, offered) => {
    const [[select] = []] = describeRows([row({ type, custom_id: 's' })], guild);
    const options = select?.kind === 'select' ? select.options : [];
    expect(options.map(({ label, value }) => [label, value])).toContainEqual(offered);
  });
});

describe('a modal', () => {
  const fieldsOf = (...components: Component[]): readonly ModalField[] =>
    describeModal({ custom_id: 'm', title: 'T', components }, { interactionId: '1', personId: '2' }, guild).fields;
  const input = { type: ComponentType.TextInput, custom_id: 'name', style: TextInputStyle.Paragraph, max_length: 100 };
  const field = {
    kind: 'text',
    customId: 'name',
    label: 'Name',
    description: null,
    multiline: true,
    placeholder: null,
    value: '',
    required: true,
    minLength: 0,
    maxLength: 100,
  };

  test('has a text whose label is its own, as in an action row', () => {
    expect(fieldsOf(row({ ...input, label: 'Name' }))).toEqual([field]);
  });

  test('has selects and notes', () => {
    const select = { type: ComponentType.UserSelect, custom_id: 'who', required: false };
    const note = { type: ComponentType.TextDisplay, content: 'Mind **this**' };
    const label = { type: ComponentType.Label, label: 'Who', description: 'In the game', component: select };
    expect(fieldsOf(note, label)).toMatchObject([
      { kind: 'note', text: { markdown: 'Mind **this**' } },
      { kind: 'select', label: 'Who', description: 'In the game', required: false, options: [{ label: 'Alex' }] },
    ]);
  });
});
