import { ButtonStyle, ComponentType } from 'discord-api-types/v10';

import { isSelect, walkComponents, type Component, type PlacedComponent } from '../components.ts';
import { badLength, required, wrongComponent, type FormError, type FormPath } from './form-error.ts';

const ROWS_MAX = 5;
const COMPONENTS_MAX = 40;
const SELECT_OPTIONS_MAX = 25;
const LINK_SCHEMES = ['http:', 'https:', 'discord:'];

/** Discord's rules for components beyond its schemas. Source: Discord documentation, "Component reference". */
export function componentErrors(components: readonly Component[], path: FormPath, layout: 'rows' | 'v2'): FormError[] {
  const placed = [...walkComponents(components, path)];
  return [
    ...(layout === 'rows' ? rowErrors(components, path) : treeErrors(placed, path)),
    ...duplicateIds(placed),
    ...placed.flatMap((one) => [...rowWidthErrors(one), ...buttonErrors(one), ...selectErrors(one)]),
  ];
}

function rowErrors(components: readonly Component[], path: FormPath): FormError[] {
  const strangers = components.flatMap((component, index) =>
    component.type === ComponentType.ActionRow ? [] : [wrongComponent([...path, index], [ComponentType.ActionRow])],
  );
  return components.length > ROWS_MAX ? [badLength(path, 1, ROWS_MAX), ...strangers] : strangers;
}

function treeErrors(placed: readonly PlacedComponent[], path: FormPath): FormError[] {
  return placed.length > COMPONENTS_MAX ? [badLength(path, 1, COMPONENTS_MAX)] : [];
}

/** Ids must be unique in modals, too. */
export function duplicateIds(placed: readonly PlacedComponent[]): FormError[] {
  const seen = new Set<string>();
  return placed.flatMap(({ component, path }) => {
    const id = component.custom_id;
    if (id === undefined) return [];
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    const message = 'Component custom id cannot be duplicated';
    return [{ path: [...path, 'custom_id'], code: 'COMPONENT_CUSTOM_ID_DUPLICATED', message }];
  });
}

function rowWidthErrors({ component, path }: PlacedComponent): FormError[] {
  const held = component.components ?? [];
  if (component.type !== ComponentType.ActionRow || held.length < 2 || !held.some(isSelect)) return [];
  const message = 'The specified component exceeds the maximum width';
  return [{ path: [...path, 'components', 1], code: 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', message }];
}

function buttonErrors({ component, path }: PlacedComponent): FormError[] {
  if (component.type !== ComponentType.Button || component.style === ButtonStyle.Premium) return [];
  const errors: FormError[] = [];
  if (!component.label && !component.emoji) errors.push(required([...path, 'label']));
  const isLink = component.style === ButtonStyle.Link;
  if (isLink && component.custom_id !== undefined) {
    const message = 'A custom id and url cannot both be specified';
    errors.push({ path, code: 'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE', message });
  }
  if (!isLink) return component.custom_id === undefined ? [...errors, required([...path, 'custom_id'])] : errors;
  if (!component.url) return [...errors, required([...path, 'url'])];
  return [...errors, ...schemeErrors(component.url, [...path, 'url'], LINK_SCHEMES)];
}

/** @param url - well formed @param schemes - with their colon */
export function schemeErrors(url: string, path: FormPath, schemes: readonly string[]): FormError[] {
  const { protocol } = new URL(url);
  if (schemes.includes(protocol)) return [];
  const names = schemes.map((scheme) => `'${scheme.slice(0, -1)}'`).join(', ');
  const message = `Scheme "${protocol.slice(0, -1)}" is not supported. Scheme must be one of (${names}).`;
  return [{ path, code: 'URL_TYPE_INVALID_SCHEME', message }];
}

function selectErrors({ component, path }: PlacedComponent): FormError[] {
  const { options } = component;
  if (component.type !== ComponentType.StringSelect || options === undefined) return [];
  const needed = component.max_values ?? 1;
  const errors = options.length < needed ? [badLength([...path, 'options'], needed, SELECT_OPTIONS_MAX)] : [];
  const repeated = options.findIndex(({ value }, index) => options.findIndex((other) => other.value === value) < index);
  if (repeated === -1) return errors;
  const message = 'The specified option value is already used';
  const code = 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED';
  return [...errors, { path: [...path, 'options', repeated, 'value'], code, message }];
}
