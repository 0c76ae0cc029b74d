import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type APIApplicationCommandOptionChoice,
  type APIApplicationCommandSubcommandOption,
  type AutocompleteInteraction,
  type Awaitable,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type ModalSubmitInteraction,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type RESTPostAPIContextMenuApplicationCommandsJSONBody,
  type StringSelectMenuInteraction,
  type UserContextMenuCommandInteraction,
} from 'discord.js';

import type { ClaimReview } from '../claims/review.ts';
import type { Claims } from '../claims/service.ts';
import type { Entities } from '../guilds/entities.ts';
import type { EntityLinks } from '../guilds/entity-links.ts';
import type { GoalService } from '../guilds/goal-service.ts';
import type { Panels } from '../guilds/panels.ts';
import type { Places } from '../guilds/place.ts';
import type { Settings } from '../guilds/settings.ts';
import type { UseLimit } from '../limits.ts';
import type { Translate } from '../locales/index.ts';
import type { SavedNames } from '../people/saved-names.ts';
import type { Owed } from '../people/store/owed.ts';
import type { Privacy } from '../people/store/privacy.ts';
import type { PlanReports } from '../plans/reports.ts';
import type { Plans } from '../plans/service.ts';
import type { Reminders } from '../reminders/service.ts';
import type { Rewards } from '../rewards/service.ts';
import type { VoterRoleService } from '../rewards/voter-role-service.ts';
import type { Turns } from '../turns.ts';
import type { CommandName, ComponentKind, CustomIdArguments } from '../ui/custom-ids.ts';
import type { Reply } from '../ui/reply.ts';
import type { Answered, Responder } from './responder.ts';

/** What the bot knows how to do, as commands see it. */
export type Services = {
  claims: Claims;
  claimReview: ClaimReview;
  entities: Entities;
  entityLinks: EntityLinks;
  /** for building files, each of which is a lot of work */
  fileTurns: Turns;
  goals: GoalService;
  owed: Owed;
  panels: Panels;
  places: Places;
  planReports: PlanReports;
  plans: Plans;
  privacy: Privacy;
  reminders: Reminders;
  rewards: Rewards;
  savedNames: SavedNames;
  settings: Settings;
  voterRole: VoterRoleService;
};

/** What is known of whoever is being answered, whatever they used. */
export type Conversation = {
  /** in a direct message, which is in no guild, the person's id: what they do there counts for them alone */
  guildId: string;
  userId: string;
  responder: Responder;
  services: Services;
  /** in the person's language */
  t: Translate;
  /** when the interaction reached us, ms since the epoch */
  receivedAt: number;
};

/** Everything a handler works with. */
export type Context<Interaction> = Conversation & { interaction: Interaction };

/**
 * How the answer of a handler begins. `acknowledged`: the interaction is acknowledged and taken before the handler runs,
 * so that the handler runs once, in one process; `beside`: the same, with a message of its own after a click. `reads`:
 * the handler changes nothing, so it may run at once, and more often. `itself`: the handler sends the first response, and
 * does once what it does.
 */
export type Beginning = 'acknowledged' | 'beside' | 'reads' | 'itself';

/** `acknowledged` where nothing is said: a handler that changes something needs no word for it. */
type Begun = { begins?: Beginning };

/** Returns what the person is to see, if they have not been answered already. */
export type Handler<Interaction> = ((context: Context<Interaction>) => Awaitable<Reply | Answered>) & Begun;

/** The same for a component or modal. @param argument - what its custom id is given */
export type ComponentHandler<Interaction, Argument> = ((
  context: Context<Interaction>,
  argument: Argument,
) => Awaitable<Reply | Answered>) &
  Begun;

/** A handler that leaves the message alone that was clicked on: its answer is a message of its own. */
export function beside<H extends Begun & ((...given: never[]) => unknown)>(handler: H): H {
  return beginning(handler, 'beside');
}

/** A handler that changes nothing, whose answer may so be the first response. */
export function reads<H extends Begun & ((...given: never[]) => unknown)>(handler: H): H {
  return beginning(handler, 'reads');
}

/**
 * A handler that sends the first response itself: a modal can be nothing else, and a claim is recorded before it. What
 * it changes has to be done once however often the interaction arrives.
 */
export function answersItself<H extends Begun & ((...given: never[]) => unknown)>(handler: H): H {
  return beginning(handler, 'itself');
}

function beginning<H extends (...given: never[]) => unknown>(handler: H, begins: Beginning): H {
  return Object.assign(handler.bind(undefined) as H, { begins });
}

/** What somebody did who used a component or modal. */
type Interactions = {
  buttons: ButtonInteraction;
  selects: StringSelectMenuInteraction;
  modals: ModalSubmitInteraction;
};

