import { ComponentType, type APIEmbed } from 'discord-api-types/v10';

import { walkComponents, type Component } from '../discord/components.ts';
import type { Message } from '../discord/message.ts';

/** Something on a message that a click on tells the application. */
export type Action =
  | { kind: 'button'; label: string; customId: string }
  | { kind: 'option'; label: string; customId: string; value: string };

/** How the text is decorated; the plain style leaves it as it is. */
export type TextStyle = {
  bold: (text: string) => string;
  dim: (text: string) => string;
  bar: (colour: number) => string;
};

export const PLAIN: TextStyle = { bold: (text) => text, dim: (text) => text, bar: () => '│' };

export const ANSI: TextStyle = {
  bold: (text) => `\u001b[1m${text}\u001b[22m`,
  dim: (text) => `\u001b[2m${text}\u001b[22m`,
  bar: (colour) => `\u001b[38;2;${colour >> 16};${(colour >> 8) & 0xff};${colour & 0xff}m▌\u001b[39m`,
};

const RELATIVE_UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A message as lines of text: who sees it, its embeds, and its actions numbered from 1. @param now - ms since the epoch */
export function messageText(message: Message, style: TextStyle, now: number): string {
  const lines = [
    style.dim(message.ephemeral ? 'plan-vote-bot (only you can see this)' : 'plan-vote-bot'),
    ...(message.content === '' ? [] : [markdownText(message.content, style, now)]),
    ...message.embeds.flatMap((embed) => embedLines(embed, style, now)),
    ...message.attachments.map(({ filename, url }) => `📎 ${filename} ${style.dim(url)}`),
    ...linksOf(message).map(({ label, url }) => `  ${label}: ${style.dim(url)}`),
    ...actionsOf(message).map(({ label }, index) => `  [${style.bold(String(index + 1))}] ${label}`),
  ];
  return lines.join('\n');
}

/** What can be clicked, in the order it stands there; the n-th one carries the number n. */
export function actionsOf(message: Message): Action[] {
  return componentsOf(message).flatMap((component): Action[] => {
    const { type, custom_id: customId, label } = component;
    if (customId === undefined || component.disabled) return [];
    if (type === ComponentType.Button) return [{ kind: 'button', label: label ?? '', customId }];
    return (component.options ?? []).map((option) => ({
      kind: 'option',
      label: option.label,
      customId,
      value: option.value,
    }));
  });
}

function linksOf(message: Message): { label: string; url: string }[] {
  return componentsOf(message).flatMap(({ label, url }) => (url ? [{ label: label ?? '', url }] : []));
}

function componentsOf(message: Message): Component[] {
  return [...walkComponents(message.components)].map(({ component }) => component);
}

function embedLines(embed: APIEmbed, style: TextStyle, now: number): string[] {
  const text = (markdown: string): string[] => markdownText(markdown, style, now).split('\n');
  const lines = [
    ...(embed.title ? [style.bold(markdownText(embed.title, PLAIN, now))] : []),
    ...text(embed.description ?? ''),
    ...(embed.fields ?? []).flatMap(({ name, value }) => {
      const [first = '', ...more] = text(value);
      return [`${style.dim(`${markdownText(name, PLAIN, now)}:`)} ${first}`, ...more.map((line) => `  ${line}`)];
    }),
    ...(embed.footer ? [style.dim(embed.footer.text)] : []),
  ];
  return lines.map((line) => `${style.bar(embed.color ?? 0)} ${line}`);
}

/** Discord's markdown as far as a terminal can show it: bold, timestamps in words, escapes resolved. */
function markdownText(markdown: string, style: TextStyle, now: number): string {
  return markdown.replace(
    /\\([^\p{L}\p{N}\s])|\*\*((?:\\.|[^\\])+?)\*\*|<t:(-?\d+)(?::(\w))?>/gsu,
    (_match, escaped?: string, bold?: string, seconds?: string, format?: string) => {
      if (escaped !== undefined) return escaped;
      if (bold !== undefined) return style.bold(markdownText(bold, PLAIN, now));
      return format === 'R' ? relativeTime(Number(seconds), now) : absoluteTime(Number(seconds));
    },
  );
}

function absoluteTime(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
}

function relativeTime(seconds: number, now: number): string {
  const distance = seconds - now / 1_000;
  const [unit, size] = RELATIVE_UNITS.find(([, length]) => Math.abs(distance) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(distance / size), unit);
}
