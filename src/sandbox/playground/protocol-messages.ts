/** The part of the interface in protocol.ts that describes the bot's messages and modals. */

/** A message in its current state; an edit brings a new one with the same id. */
export type Message = {
  id: string;
  channelId: string;
  /** The only person who sees it ("Only you can see this"); null when everyone does. */
  visibleTo: string | null;
  /** For "Alex used /plan"; null when it answers no command, as after a click, or for a post of the bot's own. */
  usedBy: { personId: string; command: string } | null;
  /** The interaction that it answers, even after an edit by a later one; null for a post of the bot's own. */
  interactionId: string | null;
  /** The reply is deferred ("… is thinking"), and still without content. */
  loading: boolean;
  content: RichText;
  embeds: readonly Embed[];
  /** Buttons and selects, row by row. */
  rows: readonly (readonly Control[])[];
  attachments: readonly Attachment[];
  /** The people whom it notified when it was posted, by the mentioned name: `@Moderators`. Mostly empty. */
  pings: readonly { name: string; personIds: readonly string[] }[];
  createdAt: number;
  /** Null until it is edited; the content that follows a deferred reply is not an edit. */
  editedAt: number | null;
};

/** A text with markdown: as the bot sent it, and as Discord parses it. */
export type RichText = { markdown: string; nodes: readonly MarkdownNode[] };

export type MarkdownNode =
  | { type: 'text'; text: string }
  | { type: 'break' }
  | {
      type: 'strong' | 'emphasis' | 'underline' | 'strikethrough' | 'spoiler' | 'quote' | 'subtext';
      children: readonly MarkdownNode[];
    }
  | { type: 'heading'; level: 1 | 2 | 3; children: readonly MarkdownNode[] }
  | { type: 'code'; text: string }
  | { type: 'code-block'; text: string; language: string }
  /** `url` is always `http:` or `https:`. */
  | { type: 'link'; url: string; children: readonly MarkdownNode[] }
  /** `<t:0:R>`: `style` is t, T, d, D, f, F or R; f when the bot gave none. */
  | { type: 'timestamp'; at: number; style: string }
  /** A mention as Discord displays it: `@Alex`, `@Moderators`, `#general`, `@everyone`. */
  | { type: 'mention'; text: string }
  | { type: 'unknown-mention'; of: UnknownMention }
  /** `</entity link:ID>`: a click on it starts the command with this id and path, if there is one. */
  | { type: 'command-mention'; id: string; path: readonly string[] };

/** The kind of a missing thing that a text mentions. */
export type UnknownMention = 'user' | 'channel' | 'role';

/** An embed of a message; a missing part is null. Images are left out. */
export type Embed = {
  /** 24-bit RGB, null for the default colour. */
  colour: number | null;
  author: string | null;
  title: RichText | null;
  /** The link of the title: `http:` or `https:`. */
  url: string | null;
  description: RichText | null;
  fields: readonly { name: RichText; value: RichText; inline: boolean }[];
  /** Plain text: Discord does not parse markdown here. */
  footer: string | null;
  timestamp: number | null;
};

export type Attachment = {
  id: string;
  filename: string;
  /** Bytes. */
  size: number;
  contentType: string;
  description: string | null;
  /** A path on the server of the page, `/attachments/…`, without the token that the download needs. */
  url: string;
};

/** A part of a row below a message. Other components are left out. */
export type Control = Button | LinkButton | Select;

/** Discord's names for the colours of a button. */
export type ButtonStyle = 'primary' | 'secondary' | 'success' | 'danger';

/** A button for the action `click`. `emoji` is a character, or the name of a custom one. */
export type Button = {
  kind: 'button';
  customId: string;
  label: string;
  emoji: string | null;
  style: ButtonStyle;
  disabled: boolean;
};

/** A button that opens a page and does not involve the bot. `url` is `http:`, `https:` or `discord:`. */
export type LinkButton = { kind: 'link'; label: string; emoji: string | null; url: string; disabled: boolean };

/** A select for the action `select`. A select of people, channels or roles has those of the guild as its options. */
export type Select = {
  kind: 'select';
  customId: string;
  placeholder: string | null;
  options: readonly { label: string; value: string; description: string | null; selected: boolean }[];
  minValues: number;
  maxValues: number;
  disabled: boolean;
};

/** A form that the bot shows to one person, in answer to an interaction. */
export type Modal = {
  /** The interaction that it answers; the action `submit` names the modal by this id. */
  interactionId: string;
  /** The person who sees it. */
  personId: string;
  title: string;
  fields: readonly ModalField[];
};

/** One part of a modal, from top to bottom: text to read, an input, or a select. */
export type ModalField =
  | { kind: 'note'; text: RichText }
  | {
      kind: 'text';
      customId: string;
      label: string;
      description: string | null;
      multiline: boolean;
      placeholder: string | null;
      /** The prefilled text. */
      value: string;
      required: boolean;
      minLength: number;
      maxLength: number;
    }
  | (Select & { label: string; description: string | null; required: boolean });
