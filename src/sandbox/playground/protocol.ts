/**
 * The interface of the playground: everything that its viewers, the page and the console, know about the sandbox. All
 * of it is plain JSON. The console uses it in the same process (see playground.ts), the page over HTTP:
 *
 * - `GET /api/events?token=…` is a stream of server-sent events. The `data` of each is one {@link PlaygroundEvent}. A
 *   stream begins with a `state` event that holds everything so far. A viewer that has lost its connection opens a new
 *   stream and starts again from that state.
 * - `POST /api/actions`, with the token in the header `x-playground-token` and an {@link Action} as its JSON body,
 *   returns an {@link Answer}. The effects of the action (a reply, its edits, a modal) arrive as events. The first of
 *   them may arrive before the answer does.
 * - `GET /attachments/…?token=…` downloads the file of an {@link Attachment}.
 *
 * Errors are plain text: 400 for a body that is not an action, 403 for a wrong token, `Host` or `Origin`, 404 for a
 * file that is no longer kept, 413 for an action of more than 100 KiB. An action that the sandbox refuses is no error:
 * its answer is `refused`.
 *
 * Every viewer receives the events of all people, and shows those of one. It should show only the modals that its own
 * actions led to. A modal is sent once and is not part of the state, so a reload of the page loses it. A browser opens
 * at most six connections to a host, and each stream keeps one. With six pages open, an action waits until one closes.
 *
 * Times are in ms since the epoch. Ids are Discord's own, unless stated otherwise.
 */

import type { ExampleName } from '../hosts/example-plans.ts';
import type { Reason as RefusalReason } from '../refusal.ts';
import type { Message, Modal } from './protocol-messages.ts';

export type { ExampleName };
export type * from './protocol-messages.ts';

/** The identity service (plans), the main service (votes), and the game server, which is told of rewards. */
export type HostName = 'identity' | 'main' | 'game';

/** A text and its translations by Discord locale (`fr`). A person whose locale has no translation sees `text`. */
export type Localised = { text: string; translations: Readonly<Record<string, string>> };

/** Everything that can be seen at one moment; events tell the changes after it. */
export type PlaygroundState = {
  /** `locale`: the language of the bot's posts for everyone. */
  guild: { id: string; name: string; locale: string };
  bot: { id: string; name: string };
  channels: readonly Channel[];
  people: readonly Person[];
  /** `@everyone` first, named as Discord shows them. */
  roles: readonly Role[];
  /** The languages that a person can have. */
  locales: readonly { code: string; name: string }[];
  commands: readonly Command[];
  memberCommands: readonly MemberCommand[];
  /** Entities that have a plan from the start, one for each state worth seeing. */
  examples: readonly { entityId: string; name: string; shows: ExampleName }[];
  /** The states for the action `plan`. */
  planStates: readonly PlanState[];
  hosts: readonly Host[];
  /** The players with an unclaimed vote. */
  waitingVotes: readonly string[];
  /** An access token that the main service accepts, for `/settings token`. The log masks it. */
  accessToken: string;
  game: Game;
  /** The newest messages of all channels, public and ephemeral, oldest first. */
  messages: readonly Message[];
  /** The newest entries, oldest first. */
  log: readonly LogEntry[];
};

/** A text channel of the guild. `closedTo`: the people who do not see it */
export type Channel = { id: string; name: string; closedTo?: readonly string[] };

/** A role that people can have, and that can be mentioned. */
export type Role = { id: string; name: string };

/** A member of the guild whom a viewer can play. */
export type Person = {
  id: string;
  name: string;
  role: PersonRole;
  /** A Discord locale, one of {@link PlaygroundState.locales}. */
  locale: string;
  /** The channel of the bot's direct messages, which only this person sees. Commands cannot be used there. */
  directChannelId: string;
};

/** The permissions of a person, the most first. The operator owns the application, and manages the guild too. */
export type PersonRole = 'operator' | 'manager' | 'moderator' | 'member';

