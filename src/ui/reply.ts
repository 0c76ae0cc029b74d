import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
  type APIEmbedField,
  type APISelectMenuOption,
  type APIStringSelectComponent,
} from 'discord.js';

import type { PlainTextKey, TextKey, Translate, Values } from '../locales/index.ts';
import { chunksOf } from '../work/chunks.ts';
import type { CustomId } from './custom-ids.ts';
import { type Maybe, present, truncate } from './text.ts';

/** A message in the shape of Discord's API. */
export type Reply = {
  embeds: APIEmbed[];
  components: APIActionRowComponent<APIComponentInMessageActionRow>[];
  files?: { name: string; content: string }[];
};

export type Button = Maybe<APIButtonComponent>;

/** One for each kind of state. The words must carry the meaning without it. */
export const COLOURS = { green: 0x57f287, blurple: 0x5865f2, grey: 0x95a5a6, amber: 0xfee75c, red: 0xed4245 } as const;
export type Colour = keyof typeof COLOURS;

type TitledText = {
  [K in PlainTextKey]: K extends `${infer Name}.title` ? (`${Name}.description` extends TextKey ? Name : never) : never;
}[PlainTextKey];

/** Discord's documentation, "Embed Limits": UTF-16 units of each part, and of all parts of a message together. */
const EMBED_LIMITS = {
  title: 256,
  description: 4_096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1_024,
  footer: 2_048,
  total: 6_000,
} as const;

/** Discord's documentation, "Select Option Structure": UTF-16 units of a label or description. */
const SELECT_LIMITS = { options: 25, text: 100 } as const;

/** Discord's documentation, "Action Row". */
const BUTTONS_IN_A_ROW = 5;
/** Discord's documentation, "Button": UTF-16 units of a link, and of a label. */
export const MAX_LINK_LENGTH = 512;
const MAX_LABEL_LENGTH = 80;

/** Falsy paragraphs and fields are left out. */
export type EmbedParts = {
  title: string;
  description: string | readonly Maybe<string>[];
  colour: Colour;
  fields?: readonly Maybe<APIEmbedField>[];
  footer?: string | undefined;
};

/** An embed, each part cut to Discord's limits. The last fields are left out when all would exceed the total. */
export function createEmbed(parts: EmbedParts): APIEmbed {
  const title = truncate(parts.title, EMBED_LIMITS.title);
  const footer = truncate(parts.footer ?? '', EMBED_LIMITS.footer);
  const text = present([parts.description].flat()).join('\n\n');
  const description = truncate(text, EMBED_LIMITS.description - footer.length);
  const fields: NonNullable<APIEmbed['fields']> = [];
  let size = title.length + description.length + footer.length;
  for (const field of present(parts.fields ?? []).slice(0, EMBED_LIMITS.fields)) {
    const name = truncate(field.name, EMBED_LIMITS.fieldName);
    const value = truncate(field.value, EMBED_LIMITS.fieldValue);
    size += name.length + value.length;
    if (size > EMBED_LIMITS.total) break;
    fields.push({ ...field, name, value });
  }
  return {
    title,
    description,
    color: COLOURS[parts.colour],
    ...(fields.length > 0 ? { fields } : {}),
    ...(footer === '' ? {} : { footer: { text: footer } }),
  };
}

/** A reply of one embed, a row with the select, and rows of buttons, as even as they can be. Falsy buttons are left out. */
export function createReply(
  embed: EmbedParts,
  buttons: readonly Button[] = [],
  select?: APIStringSelectComponent,
): Reply {
  const shown = present(buttons);
  const inARow = Math.ceil(shown.length / Math.ceil(shown.length / BUTTONS_IN_A_ROW)) || 1;
  const rows = [...(select ? [[select]] : []), ...chunksOf(shown, inARow)];
  const components = rows.map((row) => ({ type: ComponentType.ActionRow as const, components: row }));
  return { embeds: [createEmbed(embed)], components };
}

/** A view of one text that has a title and a description. The values are for the description. */
export const textReply =
  <Text extends TitledText>(colour: Colour, text: Text, more: { footer?: string; buttons?: readonly Button[] } = {}) =>
  (t: Translate, ...values: Values<`${Text}.description`>): Reply => {
    const title: PlainTextKey = `${text}.title`;
    const description = t(`${text}.description`, ...values);
    return createReply({ colour, title: t(title), description, footer: more.footer }, more.buttons);
  };

/** @param style - for the one thing to do next, for something that cannot be undone, or for anything else */
export function actionButton(
  label: string,
  customId: CustomId<'buttons'>,
  style: 'Primary' | 'Danger' | 'Secondary' = 'Secondary',
): APIButtonComponent {
  return { type: ComponentType.Button, style: ButtonStyle[style], label, custom_id: customId };
}

/** A select of one option, cut to {@link SELECT_LIMITS}; undefined without options. */
export function selectOne(
  customId: CustomId<'selects'>,
  placeholder: string,
  options: readonly APISelectMenuOption[],
): APIStringSelectComponent | undefined {
  if (options.length === 0) return undefined;
  return {
    type: ComponentType.StringSelect,
    custom_id: customId,
    placeholder,
    options: options.slice(0, SELECT_LIMITS.options).map((option) => ({
      ...option,
      label: truncate(option.label, SELECT_LIMITS.text),
      ...(option.description === undefined ? {} : { description: truncate(option.description, SELECT_LIMITS.text) }),
    })),
  };
}

export function pageButtons(
  customIdOf: (page: number) => CustomId<'buttons'>,
  { page, pages }: { page: number; pages: number },
  t: Translate,
): Button[] {
  return [
    page > 1 && actionButton(t('buttons.earlier'), customIdOf(page - 1)),
    page < pages && actionButton(t('buttons.later'), customIdOf(page + 1)),
  ];
}

/** A button that opens `url`; undefined without a url, or when it is longer than Discord allows. */
export function linkButton(label: string, url: string | undefined): Button {
  if (url === undefined || url.length > MAX_LINK_LENGTH) return undefined;
  return { type: ComponentType.Button, style: ButtonStyle.Link, label: truncate(label, MAX_LABEL_LENGTH), url };
}
