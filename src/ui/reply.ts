import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
  type APIModalInteractionResponseCallbackData,
  type APISelectMenuOption,
  type APIStringSelectComponent,
} from 'discord.js';

import { chunksOf } from '../chunks.ts';
import type { PlainTextKey, TextKey, Translate, Values } from '../locales/index.ts';
import type { CustomId } from './custom-ids.ts';
import { truncate } from './text.ts';

/**
 * What a person is shown, in the shape of Discord's API, and text files to go with it. `mentionedRole`: by its id, the
 * only one who is pinged
 */
export type Reply = {
  embeds: APIEmbed[];
  components: APIActionRowComponent<APIComponentInMessageActionRow>[];
  files?: { name: string; content: string }[];
  mentionedRole?: string | undefined;
};

/** A form to fill in, in the shape of Discord's API. */
export type Modal = APIModalInteractionResponseCallbackData & { custom_id: CustomId<'modals'> };

/** A page number, counted from 1, and how many pages there are. */
export type Page = { page: number; pages: number };

/** One colour for each kind of state. The words must carry the meaning without it. */
export const COLOURS = { green: 0x57f287, blurple: 0x5865f2, grey: 0x95a5a6, amber: 0xfee75c, red: 0xed4245 } as const;
export type Colour = keyof typeof COLOURS;

/** The name of a text that has a title and a description. */
type NoticeText = {
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

/** Discord's documentation, "Button": UTF-16 units of a link. */
export const MAX_LINK_LENGTH = 512;
/** The same, of a label. */
const MAX_LABEL_LENGTH = 80;

/**
 * An embed from its parts, each cut to Discord's limits. The last fields are left out where all would exceed the total.
 */
export function createEmbed(parts: {
  title: string;
  description: string;
  colour: Colour;
  fields?: readonly { name: string; value: string; inline?: boolean }[];
  footer?: string | undefined;
}): APIEmbed {
  const title = truncate(parts.title, EMBED_LIMITS.title);
  const footer = parts.footer && { text: truncate(parts.footer, EMBED_LIMITS.footer) };
  const description = truncate(parts.description, EMBED_LIMITS.description - (footer ? footer.text.length : 0));
  const fields: NonNullable<APIEmbed['fields']> = [];
  let size = title.length + description.length + (footer ? footer.text.length : 0);
  for (const field of (parts.fields ?? []).slice(0, EMBED_LIMITS.fields)) {
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
    ...(footer ? { footer } : {}),
  };
}

/** A reply of one embed and, when there are any, a row with each select and rows of up to five buttons. */
export function createReply(
  embed: APIEmbed,
  buttons: readonly APIButtonComponent[] = [],
  selects: readonly APIStringSelectComponent[] = [],
): Reply {
  const rows = [...selects.map((select) => [select]), ...chunksOf(buttons, BUTTONS_IN_A_ROW)];
  return { embeds: [embed], components: rows.map((components) => ({ type: ComponentType.ActionRow, components })) };
}

/** A reply whose title and description are texts of their own. @param values - what is filled in to the description */
export function noticeReply<Text extends NoticeText>(
  notice: { colour: Colour; text: Text; footer?: string | undefined; buttons?: readonly APIButtonComponent[] },
  t: Translate,
  ...values: Values<`${Text}.description`>
): Reply {
  const { colour, text, footer, buttons } = notice;
  const title: PlainTextKey = `${text}.title`;
  const embed = createEmbed({
    colour,
    title: t(title),
    description: t(`${text}.description`, ...values),
    footer,
  });
  return createReply(embed, buttons);
}

/**
 * What a button does, as Discord colours it: the one thing to do next, something that cannot be undone, or anything
 * else.
 */
const BUTTON_STYLES = {
  primary: ButtonStyle.Primary,
  danger: ButtonStyle.Danger,
  secondary: ButtonStyle.Secondary,
} as const;

/** A button that sends `customId` back to us when it is clicked. */
export function actionButton(
  label: string,
  customId: CustomId<'buttons'>,
  weight: keyof typeof BUTTON_STYLES = 'secondary',
): APIButtonComponent {
  return { type: ComponentType.Button, style: BUTTON_STYLES[weight], label, custom_id: customId };
}

/** A select of one of the given options, cut to {@link SELECT_LIMITS}; none when there are no options. */
export function selectOne(
  customId: CustomId<'selects'>,
  placeholder: string,
  options: readonly APISelectMenuOption[],
): APIStringSelectComponent[] {
  if (options.length === 0) return [];
  return [
    {
      type: ComponentType.StringSelect,
      custom_id: customId,
      placeholder,
      options: options.slice(0, SELECT_LIMITS.options).map((option) => ({
        ...option,
        label: truncate(option.label, SELECT_LIMITS.text),
        ...(option.description === undefined ? {} : { description: truncate(option.description, SELECT_LIMITS.text) }),
      })),
    },
  ];
}

/** Buttons for the pages before and after this one, as far as there are any. */
export function pageButtons(
  customIdOf: (page: number) => CustomId<'buttons'>,
  { page, pages }: Page,
  t: Translate,
): APIButtonComponent[] {
  const turn = (label: PlainTextKey, to: number) =>
    to >= 1 && to <= pages ? [actionButton(t(label), customIdOf(to))] : [];
  return [...turn('buttons.earlier', page - 1), ...turn('buttons.later', page + 1)];
}

/** A button that opens `url`; none without a url, or when it is longer than Discord allows. */
export function linkButtons(label: string, url: string | undefined): APIButtonComponent[] {
  if (url === undefined || url.length > MAX_LINK_LENGTH) return [];
  return [{ type: ComponentType.Button, style: ButtonStyle.Link, label: truncate(label, MAX_LABEL_LENGTH), url }];
}
