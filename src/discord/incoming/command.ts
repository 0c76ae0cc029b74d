import type {
  APIApplicationCommandOptionChoice,
  APIApplicationCommandSubcommandOption,
  AutocompleteInteraction,
  Awaitable,
  BaseInteraction,
  ButtonInteraction,
  ChatInputCommandInteraction,
  ModalSubmitInteraction,
  StringSelectMenuInteraction,
  UserContextMenuCommandInteraction,
} from 'discord.js';

import type { ClaimContext } from '../../claims/claim-context.ts';
import type { createClaimDomain } from '../../claims/domain.ts';
import type { createGuildDomain } from '../../guilds/domain.ts';
import type { Translate } from '../../locales/index.ts';
import type { createPeopleDomain } from '../../people/domain.ts';
import type { createPlanDomain } from '../../plans/domain.ts';
import type { createReminderDomain } from '../../reminders/domain.ts';
import type { createRewardDomain } from '../../rewards/domain.ts';
import type { ArgumentOf, CommandName, ComponentKind, CustomIdCodecs } from '../../ui/custom-ids.ts';
import type { Reply } from '../../ui/reply.ts';
import type { UseLimit } from '../../work/limits.ts';
import type { Turns } from '../../work/turns.ts';
import type { ReachCheck } from '../outgoing/reach-check.ts';
import type { MenuDefinition, SlashDefinition } from './definitions.ts';
import type { Answered, Responder } from './responder.ts';

type ServicesOf<CreateDomain extends (...given: never[]) => { services: object }> =
  ReturnType<CreateDomain>['services'];

/** What the domains do for commands. */
export type Services = ServicesOf<typeof createPeopleDomain> &
  ServicesOf<typeof createGuildDomain> &
  ServicesOf<typeof createPlanDomain> &
  ServicesOf<typeof createReminderDomain> &
  ServicesOf<typeof createRewardDomain> &
  ServicesOf<typeof createClaimDomain> & {
    claimContext: ClaimContext;
    /** for building files, which is a lot of work */
    fileTurns: Turns;
    reach: ReachCheck;
  };

/** The person who is being answered, and what answers them. */
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

/** With what Discord says of the bot and the person in the channel. */
export type InChannel = Context<
  Pick<BaseInteraction, 'applicationId' | 'appPermissions' | 'channelId' | 'memberPermissions'>
>;

/**
 * How the answer of a handler begins. `acknowledged`, the default: the interaction is acknowledged and held first, so
 * that the handler runs once, in one process. `beside`: the same, with a message of its own after a click. `reads`: the
 * handler changes nothing, so it runs at once, and may run twice. `itself`: the handler sends the first response itself
 * (a modal can be nothing else), and has its effect once, however often the interaction arrives.
 */
export type Beginning = 'acknowledged' | 'beside' | 'reads' | 'itself';

/** Returns what the person is to see. @param argument - read from the custom id of a component or modal */
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

export type Interactions = {
  buttons: ButtonInteraction;
  selects: StringSelectMenuInteraction;
  modals: ModalSubmitInteraction;
};

type CommandHandlers = {
  execute: Handler<ChatInputCommandInteraction>;
  /** Runs at every keystroke, so it must not call a host. */
  autocomplete?: (context: Context<AutocompleteInteraction>) => Awaitable<APIApplicationCommandOptionChoice<string>[]>;
};

/** A command either answers itself, or has subcommands that do. */
type Answering = (CommandHandlers & { subcommands?: never }) | { subcommands: readonly Subcommand[] };

/** A handler for each custom id that is declared for a command. */
type ComponentHandlers<Name extends CommandName> = {
  [Kind in keyof CustomIdCodecs[Name]]: {
    [Action in keyof CustomIdCodecs[Name][Kind]]: Handler<
      Interactions[Kind & ComponentKind],
      ArgumentOf<CustomIdCodecs[Name][Kind][Action]>
    >;
  };
};

type ActionOf<Name extends CommandName> = {
  [Kind in keyof CustomIdCodecs[Name]]: keyof CustomIdCodecs[Name][Kind];
}[keyof CustomIdCodecs[Name]];

type CommandRules<Action extends PropertyKey> = {
  /** Discord alone decides who uses it: admins may open it to other roles (`access.ts`). Only for reading. */
  adminsMayOpen?: boolean;
  /** The permission of each action that needs one of its own, even where the command is open to a role. */
  extraPermissions?: Partial<Record<Action, bigint>>;
  /** Counts the command, its components and its modals; `ordinary` by default. */
  limit?: UseLimit;
  actionLimits?: Partial<Record<Action, UseLimit>>;
  /** The actions that work in direct messages too. */
  inMessages?: readonly Action[];
  /** The same command in the menu of a member, with its rights and limits. */
  onMember?: { definition: MenuDefinition; execute: Handler<UserContextMenuCommandInteraction> };
};

export type CommandOf<Name extends CommandName> = Answering &
  ComponentHandlers<Name> &
  CommandRules<ActionOf<Name>> & { definition: SlashDefinition & { name: Name } };

/** Any slash command. The argument of a component handler depends on its custom id, hence `never`. */
export type Command = Answering &
  Partial<{ [Kind in ComponentKind]: Readonly<Record<string, Handler<Interactions[Kind], never>>> }> &
  CommandRules<string> & { definition: SlashDefinition };

export type Subcommand = CommandHandlers & { definition: APIApplicationCommandSubcommandOption };

/** A subcommand, with the component handlers that belong to it. */
export type SubcommandOf<Name extends CommandName> = Subcommand & {
  [Kind in keyof ComponentHandlers<Name>]?: Partial<ComponentHandlers<Name>[Kind]>;
};

export function definitionsOf(commands: readonly Command[]): (SlashDefinition | MenuDefinition)[] {
  return commands.flatMap(({ definition, onMember }) => (onMember ? [definition, onMember.definition] : [definition]));
}

/** The entry of an action. A forged custom id may name an inherited property, such as `constructor`. */
export function ownEntry<T>(byAction: Readonly<Record<string, T>> = {}, action = ''): T | undefined {
  return Object.hasOwn(byAction, action) ? byAction[action] : undefined;
}
