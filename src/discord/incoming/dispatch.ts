import { DiscordAPIError, HTTPError, type Interaction } from 'discord.js';

import { createReference } from '../../claims/reference.ts';
import { REPLY_EDITABLE_MS } from '../../claims/timings.ts';
import { type CommandIds, translator } from '../../locales/index.ts';
import { failureReply, forbidden, RetryableError, tooFast } from '../../ui/failure.ts';
import type { Reply } from '../../ui/reply.ts';
import { type Clock, withinTime } from '../../work/clock.ts';
import {
  BlockedError,
  BusyError,
  LateError,
  NotAcknowledgedError,
  OutdatedError,
  StorageUnavailableError,
  UnclearWriteError,
  UpstreamError,
} from '../../work/errors.ts';
import type { Limiters } from '../../work/limits.ts';
import type { Log, LogFields } from '../../work/log.ts';
import { retry } from '../../work/retry.ts';
import type { InteractionRest } from '../rest/interaction-rest.ts';
import { neverCame } from '../rest/refusal.ts';
import { mayManageGuild, type MayUse, permissionFor } from './access.ts';
import { type Command, type Conversation, definitionsOf, type Services } from './command.ts';
import { refusedForm } from './forms.ts';
import type { HandledOnce } from './handled-once.ts';
import { createLateAnswers } from './late-answers.ts';
import { type Answered, createResponder, type Responder } from './responder.ts';
import { answeringOf, complete, isServed, kindOf, limitOf, type Route, routeOf, type Served } from './routing.ts';

const ANSWER_DIRECTLY_WITHIN_MS = 250;
/** The pauses between the tries to show an answer while Discord shows "thinking…"; the last one repeats. */
const SHOWN_AGAIN_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 16_000];
const REFERENCE_LENGTH = 6;
/** Failures for which nobody has to look at this program. */
const EXPECTED = [UpstreamError, NotAcknowledgedError, StorageUnavailableError, BusyError, LateError, OutdatedError];

/** `failed`: the person was told so; `unacknowledged`: Discord did not take the first response, so nothing was done. */
type InteractionResult = 'answered' | 'limited' | 'forbidden' | 'failed' | 'unacknowledged';

/** An interaction that is over. Times in ms since the epoch. */
export type EndedInteraction = {
  type: ReturnType<typeof kindOf>;
  /** a command's name, or `unknown` */
  command: string;
  result: InteractionResult;
  receivedAt: number;
  /** undefined when Discord never confirmed it */
  acknowledgedAt: number | undefined;
  endedAt: number;
};

/** Whether Discord, or what stands before it, did not take a call for now. */
const isAway = (error: unknown) => error instanceof HTTPError || error instanceof BlockedError;