/** One entry of the slash-command picker: a command, or one of its subcommands. */
export type Command = {
  /** The id of the whole command: its subcommands share it. */
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
  /** The only values that it accepts; empty when it accepts any. */
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

/** The game server. */
export type Game = {
  /** For messages of webhooks. */
  address: string;
  /** Whether it knows the secret of a webhook. */
  knowsSecret: boolean;
  /** `address` is `host:port`. The log masks the token. */
  votifier: { address: string; token: string };
  /** The players who are online. */
  online: readonly string[];
  /** The players who are away, and for whom rewards wait. */
  waiting: readonly { player: string; rewards: number }[];
  /** In order. */
  handedOver: readonly HandedOver[];
};

/** A reward that a player got. `deliveries`: how often its message has arrived; `serviceName`: whose vote it was. */
export type HandedOver = { id: string; player: string; at: number } & (
  { by: 'webhook'; reference: string; deliveries: number } | { by: 'votifier'; serviceName: string }
);

/** One of the services, and its faults. */
export type Host = {
  name: HostName;
  /** The faults that can be switched on. `lasts`: it stays until the host is healed, despite any number of requests. */
  offered: readonly { fault: FaultName; lasts: boolean }[];
  /** The faults that are switched on. `times`: how many more requests each will strike, null for all. */
  faults: readonly { fault: FaultName; times: number | null }[];
};

/** The effect of each is in faults.ts; in words: `faults.about` in page/words.ts. */
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
  | 'moved'
  | 'stranger';

/** In words: `plans.about` in page/words.ts. */
export type PlanState = Extract<
  ExampleName,
  'active' | 'standard' | 'grace' | 'cancelled' | 'deletion-scheduled' | 'pending-change' | 'all-at-once'
>;

/**
 * An act of a person on the bot: a command, a click, a selection or a submitted modal. Its id stays the same while it
 * progresses.
 */
export type Interaction = {
  id: string;
  personId: string;
  channelId: string;
  /** `/plan`, `click refresh`, `submit Claim a vote`. */
  action: string;
  /** The message whose button or select was used, or led to the modal; null without one. */
  messageId: string | null;
  startedAt: number;
  /**
   * `waiting` until the bot acknowledges it. `failed`: the bot did not, which Discord calls "The application did not
   * respond". `answered`: the bot did, `afterMs` after `startedAt`; messages or a modal show the rest.
   */
  progress: { kind: 'waiting' } | { kind: 'answered'; afterMs: number } | { kind: 'failed' };
};

/** A sender or receiver in the log. */
export type Party = 'discord' | 'bot' | HostName;

/** One gateway event, HTTP call or Votifier connection between Discord, the bot and the hosts. Credentials are masked. */
export type LogEntry = {
  /** Counts up from 1 as events are sent and calls end; `startedAt` orders entries by their start. */
  id: number;
  boundary: 'gateway' | 'rest' | HostName;
  /** The sender of the event or request. */
  from: Party;
  to: Party;
  /** One line: `INTERACTION_CREATE /plan`, `AUTOCOMPLETE /plan entity:la`, `POST /interactions/…/callback`. */
  summary: string;
  startedAt: number;
  /**
   * The interaction that it belongs to; null for the bot's own work, such as posting alerts. A call to a host names no
   * interaction: it counts as part of the newest one that was unanswered when the call began.
   */
  interactionId: string | null;
  /** Whether no person caused it: the bot polls plans, or registers its commands. */
  isBackground: boolean;
  /** How a call ended; null for a gateway event, which has no answer. */
  outcome: {
    /** That of HTTP, or of Votifier. Null when the connection ended without an answer. */
    status: number | 'ok' | 'error' | null;
    durationMs: number;
    /** The {@link FaultName} of the fault that struck it, the kind of a fault without a name, or null. */
    fault: string | null;
  } | null;
  /** The bodies: JSON indented, long ones cut short; null when there is none. */
  request: string | null;
  response: string | null;
};

export type PlaygroundEvent =
  /** The first event of a stream. */
  | { type: 'state'; state: PlaygroundState }
  /** A message was created or edited; it replaces the message with the same id. */
  | { type: 'message'; change: 'created' | 'edited'; message: Message }
  | { type: 'message-deleted'; id: string }
  /** An interaction was started or progressed; it replaces the one with the same id. Autocomplete is left out. */
  | { type: 'interaction'; interaction: Interaction }
  /** The bot opened a modal for a person, which replaces that person's open one. */
  | { type: 'modal'; modal: Modal }
  /** The fields of this event and the following ones replace those of the state. */
  | { type: 'commands'; commands: readonly Command[]; memberCommands: readonly MemberCommand[] }
  | { type: 'people'; people: readonly Person[] }
  | { type: 'hosts'; hosts: readonly Host[] }
  | { type: 'votes'; waitingVotes: readonly string[] }
  | { type: 'game'; game: Game }
  /** A new entry of the log. */
  | { type: 'log'; entry: LogEntry };

/** The person who acts, and the channel. */
type Actor = { personId: string; channelId: string };

/** Everything that a viewer can do, as one of the people or to the sandbox itself. */
export type Action =
  /** Uses a slash command; `path` is that of a {@link Command}. */
  | ({ type: 'command'; path: readonly string[]; options: OptionValues } & Actor)
  /** Uses a command in the menu of a member; `name` is that of a {@link MemberCommand}. */
  | ({ type: 'member-command'; name: string; memberId: string } & Actor)
  /** Asks the bot for suggestions for the option with the text `typed`; `options` are filled in already. */
  | ({ type: 'autocomplete'; path: readonly string[]; option: string; typed: string; options: OptionValues } & Actor)
  | { type: 'click'; personId: string; messageId: string; customId: string }
  | { type: 'select'; personId: string; messageId: string; customId: string; values: readonly string[] }
  /** Submits a modal; `interactionId` is {@link Modal.interactionId}. Values are by custom id, a list for a select. */
  | {
      type: 'submit';
      personId: string;
      interactionId: string;
      values: Readonly<Record<string, string | readonly string[]>>;
    }
  | { type: 'vote'; player: string }
  /** Gives the game server the secret of a webhook, so that it accepts messages signed with it. */
  | { type: 'secret'; secret: string }
  /** A player joins the game server, and gets what waits for them; or leaves it. */
  | { type: 'join' | 'leave'; player: string }
  /** Puts the plan of an entity into a state; any entity id may be given. */
  | { type: 'plan'; entityId: string; state: PlanState }
  /** Switches a fault of a host on. `times`: how many requests it strikes, null for all until the host is healed. */
  | { type: 'fault'; host: HostName; fault: FaultName; times: number | null }
  /** Switches every fault of a host off. */
  | { type: 'heal'; host: HostName }
  /** Changes the language of a person. */
  | { type: 'locale'; personId: string; locale: string };

/** The outcome of an action. */
export type Answer =
  /** For `command`, `member-command`, `click`, `select` and `submit`: the interaction was sent to the bot. */
  | { kind: 'sent'; interactionId: string }
  /** For `autocomplete`: the bot's suggestions, in the language of the person. */
  | { kind: 'choices'; choices: readonly { name: string; value: string | number }[] }
  /** For all other actions: done. */
  | { kind: 'done' }
  /** For any action: it was not done. */
  | { kind: 'refused'; reason: Reason };

/** Why an action was not done. `other`: an error outside the viewers' controls, in English. */
export type Reason = RefusalReason | { kind: 'other'; text: string };
