import {
  DiscordAPIError,
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type Interaction,
  type ModalSubmitInteraction,
  type StringSelectMenuInteraction,
} from 'discord.js';
import { LRUCache } from 'lru-cache';

import type { Clock } from '../clock.ts';
import { NotAcknowledgedError, StorageUnavailableError, UpstreamError } from '../errors.ts';
import { type CommandIds, translator } from '../locales/index.ts';
import type { Log } from '../log.ts';
import { createReference } from '../reference.ts';
import { retry } from '../retry.ts';
import { type ComponentKind, type CustomIdParts, parseCustomId, readArgument } from '../ui/custom-ids.ts';
import { failureReply, forbidden, RetryableError, working } from '../ui/notice.ts';
import type { Reply } from '../ui/reply.ts';
import { createAccess, permissionFor } from './access.ts';
import {
  type Command,
  type ComponentHandler,
  type Context,
  type Conversation,
  ownEntry,
  type Services,
} from './command.ts';
import { createLateAnswers } from './late-answers.ts';
import { type Answered, createResponder, type Responder } from './responder.ts';
import type { InteractionRest } from './rest.ts';

const ANSWER_DIRECTLY_WITHIN_MS = 250;
/** The pauses between the tries to show a failure: each try is two calls. */
const SHOWN_AGAIN_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 16_000];
const INTERACTIONS_REMEMBERED = 50_000;
const REFERENCE_LENGTH = 6;

/** The kinds of interaction that the bot answers. */
type Served =
  | ChatInputCommandInteraction
  | AutocompleteInteraction
  | ButtonInteraction
  | StringSelectMenuInteraction
  | ModalSubmitInteraction;

type Dispatch = {
  /** Answers an interaction. Never rejects. */
  handle(interaction: Interaction): Promise<void>;
  /** Resolves when no interaction is being answered any more. */
  idle(): Promise<void>;
};

type DispatchOptions = {
  commands: readonly Command[];
  services: Services;
  rest: InteractionRest;
  clock: Clock;
  log: Log;
  /** what Discord has registered so far, for texts that mention commands */
  commandIds?: CommandIds;
};

