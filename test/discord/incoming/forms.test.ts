import { Collection, ComponentType, type ModalSubmitInteraction } from 'discord.js';
import { describe, expect, test } from 'vitest';

import { filledAgain, refusedForm } from '../../../src/discord/incoming/forms.ts';
import { tooFast } from '../../../src/ui/failure.ts';
import { type InputName, type Modal, textInput } from '../../../src/ui/modal.ts';
import { translator } from '../../../src/locales/index.ts';

type Component = Extract<Modal['components'][number], { type: ComponentType.Label }>['component'];

const t = translator('de');
const CUSTOM_ID = 'setup:change:panel' as Modal['custom_id'];
const SELECTS = [ComponentType.ChannelSelect, ComponentType.RoleSelect] as const;

/** The only component of a form that was refused with this value, as it is when it opens again. */
function openedAgain(component: Component, value: string): Component | undefined {
  const { type, custom_id: customId } = component as { type: ComponentType; custom_id: string };
  const field = type === ComponentType.TextInput ? { type, customId, value } : { type, customId, values: [value] };
  const fields = { fields: new Collection([[customId, field]]) } as unknown as ModalSubmitInteraction['fields'];
  const form = refusedForm({ customId: CUSTOM_ID, fields }, { change: true }, t);
  const modal: Modal = {
    custom_id: CUSTOM_ID,
    title: 'Form',
    components: [{ type: ComponentType.Label, label: t(`forms.${customId as InputName}`), component }],
  };
  const [part] = filledAgain(modal, tooFast(0, t, form)).components;
  return part?.type === ComponentType.Label ? part.component : undefined;
}

describe('a form that was refused opens again', () => {
  test.each(SELECTS)('with what was chosen in a select of type %i', (type) => {
    const kind = type === ComponentType.ChannelSelect ? 'channel' : 'role';
    expect(openedAgain({ type, custom_id: kind }, '123')).toMatchObject({
      default_values: [{ id: '123', type: kind }],
    });
  });

  test.each([
    ['a text of several lines', 'Vote here:  \n\n**1.** the list', true],
    ['backticks, which end a text that is shown as code', 'Write\n```', false],
    ['an invisible character, which is not shown', 'Vote\u200B\nhere', false],
  ])('with %s, or without it', (_what, text, isKept) => {
    const { component } = textInput('text', 'Paragraph', {}, t);
    expect(openedAgain(component, text)).toMatchObject(isKept ? { value: text } : component);
    expect(Object.hasOwn(openedAgain(component, text) ?? {}, 'value')).toBe(isKept);
  });
});
