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
  type StringSelectMenuInteraction,
} from 'discord.js';

import type { ClaimReview } from '../claims/review.ts';
import type { Claims } from '../claims/service.ts';
import type { Entities } from '../guilds/entities.ts';
import type { EntityLinks } from '../guilds/entity-links.ts';
import type { Settings } from '../guilds/settings.ts';
import type { Translate } from '../locales/index.ts';
import type { SavedNames } from '../people/saved-names.ts';
import type { Privacy } from '../people/store/privacy.ts';
import type { PlanReports } from '../plans/reports.ts';
import type { Plans } from '../plans/service.ts';
import type { Reply } from '../ui/reply.ts';
import type { Responder } from './responder.ts';

/** What the bot knows how to do, as commands see it. */
export type Services = {
  claims: Claims;
  claimReview: ClaimReview;
  entities: Entities;
  entityLinks: EntityLinks;
  planReports: PlanReports;
  plans: Plans;
  privacy: Privacy;
  savedNames: SavedNames;
  settings: Settings;
};

/** What is known of whoever is being answered, whatever they used. */
export type Conversation = {
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

/** Returns what the person is to see; undefined when they have been answered already. */
export type Handler<Interaction> = (context: Context<Interaction>) => Awaitable<Reply | undefined>;

/** The same for a component or modal. @param argument - the rest of its custom id, after command and action */
export type ComponentHandler<Interaction> = (
  context: Context<Interaction>,
  argument: string,
) => Awaitable<Reply | undefined>;

/** What every definition begins with: a slash command of a guild that the bot was added to. */
export const IN_GUILDS = {
  type: ApplicationCommandType.ChatInput,
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
} satisfies Partial<RESTPostAPIChatInputApplicationCommandsJSONBody>;

/** Everything that answers interactions with a command, its components and its modals. */
export type Handlers = {
  execute: Handler<ChatInputCommandInteraction>;
  /** Runs at every keystroke, so it must not call a host. */
  autocomplete?: (context: Context<AutocompleteInteraction>) => Awaitable<APIApplicationCommandOptionChoice<string>[]>;
  /** Handlers of components and modals, by the action in their custom id. */
  buttons?: Record<string, ComponentHandler<ButtonInteraction>>;
  selects?: Record<string, ComponentHandler<StringSelectMenuInteraction>>;
  modals?: Record<string, ComponentHandler<ModalSubmitInteraction>>;
  /** Extra permissions, by the action that needs them. Opening the command to a role does not waive them. */
  extraPermissions?: Record<string, bigint>;
};

/** One of a command's subcommands: its definition and its handlers. */
export type Subcommand = Handlers & { definition: APIApplicationCommandSubcommandOption };

/** A slash command: its definition and its handlers. */
export type Command = Handlers & {
  /** Its `default_member_permissions` are checked again when the command, or one of its components or modals, is used. */
  definition: RESTPostAPIChatInputApplicationCommandsJSONBody;
  /**
   * A server admin may open the command to other roles in Discord's settings, so everyone whom Discord lets use it may. Only for
   * commands that just read. The buttons on a reply then work for a while for the person who used the command (see `access.ts`).
   */
  adminsMayOpen?: boolean;
  /** `execute` sends the first response itself: only a first response can open a modal. */
  answersFirst?: boolean;
};

/** The entry for an action. A forged custom id may name a property that every object inherits, such as `constructor`. */
export function ownEntry<T>(byAction: Readonly<Record<string, T>> | undefined, action: string): T | undefined {
  return byAction && Object.hasOwn(byAction, action) ? byAction[action] : undefined;
}
