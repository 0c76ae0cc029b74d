import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
} from 'discord.js';

import { truncate } from './text.ts';

/** What a person is shown, in the shape of Discord's API. */
export type Reply = { embeds: APIEmbed[]; components: APIActionRowComponent<APIComponentInMessageActionRow>[] };

/** The colours of the states; they only repeat what the words say. */
export const COLOURS = { green: 0x57f287, blurple: 0x5865f2, grey: 0x95a5a6, amber: 0xfee75c, red: 0xed4245 } as const;
export type Colour = keyof typeof COLOURS;

/** Discord's documentation, "Embed Limits": UTF-16 units of each part, and of all parts of a message together. */
export const EMBED_LIMITS = {
  title: 256,
  description: 4_096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1_024,
  footer: 2_048,
  total: 6_000,
} as const;

/** An embed from its parts, each cut to Discord's limits. Fields that would take it over the sum are left out, last ones first. */
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

/** A reply of one embed and, when there are any, one row of buttons. */
export function createReply(embed: APIEmbed, buttons: readonly APIButtonComponent[] = []): Reply {
  return {
    embeds: [embed],
    components: buttons.length > 0 ? [{ type: ComponentType.ActionRow, components: [...buttons] }] : [],
  };
}

/** A button whose click comes back to us as `customId`. */
export function actionButton(label: string, customId: string): APIButtonComponent {
  return { type: ComponentType.Button, style: ButtonStyle.Secondary, label, custom_id: customId };
}

export function linkButton(label: string, url: string): APIButtonComponent {
  return { type: ComponentType.Button, style: ButtonStyle.Link, label, url };
}
