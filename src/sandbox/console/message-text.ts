import { timestampText } from '../playground/page/timestamps.ts';
import { WORDS } from '../playground/page/words.ts';
import type { Control, Embed, MarkdownNode, Message, RichText } from '../playground/protocol.ts';
import { wrapped } from './wrapping.ts';

type Clickable =
  | { kind: 'button'; label: string; customId: string }
  | { kind: 'option'; label: string; customId: string; value: string };

/** How text is formatted; the plain style leaves it unchanged. */
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

const LANGUAGE = 'en-GB';

/** The bot's name, the style, the current time in ms since the epoch, and the width of the terminal in columns. */
export type Reading = { author: string; style: TextStyle; now: number; width?: number };

const BAR_COLUMNS = 2;

/** A message as lines of text: its audience, its contents, and the clickable parts, numbered from 1. */
export function messageText(message: Message, { author, style, now, width = Infinity }: Reading): string {
  const lines = [
    style.dim(message.visibleTo === null ? author : `${author} (only you can see this)`),
    ...(message.content.markdown === '' ? [] : [richTextIn(message.content, style, now)]),
    ...message.embeds.flatMap((embed) => embedLines(embed, { style, now, width })),
    ...message.attachments.map(({ filename, size }) => `📎 ${filename} ${style.dim(`${size} bytes`)}`),
    ...message.pings.map(({ name }) => style.dim(`🔔 pings ${name}`)),
    ...message.rows.flat().flatMap((control) => linkLine(control, style)),
    ...clickablesOf(message).map(({ label }, index) => `  [${style.bold(String(index + 1))}] ${label}`),
  ];
  return lines.map((line) => wrapped(line, width)).join('\n');
}

/** The clickable parts of a message, in the order of their numbers. */
export function clickablesOf(message: Message): Clickable[] {
  return message.rows.flat().flatMap((control): Clickable[] => {
    if (control.disabled || control.kind === 'link') return [];
    const { customId } = control;
    if (control.kind === 'button') return [{ kind: 'button', label: control.label, customId }];
    return control.options.map(({ label, value }) => ({ kind: 'option', label, customId, value }));
  });
}

function linkLine(control: Control, style: TextStyle): string[] {
  return control.kind === 'link' ? [`  ${control.label}: ${style.dim(control.url)}`] : [];
}

function embedLines(embed: Embed, { style, now, width }: Required<Omit<Reading, 'author'>>): string[] {
  const text = (rich: RichText): string[] => richTextIn(rich, style, now).split('\n');
  const lines = [
    ...(embed.title ? [style.bold(richTextIn(embed.title, PLAIN, now))] : []),
    ...(embed.description ? text(embed.description) : []),
    ...embed.fields.flatMap(({ name, value }) => {
      const [first = '', ...more] = text(value);
      return [`${style.dim(`${richTextIn(name, PLAIN, now)}:`)} ${first}`, ...more.map((line) => `  ${line}`)];
    }),
    ...(embed.footer === null ? [] : [style.dim(embed.footer)]),
  ];
  return lines
    .flatMap((line) => wrapped(line, width - BAR_COLUMNS).split('\n'))
    .map((line) => `${style.bar(embed.colour ?? 0)} ${line}`);
}

function richTextIn({ nodes }: RichText, style: TextStyle, now: number): string {
  return nodesIn(nodes, style, now).replace(/\n$/, '');
}

function nodesIn(nodes: readonly MarkdownNode[], style: TextStyle, now: number): string {
  return nodes.map((node) => nodeIn(node, style, now)).join('');
}

/**
 * Markdown as far as a terminal can show it: strong text in bold, subtext dim, timestamps in words. A heading and a
 * subtext include the line break after them.
 */
function nodeIn(node: MarkdownNode, style: TextStyle, now: number): string {
  switch (node.type) {
    case 'text':
    case 'code':
    case 'code-block':
    case 'mention':
      return node.text;
    case 'unknown-mention':
      return WORDS.message.unknown[node.of];
    case 'command-mention':
      return style.bold(`/${node.path.join(' ')}`);
    case 'break':
      return '\n';
    case 'strong':
      return style.bold(nodesIn(node.children, PLAIN, now));
    case 'heading':
      return `${style.bold(nodesIn(node.children, PLAIN, now))}\n`;
    case 'subtext':
      return `${style.dim(nodesIn(node.children, PLAIN, now))}\n`;
    case 'timestamp':
      return timestampText({ at: node.at, now }, node.style, LANGUAGE);
    case 'emphasis':
    case 'underline':
    case 'strikethrough':
    case 'spoiler':
    case 'quote':
    case 'link':
      return nodesIn(node.children, style, now);
  }
}
