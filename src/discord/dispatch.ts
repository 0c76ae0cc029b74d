import { DiscordAPIError, type Interaction } from 'discord.js';

import { type Clock, NOT_NEEDED } from '../clock.ts';
import { BusyError, LateError, NotAcknowledgedError, StorageUnavailableError, UpstreamError } from '../errors.ts';
import type { Limiters, LimitName } from '../limits.ts';
import { type CommandIds, translator } from '../locales/index.ts';
import type { Log } from '../log.ts';
import { createReference } from '../reference.ts';
import { retry } from '../retry.ts';
import { failureReply, forbidden, RetryableError, tooFast } from '../ui/notice.ts';
import { createReply, type Reply } from '../ui/reply.ts';
import { type Access, permissionFor } from './access.ts';
import { type Beginning, type Command, type Conversation, definitionsOf, ownEntry, type Services } from './command.ts';
import type { HandledOnce } from './handled-once.ts';
import { createLateAnswers } from './late-answers.ts';
import { type Answered, createResponder, type Responder } from './responder.ts';
import type { InteractionRest } from './rest.ts';
import {
  answeringOf,
  complete,
  type InteractionKind,
  isServed,
  kindOf,
  type Served,
  type Target,
  targetOf,
} from './routing.ts';

const ANSWER_DIRECTLY_WITHIN_MS = 250;
/** The pauses between the tries to show a failure: each try is two calls. */
const SHOWN_AGAIN_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 16_000];
const REFERENCE_LENGTH = 6;
/** Failures of others, for which nobody has to look at this program. */
const EXPECTED = [UpstreamError, NotAcknowledgedError, StorageUnavailableError, BusyError, LateError];
/** Instead of the name of a command that there is not. */
const UNKNOWN = 'unknown';

type Dispatch = {
  /** Answers an interaction. Never rejects. */
  handle(interaction: Interaction): Promise<void>;
  /** Resolves when no interaction is being answered any more. */
  idle(): Promise<void>;
};

/**
 * How an interaction ended. `limited`: one of our limits refused it; `forbidden`: the person may not do that; `failed`:
 * they were told so; `unacknowledged`: Discord did not take the first response, so nothing was done.
 */
export type InteractionResult = 'answered' | 'limited' | 'forbidden' | 'failed' | 'unacknowledged';

/** An interaction that is over. Times in ms since the epoch. `acknowledgedAt`: undefined when Discord never confirmed it. */
export type EndedInteraction = {
  type: InteractionKind;
  /** of those that there are, or `unknown` */
  command: string;
  result: InteractionResult;
  receivedAt: number;
  acknowledgedAt: number | undefined;
  endedAt: number;
};

type DispatchOptions = {
  commands: readonly Command[];
  services: Services;
  limiters: Limiters;
  access: Access;
  once: HandledOnce;
  rest: InteractionRest;
  clock: Clock;
  log: Log;
  /** what Discord has registered so far, for texts that mention commands */
  commandIds?: CommandIds;
  /** called when an interaction is over */
  onEnded?: (ended: EndedInteraction) => void;
};

