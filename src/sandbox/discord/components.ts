import {
  ComponentType,
  type APIModalInteractionResponseCallbackData,
  type ButtonStyle,
  type TextInputStyle,
} from 'discord-api-types/v10';

/** Any component that the schemas have accepted; its type decides which fields it has. */
export type Component = {
  type: ComponentType;
  custom_id?: string;
  components?: readonly Component[];
  component?: Component;
  accessory?: Component;
  style?: ButtonStyle | TextInputStyle;
  label?: string | null;
  emoji?: unknown;
  url?: string | null;
  disabled?: boolean | null;
  options?: readonly { value: string; label: string; description?: string | null; default?: boolean | null }[];
  placeholder?: string | null;
  description?: string | null;
  content?: string | null;
  default_values?: readonly { id: string }[] | null;
  min_values?: number | null;
  max_values?: number | null;
  required?: boolean | null;
  min_length?: number | null;
  max_length?: number | null;
  value?: string | null;
};

export type PlacedComponent = { component: Component; path: readonly PropertyKey[] };

/** Every component of a message or modal with its place in the body, containers before their contents. */
export function* walkComponents(
  components: readonly Component[],
  base: readonly PropertyKey[] = [],
): Generator<PlacedComponent> {
  for (const [index, component] of components.entries()) yield* walkComponent(component, [...base, index]);
}

function* walkComponent(component: Component, path: readonly PropertyKey[]): Generator<PlacedComponent> {
  yield { component, path };
  if (component.components) yield* walkComponents(component.components, [...path, 'components']);
  if (component.component) yield* walkComponent(component.component, [...path, 'component']);
  if (component.accessory) yield* walkComponent(component.accessory, [...path, 'accessory']);
}

const SELECTS: ReadonlySet<ComponentType> = new Set([
  ComponentType.StringSelect,
  ComponentType.UserSelect,
  ComponentType.RoleSelect,
  ComponentType.MentionableSelect,
  ComponentType.ChannelSelect,
]);

export const isSelect = (component: Component): boolean => SELECTS.has(component.type);

export type ModalBody = Omit<APIModalInteractionResponseCallbackData, 'components'> & {
  components: readonly Component[];
};
