import { expect, test } from 'vitest';

import { Form } from '../../../src/sandbox/console/form.ts';
import type { ModalField } from '../../../src/sandbox/playground/protocol.ts';

const note: ModalField = { kind: 'note', text: { markdown: 'Mind this', nodes: [] } };
const name: ModalField = {
  kind: 'text',
  customId: 'name',
  label: 'Name',
  description: null,
  multiline: false,
  placeholder: null,
  value: '',
  required: true,
  minLength: 0,
  maxLength: 100,
};
const channel: ModalField = {
  kind: 'select',
  customId: 'channel',
  label: 'Channel',
  description: null,
  placeholder: null,
  options: [
    { label: '#general', value: '1', description: null, selected: true },
    { label: '#alerts', value: '2', description: null, selected: false },
  ],
  minValues: 1,
  maxValues: 1,
  disabled: false,
  required: true,
};

const open = (...fields: ModalField[]): Form => new Form({ interactionId: '1', personId: '2', title: 'T', fields });

test('a form asks for one input after the other, and for nothing of a note', () => {
  const form = open(note, name, channel);
  const asked = [form.open?.label];
  for (const line of ['Alex', '#alerts']) {
    form.fillIn(line);
    asked.push(form.open?.label);
  }
  expect(asked).toEqual(['Name', 'Channel', undefined]);
  expect(form.values).toEqual({ name: 'Alex', channel: ['2'] });
});

test('a form asks with a number for each choice, and one question mark', () => {
  expect(open(channel).question).toBe('Channel?\n  [1] #general (an empty line leaves it)\n  [2] #alerts');
  expect(open({ ...name, label: 'What was done?' }).question).toBe('What was done?');
  expect(open({ ...name, description: 'As in the game' }).question).toBe('Name?\n  As in the game');
  expect(open({ ...name, value: 'Alex' }).question).toBe('Name? An empty line leaves it as it is.');
  expect(open({ ...channel, description: 'Where to' }).question).toMatch(/^Channel\?\n {2}Where to\n {2}\[1\]/);
});

test.each([
  ['an empty line leaves a select', '', ['1']],
  ['a label, in any case, chooses', '#ALERTS', ['2']],
  ['a number chooses', '2', ['2']],
])('%s', (_name, line, picked) => {
  const form = open(channel);
  form.fillIn(line);
  expect(form.values).toEqual({ channel: picked });
});

test('several choices stand between commas', () => {
  const form = open({ ...channel, maxValues: 2 });
  form.fillIn('1, #alerts');
  expect(form.values).toEqual({ channel: ['1', '2'] });
});

test('an empty line leaves a text', () => {
  const form = open({ ...name, value: 'Alex' });
  form.fillIn('');
  expect(form.values).toEqual({ name: 'Alex' });
});

test.each([
  ['is empty', name, '', 'Name: this takes 1 to 100 characters.\nName?'],
  ['is too long', name, 'A'.repeat(101), 'Name: this takes 1 to 100 characters.\nName?'],
  ['chooses nothing', { ...channel, options: [] }, '', 'Choose one.\nChannel?'],
])('an answer that %s is refused, as Discord does', (_what, field, line, refusal) => {
  const form = open(field);
  expect(() => {
    form.fillIn(line);
  }).toThrow(refusal);
  expect(form.open?.label).toBe(field.label);
});

test('an answer that nobody needs may be empty', () => {
  const form = open({ ...name, required: false });
  form.fillIn('');
  expect(form.values).toEqual({ name: '' });
});

test.each([
  ['there is no such choice', '3', 'There is no "3" to choose.'],
  ['a command is meant', '/rewards', 'A form is open. Answer it, or type /close.'],
])('a line is refused when %s, and the question asked again', (_name, line, refusal) => {
  const form = open(channel);
  expect(() => {
    form.fillIn(line);
  }).toThrow(`${refusal}\nChannel?`);
  expect(form.open?.label).toBe('Channel');
});
