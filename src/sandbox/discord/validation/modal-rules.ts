import { ComponentType } from 'discord-api-types/v10';

import { walkComponents, type ModalBody, type PlacedComponent } from '../components.ts';
import { duplicateIds } from './component-rules.ts';
import { badLength, required, type FormError, type FormPath } from './form-error.ts';

const ROWS_MAX = 5;
const INPUTS_IN_A_ROW = 1;

/** Discord's rules for modals beyond its published schemas. Source: Discord documentation, "Modal interactions". */
export function modalErrors(modal: ModalBody, path: FormPath): FormError[] {
  const placed = [...walkComponents(modal.components, [...path, 'components'])];
  return [
    ...(modal.components.length > ROWS_MAX ? [badLength([...path, 'components'], 1, ROWS_MAX)] : []),
    ...duplicateIds(placed),
    ...placed.flatMap(rowErrors),
  ];
}

function rowErrors({ component, path }: PlacedComponent): FormError[] {
  if (component.type !== ComponentType.ActionRow) return [];
  const inputs = component.components ?? [];
  const unlabelled = inputs.flatMap(({ label }, index) =>
    label ? [] : [required([...path, 'components', index, 'label'])],
  );
  return inputs.length > INPUTS_IN_A_ROW
    ? [badLength([...path, 'components'], INPUTS_IN_A_ROW, INPUTS_IN_A_ROW), ...unlabelled]
    : unlabelled;
}
