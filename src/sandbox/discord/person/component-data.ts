import { ButtonStyle, ComponentType } from 'discord-api-types/v10';

import { isSelect, walkComponents, type Component, type ModalBody } from '../components.ts';
import type { Guild } from '../guild.ts';
import type { Message } from '../message.ts';
import { ResolvedEntities } from './resolved-entities.ts';

/**
 * The `data` of a click. Throws for a missing or disabled button, and for a link.
 *
 * @param wanted - custom id or label
 */
export function clickData(message: Message, wanted: string): { component_type: ComponentType; custom_id: string } {
  const buttons = componentsOf(message).filter(({ type }) => type === ComponentType.Button);
  const button = buttons.find(({ custom_id }) => custom_id === wanted) ?? buttons.find(({ label }) => label === wanted);
  if (button === undefined) {
    const offered = buttons.map(({ label, custom_id }) => label ?? custom_id ?? 'unnamed').join(', ');
    throw new Error(`The message has no button "${wanted}"; it has: ${offered || 'none'}`);
  }
  if (button.style === ButtonStyle.Link) throw new Error(`"${wanted}" is a link and tells the application nothing`);
  if (button.disabled || button.custom_id === undefined) throw new Error(`The button "${wanted}" is disabled`);
  return { component_type: ComponentType.Button, custom_id: button.custom_id };
}

/** The `data` of a selection. Throws when the message has no such select, or it does not take these values. */
export function selectData(message: Message, customId: string, values: readonly string[], guild: Guild): object {
  const select = componentsOf(message).find((component) => isSelect(component) && component.custom_id === customId);
  if (select === undefined) throw new Error(`The message has no select "${customId}"`);
  if (select.disabled) throw new Error(`The select "${customId}" is disabled`);
  return { component_type: select.type, custom_id: customId, ...selection(select, values, guild) };
}

function selection(select: Component, values: readonly string[], guild: Guild): object {
  checkCount(select, values.length);
  const resolved = new ResolvedEntities(guild);
  for (const value of values) acceptValue(select, value, resolved);
  return { values, ...resolved.toData() };
}

function checkCount({ custom_id, min_values, max_values }: Component, count: number): void {
  const minimum = min_values ?? 1;
  const maximum = max_values ?? 1;
  if (count >= minimum && count <= maximum) return;
  throw new Error(`"${String(custom_id)}" takes ${minimum} to ${maximum} values, not ${count}`);
}

function acceptValue(select: Component, value: string, resolved: ResolvedEntities): void {
  if (select.type === ComponentType.UserSelect) resolved.addMember(value);
  else if (select.type === ComponentType.RoleSelect) resolved.addRole(value);
  else if (select.type === ComponentType.ChannelSelect) resolved.addChannel(value);
  else if (select.type === ComponentType.MentionableSelect) resolved.addMentionable(value);
  else if (!select.options?.some((option) => option.value === value)) {
    throw new Error(`"${String(select.custom_id)}" does not offer "${value}"`);
  }
}

const componentsOf = (message: Message): Component[] =>
  [...walkComponents(message.components)].map(({ component }) => component);

/** Typed or picked values, by custom id. */
export type ModalValues = Readonly<Record<string, string | readonly string[]>>;

/** The `data` of a submitted modal, prefilled where no value is given. Throws when Discord's client would refuse it. */
export function modalData(modal: ModalBody, values: ModalValues, guild: Guild): object {
  const inputs = [...walkComponents(modal.components)].flatMap(({ component }) => component.custom_id ?? []);
  const unknown = Object.keys(values).find((customId) => !inputs.includes(customId));
  if (unknown !== undefined) throw new Error(`The modal "${modal.title}" has no input "${unknown}"`);
  const resolved = new ResolvedEntities(guild);
  const components = modal.components.map((component) => submitted(component, values, resolved));
  return { custom_id: modal.custom_id, components, ...resolved.toData() };
}

function submitted(component: Component, values: ModalValues, resolved: ResolvedEntities): object {
  const { type, custom_id } = component;
  if (component.components) {
    return { type, components: component.components.map((held) => submitted(held, values, resolved)) };
  }
  if (component.component) return { type, component: submitted(component.component, values, resolved) };
  if (type === ComponentType.TextInput) return { type, custom_id, value: typedText(component, values) };
  return isSelect(component) ? { type, custom_id, values: picked(component, values, resolved) } : { type };
}

function typedText(input: Component, values: ModalValues): string {
  const id = String(input.custom_id);
  const value = values[id] ?? input.value ?? '';
  if (typeof value !== 'string') throw new Error(`"${id}" takes text`);
  if (value === '' && (input.required ?? true)) throw new Error(`"${id}" must be filled in`);
  const tooShort = value !== '' && value.length < (input.min_length ?? 0);
  if (tooShort || value.length > (input.max_length ?? Infinity))
    throw new Error(`"${id}" takes text of another length`);
  return value;
}

function picked(select: Component, values: ModalValues, resolved: ResolvedEntities): readonly string[] {
  const prefilled = select.options?.flatMap((option) => (option.default ? [option.value] : []));
  const value = values[String(select.custom_id)] ?? prefilled ?? [];
  const chosen = typeof value === 'string' ? [value] : value;
  if (chosen.length === 0 && (select.required ?? true))
    throw new Error(`"${String(select.custom_id)}" must be filled in`);
  if (chosen.length > 0) checkCount(select, chosen.length);
  for (const one of chosen) acceptValue(select, one, resolved);
  return chosen;
}
