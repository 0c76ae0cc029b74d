import type { MarkdownNode, Message, RichText } from '../../protocol.ts';
import { timestampText } from '../timestamps.ts';

/** Whose language the text is read in, and when, in ms since the epoch. */
export type Reading = { locale: string; now: number };

/** A message as it is read aloud: its texts, without what there is to click. */
export function spokenText({ content, embeds, attachments }: Message, reading: Reading): string {
  const read = (text: RichText | null): string => (text === null ? '' : plainText(text.nodes, reading));
  const parts = [
    read(content),
    ...embeds.flatMap(({ title, description, fields, footer }) => [
      read(title),
      read(description),
      ...fields.map(({ name, value }) => `${read(name)}: ${read(value)}`),
      footer ?? '',
    ]),
    ...attachments.map(({ filename }) => filename),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** The words of a text, in the order they are read. */
function plainText(nodes: readonly MarkdownNode[], reading: Reading): string {
  return nodes.map((node) => nodeText(node, reading)).join('');
}

function nodeText(node: MarkdownNode, reading: Reading): string {
  if ('children' in node) return plainText(node.children, reading);
  if (node.type === 'break') return '\n';
  if (node.type !== 'timestamp') return node.text;
  return timestampText({ at: node.at, now: reading.now }, node.style, reading.locale);
}
