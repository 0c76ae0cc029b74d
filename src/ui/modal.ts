import {
  ComponentType,
  TextInputStyle,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  type APITextInputComponent,
} from 'discord.js';

import type { TextKey, Translate } from '../locales/index.ts';
import type { CustomId } from './custom-ids.ts';

/** A form to fill in, in the shape of Discord's API. */
export type Modal = APIModalInteractionResponseCallbackData & { custom_id: CustomId<'modals'> };

/** An input of a form; the text of the same name is its label. */
export type InputName = TextKey extends infer Key ? (Key extends `forms.${infer Name}` ? Name : never) : never;

type InputOptions = Pick<APILabelComponent, 'description'> &
  Pick<APITextInputComponent, 'placeholder' | 'value' | 'min_length' | 'max_length' | 'required'>;

/** A text: one line, or a paragraph. It is required unless stated otherwise. */
export function textInput(
  custom_id: InputName,
  style: keyof typeof TextInputStyle,
  { description, ...more }: InputOptions,
  t: Translate,
): APILabelComponent {
  return {
    type: ComponentType.Label,
    label: t(`forms.${custom_id}`),
    ...(description === undefined ? {} : { description }),
    component: { type: ComponentType.TextInput, custom_id, style: TextInputStyle[style], required: true, ...more },
  };
}
