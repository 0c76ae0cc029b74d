import { ButtonStyle, ComponentType, type APIAttachment } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';

import { ANSI, messageText, PLAIN } from '../../../src/sandbox/console/message-text.ts';
import { LoopbackDiscord } from '../../../src/sandbox/discord/loopback-discord.ts';
import { draft, type MessageBody } from '../../../src/sandbox/discord/message.ts';
import { describeMessage } from '../../../src/sandbox/playground/messages.ts';

const { ActionRow, Button, StringSelect } = ComponentType;
const NOW = Date.parse('2026-03-01T12:00:00.000Z');

const guild = new LoopbackDiscord().addGuild();
const author = { id: '3', username: 'bot', discriminator: '0', global_name: null, avatar: null };

/** What the console prints of a message that its author has sent. */
function textOf(body: MessageBody, { attachments = [] as APIAttachment[], style = PLAIN } = {}): string {
  const sent = draft({ body, attachments }, { channelId: '2', author, visibleTo: null, interaction: null });
  const message = describeMessage({ ...sent, id: '1', createdAt: NOW }, guild, () => undefined);
  return messageText(message, { author: 'bot', style, now: NOW });
}

test.each([
  ['plain text stays', 'a b', 'a b'],
  ['bold is bold', '**a** b **c**', 'a b c'],
  ['an escaped character is itself', String.raw`\*a\* \<\@1\> https\:\/\/b\.c`, '*a* <@1> https://b.c'],
  ['an escaped backslash is one', String.raw`a\\b`, String.raw`a\b`],
  ['a backslash before a letter stays', String.raw`a\b`, String.raw`a\b`],
  ['lines stay lines', 'a\nb', 'a\nb'],
  ['small print is a line of its own', 'a\n-# b\nc\n-# d', 'a\nb\nc\nd'],
  ['a command is its name', 'use </entity link:12345678901234567>', 'use /entity link'],
])('in markdown, %s', (_name, markdown, text) => {
  expect(textOf({ content: markdown })).toBe(`bot\n${text}`);
});

describe('a message', () => {
  test('shows an embed with its fields and footer behind a bar', () => {
    const embed = {
      title: String.raw`The \*title\*`,
      description: '**First** line\nsecond line',
      fields: [
        { name: 'Field', value: 'one\ntwo' },
        { name: 'Other', value: 'three' },
      ],
      footer: { text: 'Reference K7' },
    };
    const lines = ['The *title*', 'First line', 'second line', 'Field: one', '  two', 'Other: three', 'Reference K7'];
    expect(textOf({ embeds: [embed] })).toBe(['bot', ...lines.map((line) => `│ ${line}`)].join('\n'));
  });

  test('lists its links, its attachments and, by number, what can be clicked', () => {
    const attachment = { id: '1', filename: 'plans.csv', size: 12 } as APIAttachment;
    const link = { type: Button, style: ButtonStyle.Link, label: 'Vote', url: 'https://vote.example' };
    const button = { type: Button, style: ButtonStyle.Secondary, label: 'Check again', custom_id: 'again' };
    const select = { type: StringSelect, custom_id: 's', options: [{ label: 'A', value: 'a' }] };
    const components = [[link, button], [select]].map((row) => ({ type: ActionRow, components: row }));
    expect(textOf({ content: 'a', components }, { attachments: [attachment] })).toBe(
      ['bot', 'a', '📎 plans.csv 12 bytes', '  Vote: https://vote.example', '  [1] Check again', '  [2] A'].join('\n'),
    );
  });

  test('is decorated for a terminal in the colour of its embed', () => {
    const text = textOf({ embeds: [{ title: 'T', color: 0x57f287 }] }, { style: ANSI });
    expect(text).toContain('\u001b[38;2;87;242;135m▌\u001b[39m \u001b[1mT\u001b[22m');
  });
});
