import { ButtonStyle, ComponentType, type APIEmbed } from 'discord.js';
import {
  CreateMessageInteractionCallbackRequestSchema,
  IncomingWebhookUpdateRequestPartialSchema,
} from 'discord-api-spec/zod';

import type { Reply } from '../../src/ui/reply.ts';

const CALLBACK_WITH_MESSAGE = 4;
const ACTION_ROW: number = ComponentType.ActionRow;
const BUTTON: number = ComponentType.Button;
const SELECT: number = ComponentType.StringSelect;
const LINK: number = ButtonStyle.Link;

/** Discord's documentation, "Embed Limits" and "Component Reference". Lengths in UTF-16 units. */
const LIMITS = {
  embeds: 10,
  title: 256,
  description: 4_096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1_024,
  footer: 2_048,
  embedCharacters: 6_000,
  rows: 5,
  buttonsInARow: 5,
  label: 80,
  customId: 100,
  url: 512,
  placeholder: 150,
  options: 25,
  optionText: 100,
} as const;
const LINK_SCHEMES = ['http:', 'https:', 'discord:'];

type Component = { type: number; style?: number; label?: string; custom_id?: string; url?: string };
type Option = { label: string; value: string; description?: string };
type Select = Component & { placeholder?: string; options: Option[] };

/** Everything that Discord would refuse in a reply or an edit; empty when it accepts the reply. */
export function limitErrors(reply: Reply): string[] {
  return [
    ...schemaErrors(reply),
    ...atMost('embeds', reply.embeds.length, LIMITS.embeds),
    ...reply.embeds.flatMap(embedErrors),
    ...atMost('characters of all embeds', sum(reply.embeds.map(charactersOf)), LIMITS.embedCharacters),
    ...componentErrors(reply),
    ...(everyText(reply).every((text) => text.isWellFormed()) ? [] : ['half a surrogate pair']),
  ];
}

/** Every text that people read in a reply: titles, descriptions, fields, footers and labels. */
export function textsOf(reply: Reply): string[] {
  return [...reply.embeds.flatMap(textsOfEmbed), ...buttonsOf(reply).flatMap(({ label }) => label ?? [])];
}

export function buttonsOf(reply: Reply): Component[] {
  return componentsOf(reply).filter(({ type }) => type === BUTTON);
}

export function selectsOf(reply: Reply): Select[] {
  return componentsOf(reply).filter((component): component is Select => component.type === SELECT);
}

function componentsOf(reply: Reply): Component[] {
  return reply.components.flatMap(({ components }) => components as readonly Component[]);
}

function schemaErrors({ embeds, components }: Reply): string[] {
  const edit = { embeds, components, allowed_mentions: { parse: [] } };
  const checks = [
    IncomingWebhookUpdateRequestPartialSchema.safeParse(edit),
    CreateMessageInteractionCallbackRequestSchema.safeParse({ type: CALLBACK_WITH_MESSAGE, data: edit }),
  ];
  return checks.flatMap(({ error }) => error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []);
}

function embedErrors({ title, description, color, fields = [], footer }: APIEmbed): string[] {
  return [
    ...(title === undefined ? [] : between('title', title, LIMITS.title)),
    ...between('description', description ?? '', LIMITS.description),
    ...(color === undefined || (Number.isInteger(color) && color >= 0 && color <= 0xffffff) ? [] : ['colour']),
    ...atMost('fields', fields.length, LIMITS.fields),
    ...fields.flatMap(({ name, value }) => [
      ...between('field name', name, LIMITS.fieldName),
      ...between('field value', value, LIMITS.fieldValue),
    ]),
    ...(footer === undefined ? [] : between('footer', footer.text, LIMITS.footer)),
  ];
}

function componentErrors(reply: Reply): string[] {
  const customIds = componentsOf(reply).flatMap(({ custom_id }) => custom_id ?? []);
  return [
    ...atMost('rows', reply.components.length, LIMITS.rows),
    ...reply.components.flatMap((row) => [
      ...((row.type as number) === ACTION_ROW && row.components.length > 0 ? [] : ['an empty row']),
      ...atMost('buttons in a row', row.components.length, LIMITS.buttonsInARow),
    ]),
    ...buttonsOf(reply).flatMap(buttonErrors),
    ...selectsOf(reply).flatMap(selectErrors),
    ...(new Set(customIds).size === customIds.length ? [] : ['a custom id twice']),
  ];
}

function buttonErrors({ style, label, custom_id, url }: Component): string[] {
  const isLink = style === LINK;
  const errors = [
    ...between('label', label ?? '', LIMITS.label),
    ...((custom_id === undefined) === isLink && (url === undefined) !== isLink ? [] : ['either a custom id or a url']),
  ];
  if (!isLink) return [...errors, ...between('custom id', custom_id ?? '', LIMITS.customId)];
  const scheme = URL.parse(url ?? '')?.protocol ?? '';
  return [
    ...errors,
    ...between('url', url ?? '', LIMITS.url),
    ...(LINK_SCHEMES.includes(scheme) ? [] : ['url scheme']),
  ];
}

function selectErrors({ custom_id, placeholder, options }: Select): string[] {
  const values = options.map(({ value }) => value);
  return [
    ...between('custom id', custom_id ?? '', LIMITS.customId),
    ...(placeholder === undefined ? [] : between('placeholder', placeholder, LIMITS.placeholder)),
    ...(options.length === 0 ? ['no options'] : atMost('options', options.length, LIMITS.options)),
    ...(new Set(values).size === values.length ? [] : ['an option twice']),
    ...options.flatMap(({ label, value, description }) => [
      ...between('option label', label, LIMITS.optionText),
      ...between('option value', value, LIMITS.optionText),
      ...(description === undefined ? [] : between('option description', description, LIMITS.optionText)),
    ]),
  ];
}

function charactersOf(embed: APIEmbed): number {
  return sum(textsOfEmbed(embed).map(({ length }) => length));
}

function textsOfEmbed({ title, description, fields = [], footer }: APIEmbed): string[] {
  return [title, description, footer?.text, ...fields.flatMap(({ name, value }) => [name, value])].filter(
    (text) => text !== undefined,
  );
}

function everyText(reply: Reply): string[] {
  return [...textsOf(reply), ...componentsOf(reply).flatMap(({ custom_id, url }) => [custom_id ?? '', url ?? ''])];
}

function between(what: string, text: string, max: number): string[] {
  return text.trim() === '' ? [`${what}: blank`] : atMost(what, text.length, max);
}

function atMost(what: string, value: number, max: number): string[] {
  return value <= max ? [] : [`${what}: ${value} of at most ${max}`];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