/** Routes each interaction to its command, once, and makes sure that the person gets an answer whatever happens. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { commands, services, rest, clock, log, commandIds } = options;
  const commandsByName = new Map(commands.map((command) => [command.definition.name, command]));
  const seen = new LRUCache<string, true>({ max: INTERACTIONS_REMEMBERED });
  const underWay = new Set<Promise<void>>();
  const tellLateAnswers = createLateAnswers(log);
  const access = createAccess(clock.now);

  async function answer(interaction: Served, guildId: string): Promise<void> {
    const t = translator(interaction.locale, commandIds);
    const reference = createReference(REFERENCE_LENGTH);
    const responder = createResponder(interaction, rest, working(t), clock.now);
    const userId = interaction.user.id;
    const conversation: Conversation = { guildId, userId, responder, services, t, receivedAt: clock.now() };
    const target = targetOf(interaction);
    const fields = { reference, interactionId: interaction.id, guildId, userId, command: target.name };
    try {
      const command = commandsByName.get(target.command);
      if (!command) throw new Error('the interaction belongs to no command');
      const allowed = access.mayUse(command, interaction, target.action);
      if (interaction.isAutocomplete()) {
        const choices = allowed ? await command.autocomplete?.({ ...conversation, interaction }) : [];
        await responder.suggest(choices ?? []);
      } else if (allowed) {
        const mayDefer = !(command.answersFirst && interaction.isChatInputCommand());
        await reply(responder, run(command, interaction, conversation, target), mayDefer);
        await tellLateAnswers(conversation, interaction);
      } else {
        await responder.notify(forbidden(permissionFor(command, target.action), t));
      }
      log.debug({ ...fields, durationMs: clock.now() - conversation.receivedAt }, 'interaction answered');
    } catch (thrown) {
      const error = thrown instanceof RetryableError ? thrown.cause : thrown;
      const retryId = thrown instanceof RetryableError ? thrown.retryId : undefined;
      const expected = [UpstreamError, NotAcknowledgedError, StorageUnavailableError].some(
        (kind) => error instanceof kind,
      );
      log[expected ? 'warn' : 'error']({ ...fields, err: error }, 'interaction failed');
      if (error instanceof NotAcknowledgedError) return;
      const show = interaction.isAutocomplete()
        ? () => responder.suggest([])
        : () => responder.notify(failureReply(error, { reference, retryId }, t));
      await showFailure(responder, show).catch((sendError: unknown) => {
        log.warn({ ...fields, err: sendError }, 'a failure could not be shown');
      });
    }
  }

  /** Tries again for half a minute if Discord shows "thinking…", unless it refuses the answer. */
  async function showFailure(responder: Responder, show: () => Promise<unknown>): Promise<void> {
    await retry(show, {
      pauseAfter: (error, tryNumber) =>
        responder.acknowledged && !(error instanceof DiscordAPIError) ? SHOWN_AGAIN_AFTER_MS[tryNumber - 1] : undefined,
      clock,
    });
  }

  /**
   * Sends what a handler returns. A handler that takes longer than a moment is deferred first, where `mayDefer` allows
   * it.
   */
  async function reply(responder: Responder, handled: Promise<Reply | Answered>, mayDefer: boolean): Promise<void> {
    const quick = new AbortController();
    const done = handled.finally(() => {
      quick.abort();
    });
    const announce = clock.sleep(ANSWER_DIRECTLY_WITHIN_MS, quick.signal).then(async () => {
      if (mayDefer && !quick.signal.aborted && !responder.begun) await responder.defer();
    });
    const [view] = await Promise.all([done, announce]);
    if (view !== 'answered') await responder.send(view);
  }

  /**
   * Runs after the answer, since only a guild with a row of its own has its language stored, and the answer may create
   * that row.
   */
  async function noteGuildLocale({ guildLocale }: Served, guildId: string): Promise<void> {
    if (guildLocale === null) return;
    await services.settings.noteLocale(guildId, guildLocale).catch((error: unknown) => {
      log.warn({ err: error, guildId }, "a guild's language could not be noted");
    });
  }

  return {
    async handle(interaction) {
      if (!isServed(interaction) || interaction.guildId === null || seen.has(interaction.id)) return;
      seen.set(interaction.id, true);
      const { guildId } = interaction;
      const done = answer(interaction, guildId)
        .then(() => noteGuildLocale(interaction, guildId))
        .finally(() => underWay.delete(done));
      underWay.add(done);
      await done;
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function isServed(interaction: Interaction): interaction is Served {
  return (
    interaction.isChatInputCommand() ||
    interaction.isAutocomplete() ||
    interaction.isButton() ||
    interaction.isStringSelectMenu() ||
    interaction.isModalSubmit()
  );
}

/** `name`: as the log has it; `action`: undefined for the command itself */
type Target = Omit<CustomIdParts, 'action'> & { name: string; action: string | undefined };

/** What an interaction is for: a command by its name, or a component or modal of one by its custom id. */
function targetOf(interaction: Served): Target {
  if ('commandName' in interaction) {
    const { commandName: name } = interaction;
    return { name, command: name, action: undefined, argument: '' };
  }
  const { customId: name } = interaction;
  return { name, ...parseCustomId(name) };
}

async function run(
  { execute, buttons, selects, modals }: Command,
  interaction: Exclude<Served, AutocompleteInteraction>,
  conversation: Conversation,
  { command, action = '', argument }: Target,
): Promise<Reply | Answered> {
  const customId = { command, action, argument };
  if (interaction.isChatInputCommand()) return execute({ ...conversation, interaction });
  if (interaction.isButton()) return handle('buttons', buttons, { ...conversation, interaction }, customId);
  if (interaction.isStringSelectMenu()) return handle('selects', selects, { ...conversation, interaction }, customId);
  return handle('modals', modals, { ...conversation, interaction }, customId);
}

/**
 * @throws when there is no such handler, or nothing to give it: the custom id is forged, or of a version of the bot
 * that is gone
 */
async function handle<Interaction>(
  kind: ComponentKind,
  handlers: Readonly<Record<string, ComponentHandler<Interaction, never>>> | undefined,
  context: Context<Interaction>,
  customId: CustomIdParts,
): Promise<Reply | Answered> {
  const handler = ownEntry(handlers, customId.action);
  if (handler === undefined) throw new Error('the interaction belongs to no handler');
  // Each handler takes what is declared for its custom id (`CommandOf`), which is what is read here.
  return handler(context, readArgument(kind, customId) as never);
}
