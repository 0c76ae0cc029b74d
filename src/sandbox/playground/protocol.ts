/**
 * The interface of the playground: everything that its viewers, the page and the console, know about the sandbox. All
 * of it is plain JSON. The console uses it in the same process (see playground.ts), the page over HTTP:
 *
 * - `GET /api/events?token=…` is a stream of server-sent events. The `data` of each is one {@link PlaygroundEvent}. A
 *   stream begins with a `state` event that holds everything so far. A viewer that has lost its connection opens a new
 *   stream and starts again from that state.
 * - `POST /api/actions`, with the token in the header `x-playground-token` and an {@link Action} as its JSON body,
 *   returns an {@link Answer}. Whatever the action leads to (a reply, its edits, a modal) arrives as events. The first
 *   of them may arrive before the answer does.
 * - `GET /attachments/…?token=…` downloads the file of an {@link Attachment}.
 *
 * Errors are plain text: 400 for a body that is not an action, 403 for a wrong token, `Host` or `Origin`, 404 for a
 * file that is no longer kept, 413 for an action of more than 100 KiB. Something that cannot be done in the sandbox is
 * not an error but the answer `refused`.
 *
 * Every viewer receives the events of all people, and shows those of one. It should show only the modals that its own
 * actions led to. A modal is sent once and is not part of the state, so a page that is reloaded no longer shows it. A
 * browser opens at most six connections to a host and each stream keeps one, so with six pages open an action has to
 * wait until one of them is closed.
 *
 * Times are in ms since the epoch. Ids are Discord's own, unless stated otherwise.
 */

import type { ExampleName } from '../hosts/example-plans.ts';
import type { Reason as RefusalReason } from '../refusal.ts';
import type { Message, Modal } from './protocol-messages.ts';

export type { ExampleName };
export type * from './protocol-messages.ts';

/** The identity service (plans), the main service (votes), and the game server that is told of rewards. */
export type HostName = 'identity' | 'main' | 'game';

/** A text and its translations by Discord locale (`fr`). A person whose locale has no translation sees `text`. */
export type Localised = { text: string; translations: Readonly<Record<string, string>> };

/** Everything there is to see at one moment; events tell what changes after it. */
export type PlaygroundState = {
  /** `locale`: the language of what the bot posts for everyone. */
  guild: { id: string; name: string; locale: string };
  bot: { id: string; name: string };
  channels: readonly Channel[];
  people: readonly Person[];
  /** `@everyone` first, named as Discord shows them. */
  roles: readonly Role[];
  /** The languages a person can have. */
  locales: readonly { code: string; name: string }[];
  commands: readonly Command[];
  memberCommands: readonly MemberCommand[];
  /** Entities that have a plan from the start, one for each state worth seeing. */
  examples: readonly { entityId: string; name: string; shows: ExampleName }[];
  /** The states that the action `plan` can put a plan into. */
  planStates: readonly PlanState[];
  hosts: readonly Host[];
  /** The players who have a vote that is not claimed. */
  waitingVotes: readonly string[];
  /** An access token that the main service accepts, to be used with `/settings token`. The log masks it. */
  accessToken: string;
  game: Game;
  /** The newest messages of all channels, public and ephemeral, oldest first. */
  messages: readonly Message[];
  /** The newest entries, oldest first. */
  log: readonly LogEntry[];
};

/** A text channel of the guild. */
export type Channel = { id: string; name: string };

/** A role that people can have, and that can be mentioned. */
export type Role = { id: string; name: string };

/** A member of the guild whom a viewer can play. */
export type Person = {
  id: string;
  name: string;
  role: PersonRole;
  /** A Discord locale, one of {@link PlaygroundState.locales}. */
  locale: string;
  /** Where the bot sends them direct messages, which nobody else sees. Commands cannot be used there. */
  directChannelId: string;
};

/** What a person may do, the most first. The operator owns the application, and manages the guild too. */
export type PersonRole = 'operator' | 'manager' | 'moderator' | 'member';

