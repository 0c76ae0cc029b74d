import {
  ComponentType,
  TextInputStyle,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  type APITextInputComponent,
} from 'discord.js';

import type { CustomId } from './custom-ids.ts';

/** A form to fill in, in the shape of Discord's API. */
export type Modal = APIModalInteractionResponseCallbackData & { custom_id: CustomId<'modals'> };

type InputOptions = Omit<APILabelComponent, 'type' | 'component'> &
  Pick<APITextInputComponent, 'placeholder' | 'value' | 'min_length' | 'max_length' | 'required'>;

/** A text: one line, or a paragraph. It is required unless stated otherwise. */
export function textInput(
  custom_id: string,
  style: keyof typeof TextInputStyle,
  { label, description, ...more }: InputOptions,
): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    ...(description === undefined ? {} : { description }),
    component: { type: ComponentType.TextInput, custom_id, style: TextInputStyle[style], required: true, ...more },
  };
}
