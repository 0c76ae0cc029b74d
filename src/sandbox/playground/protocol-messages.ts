/** The part of the interface in protocol.ts that describes what the bot shows: messages, modals and their contents. */

/** A message in its current state; an edit brings a new one with the same id. */
export type Message = {
  id: string;
  channelId: string;
  /** The only person who sees it ("Only you can see this"); null when everyone does. */
  visibleTo: string | null;
  /**
   * For "Alex used /plan"; null when it does not answer a command: the answer to a click, or a post of the bot's own.
   */
  usedBy: { personId: string; command: string } | null;
  /** The interaction that it is a reply to, even after a later one has edited it; null for a post of the bot's own. */
  interactionId: string | null;
  /** The reply is deferred ("… is thinking"): it has no content yet. */
  loading: boolean;
  content: RichText;
  embeds: readonly Embed[];
  /** Buttons and selects, row by row. */
  rows: readonly (readonly Control[])[];
  attachments: readonly Attachment[];
  /** Whom it notified when it was posted, by the names that it mentions: `@Moderators`. Empty for most messages. */
  pings: readonly { name: string; personIds: readonly string[] }[];
  createdAt: number;
  /** Null until it is edited; the content that follows a deferred reply is not an edit. */
  editedAt: number | null;
};

/** A text with markdown: as the bot sent it, and parsed as Discord does. */
export type RichText = { markdown: string; nodes: readonly MarkdownNode[] };

/** A piece of a parsed text. */
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

/** What is mentioned although it is not there. */
export type UnknownMention = 'user' | 'channel' | 'role';

/** An embed of a message; what it does not have is null. Images are left out. */
export type Embed = {
  /** 24-bit RGB, null for the default colour. */
  colour: number | null;
  author: string | null;
  title: RichText | null;
  /** Where the title links to: `http:` or `https:`. */
  url: string | null;
  description: RichText | null;
  fields: readonly { name: RichText; value: RichText; inline: boolean }[];
  /** Plain text: Discord does not parse markdown here. */
  footer: string | null;
  timestamp: number | null;
};

/** A file of a message. */
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

/** Something in a row below a message. Other components are left out. */
export type Control = Button | LinkButton | Select;

/** Discord's names for the colours of a button. */
export type ButtonStyle = 'primary' | 'secondary' | 'success' | 'danger';

/** A button that the action `click` uses. `emoji` is a character, or the name of a custom one. */
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

/**
 * A select that the action `select` uses. The options of a select of people, channels or roles are those of the guild.
 */
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
  /** The interaction that it answers; the action `submit` refers to the modal by it. */
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
      /** What it is filled in with at first. */
      value: string;
      required: boolean;
      minLength: number;
      maxLength: number;
    }
  | (Select & { label: string; description: string | null; required: boolean });
