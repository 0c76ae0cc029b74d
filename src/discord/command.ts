import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type APIApplicationCommandOptionChoice,
  type APIApplicationCommandSubcommandOption,
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type ModalSubmitInteraction,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type StringSelectMenuInteraction,
} from 'discord.js';

import type { Translate } from '../locales/index.ts';
import type { ClaimReview } from '../services/claim-review.ts';
import type { Claims } from '../services/claims.ts';
import type { Entities } from '../services/entities.ts';
import type { EntityLinks } from '../services/entity-links.ts';
import type { PlanReports } from '../services/plan-reports.ts';
import type { Plans } from '../services/plans.ts';
import type { SavedNames } from '../services/saved-names.ts';
import type { Settings } from '../services/settings.ts';
import type { Privacy } from '../storage/privacy.ts';
import type { Reply } from '../views/reply.ts';
import type { Responder } from './replies.ts';

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

/** Everything a handler works with. */
export type Context<Interaction> = {
  interaction: Interaction;
  guildId: string;
  userId: string;
  responder: Responder;
  services: Services;
  /** in the person's language */
  t: Translate;
  /** when the interaction reached us, ms since the epoch */
  receivedAt: number;
};

/** Returns what the person is to see; undefined when they have been answered already. */
export type Handler<Interaction> = (context: Context<Interaction>) => Promise<Reply | undefined>;

/** A handler of something whose custom id is `command:action:argument`. */
export type ComponentHandler<Interaction> = (
  context: Context<Interaction>,
  argument: string,
) => Promise<Reply | undefined>;

/** What every definition begins with: a slash command of a guild that the bot was added to. */
export const IN_GUILDS = {
  type: ApplicationCommandType.ChatInput,
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
} satisfies Partial<RESTPostAPIChatInputApplicationCommandsJSONBody>;

/** What answers for a command and everything that belongs to it. */
export type Handlers = {
  execute: Handler<ChatInputCommandInteraction>;
  /** Answers from what is at hand, never from a host. */
  autocomplete?: (context: Context<AutocompleteInteraction>) => Promise<APIApplicationCommandOptionChoice<string>[]>;
  /** by the action in their custom id */
  buttons?: Record<string, ComponentHandler<ButtonInteraction>>;
  selects?: Record<string, ComponentHandler<StringSelectMenuInteraction>>;
  modals?: Record<string, ComponentHandler<ModalSubmitInteraction>>;
  /** What an action needs that is more than the command does; an opened command does not open it. */
  needs?: Record<string, bigint>;
};

/** One of a command's subcommands: its definition beside everything that answers for it. */
export type Subcommand = Handlers & { definition: APIApplicationCommandSubcommandOption };

/** A slash command: its definition beside everything that answers for it. */
export type Command = Handlers & {
  /** `default_member_permissions` is declared here and checked again when the command, or anything of it, is used. */
  definition: RESTPostAPIChatInputApplicationCommandsJSONBody;
  /**
   * The command only reads, and an admin may have opened it to a role in Discord's own settings: whom Discord lets use it may.
   * Its buttons then serve the person whose use of the command they came from.
   */
  openable?: boolean;
  /** `execute` may show a modal, which only a first answer can: so it sees to that itself, in time. */
  answersFirst?: boolean;
};

/** What is there for an action. A forged action may be the name of something that every object has. */
export function own<T>(byAction: Readonly<Record<string, T>> | undefined, action: string): T | undefined {
  return byAction && Object.hasOwn(byAction, action) ? byAction[action] : undefined;
}
