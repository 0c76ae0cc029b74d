import {
  ApplicationCommandOptionType as OptionType,
  ComponentType,
  type APIComponentInLabel,
  type APIEmbedField,
  type BaseInteraction,
  type ModalSubmitInteraction,
  type SelectMenuModalData,
  SelectMenuDefaultValueType,
} from 'discord.js';

import { parseTypedNumber } from '../../formats.ts';
import type { Translate } from '../../locales/index.ts';
import { type CustomId, customIds, parseCustomId } from '../../ui/custom-ids.ts';
import type { FilledForm } from '../../ui/failure.ts';
import { type InputName, type Modal, textInput } from '../../ui/modal.ts';
import { codeText, truncate } from '../../ui/text.ts';
import type { Options, Source } from './definitions.ts';

/** Discord's documentation, "Modal": UTF-16 units of a title. */
const MAX_TITLE_LENGTH = 45;
/** Of a field of an embed, with its backticks. */
const MAX_TYPED_LENGTH = 1_000;

/** Of a command, as far as a form can ask for them. `on` is a button elsewhere. */
export type FormOptions = Readonly<Partial<Record<InputName | 'on', Options[string]>>>;

/**
 * What is set now. Of a channel or a role it only matters that there is one: one that is gone would close the form. `null`:
 * not asked for, as it would change nothing
 */
export type FormValues = Readonly<Partial<Record<InputName, string | number | boolean | null | undefined>>>;

/**
 * The options of a command as a form in a person's language. Its first field has to be filled in while nothing is set.
 *
 * @param locale - as Discord names it
 */
export function formOf(
  options: FormOptions,
  { customId, title, values }: { customId: CustomId<'modals'>; title: string; values: FormValues },
  { t, locale }: { t: Translate; locale: string },
): Modal {
  const names = (Object.keys(options) as (keyof FormOptions)[]).filter((name) => name !== 'on');
  return {
    custom_id: customId,
    title: truncate(title, MAX_TITLE_LENGTH),
    components: names.flatMap((name, at) => {
      const definition = options[name]?.definition;
      if (!definition || values[name] === null) return [];
      const description = definition.description_localizations[locale as 'de'] ?? definition.description;
      const value = values[name]?.toString();
      const required = at === 0 && value === undefined;
      const select = selectOf(name, definition, value, { t, locale });
      if (select) {
        const label = t(`forms.${name}`);
        return { type: ComponentType.Label, label, description, component: { ...select, required } };
      }
      const length = definition.max_length ?? definition.max_value?.toLocaleString('en').length;
      const limits = length === undefined ? {} : { max_length: length };
      return textInput(name, 'Short', { description, required, ...(value && { value }), ...limits }, t);
    }),
  };
}

/** Discord's own select for what it knows, and one of the choices where there are some; undefined for any text. */
function selectOf(
  custom_id: string,
  { type, choices, channel_types = [] }: Options[string]['definition'],
  value: string | undefined,
  { t, locale }: { t: Translate; locale: string },
): APIComponentInLabel | undefined {
  if (type === OptionType.Channel) return { type: ComponentType.ChannelSelect, custom_id, channel_types };
  if (type === OptionType.Role) return { type: ComponentType.RoleSelect, custom_id };
  const truths = [true, false].map((truth) => ({ label: t(truth ? 'common.yes' : 'common.no'), value: String(truth) }));
  const chosen = choices?.map((choice) => ({
    label: choice.name_localizations?.[locale as 'de'] ?? choice.name,
    value: String(choice.value),
  }));
  const options = (type === OptionType.Boolean ? truths : chosen)?.map((one) => ({
    ...one,
    default: one.value === value,
  }));
  return options && { type: ComponentType.StringSelect, custom_id, options };
}

type Submission = Pick<BaseInteraction, 'guildId' | 'channelId' | 'appPermissions'> &
  Pick<ModalSubmitInteraction, 'fields'>;

/** How a form shows what can be chosen in it. @returns the label of the value of an input; undefined if it has none */
export type LabelOf = (name: string, value: string) => string | undefined;

/** @param locale - as Discord names it */
export function labelsOf(options: FormOptions, language: { t: Translate; locale: string }): LabelOf {
  return (name, chosen) => {
    const definition = options[name as InputName]?.definition;
    const select = definition && selectOf(name, definition, undefined, language);
    if (select?.type !== ComponentType.StringSelect) return undefined;
    return select.options.find(({ value }) => value === chosen)?.label;
  };
}

/** A form that was filled in, as the command whose options it asks for. */
export function filledIn({ guildId, channelId, appPermissions, fields }: Submission): Source {
  const get = (name: string) => {
    const field = fields.fields.get(name);
    if (!field) return null;
    if (field.type === ComponentType.TextInput) return field.value === '' ? null : { value: field.value };
    const { values: [value] = [], channels, roles } = field as Partial<SelectMenuModalData>;
    return value === undefined ? null : { value, channel: channels?.get(value), role: roles?.get(value) };
  };
  return { guildId, channelId: channelId ?? '', appPermissions, options: { get } };
}