/** Routes each interaction to its command, once, and makes sure that the person gets an answer whatever happens. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { commands, services, limiters, access, once, rest, clock, log, commandIds, onEnded } = options;
  const commandsByName = new Map(
    commands.flatMap((command) => definitionsOf([command]).map(({ name }) => [name, command] as const)),
  );
  const underWay = new Set<Promise<void>>();
  const tellLateAnswers = createLateAnswers(log);

  async function answerOnce(interaction: Served, guildId: string): Promise<void> {
    if (await once.isFirst(interaction.id)) await answer(interaction, guildId);
  }

  async function answer(interaction: Served, guildId: string): Promise<void> {
    const t = translator(interaction.locale, commandIds);
    const responder = createResponder(interaction, rest, clock);
    const userId = interaction.user.id;
    const conversation: Conversation = { guildId, userId, responder, services, t, receivedAt: clock.now() };
    const target = targetOf(interaction);
    const command = commandsByName.get(target.command);
    const fields = { interactionId: interaction.id, guildId, userId, command: target.name };
    let result: InteractionResult;
    try {
      result = await serve(interaction, command, conversation, target);
      log.debug({ ...fields, result, durationMs: clock.now() - conversation.receivedAt }, 'interaction answered');
      await noteGuildLocale(interaction, guildId);
    } catch (thrown) {
      result = await fail(interaction, conversation, fields, thrown);
    }
    const { receivedAt } = conversation;
    const { acknowledgedAt } = responder;
    const name = command?.definition.name ?? UNKNOWN;
    onEnded?.({ type: kindOf(interaction), command: name, result, receivedAt, acknowledgedAt, endedAt: clock.now() });
  }

  async function serve(
    interaction: Served,
    command: Command | undefined,
    conversation: Conversation,
    target: Target,
  ): Promise<InteractionResult> {
    const { guildId, userId, responder, t } = conversation;
    const allowed = command !== undefined && (await access.mayUse(command, interaction, target.action));
    const limit = limitOf(interaction, allowed ? command : undefined, target.action);
    const waitMs = await limiters[limit].consume(guildId, userId);
    if (waitMs > 0) {
      if (interaction.isAutocomplete()) await responder.suggest([]);
      else await responder.notify(createReply(tooFast(clock.now() + waitMs, t)));
      return 'limited';
    }
    if (!command) throw new Error('the interaction belongs to no command');
    if (interaction.isAutocomplete()) {
      const choices = allowed ? await complete(command, interaction, conversation) : [];
      await responder.suggest(choices ?? []);
    } else if (allowed) {
      const { begins, answer } = answeringOf(command, interaction, target);
      if (begins === 'acknowledged' || begins === 'beside') await takeOn(interaction, responder, begins);
      const handled = answer(conversation);
      const view = await (begins === 'reads' ? deferring(responder, handled) : handled);
      if (view !== 'answered') await responder.send(view);
      if (interaction.guildId !== null) await tellLateAnswers(conversation, interaction);
    } else {
      await responder.notify(forbidden(permissionFor(command, target.action), t));
    }
    return allowed ? 'answered' : 'forbidden';
  }

  /**
   * Acknowledges an interaction and takes it, so that nothing is done for it twice: Discord may have confirmed the
   * acknowledgement of two processes, when it is unclear to one of them who was first.
   *
   * @throws {@link NotAcknowledgedError} when another process has the interaction: then that one answers it
   */
  async function takeOn({ id }: Served, responder: Responder, begins: Beginning): Promise<void> {
    await responder.defer({ beside: begins === 'beside' });
    if (!(await once.take(id))) throw new NotAcknowledgedError('the interaction was taken before');
  }

  /** Tells the person that something went wrong. */
  async function fail(
    interaction: Served,
    { responder, t }: Conversation,
    fields: object,
    thrown: unknown,
  ): Promise<InteractionResult> {
    const error = thrown instanceof RetryableError ? thrown.cause : thrown;
    const retryId = thrown instanceof RetryableError ? thrown.retryId : undefined;
    const reference = createReference(REFERENCE_LENGTH);
    const isExpected = EXPECTED.some((kind) => error instanceof kind);
    log[isExpected ? 'warn' : 'error']({ ...fields, reference, err: error }, 'interaction failed');
    if (error instanceof NotAcknowledgedError) return 'unacknowledged';
    const show = interaction.isAutocomplete()
      ? () => responder.suggest([])
      : () => responder.notify(failureReply(error, { reference, retryId }, t));
    await showFailure(responder, show).catch((sendError: unknown) => {
      log.warn({ ...fields, reference, err: sendError }, 'a failure could not be shown');
    });
    return 'failed';
  }

  /** Tries again for half a minute if Discord shows "thinking…", unless it refuses the answer. */
  async function showFailure(responder: Responder, show: () => Promise<unknown>): Promise<void> {
    await retry(show, {
      pauseAfter: (error, tryNumber) =>
        responder.acknowledgedAt !== undefined && !(error instanceof DiscordAPIError)
          ? SHOWN_AGAIN_AFTER_MS[tryNumber - 1]
          : undefined,
      clock,
    });
  }

  /** What a handler returns; one that takes longer than a moment is deferred first. */
  async function deferring(responder: Responder, handled: Promise<Reply | Answered>): Promise<Reply | Answered> {
    const quick = new AbortController();
    const done = handled.finally(() => {
      quick.abort(NOT_NEEDED);
    });
    const announce = clock.sleep(ANSWER_DIRECTLY_WITHIN_MS, quick.signal).then(async () => {
      if (!quick.signal.aborted && !responder.begun) await responder.defer();
    });
    const [view] = await Promise.all([done, announce]);
    return view;
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

  /** Where an interaction counts (see {@link Conversation}); undefined for what does not work in direct messages. */
  function placeOf(interaction: Served): string | undefined {
    if (interaction.guildId !== null) return interaction.guildId;
    const { command, action = '' } = targetOf(interaction);
    return commandsByName.get(command)?.inMessages?.includes(action) ? interaction.user.id : undefined;
  }

  return {
    async handle(interaction) {
      const place = isServed(interaction) ? placeOf(interaction) : undefined;
      if (!isServed(interaction) || place === undefined) return;
      const done = answerOnce(interaction, place).finally(() => underWay.delete(done));
      underWay.add(done);
      await done;
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/**
 * What counts the interaction. What somebody may not use is ordinary, so that they cannot use up what is kept for those
 * who may.
 *
 * @param command - undefined when they may not use it
 */
function limitOf(interaction: Served, command: Command | undefined, action: string | undefined): LimitName {
  if (interaction.isAutocomplete()) return 'typing';
  const ofAction = action === undefined ? undefined : ownEntry(command?.actionLimits, action);
  return ofAction ?? command?.limit ?? 'ordinary';
}
