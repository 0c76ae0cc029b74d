import type {
  APIApplicationCommandOptionChoice,
  APIApplicationCommandSubcommandOption,
  AutocompleteInteraction,
  Awaitable,
  ButtonInteraction,
  ChatInputCommandInteraction,
  ModalSubmitInteraction,
  StringSelectMenuInteraction,
  UserContextMenuCommandInteraction,
} from 'discord.js';

import type { ClaimReview } from '../claims/review.ts';
import type { Claims } from '../claims/service.ts';
import type { Entities } from '../guilds/entities.ts';
import type { EntityLinks } from '../guilds/entity-links.ts';
import type { GoalService } from '../guilds/goal-service.ts';
import type { Panels } from '../guilds/panels.ts';
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
import type { MenuDefinition, SlashDefinition } from './definitions.ts';
import type { Places } from './places.ts';
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
  /** empty in a direct message */
  guildId: string;
  userId: string;
  /** whether they have the permission Manage Server */
  mayManage: boolean;
  /** their language, as Discord names it, and the guild's for what everybody sees */
  locale: string;
  guildLocale: string;
  /** in their language */
  t: Translate;
  responder: Responder;
  services: Services;
  /** when the interaction reached us, ms since the epoch */
  receivedAt: number;
};

export type Context<Interaction> = Conversation & { interaction: Interaction };

/**
 * How the answer of a handler begins. `acknowledged`, unless said otherwise: the interaction is acknowledged and taken
 * first, so that the handler runs once, in one process. `beside`: the same, with a message of its own after a click.
 * `reads`: it changes nothing, so it may run at once, and more often. `itself`: it sends the first response itself (a
 * modal can be nothing else), and does once what it does, however often the interaction arrives.
 */
export type Beginning = 'acknowledged' | 'beside' | 'reads' | 'itself';

/** Returns what the person is to see. @param argument - what the custom id of a component or modal is given */
export type Handler<Interaction, Argument = void> = ((
  context: Context<Interaction>,
  argument: Argument,
) => Awaitable<Reply | Answered>) & { begins?: Beginning };

const beginning =
  (begins: Beginning) =>
  <H extends (...given: never[]) => unknown>(handler: H & { begins?: Beginning }): H & { begins?: Beginning } =>
    Object.assign(handler.bind(undefined) as H, { begins });

export const beside = beginning('beside');
export const reads = beginning('reads');
export const answersItself = beginning('itself');

type Interactions = {
  buttons: ButtonInteraction;
  selects: StringSelectMenuInteraction;
  modals: ModalSubmitInteraction;
};

type CommandHandlers = {
  execute: Handler<ChatInputCommandInteraction>;
  /** Runs at every keystroke, so it must not call a host. */
  autocomplete?: (context: Context<AutocompleteInteraction>) => Awaitable<APIApplicationCommandOptionChoice<string>[]>;
};

/** A command is itself what answers, or nothing but its subcommands. */
type Answering = (CommandHandlers & { subcommands?: never }) | { subcommands: readonly Subcommand[] };

/** A handler for each custom id that is declared for a command. */
type ComponentHandlers<Name extends CommandName> = {
  [Kind in keyof CustomIdArguments[Name]]: {
    [Action in keyof CustomIdArguments[Name][Kind]]: Handler<
      Interactions[Kind & ComponentKind],
      CustomIdArguments[Name][Kind][Action]
    >;
  };
};

type ActionOf<Name extends CommandName> = {
  [Kind in keyof CustomIdArguments[Name]]: keyof CustomIdArguments[Name][Kind];
}[keyof CustomIdArguments[Name]];

type CommandRules<Action extends PropertyKey> = {
  /** Everyone whom Discord lets use it may: an admin may have opened it to other roles (`access.ts`). Only for reading. */
  adminsMayOpen?: boolean;
  /** By the action that needs one of its own. Opening the command to a role does not waive it. */
  extraPermissions?: Partial<Record<Action, bigint>>;
  /** What counts its use and that of its components and modals; `ordinary`, unless said otherwise. */
  limit?: UseLimit;
  actionLimits?: Partial<Record<Action, UseLimit>>;
  /** What works in direct messages too, for the person who clicks. */
  inMessages?: readonly Action[];
  /** The same command in the menu of a member, with its rights and limits. */
  onMember?: { definition: MenuDefinition; execute: Handler<UserContextMenuCommandInteraction> };
};

export type CommandOf<Name extends CommandName> = Answering &
  ComponentHandlers<Name> &
  CommandRules<ActionOf<Name>> & { definition: SlashDefinition & { name: Name } };

/** Any slash command. What its component handlers are given is known only with a custom id, hence `never`. */
export type Command = Answering &
  Partial<{ [Kind in ComponentKind]: Readonly<Record<string, Handler<Interactions[Kind], never>>> }> &
  CommandRules<string> & { definition: SlashDefinition };

export type Subcommand = CommandHandlers & { definition: APIApplicationCommandSubcommandOption };

/** A subcommand, with those of its command's component handlers that belong to it. */
export type SubcommandOf<Name extends CommandName> = Subcommand & {
  [Kind in keyof ComponentHandlers<Name>]?: Partial<ComponentHandlers<Name>[Kind]>;
};

export function definitionsOf(commands: readonly Command[]): (SlashDefinition | MenuDefinition)[] {
  return commands.flatMap(({ definition, onMember }) => (onMember ? [definition, onMember.definition] : [definition]));
}

/** The entry for an action. A forged custom id may name a property that every object inherits, such as `constructor`. */
export function ownEntry<T>(byAction: Readonly<Record<string, T>> = {}, action = ''): T | undefined {
  return Object.hasOwn(byAction, action) ? byAction[action] : undefined;
}
