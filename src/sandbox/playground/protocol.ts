/**
 * The interface of the playground: all that the page and the console know of the sandbox. Everything here is plain JSON.
 *
 * - `GET /api/events?token=…` is a stream of server-sent events. The `data` of each is one {@link PlaygroundEvent}. A stream begins with a
 *   `state` event that holds everything so far, so a viewer that lost its connection opens a new one and starts over from that state.
 * - `POST /api/actions` with the token in the header `x-playground-token` and an {@link Action} as JSON body answers an {@link Answer}.
 *   What comes of the action later (a reply, its edits, a modal) arrives as events.
 * - `GET /attachments/…?token=…` downloads the file of an {@link Attachment}.
 *
 * A browser opens at most six connections to a host and a stream keeps one, so with six streams open even an action waits. A modal is told
 * once: a viewer that comes later, or comes back, does not see it.
 *
 * Times are in ms since the epoch. An id is Discord's own. Every viewer is sent the events of all people and shows those of one.
 */

import type { Message, Modal } from './protocol-messages.ts';

export type * from './protocol-messages.ts';

export type HostName = 'identity' | 'main';

/** A text with its translations by Discord locale (`fr`); where there is none for a person's locale, `text` is shown. */
export type Localised = { text: string; translations: Readonly<Record<string, string>> };

/** Everything there is to see when a viewer arrives. */
export type PlaygroundState = {
  guild: { id: string; name: string };
  bot: { id: string; name: string };
  channels: readonly Channel[];
  people: readonly Person[];
  /** The languages a person can have. */
  locales: readonly { code: string; name: string }[];
  commands: readonly Command[];
  /** Entities whose plan is in a state worth looking at. */
  examples: readonly { entityId: string; name: string; about: string }[];
  /** What a plan can be set to with the action `plan`. */
  planStates: readonly { state: PlanState; about: string }[];
  hosts: readonly Host[];
  /** An access token that the main service takes, for `/settings token`. The log masks it. */
  accessToken: string;
  /** Public and ephemeral ones of every channel, oldest first. */
  messages: readonly Message[];
  /** Oldest first; only the newest are kept. */
  log: readonly LogEntry[];
};

export type Channel = { id: string; name: string };

export type Person = {
  id: string;
  name: string;
  /** One word: `Operator`, `Manager`, `Moderator`, `Member`. */
  role: string;
  /** What the role may do, in a few words. */
  about: string;
  locale: string;
};

/** One entry of the slash-command picker: a command, or one of its subcommands. */
export type Command = {
  /** As registered: `['plan']`, `['entity', 'link']`. */
  path: readonly string[];
  /** The path in words, `entity link`. */
  title: Localised;
  description: Localised;
  options: readonly CommandOption[];
  /** Ids of the people whom Discord lets use it. */
  usableBy: readonly string[];
};

export type OptionType = 'string' | 'integer' | 'number' | 'boolean' | 'user' | 'channel' | 'role' | 'mentionable';

export type CommandOption = {
  name: string;
  title: Localised;
  description: Localised;
  type: OptionType;
  required: boolean;
  /** Choices come from the bot, by the action `autocomplete`. */
  autocomplete: boolean;
  /** The only values it takes; empty when it takes any. */
  choices: readonly { title: Localised; value: string | number }[];
  minLength: number | null;
  maxLength: number | null;
  minValue: number | null;
  maxValue: number | null;
};

/** People, channels and roles are given by id. */
export type OptionValue = string | number | boolean;
export type OptionValues = Readonly<Record<string, OptionValue>>;

export type Host = {
  name: HostName;
  title: string;
  /** What can be switched on. */
  offered: readonly { fault: FaultName; about: string }[];
  /** What is switched on. `times`: how many more requests it strikes, null for all. */
  faults: readonly { fault: FaultName; times: number | null }[];
};

export type FaultName = 'slow' | 'hang' | 'lost' | 'reset' | 'garbage' | 'down' | 'busy' | 'forbidden' | 'bad-token';