/** For guilds that the bot was added to. */
const FOR_GUILDS = {
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
} satisfies Partial<Definition>;

/** What every definition of a slash command begins with. */
export const IN_GUILDS = { ...FOR_GUILDS, type: ApplicationCommandType.ChatInput } as const;

/** What the definition of a command in the menu of a member begins with. */
export const ON_MEMBERS = { ...FOR_GUILDS, type: ApplicationCommandType.User } as const;

/** What Discord is told of a command. */
export type Definition =
  RESTPostAPIChatInputApplicationCommandsJSONBody | RESTPostAPIContextMenuApplicationCommandsJSONBody;

/** What answers a command without subcommands, or a subcommand. */
type CommandHandlers = {
  execute: Handler<ChatInputCommandInteraction>;
  /** Runs at every keystroke, so it must not call a host. */
  autocomplete?: (context: Context<AutocompleteInteraction>) => Awaitable<APIApplicationCommandOptionChoice<string>[]>;
};

/** A command is itself what answers, or nothing but its subcommands. */
type Answering = (CommandHandlers & { subcommands?: never }) | { subcommands: readonly Subcommand[] };

/** What answers a command's components and modals: a handler for each custom id that is declared for it. */
type ComponentHandlers<Name extends CommandName> = {
  [Kind in keyof CustomIdArguments[Name]]: {
    [Action in keyof CustomIdArguments[Name][Kind]]: ComponentHandler<
      Interactions[Kind & ComponentKind],
      CustomIdArguments[Name][Kind][Action]
    >;
  };
};

type ActionOf<Name extends CommandName> = {
  [Kind in keyof CustomIdArguments[Name]]: keyof CustomIdArguments[Name][Kind];
}[keyof CustomIdArguments[Name]];

/** Who may use a command, how often, and how it answers. */
type CommandRules<Action extends PropertyKey> = {
  /**
   * A server admin may open the command to other roles in Discord's settings, so everyone whom Discord lets use it may.
   * Only for commands that just read. The buttons on a reply then work for a while for the person who used the command
   * (see `access.ts`).
   */
  adminsMayOpen?: boolean;
  /** Extra permissions, by the action that needs them. Opening the command to a role does not waive them. */
  extraPermissions?: Partial<Record<Action, bigint>>;
  /** What counts its use and that of its components and modals; `ordinary`, unless said otherwise. */
  limit?: UseLimit;
  /** Other limits, by the action that they count. */
  actionLimits?: Partial<Record<Action, UseLimit>>;
  /** What works in direct messages too, for the person who clicks. */
  inMessages?: readonly Action[];
  /** The same command in the menu of a member, under a name of its own. Rights and limits are those of the command. */
  onMember?: {
    definition: RESTPostAPIContextMenuApplicationCommandsJSONBody;
    execute: Handler<UserContextMenuCommandInteraction>;
  };
};

/** The slash command of this name. */
export type CommandOf<Name extends CommandName> = Answering &
  ComponentHandlers<Name> &
  CommandRules<ActionOf<Name>> & { definition: RESTPostAPIChatInputApplicationCommandsJSONBody & { name: Name } };

/** Any slash command. What its component handlers are given is known only with a custom id, hence `never`. */
export type Command = Answering &
  Partial<{ [Kind in ComponentKind]: Readonly<Record<string, ComponentHandler<Interactions[Kind], never>>> }> &
  CommandRules<string> & {
    /**
     * Its `default_member_permissions` are checked again when the command, or one of its components or modals, is used.
     */
    definition: RESTPostAPIChatInputApplicationCommandsJSONBody;
  };

/** A subcommand of the command of this name, with those of the command's component handlers that belong to it. */
export type SubcommandOf<Name extends CommandName> = Subcommand & {
  [Kind in keyof ComponentHandlers<Name>]?: Partial<ComponentHandlers<Name>[Kind]>;
};

/** Everything that Discord is told: each command, and those in the menu of a member. */
export function definitionsOf(commands: readonly Command[]): Definition[] {
  return commands.flatMap(({ definition, onMember }) => (onMember ? [definition, onMember.definition] : [definition]));
}

/** Any subcommand. */
export type Subcommand = CommandHandlers & { definition: APIApplicationCommandSubcommandOption };

/**
 * The entry for an action. A forged custom id may name a property that every object inherits, such as `constructor`.
 */
export function ownEntry<T>(byAction: Readonly<Record<string, T>> | undefined, action: string): T | undefined {
  return byAction && Object.hasOwn(byAction, action) ? byAction[action] : undefined;
}
