import {
  DiscordAPIError,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  type APIApplicationCommandOptionChoice,
  type BaseInteraction,
} from 'discord.js';

import type { ReplyAddress } from '../../claims/claim.ts';
import { Secret } from '../../secret.ts';
import type { Modal } from '../../ui/modal.ts';
import type { Reply } from '../../ui/reply.ts';
import type { Clock } from '../../work/clock.ts';
import { NotAcknowledgedError } from '../../work/errors.ts';
import { retry } from '../../work/retry.ts';
import { messageBody } from '../outgoing/message-body.ts';
import type { InteractionRest } from '../rest/interaction-rest.ts';
import { filledAgain } from './forms.ts';

/** The person has their answer. */
export type Answered = 'answered';

/** Answers one interaction. Messages are ephemeral unless stated otherwise. */
export type Responder = ReturnType<typeof createResponder>;

const MIN_PROGRESS_INTERVAL_MS = 1_500;
/** The pauses between the tries to find out whether Discord took the first response. */
const PROBED_AGAIN_AFTER_MS = [500, 1_000, 2_000, 4_000];

export function createResponder(
  interaction: Pick<BaseInteraction, 'id' | 'token' | 'applicationId' | 'type'> & { message?: object | null },
  rest: InteractionRest,
  clock: Pick<Clock, 'now' | 'sleep'>,
) {
  const { now } = clock;
  const address: ReplyAddress = { applicationId: interaction.applicationId, token: new Secret(interaction.token) };
  const onMessage = Boolean(interaction.message);
  /** The first response, which every later call awaits. */
  let first: Promise<void> | undefined;
  let acknowledgedAt: number | undefined;
  let showsModal = false;
  /** whether the answer edits the clicked message; a failure must not replace that message */
  let editsClicked = onMessage;
  let reporting: Promise<unknown> | undefined;
  let reportAgainAt = 0;

  function answer(type: InteractionResponseType, data?: object): Promise<void> {
    return begin(rest.callback(interaction, { type, data }));
  }

  function begin(answered: Promise<void>): Promise<void> {
    // Until a later call awaits it, its failure must not count as unhandled.
    answered.then(
      () => (acknowledgedAt ??= now()),
      () => undefined,
    );
    first = answered;
    return answered;
  }

  /** Sends the first response; does `otherwise` once there was one. */
  async function say(
    type: InteractionResponseType,
    data: object,
    otherwise: () => Promise<unknown>,
  ): Promise<Answered> {
    if (first) {
      await first;
      await reporting;
      await otherwise();
    } else await answer(type, data);
    return 'answered';
  }

  /**
   * Acknowledges the interaction, to answer later. After a click, the answer replaces the clicked message, unless
   * `beside` it.
   *
   * @throws {@link NotAcknowledgedError} when Discord did not take it: nothing may be done in the person's name then
   */
  async function defer({ beside = false } = {}): Promise<void> {
    if (first) return first;
    editsClicked = onMessage && !beside;
    return begin(
      confirm(
        editsClicked
          ? answer(InteractionResponseType.DeferredMessageUpdate)
          : answer(InteractionResponseType.DeferredChannelMessageWithSource, { flags: MessageFlags.Ephemeral }),
      ),
    );
  }

  /** An unclear acknowledgement is looked up, not sent again: another process may have shown the answer meanwhile. */
  async function confirm(acknowledgement: Promise<void>): Promise<void> {
    try {
      await acknowledgement;
    } catch (error) {
      if (error instanceof NotAcknowledgedError) throw error;
      await retry(() => rest.findOriginal(address), {
        pauseAfter: (probeError, tryNumber) =>
          probeError instanceof DiscordAPIError ? undefined : PROBED_AGAIN_AFTER_MS[tryNumber - 1],
        clock,
      }).catch((probeError: unknown) => {
        throw new NotAcknowledgedError('Discord did not confirm the acknowledgement', { cause: probeError });
      });
    }
  }

  /** Whether the reply says "thinking…" still: the first follow-up would take its place. */
  async function isThinking(): Promise<boolean> {
    if (!first || editsClicked) return false;
    await first;
    return (await rest.findOriginal(address)).isThinking;
  }

  const suggest = (choices: readonly APIApplicationCommandOptionChoice<string>[]) =>
    answer(InteractionResponseType.ApplicationCommandAutocompleteResult, { choices });

  return {
    /** where the reply can be edited later */
    address,
    /** when Discord had taken the first response, in ms since the epoch */
    get acknowledgedAt() {
      return acknowledgedAt;
    },
    /** whether there is a message to follow up: a modal is none */
    get canFollowUp() {
      return first !== undefined && !showsModal;
    },
    /** whether a failure comes as a message beside the clicked one, and so each time anew */
    get answersBeside() {
      return editsClicked;
    },
    defer,
    /** Shows progress in a deferred reply, at most every 1.5 seconds. Failures are ignored. */
    report(progress: Reply): void {
      if (!first || reporting || now() < reportAgainAt) return;
      reportAgainAt = now() + MIN_PROGRESS_INTERVAL_MS;
      reporting = first
        .then(() => rest.editOriginal(address, messageBody(progress)))
        .catch(() => undefined)
        .finally(() => (reporting = undefined));
    },
    /** Sends the answer: edits the deferred reply or the clicked message, else creates a message. */
    async send(reply: Reply): Promise<void> {
      const { files } = reply;
      // An upload may take longer than Discord waits for a first answer.
      if (files) await defer();
      const edit = () => rest.editOriginal(address, messageBody(reply), files);
      if (onMessage) await say(InteractionResponseType.UpdateMessage, messageBody(reply), edit);
      else await say(InteractionResponseType.ChannelMessageWithSource, ephemeralBody(reply), edit);
    },
    /** Answers without changing the clicked message. A person who is typing gets no suggestions instead. */
    async notify(reply: Reply): Promise<Answered> {
      if (interaction.type === InteractionType.ApplicationCommandAutocomplete) {
        await suggest([]);
        return 'answered';
      }
      return say(InteractionResponseType.ChannelMessageWithSource, ephemeralBody(reply), () =>
        editsClicked ? rest.followUp(address, ephemeralBody(reply)) : rest.editOriginal(address, messageBody(reply)),
      );
    },
    isThinking,
    /** As `notify`, but leaves an answer that is there: another process may have shown it, and know more. */
    async notifyUnlessAnswered(reply: Reply): Promise<Answered> {
      const showsProgress = reportAgainAt > 0;
      if (!first || editsClicked || showsProgress) return this.notify(reply);
      // The first follow-up takes the place of "thinking…", and of nothing that is shown meanwhile.
      if (await isThinking()) await rest.followUp(address, ephemeralBody(reply));
      return 'answered';
    },
    async followUp(reply: Reply): Promise<void> {
      await first;
      await rest.followUp(address, ephemeralBody(reply));
    },
    /** Answers a component with a message for everyone in the channel. */
    post(reply: Reply): Promise<Answered> {
      const body = messageBody(reply);
      return say(InteractionResponseType.ChannelMessageWithSource, body, () => rest.followUp(address, body));
    },
    async showModal(modal: Modal): Promise<Answered> {
      showsModal = true;
      await answer(InteractionResponseType.Modal, filledAgain(modal, interaction.message ?? {}));
      return 'answered';
    },
    suggest,
  };
}

function ephemeralBody(reply: Reply): object {
  return { ...messageBody(reply), flags: MessageFlags.Ephemeral };
}