export type PlanState =
  'active' | 'standard' | 'grace' | 'cancelled' | 'deletion-scheduled' | 'pending-change' | 'all-at-once';

/** Something a person did with the bot. It is known by its id from its start to its end. */
export type Interaction = {
  id: string;
  personId: string;
  channelId: string;
  /** `/plan`, `click refresh`, `submit Claim a vote`. */
  action: string;
  /** The message whose button or select was used. */
  messageId: string | null;
  startedAt: number;
  /**
   * `waiting` until the bot acknowledges. `failed`: `reason` is what Discord says, "The application did not respond". `answered`: messages
   * or a modal tell the rest.
   */
  progress: { kind: 'waiting' } | { kind: 'answered'; afterMs: number } | { kind: 'failed'; reason: string };
};

export type Party = 'discord' | 'bot' | HostName;

/** One thing that crossed a boundary. Credentials are masked. */
export type LogEntry = {
  id: number;
  boundary: 'gateway' | 'rest' | HostName;
  /** Who began; of a call, `to` answers. */
  from: Party;
  to: Party;
  /** One line: `INTERACTION_CREATE /plan`, `POST /interactions/…/callback`. */
  summary: string;
  startedAt: number;
  /** Of a call: how it ended. Null for a gateway event, which nobody answers. */
  outcome: {
    /** Null when the connection ended without an answer. */
    status: number | null;
    durationMs: number;
    /** The fault that struck it. */
    fault: string | null;
  } | null;
  /** Bodies in many lines to be read; null when there is none. */
  request: string | null;
  response: string | null;
};

export type PlaygroundEvent =
  | { type: 'state'; state: PlaygroundState }
  /** New or edited: it takes the place of the message with its id. */
  | { type: 'message'; change: 'created' | 'edited'; message: Message }
  | { type: 'message-deleted'; id: string }
  /** New or further on: it takes the place of the interaction with its id. Typing into an option is none. */
  | { type: 'interaction'; interaction: Interaction }
  | { type: 'modal'; modal: Modal }
  | { type: 'commands'; commands: readonly Command[] }
  | { type: 'people'; people: readonly Person[] }
  | { type: 'hosts'; hosts: readonly Host[] }
  | { type: 'log'; entry: LogEntry };

/** Where and as whom something is done. */
type Acting = { personId: string; channelId: string };

export type Action =
  | ({ type: 'command'; path: readonly string[]; options: OptionValues } & Acting)
  /** Asks the bot what to offer for the option being typed into; `options` are those filled in already. */
  | ({ type: 'autocomplete'; path: readonly string[]; option: string; typed: string; options: OptionValues } & Acting)
  | { type: 'click'; personId: string; messageId: string; customId: string }
  | { type: 'select'; personId: string; messageId: string; customId: string; values: readonly string[] }
  /** `interactionId`: that of the modal. Values by custom id, a list for a select. */
  | {
      type: 'submit';
      personId: string;
      interactionId: string;
      values: Readonly<Record<string, string | readonly string[]>>;
    }
  /** A player votes for the game server. */
  | { type: 'vote'; player: string }
  | { type: 'plan'; entityId: string; state: PlanState }
  /** `times`: how many requests it strikes; null for all until healed. */
  | { type: 'fault'; host: HostName; fault: FaultName; times: number | null }
  /** Switches every fault of a host off. */
  | { type: 'heal'; host: HostName }
  | { type: 'locale'; personId: string; locale: string };

export type Answer =
  /** To `command`, `click`, `select` and `submit`: the bot has been told. */
  | { kind: 'sent'; interactionId: string }
  /** To `autocomplete`. */
  | { kind: 'choices'; choices: readonly { name: string; value: string | number }[] }
  /** To the rest: done. */
  | { kind: 'done' }
  /** To any: not done, and why, in words for the person. */
  | { kind: 'refused'; reason: string };