/** Hands each interaction to its command, once, and answers the person whatever happens. */
export function createDispatch(options: {
  commands: readonly Command[];
  services: Services;
  limiters: Limiters;
  mayUse: MayUse;
  once: HandledOnce;
  rest: InteractionRest;
  clock: Clock;
  /** shortens the pauses between tries to show an answer */
  stopping: AbortSignal;
  log: Log;
  /** what Discord has registered so far, for texts that mention commands */
  commandIds?: CommandIds;
  onEnded?: (ended: EndedInteraction) => void;
}) {
  const { commands, services, limiters, mayUse, once, rest, clock, stopping, log, commandIds, onEnded } = options;
  const commandsByName = new Map(
    commands.flatMap((command) => definitionsOf([command]).map(({ name }) => [name, command] as const)),
  );
  const underWay = new Set<Promise<void>>();
  const tellLateAnswers = createLateAnswers(log);

  async function answer(interaction: Served, route: Route, command: Command | undefined): Promise<void> {
    if (!(await once.isFirst(interaction.id))) return;
    const conversation = begin(interaction);
    const { guildId, userId, responder, receivedAt } = conversation;
    const fields = { interactionId: interaction.id, guildId, userId, command: route.name };
    const name = command?.definition.name ?? 'unknown';
    let result: InteractionResult;
    try {
      result = await serve(interaction, route, command, conversation);
      log.debug({ ...fields, result, durationMs: clock.now() - receivedAt }, 'interaction answered');
      await noteGuildLocale(interaction);
    } catch (thrown) {
      result = await fail(conversation, fields, name, thrown);
    }
    const { acknowledgedAt } = responder;
    onEnded?.({ type: kindOf(interaction), command: name, result, receivedAt, acknowledgedAt, endedAt: clock.now() });
  }

  function begin(interaction: Served): Conversation {
    const { guildId, user, locale, guildLocale } = interaction;
    return {
      guildId: guildId ?? '',
      userId: user.id,
      mayManage: mayManageGuild(interaction),
      locale,
      guildLocale: guildLocale ?? locale,
      t: translator(locale, commandIds),
      responder: createResponder(interaction, rest, clock),
      services,
      receivedAt: clock.now(),
    };
  }

  async function serve(
    interaction: Served,
    route: Route,
    command: Command | undefined,
    conversation: Conversation,
  ): Promise<InteractionResult> {
    const { userId, responder, t } = conversation;
    const allowed = command !== undefined && (await mayUse(command, interaction, route.action));
    // A forbidden use counts as ordinary, so that it cannot use up the limit of those who may use the command.
    const ofCommand = allowed ? limitOf(command, interaction, route) : undefined;
    const limit = interaction.isAutocomplete() ? 'typing' : (ofCommand ?? 'ordinary');
    // A direct message belongs to no guild: it counts for the person alone.
    const waitMs = await limiters[limit].consume(interaction.guildId ?? userId, userId);
    if (waitMs > 0) {
      log.debug({ interactionId: interaction.id, userId, refusedBy: `limit ${limit}` }, 'interaction refused');
      const form = interaction.isModalSubmit() ? refusedForm(interaction, command?.buttons ?? {}, t) : undefined;
      await responder.notify(tooFast(clock.now() + waitMs, t, form));
      return 'limited';
    }
    if (!command) throw new OutdatedError('the interaction belongs to no command');
    if (!allowed) {
      await responder.notify(forbidden(permissionFor(command, route.action), t));
      return 'forbidden';
    }
    if (interaction.isAutocomplete()) {
      await responder.suggest(await complete(command, interaction, conversation));
      return 'answered';
    }
    const { begins, answer } = answeringOf(command, interaction, route, conversation);
    const begun = { reads: () => deferring(responder, answer()), itself: answer, acknowledged: change, beside: change };
    const view = await begun[begins]();
    if (view !== 'answered') await show(conversation, () => responder.send(view), isAway);
    if (interaction.guildId !== null) await tellLateAnswers(conversation);
    return 'answered';

    async function change(): Promise<Reply | Answered> {
      await responder.defer({ beside: begins === 'beside' });
      // Discord may have confirmed two processes' acknowledgements: the one that holds the interaction answers it.
      if (!(await once.hold(interaction.id))) throw new NotAcknowledgedError('another process holds the interaction');
      // Where the database fails it, something may be on record already.
      return answer().catch((error: unknown) => {
        throw error instanceof StorageUnavailableError && !(error instanceof UnclearWriteError)
          ? new UnclearWriteError('something may have been written before', { cause: error })
          : error;
      });
    }
  }

  /** @param command - its name */
  async function fail(
    conversation: Conversation,
    fields: LogFields,
    command: string,
    thrown: unknown,
  ): Promise<InteractionResult> {
    const { responder, t } = conversation;
    const { cause: error, retryId } = thrown instanceof RetryableError ? thrown : { cause: thrown };
    const reference = createReference(REFERENCE_LENGTH);
    const isExpected = EXPECTED.some((kind) => error instanceof kind);
    const refusedBy = error instanceof BusyError && { refusedBy: error.refusedBy };
    log[isExpected ? 'warn' : 'error']({ ...fields, ...refusedBy, reference, err: error }, 'interaction failed');
    if (error instanceof NotAcknowledgedError) return 'unacknowledged';
    const reply = failureReply(error, { reference, retryId, command }, t);
    await show(
      conversation,
      () => responder.notifyUnlessAnswered(reply),
      // Beside a clicked message, each try that Discord carries out is seen.
      responder.answersBeside ? neverCame : () => true,
    ).catch((showError: unknown) => {
      log.warn({ ...fields, reference, err: showError }, 'a failure could not be shown');
    });
    return 'failed';
  }

  /** Tries while the reply can be edited and Discord itself does not refuse. @param mayPass - whether it is worth it */
  function show(
    { responder, receivedAt }: Conversation,
    work: () => Promise<unknown>,
    mayPass: (error: unknown) => boolean,
  ): Promise<unknown> {
    const { length } = SHOWN_AGAIN_AFTER_MS;
    const isOver = () => responder.acknowledgedAt === undefined || clock.now() - receivedAt >= REPLY_EDITABLE_MS;
    return retry(work, {
      pauseAfter: (error, tryNumber) =>
        isOver() || error instanceof DiscordAPIError || !mayPass(error)
          ? undefined
          : SHOWN_AGAIN_AFTER_MS[Math.min(tryNumber, length) - 1],
      clock,
      stopping,
    });
  }

  /** What a handler returns; the answer of one that takes longer than a moment is deferred first. */
  async function deferring(responder: Responder, handled: Promise<Reply | Answered>): Promise<Reply | Answered> {
    const view = await withinTime(handled, ANSWER_DIRECTLY_WITHIN_MS, clock);
    if (view === undefined) await responder.defer();
    return view ?? handled;
  }

  /** Runs last: the language is kept in the guild's row, which the answer may have created. */
  async function noteGuildLocale({ guildId, guildLocale }: Served): Promise<void> {
    if (guildId === null || guildLocale === null) return;
    await services.settings.noteLocale(guildId, guildLocale).catch((error: unknown) => {
      log.warn({ err: error, guildId }, "a guild's language could not be noted");
    });
  }

  return {
    /** Never rejects. */
    async handle(interaction: Interaction): Promise<void> {
      if (!isServed(interaction)) return;
      const route = routeOf(interaction);
      const command = commandsByName.get(route.command);
      if (interaction.guildId === null && !command?.inMessages?.includes(route.action ?? '')) return;
      const done = answer(interaction, route, command).finally(() => underWay.delete(done));
      underWay.add(done);
      await done;
    },
    /** Resolves when every interaction is answered. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