/**
 * The label and the limits of the first field whose value is no number, or is beyond them. Discord checks nothing that is
 * typed into a form.
 */
export function badNumberIn(
  options: FormOptions,
  { options: typed }: Source,
  t: Translate,
): { field: string; min: number; max: number } | undefined {
  const limits = Object.entries(options).map(([name, { definition }]) => {
    const text = typed.get(name)?.value?.toString();
    if (definition.type !== OptionType.Integer || text === undefined) return undefined;
    const [number = NaN, min = 0, max = Infinity] = [
      parseTypedNumber(text),
      definition.min_value,
      definition.max_value,
    ];
    return number >= min && number <= max ? undefined : { field: t(`forms.${name as InputName}`), min, max };
  });
  return limits.find((limit) => limit !== undefined);
}

const SECRET_INPUTS = ['token'];
/** The button that opens a form, where it has another name. */
const OPENED_BY = new Map<string, CustomId<'buttons'>>([
  [customIds.settings.modals.webhook(), customIds.settings.buttons['hook-add']()],
  [customIds.settings.modals.votifier(), customIds.settings.buttons['votifier-add']()],
  [customIds.settings.modals['panel-text'](), customIds.settings.buttons['panel-edit']()],
]);

/** A form that was refused, to be opened again; undefined where no button opens it. @param buttons - of its command */
export function refusedForm(
  { customId, fields }: Pick<ModalSubmitInteraction, 'customId' | 'fields'>,
  buttons: object,
  t: Translate,
  labelOf: LabelOf = () => undefined,
): FilledForm | undefined {
  const isNamesake = Object.hasOwn(buttons, parseCustomId(customId).action);
  const opensIt = OPENED_BY.get(customId) ?? (isNamesake ? (customId as CustomId<'buttons'>) : undefined);
  if (opensIt === undefined) return undefined;
  const typed = [...fields.fields.values()].flatMap((field) => {
    const value =
      field.type === ComponentType.TextInput ? field.value : (field as Partial<SelectMenuModalData>).values?.[0];
    if (value === undefined || SECRET_INPUTS.includes(field.customId)) return [];
    const shown = MENTIONS[field.type]?.(value) ?? typedText(labelOf(field.customId, value) ?? value);
    return shown === undefined ? [] : [{ name: t(`forms.${field.customId as InputName}`), value: shown }];
  });
  return { typed, opensIt };
}

const MENTIONS: Partial<Record<ComponentType, (id: string) => string>> = {
  [ComponentType.ChannelSelect]: (id) => `<#${id}>`,
  [ComponentType.RoleSelect]: (id) => `<@&${id}>`,
};
const MENTIONED = /^<(?:#|@&)(\d+)>$/;
const LINES = { begin: '```\n', end: '\n```' } as const;

/** What was typed, as a field shows it; undefined where that would come back as something else. */
function typedText(value: string): string | undefined {
  const typed = value.split(/\r?\n/);
  if (value.length > MAX_TYPED_LENGTH || !typed.every(isShownAsCode)) return undefined;
  return typed.length === 1 ? `\`${value}\`` : `${LINES.begin}${typed.join('\n')}${LINES.end}`;
}

function isShownAsCode(line: string): boolean {
  const words = line.trim().replaceAll(/ +/g, ' ');
  return words === '' || codeText(words, MAX_TYPED_LENGTH) === `\`${words}\``;
}

function typedIn(shown: string): string {
  const [, id] = MENTIONED.exec(shown) ?? [];
  if (id !== undefined) return id;
  return shown.startsWith(LINES.begin) ? shown.slice(LINES.begin.length, -LINES.end.length) : shown.slice(1, -1);
}

/** The form with what was typed before, if it is opened from below a refusal. */
export function filledAgain(
  modal: Modal,
  message: { embeds?: readonly { fields?: readonly APIEmbedField[] }[] },
): Modal {
  const typed = new Map(message.embeds?.[0]?.fields?.map(({ name, value }) => [name, typedIn(value)]));
  return { ...modal, components: modal.components.map((part) => fillIn(part, typed)) };
}

function fillIn(part: Modal['components'][number], typed: ReadonlyMap<string, string>): Modal['components'][number] {
  if (part.type !== ComponentType.Label) return part;
  const { component, label } = part;
  const value = typed.get(label);
  if (value === undefined) return part;
  if (component.type === ComponentType.TextInput) return { ...part, component: { ...component, value } };
  // It was there a moment ago, when it was chosen.
  if (component.type === ComponentType.ChannelSelect) {
    const chosen = { id: value, type: SelectMenuDefaultValueType.Channel } as const;
    return { ...part, component: { ...component, default_values: [chosen] } };
  }
  if (component.type === ComponentType.RoleSelect) {
    const chosen = { id: value, type: SelectMenuDefaultValueType.Role } as const;
    return { ...part, component: { ...component, default_values: [chosen] } };
  }
  if (component.type !== ComponentType.StringSelect) return part;
  const options = component.options.map((option) => ({
    ...option,
    default: [option.value, option.label].includes(value),
  }));
  return { ...part, component: { ...component, options } };
}
