import { parse } from 'discord-markdown-parser';

import type { Guild } from '../discord/guild.ts';
import type { MarkdownNode, RichText, UnknownMention } from './protocol.ts';
import { roleTitle } from './role-names.ts';

/** A node of the parser; its type decides which fields it has. */
type ParsedNode = {
  type: string;
  content?: string | ParsedNode[];
  target?: string;
  timestamp?: string;
  format?: string;
  level?: number;
  lang?: string;
  id?: string;
  name?: string;
  fullName?: string;
};

/** ECMAScript's limit for the distance of a date from the epoch, in ms. */
const FURTHEST_MS = 8.64e15;
const WEB_ADDRESS = /^https?:\/\//i;

/** Parses a text as Discord does for an application (with masked links). Mentions get their names from `guild`. */
export function richText(markdown: string, guild: Guild): RichText {
  return { markdown, nodes: nodesOf(parse(markdown, 'extended'), guild).map(withBullet) };
}

/** The parser knows no lists. */
function withBullet(node: MarkdownNode, at: number, all: readonly MarkdownNode[]): MarkdownNode {
  const beginsLine = at === 0 || all[at - 1]?.type === 'break';
  return node.type === 'text' && beginsLine ? { ...node, text: node.text.replace(/^- /, '• ') } : node;
}

function nodesOf(parsed: string | ParsedNode[] | undefined, guild: Guild): MarkdownNode[] {
  if (parsed === undefined) return [];
  if (typeof parsed === 'string') return [{ type: 'text', text: parsed }];
  const nodes: MarkdownNode[] = [];
  for (const node of parsed.map((one) => nodeOf(one, guild))) {
    const last = nodes.at(-1);
    if (node.type === 'text' && last?.type === 'text') last.text += node.text;
    else nodes.push(node);
  }
  return nodes;
}

function nodeOf(node: ParsedNode, guild: Guild): MarkdownNode {
  const { type, content, id = '' } = node;
  const children = (): MarkdownNode[] => nodesOf(content, guild);
  const text = typeof content === 'string' ? content : '';
  switch (type) {
    case 'strong':
    case 'underline':
    case 'strikethrough':
    case 'spoiler':
    case 'subtext':
      return { type, children: children() };
    case 'em':
      return { type: 'emphasis', children: children() };
    case 'blockQuote':
      return { type: 'quote', children: children() };
    case 'heading':
      return { type, level: node.level === 1 || node.level === 2 ? node.level : 3, children: children() };
    case 'br':
    case 'newline':
      return { type: 'break' };
    case 'inlineCode':
      return { type: 'code', text };
    case 'codeBlock':
      return { type: 'code-block', text, language: node.lang ?? '' };
    case 'link':
    case 'url':
    case 'autolink':
      return linkOf(node, children());
    case 'timestamp':
      return timestampOf(node);
    case 'user':
      return mentionOf('user', guild.members.get(id), (name) => `@${name}`);
    case 'channel':
      return mentionOf('channel', guild.channels.get(id), (name) => `#${name}`);
    case 'role':
      return mentionOf('role', guild.roles.get(id), roleTitle);
    case 'everyone':
    case 'here':
      return { type: 'mention', text: `@${type}` };
    case 'slashCommand':
      return { type: 'command-mention', id, path: (node.fullName ?? '').split(' ') };
    case 'twemoji':
      return { type: 'text', text: node.name ?? '' };
    case 'emoji':
      return { type: 'text', text: `:${node.name ?? ''}:` };
    default:
      return { type: 'text', text };
  }
}

function mentionOf(
  of: UnknownMention,
  mentioned: { name: string } | undefined,
  shown: (name: string) => string,
): MarkdownNode {
  return mentioned ? { type: 'mention', text: shown(mentioned.name) } : { type: 'unknown-mention', of };
}

/** Only `http:` and `https:` become links; other links are shown as written. */
function linkOf({ type, target = '', content = '' }: ParsedNode, children: MarkdownNode[]): MarkdownNode {
  if (WEB_ADDRESS.test(target)) return { type: 'link', url: target, children };
  return { type: 'text', text: type === 'link' ? `[${wordsOf(content)}](${target})` : `<${target}>` };
}

function wordsOf(content: string | ParsedNode[]): string {
  return typeof content === 'string' ? content : content.map((node) => wordsOf(node.content ?? '')).join('');
}

/** A timestamp outside the range of dates is shown as written. */
function timestampOf({ timestamp = '', format }: ParsedNode): MarkdownNode {
  const at = Number(timestamp) * 1_000;
  if (Math.abs(at) <= FURTHEST_MS) return { type: 'timestamp', at, style: format ?? 'f' };
  return { type: 'text', text: format === undefined ? `<t:${timestamp}>` : `<t:${timestamp}:${format}>` };
}
