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

test('a form knows the labels that a select takes, and none for a text', () => {
  expect([open(channel).labels, open(name).labels]).toEqual([['#general', '#alerts'], []]);
});

test('an empty line leaves a select as it is', () => {
  const form = open(channel);
  form.fillIn('');
  expect(form.values).toEqual({ channel: ['1'] });
});
