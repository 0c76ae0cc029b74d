import { expect, test } from 'vitest';

import { LoopbackDiscord } from '../../../src/sandbox/discord/loopback-discord.ts';
import { richText } from '../../../src/sandbox/playground/markdown.ts';
import type { MarkdownNode } from '../../../src/sandbox/playground/protocol.ts';

const discord = new LoopbackDiscord();
const guild = discord.addGuild();
const moderators = guild.addRole('Moderators');
const alex = discord.addPerson({ guild, name: 'Alex' });

const text = (content: string): MarkdownNode => ({ type: 'text', text: content });
const nodesOf = (markdown: string): readonly MarkdownNode[] => richText(markdown, guild).nodes;

test('keeps the text as it was sent', () => {
  expect(richText('**a**', guild).markdown).toBe('**a**');
});

test.each<[string, string, MarkdownNode[]]>([
  ['plain text, in one piece', 'a b, c: d.', [text('a b, c: d.')]],
  ['lines', 'a\n\nb', [text('a'), { type: 'break' }, { type: 'break' }, text('b')]],
  ['bold in text', 'a **b** c', [text('a '), { type: 'strong', children: [text('b')] }, text(' c')]],
  [
    'one within the other',
    '**a *b***',
    [{ type: 'strong', children: [text('a '), { type: 'emphasis', children: [text('b')] }] }],
  ],
  ['underline', '__a__', [{ type: 'underline', children: [text('a')] }]],
  ['strikethrough', '~~a~~', [{ type: 'strikethrough', children: [text('a')] }]],
  ['a spoiler', '||a||', [{ type: 'spoiler', children: [text('a')] }]],
  ['an underscore within a word', 'snake_case_word', [text('snake_case_word')]],
  ['inline code, as it stands', '`**a** <t:0:R>`', [{ type: 'code', text: '**a** <t:0:R>' }]],
  ['a block of code', '```json\n{}\n```', [{ type: 'code-block', text: '{}', language: 'json' }]],
  ['a masked link', '[a](https://b.example)', [{ type: 'link', url: 'https://b.example', children: [text('a')] }]],
  [
    'a bare link',
    'https://b.example',
    [{ type: 'link', url: 'https://b.example', children: [text('https://b.example')] }],
  ],
  ['a timestamp', '<t:60:R>', [{ type: 'timestamp', at: 60_000, style: 'R' }]],
  ['a timestamp without a style', '<t:-60>', [{ type: 'timestamp', at: -60_000, style: 'f' }]],
  ['a moment that no calendar has', '<t:99999999999999:R>', [text('<t:99999999999999:R>')]],
  ['the last moment that a calendar has', '<t:8640000000000>', [{ type: 'timestamp', at: 8.64e15, style: 'f' }]],
  ['a masked link that leaves the web', '[a **b**](javascript:alert(1))', [text('[a b](javascript:alert(1))')]],
  ['a bare link that leaves the web', 'a <tg://b>', [text('a <tg://b>')]],
  ['a person', `<@${alex.id}>`, [{ type: 'mention', text: '@Alex' }]],
  ['a channel', `<#${guild.channel.id}>`, [{ type: 'mention', text: '#general' }]],
  ['a channel nobody knows', '<#12345678901234567>', [{ type: 'unknown-mention', of: 'channel' }]],
  ['everyone', '@everyone', [{ type: 'mention', text: '@everyone' }]],
  [
    'a command',
    '</entity link:12345678901234567>',
    [{ type: 'command-mention', id: '12345678901234567', path: ['entity', 'link'] }],
  ],
  ['a role', `<@&${moderators.id}>`, [{ type: 'mention', text: '@Moderators' }]],
  ['a role nobody knows', '<@&12345678901234567>', [{ type: 'unknown-mention', of: 'role' }]],
  ['a heading', '## a', [{ type: 'heading', level: 2, children: [text('a')] }]],
  ['small print', '-# a', [{ type: 'subtext', children: [text('a')] }]],
  ['a list', 'a - b:\n- c', [text('a - b:'), { type: 'break' }, text('• c')]],
  ['an emoji', 'a 🎁', [text('a 🎁')]],
])('reads %s', (_name, markdown, nodes) => {
  expect(nodesOf(markdown)).toEqual(nodes);
});

test.each([
  String.raw`\*\*a\*\*`,
  String.raw`\[a\]\(https\://b\.example\)`,
  String.raw`\<t:0:R\>`,
  String.raw`\<\@12345678901234567\>`,
  String.raw`\@everyone`,
  String.raw`\# a`,
  String.raw`\> a`,
  String.raw`\|\|a\|\|`,
  String.raw`\`a\``,
])('reads %s as the characters it escapes', (markdown) => {
  expect(nodesOf(markdown)).toEqual([text(markdown.replaceAll('\\', ''))]);
});
