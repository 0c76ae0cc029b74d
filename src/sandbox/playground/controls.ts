import { ButtonStyle as ApiButtonStyle, ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';

import { isSelect, walkComponents, type Component } from '../discord/components.ts';
import type { Guild } from '../discord/guild.ts';
import type { ButtonStyle, Control, Select } from './protocol.ts';
import { roleTitle } from './role-names.ts';

const STYLES: Partial<Record<number, ButtonStyle>> = {
  [ApiButtonStyle.Primary]: 'primary',
  [ApiButtonStyle.Secondary]: 'secondary',
  [ApiButtonStyle.Success]: 'success',
  [ApiButtonStyle.Danger]: 'danger',
};

const emojiSchema = z.object({ name: z.string() });

/** The rows of buttons and selects of a message. */
export function describeRows(components: readonly Component[], guild: Guild): Control[][] {
  return [...walkComponents(components)]
    .filter(({ component }) => component.type === ComponentType.ActionRow)
    .map(({ component }) => (component.components ?? []).flatMap((held) => describeControl(held, guild)));
}

function describeControl(component: Component, guild: Guild): Control[] {
  const { label, style, url, custom_id: customId } = component;
  if (isSelect(component)) return [describeSelect(component, guild)];
  if (component.type !== ComponentType.Button) return [];
  const shown = {
    label: label ?? '',
    emoji: emojiSchema.safeParse(component.emoji).data?.name ?? null,
    disabled: component.disabled ?? false,
  };
  if (url) return [{ kind: 'link', url, ...shown }];
  const known = style === undefined ? undefined : STYLES[style];
  return customId === undefined ? [] : [{ kind: 'button', customId, style: known ?? 'secondary', ...shown }];
}

/** A select. A select of people, channels or roles has those of the guild as its options. */
export function describeSelect(component: Component, guild: Guild): Select {
  return {
    kind: 'select',
    customId: component.custom_id ?? '',
    placeholder: component.placeholder ?? null,
    options: optionsOf(component, guild),
    minValues: component.min_values ?? 1,
    maxValues: component.max_values ?? 1,
    disabled: component.disabled ?? false,
  };
}

function optionsOf(component: Component, guild: Guild): Select['options'] {
  const chosen = new Set(component.default_values?.map(({ id }) => id));
  const entities = offeredEntities(component.type, guild);
  if (entities) return entities.map((entity) => ({ ...entity, description: null, selected: chosen.has(entity.value) }));
  return (component.options ?? []).map(({ label, value, description = null, default: selected }) => ({
    label,
    value,
    description,
    selected: selected ?? false,
  }));
}

/** The options that Discord itself gives a select of this type; undefined when the application gives them. */
function offeredEntities(type: ComponentType, guild: Guild): { label: string; value: string }[] | undefined {
  const people = [...guild.members.values()].map(({ id, name }) => ({ label: name, value: id }));
  const channels = [...guild.channels.values()].map(({ id, name }) => ({ label: `#${name}`, value: id }));
  const roles = [...guild.roles.values()].map(({ id, name }) => ({ label: roleTitle(name), value: id }));
  if (type === ComponentType.UserSelect) return people;
  if (type === ComponentType.ChannelSelect) return channels;
  if (type === ComponentType.RoleSelect) return roles;
  return type === ComponentType.MentionableSelect ? [...people, ...roles] : undefined;
}
