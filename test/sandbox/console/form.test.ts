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

test.each<[what: string, field: ModalField, line: string, value: string | string[]]>([
  ['an empty line leaves a select', channel, '', ['1']],
  ['a label, in any case, chooses', channel, '#ALERTS', ['2']],
  ['a number chooses', channel, '2', ['2']],
  ['several choices stand between commas', { ...channel, maxValues: 2 }, '1, #alerts', ['1', '2']],
  ['an empty line leaves a text', { ...name, value: 'Alex' }, '', 'Alex'],
  ['an answer that nobody needs may be empty', { ...name, required: false }, '', ''],
])('%s', (_what, field, line, value) => {
  const form = open(field);
  form.fillIn(line);
  expect(Object.values(form.values)).toEqual([value]);
});

const TAKES = 'Name: this takes 1 to 100 characters.';

test.each<[what: string, field: ModalField, line: string, refusal: string]>([
  ['is empty', name, '', TAKES],
  ['is too long', name, 'A'.repeat(101), TAKES],
  ['chooses nothing', { ...channel, options: [] }, '', 'Choose one.'],
  ['chooses what is not there', channel, '3', 'There is no "3" to choose.'],
  ['is meant as a command', channel, '/rewards', 'A form is open. Answer it, or type /close.'],
])('an answer that %s is refused, and the question asked again', (_what, field, line, refusal) => {
  const form = open(field);
  expect(() => {
    form.fillIn(line);
  }).toThrow(`${refusal}\n${form.open?.label}?`);
  expect(form.open).toBe(field);
});