/** One entry of the slash-command picker: a command, or one of its subcommands. */
export type Command = {
  /** That of the whole command: subcommands share it. */
  id: string;
  /** As registered: `['plan']`, `['entity', 'link']`. */
  path: readonly string[];
  /** The path in words, `entity link`. */
  title: Localised;
  description: Localised;
  options: readonly CommandOption[];
  /** The ids of the people whom Discord allows to use it. */
  usableBy: readonly string[];
};

/** A command in the menu of a member. */
export type MemberCommand = {
  /** As registered. */
  name: string;
  title: Localised;
  /** The ids of the people whom Discord allows to use it. */
  usableBy: readonly string[];
};

/** The option types of Discord that a viewer can fill in; an option of another type is left out. */
export type OptionType = 'string' | 'integer' | 'number' | 'boolean' | 'user' | 'channel' | 'role' | 'mentionable';

/** An option of a command. A limit is null when the bot set none; lengths are in characters. */
export type CommandOption = {
  name: string;
  title: Localised;
  description: Localised;
  type: OptionType;
  required: boolean;
  /** The bot suggests values, on the action `autocomplete`. */
  autocomplete: boolean;
  /** The only values it accepts; empty when it accepts any. */
  choices: readonly { title: Localised; value: string | number }[];
  minLength: number | null;
  maxLength: number | null;
  minValue: number | null;
  maxValue: number | null;
};

/** The value of an option; a person, channel or role is given by id. */
export type OptionValue = string | number | boolean;
/** Values by option name. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** The game server: where it wants to be told of rewards, whether it knows a secret, and what players got, in order. */
export type Game = { address: string; knowsSecret: boolean; handedOver: readonly HandedOver[] };

/** A reward that a player got. `deliveries`: how often its message has arrived. */
export type HandedOver = { id: string; reference: string; player: string; at: number; deliveries: number };

/** One of the services, and how it misbehaves. */
export type Host = {
  name: HostName;
  /**
   * The faults that can be switched on. `lasts`: it stays until the host is healed, whatever number of requests is
   * given.
   */
  offered: readonly { fault: FaultName; lasts: boolean }[];
  /** The faults that are switched on. `times`: how many more requests each will strike, null for all. */
  faults: readonly { fault: FaultName; times: number | null }[];
};

/** What each one does: faults.ts; in words: `faults.about` in page/words/en.ts. */
export type FaultName =
  | 'slow'
  | 'hang'
  | 'lost'
  | 'reset'
  | 'garbage'
  | 'down'
  | 'busy'
  | 'forbidden'
  | 'bad-token'
  | 'off'
  | 'error'
  | 'gone'
  | 'moved';

/** In words: `plans.about` in page/words/en.ts. */
export type PlanState = Extract<
  ExampleName,
  'active' | 'standard' | 'grace' | 'cancelled' | 'deletion-scheduled' | 'pending-change' | 'all-at-once'
>;

/**
 * What a person did with the bot: a command, a click, a selection or a submitted modal. Its id stays the same while it
 * progresses.
 */
export type Interaction = {
  id: string;
  personId: string;
  channelId: string;
  /** `/plan`, `click refresh`, `submit Claim a vote`. */
  action: string;
  /** The message whose button or select was used, or led to the modal; null when there was none. */
  messageId: string | null;
  startedAt: number;
  /**
   * `waiting` until the bot acknowledges it. `failed`: the bot did not, which Discord calls "The application did not
   * respond". `answered`: the bot did, `afterMs` after `startedAt`; messages or a modal show the rest.
   */
  progress: { kind: 'waiting' } | { kind: 'answered'; afterMs: number } | { kind: 'failed' };
};

/** Who takes part in what the log shows. */
export type Party = 'discord' | 'bot' | HostName;

/** One gateway event or HTTP call between Discord, the bot and the hosts. Credentials are masked. */
export type LogEntry = {
  /** Counts up from 1 as events are sent and calls end; `startedAt` orders them by their start. */
  id: number;
  boundary: 'gateway' | 'rest' | HostName;
  /** The sender of the event or request. */
  from: Party;
  to: Party;
  /** One line: `INTERACTION_CREATE /plan`, `AUTOCOMPLETE /plan entity:la`, `POST /interactions/…/callback`. */
  summary: string;
  startedAt: number;
  /**
   * The interaction that it belongs to; null for what the bot does by itself, such as posting alerts. A call to a host
   * carries no interaction: it is counted to the newest one that was not answered yet when the call began.
   */
  interactionId: string | null;
  /** How a call ended; null for a gateway event, which has no answer. */
  outcome: {
    /** Null when the connection ended without an answer. */
    status: number | null;
    durationMs: number;
    /** The {@link FaultName} of the fault that struck it, null when none did. */
    fault: string | null;
  } | null;
  /** The bodies, JSON indented and long ones cut short; null when there is none. */
  request: string | null;
  response: string | null;
};

