import { ComponentType, TextInputStyle } from 'discord-api-types/v10';

import { isSelect, type Component } from '../discord/components.ts';
import type { Modal as ShownModal } from '../discord/exchange.ts';
import type { Guild } from '../discord/guild.ts';
import { describeSelect } from './controls.ts';
import { richText } from './markdown.ts';
import type { Modal, ModalField } from './protocol.ts';

/** Discord's limit for a text input without one of its own. */
const LONGEST_TEXT = 4_000;

export function describeModal(
  modal: ShownModal,
  shown: { interactionId: string; personId: string },
  guild: Guild,
): Modal {
  return { ...shown, title: modal.title, fields: modal.components.flatMap((component) => fields(component, guild)) };
}

/** A Label component holds the label of its input; in an action row, which Discord still accepts, the input has it. */
function fields(component: Component, guild: Guild): ModalField[] {
  const { type, label, description, content } = component;
  if (type === ComponentType.TextDisplay) return [{ kind: 'note', text: richText(content ?? '', guild) }];
  if (component.components) return component.components.flatMap((held) => fields(held, guild));
  if (component.component)
    return fields({ ...component.component, label: label ?? null, description: description ?? null }, guild);
  const described = {
    label: label ?? '',
    description: description ?? null,
    required: component.required ?? true,
  };
  if (isSelect(component)) return [{ ...describeSelect(component, guild), ...described }];
  if (type !== ComponentType.TextInput) return [];
  return [
    {
      kind: 'text',
      customId: component.custom_id ?? '',
      multiline: component.style === TextInputStyle.Paragraph,
      placeholder: component.placeholder ?? null,
      value: component.value ?? '',
      minLength: component.min_length ?? 0,
      maxLength: component.max_length ?? LONGEST_TEXT,
      ...described,
    },
  ];
}
