import { ButtonStyle, ComponentType, type APIAttachment } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';

import { ANSI, messageText, PLAIN } from '../../../src/sandbox/console/message-text.ts';
import type { Component } from '../../../src/sandbox/discord/components.ts';
import { LoopbackDiscord } from '../../../src/sandbox/discord/loopback-discord.ts';
import type { Message as SentMessage } from '../../../src/sandbox/discord/message.ts';
import { describeMessage } from '../../../src/sandbox/playground/messages.ts';
import type { Message } from '../../../src/sandbox/playground/protocol.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');

const guild = new LoopbackDiscord().addGuild();

function messageWith(changes: Partial<SentMessage>): Message {
  const message: SentMessage = {
    id: '1',
    channelId: '2',
    author: { id: '3', username: 'bot', discriminator: '0', global_name: null, avatar: null },
    content: '',
    embeds: [],
    components: [],
    attachments: [],
    mentions: { everyone: false, roleIds: [], userIds: [] },
    flags: 0,
    ephemeral: false,
    visibleTo: null,
    createdAt: NOW,
    editedAt: null,
    nonce: null,
    interaction: null,
    ...changes,
  };
  return describeMessage(message, guild, () => undefined);
}

const textOf = (changes: Partial<SentMessage>): string =>
  messageText(messageWith(changes), { author: 'bot', style: PLAIN, now: NOW });
const shown = (content: string): string => textOf({ content }).split('\n').slice(1).join('\n');

const row = (...components: Component[]): Component => ({ type: ComponentType.ActionRow, components });
const button = (label: string, customId: string, changes: Partial<Component> = {}): Component => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  label,
  custom_id: customId,
  ...changes,
});
const link = (label: string, url: string): Component => ({
  type: ComponentType.Button,
  style: ButtonStyle.Link,
  label,
  url,
});
const select = (customId: string, ...labels: string[]): Component => ({
  type: ComponentType.StringSelect,
  custom_id: customId,
  options: labels.map((label) => ({ label, value: label.toLowerCase() })),
});

describe('markdown', () => {
  test.each([
    ['plain text stays', 'a b', 'a b'],
    ['bold is bold', '**a** b **c**', 'a b c'],
    ['an escaped character is itself', String.raw`\*a\* \<\@1\> https\:\/\/b\.c`, '*a* <@1> https://b.c'],
    ['an escaped backslash is one', String.raw`a\\b`, String.raw`a\b`],
    ['a backslash before a letter stays', String.raw`a\b`, String.raw`a\b`],
    ['lines stay lines', 'a\nb', 'a\nb'],
    ['small print is a line of its own', 'a\n-# b\nc\n-# d', 'a\nb\nc\nd'],
    ['a command is its name', 'use </entity link:12345678901234567>', 'use /entity link'],
  ])('%s', (_name, markdown, text) => {
    expect(shown(markdown)).toBe(text);
  });
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
    expect(textOf({ embeds: [embed] })).toBe(
      [
        'bot',
        '│ The *title*',
        '│ First line',
        '│ second line',
        '│ Field: one',
        '│   two',
        '│ Other: three',
        '│ Reference K7',
      ].join('\n'),
    );
  });

  test('lists its links, its attachments and, by number, what can be clicked', () => {
    const attachment = { id: '1', filename: 'plans.csv', size: 12 } as APIAttachment;
    const components = [
      row(link('Vote', 'https://vote.example'), button('Check again', 'again')),
      row(select('s', 'A')),
    ];
    expect(textOf({ content: 'a', components, attachments: [attachment] })).toBe(
      ['bot', 'a', '📎 plans.csv 12 bytes', '  Vote: https://vote.example', '  [1] Check again', '  [2] A'].join('\n'),
    );
  });

  test('is decorated for a terminal in the colour of its embed', () => {
    const text = messageText(messageWith({ embeds: [{ title: 'T', color: 0x57f287 }] }), {
      author: 'bot',
      style: ANSI,
      now: NOW,
    });
    expect(text).toContain('\u001b[38;2;87;242;135m▌\u001b[39m \u001b[1mT\u001b[22m');
  });
});