/** What a stream sends. */
export type PlaygroundEvent =
  /** The first event of a stream. */
  | { type: 'state'; state: PlaygroundState }
  /** A message was created or edited; it replaces the message with the same id. */
  | { type: 'message'; change: 'created' | 'edited'; message: Message }
  | { type: 'message-deleted'; id: string }
  /** An interaction was started or progressed; it replaces the one with the same id. Autocomplete is left out. */
  | { type: 'interaction'; interaction: Interaction }
  /** The bot opened a modal for a person. It replaces the one that person had open. */
  | { type: 'modal'; modal: Modal }
  /** What is below replaces that of the state. */
  | { type: 'commands'; commands: readonly Command[]; memberCommands: readonly MemberCommand[] }
  | { type: 'people'; people: readonly Person[] }
  | { type: 'hosts'; hosts: readonly Host[] }
  | { type: 'votes'; waitingVotes: readonly string[] }
  | { type: 'game'; game: Game }
  /** A new entry, added to the log. */
  | { type: 'log'; entry: LogEntry };

/** Who does something, and in which channel. */
type Actor = { personId: string; channelId: string };

/** What a viewer can do, as one of the people or to the sandbox itself. */
export type Action =
  /** Uses a slash command; `path` is that of a {@link Command}. */
  | ({ type: 'command'; path: readonly string[]; options: OptionValues } & Actor)
  /** Uses a command in the menu of a member; `name` is that of a {@link MemberCommand}. */
  | ({ type: 'member-command'; name: string; memberId: string } & Actor)
  /** Asks the bot what to suggest for the option that `typed` stands in; `options` are those filled in already. */
  | ({ type: 'autocomplete'; path: readonly string[]; option: string; typed: string; options: OptionValues } & Actor)
  /** Clicks a button of a message. */
  | { type: 'click'; personId: string; messageId: string; customId: string }
  /** Chooses from a select of a message. */
  | { type: 'select'; personId: string; messageId: string; customId: string; values: readonly string[] }
  /** Submits a modal; `interactionId` is {@link Modal.interactionId}. Values are by custom id, a list for a select. */
  | {
      type: 'submit';
      personId: string;
      interactionId: string;
      values: Readonly<Record<string, string | readonly string[]>>;
    }
  /** Casts a vote of a player for the game server. */
  | { type: 'vote'; player: string }
  /** Gives the game server the secret of a webhook, so that it accepts what is signed with it. */
  | { type: 'secret'; secret: string }
  /** Puts the plan of an entity into a state; any entity id may be given. */
  | { type: 'plan'; entityId: string; state: PlanState }
  /** Switches a fault of a host on. `times`: how many requests it strikes, null for all until the host is healed. */
  | { type: 'fault'; host: HostName; fault: FaultName; times: number | null }
  /** Switches every fault of a host off. */
  | { type: 'heal'; host: HostName }
  /** Changes the language of a person. */
  | { type: 'locale'; personId: string; locale: string };

/** What an action came to. */
export type Answer =
  /** For `command`, `click`, `select` and `submit`: the interaction was sent to the bot. */
  | { kind: 'sent'; interactionId: string }
  /** For `autocomplete`: what the bot suggests, in the language of the person. */
  | { kind: 'choices'; choices: readonly { name: string; value: string | number }[] }
  /** For all other actions: done. */
  | { kind: 'done' }
  /** For any action: it was not done. */
  | { kind: 'refused'; reason: Reason };

/** Why an action was not done. `other`: what no viewer leads to by what it offers, in English. */
export type Reason = RefusalReason | { kind: 'other'; text: string };
