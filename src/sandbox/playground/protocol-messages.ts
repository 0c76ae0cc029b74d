/** What the bot shows people, as protocol.ts sends it: messages, modals and what stands in them. */

/** A message as it stands; an edit brings a new one with the same id. */
export type Message = {
  id: string;
  channelId: string;
  /** The person who alone sees it ("Only you can see this"), null when everyone does. */
  visibleTo: string | null;
  /** "Alex used /plan"; null for what answers no command, such as a click or a post of the bot's own. */
  usedBy: { personId: string; command: string } | null;
  /** The interaction it answers. */
  interactionId: string | null;
  /** "… is thinking": there is nothing else to show yet. */
  loading: boolean;
  content: RichText;
  embeds: readonly Embed[];
  /** Rows of buttons and selects. */
  rows: readonly (readonly Control[])[];
  attachments: readonly Attachment[];
  createdAt: number;
  editedAt: number | null;
};

/** A text of the bot: as it was sent, and as Discord reads it. */
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
  | { type: 'link'; url: string; children: readonly MarkdownNode[] }
  /** `style` as in `<t:0:R>`: t, T, d, D, f, F or R; f where the bot gave none. */
  | { type: 'timestamp'; at: number; style: string }
  /** `@Alex`, `#general`, `@everyone`, `</plan:1>`; `text` is how Discord words it. */
  | { type: 'mention'; text: string };

export type Embed = {
  /** 24 bits, null for the default. */
  colour: number | null;
  author: string | null;
  title: RichText | null;
  /** What the title links to. */
  url: string | null;
  description: RichText | null;
  fields: readonly { name: RichText; value: RichText; inline: boolean }[];
  /** Discord reads no markdown in it. */
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
  /** A path on the page's own server, `/attachments/…`, to which the token is to be added. */
  url: string;
};

export type Control = Button | LinkButton | Select;

export type ButtonStyle = 'primary' | 'secondary' | 'success' | 'danger';

export type Button = {
  kind: 'button';
  customId: string;
  label: string;
  emoji: string | null;
  style: ButtonStyle;
  disabled: boolean;
};

export type LinkButton = { kind: 'link'; label: string; emoji: string | null; url: string; disabled: boolean };

/** Of a select of people or channels, the options are those there are. */
export type Select = {
  kind: 'select';
  customId: string;
  placeholder: string | null;
  options: readonly { label: string; value: string; description: string | null; selected: boolean }[];
  minValues: number;
  maxValues: number;
  disabled: boolean;
};

export type Modal = {
  /** The interaction it answers; the action `submit` names it. */
  interactionId: string;
  personId: string;
  title: string;
  fields: readonly ModalField[];
};

export type ModalField =
  | { kind: 'note'; text: RichText }
  | {
      kind: 'text';
      customId: string;
      label: string;
      description: string | null;
      multiline: boolean;
      placeholder: string | null;
      value: string;
      required: boolean;
      minLength: number;
      maxLength: number;
    }
  | (Select & { label: string; description: string | null; required: boolean });
