import { ButtonStyle, ComponentType, InteractionResponseType, InteractionType, type APIEmbed } from 'discord.js';

import { DiscordError } from '../../src/sandbox/discord/discord-error.ts';
import { acceptCallback, acceptChannelMessage } from '../../src/sandbox/discord/validation/bodies.ts';
import type { Reply } from '../../src/ui/reply.ts';

const BUTTON: number = ComponentType.Button;
const SELECT: number = ComponentType.StringSelect;
const LINK: number = ButtonStyle.Link;

type Component = { type: number; style?: number; label?: string; custom_id?: string; url?: string };
type Option = { label: string; value: string; description?: string };
type Select = Component & { placeholder?: string; options: Option[] };

/** Everything that Discord would refuse in a reply or a post, as the sandbox knows it; empty when it takes both. */
export function limitErrors(reply: Reply): string[] {
  const { embeds, components } = reply;
  const data = { embeds, components, allowed_mentions: { parse: [] } };
  const type = InteractionResponseType.ChannelMessageWithSource;
  const texts = textsOf(reply);
  const all = [...texts, ...componentsOf(reply).flatMap(({ custom_id, url }) => [custom_id ?? '', url ?? ''])];
  return [
    ...refusals(() => acceptCallback({ type, data }, InteractionType.ApplicationCommand, undefined)),
    ...refusals(() => acceptChannelMessage(data)),
    ...texts.filter((text) => text.trim() === '').map(() => 'a blank text'),
    ...(embeds.every(({ description }) => description !== undefined) ? [] : ['no description']),
    ...buttonsOf(reply).flatMap(({ style, url }) => ((url !== undefined) === (style === LINK) ? [] : ['a stray url'])),
    ...all.filter((text) => !text.isWellFormed()).map(() => 'half a surrogate pair'),
  ];
}

/** What the sandbox refuses of a body, in Discord's words. */
export function refusals(accept: () => unknown): string[] {
  try {
    accept();
    return [];
  } catch (error) {
    if (error instanceof DiscordError) return [JSON.stringify(error.body)];
    throw error;
  }
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

function textsOfEmbed({ title, description, fields = [], footer }: APIEmbed): string[] {
  return [title, description, footer?.text, ...fields.flatMap(({ name, value }) => [name, value])].filter(
    (text) => text !== undefined,
  );
}
