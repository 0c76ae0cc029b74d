import { type ButtonInteraction, type ModalSubmitInteraction, PermissionFlagsBits } from 'discord.js';

import { canBeDecided, canBeResolved, troubleWith } from '../src/claims/escalation.ts';
import type { ClaimList } from '../src/claims/review.ts';
import { OUTCOMES, type ReviewOutcome } from '../src/claims/states.ts';
import type { ClaimFilter } from '../src/claims/store/filter.ts';
import type { PastClaim } from '../src/claims/store/history.ts';
import { claimDetail, decidedBefore, NOTE_INPUT, resolveModal, resolveReply } from '../src/claims/views/detail.ts';
import { deliveryPost, donePost, settledPost } from '../src/claims/views/escalation.ts';
import { claimFile, claimsCsv } from '../src/claims/views/file.ts';
import { claimList, claimNotFound, claimsGone, noSuchReference, QUESTION } from '../src/claims/views/list.ts';
import {
  answersItself,
  type CommandOf,
  type Context,
  type Conversation,
  type Handler,
  reads,
} from '../src/discord/incoming/command.ts';
import {
  choiceOption,
  memberCommand,
  readOptions,
  slashCommand,
  stringOption,
  userOption,
} from '../src/discord/incoming/definitions.ts';
import { parseWholeNumber } from '../src/formats.ts';
import { named, type PlainTextKey, translator } from '../src/locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../src/people/player-name.ts';
import type { Answered } from '../src/discord/incoming/responder.ts';
import type { RepeatDelivered } from '../src/rewards/store/hooks.ts';
import type { ListedClaim } from '../src/ui/custom-ids.ts';
import type { Reply } from '../src/ui/reply.ts';
import { names, showQuestion } from './claim-names.ts';
import { MODERATE, requestClaim } from './request-claim.ts';

/** With the marks around it, as it was copied. */
const MAX_TYPED_REFERENCE = 20;

const OPTIONS = {
  playername: stringOption('commands.claims.playername', { max_length: MAX_PLAYER_NAME_LENGTH }),
  member: userOption('commands.claims.member'),
  reference: stringOption('commands.claims.reference', { max_length: MAX_TYPED_REFERENCE }),
  outcome: choiceOption(
    'commands.claims.outcome',
    OUTCOMES.map((value) => ({ ...named(`commands.claims.outcomes.${value}`), value })),
  ),
} satisfies Record<'member' | Exclude<keyof ClaimFilter, 'userId'>, unknown>;

/** Lists a guild's past claims, parked ones first, or shows the one with a reference. */
export default {
  definition: slashCommand('claims', MODERATE, OPTIONS),
  adminsMayOpen: true,
  limit: 'lookUp',
  actionLimits: { file: 'report', send: 'call', 'post-send': 'call', repeat: 'call' },
  extraPermissions: {
    open: MODERATE,
    recheck: MODERATE,
    resolve: MODERATE,
    claimed: MODERATE,
    unclaimed: MODERATE,
    send: MODERATE,
    // A vote that was taken is handed out again.
    repeat: PermissionFlagsBits.ManageGuild,
    arrived: MODERATE,
    'post-send': MODERATE,
    'post-arrived': MODERATE,
    'post-done': MODERATE,
    'post-claimed': MODERATE,
    'post-unclaimed': MODERATE,
    'free-name': MODERATE,
    'give-name': MODERATE,
    'give-asked': MODERATE,
    'keep-asked': MODERATE,
  },
  execute: reads(async (context) => {
    const { member: userId, reference, ...others } = readOptions(OPTIONS, context.interaction);
    const filter: ClaimFilter = { userId, ...others };
    if (reference !== undefined) return showClaim(context, filter, reference);
    return listed(context, await context.services.claimReview.open(context, filter));
  }),
  onMember: {
    definition: memberCommand('commands.claims.ofMember', MODERATE),
    execute: reads(async (context) => {
      const { interaction, services } = context;
      return listed(context, await services.claimReview.open(context, { userId: interaction.targetId }));
    }),
  },
  buttons: {
    page: reads(async (context, { listId, page }) => {
      const list = await context.services.claimReview.page(context, listId, page);
      return list ? listed(context, list) : claimsGone(context.t);
    }),
    file: reads(async (context, listId) => {
      const { guildId, locale, responder, services, t } = context;
      await responder.defer({ beside: true });
      const file = await services.claimReview.file(context, listId);
      if (!file) return claimsGone(t);
      const csv = await services.fileTurns.run(guildId, () => claimsCsv(file.pages, locale));
      return claimFile({ ...file, csv }, t);
    }),
    open: reads(async (context, reference) => {
      await context.responder.defer({ beside: true });
      return showClaim(context, {}, reference);
    }),
    recheck: answersItself(async (context, claimId) => {
      const { guildId, responder, services, t } = context;
      await responder.defer({ beside: true });
      const found = await services.claimReview.find(guildId, claimId);
      return found ? requestClaim(context, found.playername, { beside: true, isRecheck: true }) : claimNotFound(t);
    }),
    resolve: askForNote('unstated'),
    claimed: askForNote('claimed'),
    unclaimed: askForNote('not-claimed'),
    send: (context, listed) => sendAgain(context, listed, 'unless-paid'),
    repeat: (context, { decisions, ...listed }) => sendAgain(context, listed, { afterDecisions: decisions }),
    arrived: markArrived,
    'post-send': async (context, claimId) => {
      const result = await context.services.rewards.sendAgain(context, claimId, 'never');
      return rewardPost(context, claimId, result !== 'sent' && SENT_AGAIN[result]);
    },
    ...names.buttons,
    'post-arrived': async (context, claimId) => {
      const isMarked = await arrived(context, claimId);
      return rewardPost(context, claimId, !isMarked && 'claims.nothingParked');
    },
    // What was done is not for the bot to know: the post alone says by whom.
    'post-done': async ({ interaction, guildId, guildLocale, userId, receivedAt, services, t }, claimId) => {
      await services.claimReview.leavePost(guildId, { claimId, messageId: interaction.message.id });
      const claim = await services.claimReview.find(guildId, claimId);
      return claim ? donePost(claim, { by: userId, at: receivedAt }, translator(guildLocale)) : claimNotFound(t);
    },
  },
  selects: {
    ...names.selects,
    show: reads(async (context, openedFrom) => {
      const { interaction, guildId, services, t } = context;
      const [chosen = ''] = interaction.values;
      if (chosen.startsWith(QUESTION))
        return showQuestion(context, parseWholeNumber(chosen.slice(QUESTION.length)) ?? 0, openedFrom);
      const found = await services.claimReview.find(guildId, chosen);
      return found ? claimDetail(found, { openedFrom }, t) : claimNotFound(t);
    }),
  },
  modals: {
    resolve: (context, listed) => resolve('unstated', context, listed),
    claimed: (context, listed) => resolve('claimed', context, listed),
    unclaimed: (context, listed) => resolve('not-claimed', context, listed),
    ...names.modals,
    'post-claimed': (context, claimId) => resolve('claimed', context, { claimId }),
    'post-unclaimed': (context, claimId) => resolve('not-claimed', context, { claimId }),
  },
} satisfies CommandOf<'claims'>;

/** A list; of one member, it leads to their names, where names have owners. */
async function listed({ guildId, services, t }: Conversation, list: ClaimList): Promise<Reply> {
  const hasNames = list.userId !== undefined && (await services.ownNames.isOn(guildId));
  return claimList(list, t, hasNames ? list.userId : undefined);
}

async function showClaim(context: Conversation, filter: ClaimFilter, reference: string): Promise<Reply> {
  const { guildId, services, t } = context;
  const list = await services.claimReview.open(context, { ...filter, reference });
  const only = list.claims[0] && (await services.claimReview.find(guildId, list.claims[0].id));
  if (only) return claimDetail(only, { openedFrom: { listId: list.id, page: list.page } }, t);
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  return isNarrowed ? listed(context, list) : noSuchReference(reference, t);
}

/** Who comes too late is told before they type. */
function askForNote(outcome: ReviewOutcome): Handler<ButtonInteraction, ListedClaim> {
  return answersItself(async (context, listed) => {
    const { guildId, responder, services, t } = context;
    const { claimReview, settings } = services;
    const [claim, { announcements }] = await Promise.all([
      claimReview.find(guildId, listed.claimId),
      settings.read(guildId),
    ]);
    if (!claim) return responder.notify(claimNotFound(t));
    const isOpen = outcome === 'unstated' ? canBeResolved(claim) : canBeDecided(claim);
    if (isOpen) {
      return responder.showModal(resolveModal(claim, listed, { outcome, isAnnounced: announcements.on }, t));
    }
    return listed.openedFrom ? decidedBefore(claim, listed.openedFrom, t) : decidedPost(context, claim);
  });
}

async function resolve(
  outcome: ReviewOutcome,
  context: Context<ModalSubmitInteraction>,
  { claimId, openedFrom }: ListedClaim,
): Promise<Reply | Answered> {
  const { interaction, responder, services, t } = context;
  const note = interaction.fields.getTextInputValue(NOTE_INPUT);
  const result = await services.claimReview.resolve(context, claimId, note, outcome);
  if (openedFrom) return resolveReply(result, { openedFrom, note }, t);
  if (result.kind !== 'resolved') await responder.followUp(resolveReply(result, { note }, t));
  return 'claim' in result ? decidedPost(context, result.claim) : 'answered';
}

/** The post that was clicked, in the language of its guild: its other copies follow from the outbox. */
async function decidedPost(context: Context<ButtonInteraction | ModalSubmitInteraction>, claim: PastClaim) {
  const { interaction, guildId, guildLocale, services } = context;
  const { moderators } = await services.settings.read(guildId);
  const isInternal = moderators.on && interaction.channelId === moderators.channelId;
  return settledPost(claim, { isInternal, isElsewhere: false }, translator(guildLocale));
}

/** The post that was clicked, as the others. @param failed - what the person reads when their click did nothing */
async function rewardPost(
  { guildId, guildLocale, responder, services, t }: Conversation,
  claimId: string,
  failed: PlainTextKey | false,
): Promise<Reply | Answered> {
  const claim = await services.claimReview.find(guildId, claimId);
  if (failed || !claim) {
    await responder.followUp(claim && failed ? claimDetail(claim, { happened: t(failed) }, t) : claimNotFound(t));
  }
  if (!claim) return 'answered';
  const trouble = troubleWith(claim);
  const isSettled = trouble === undefined || (trouble === 'failing' && !failed);
  return deliveryPost({ claim, isSettled }, translator(guildLocale));
}

const SENT_AGAIN = {
  sent: 'claims.sentAgain',
  'was-sent': 'claims.sentAgain',
  off: 'claims.placeIsOff',
  nothing: 'claims.nothingToSend',
  // Only who may have a reward handed out once more is asked.
  paid: 'claims.nothingToSend',
} as const;

async function sendAgain(context: Conversation, listed: ListedClaim, delivered: RepeatDelivered): Promise<Reply> {
  const result = await context.services.rewards.sendAgain(context, listed.claimId, delivered);
  if (result !== 'paid') return changed(context, listed, SENT_AGAIN[result]);
  const asks = context.mayManage;
  return changed(context, listed, asks ? 'claims.askRepeat' : 'claims.repeatNeedsManager', { asks });
}

async function markArrived(context: Conversation, listed: ListedClaim): Promise<Reply> {
  const isMarked = await arrived(context, listed.claimId);
  return changed(context, listed, isMarked ? 'claims.arrived' : 'claims.nothingParked');
}

async function arrived(context: Conversation, claimId: string): Promise<boolean> {
  const isMarked = await context.services.rewards.markArrived(context, claimId);
  if (isMarked) void context.services.claims.tellArrived(claimId);
  return isMarked;
}

async function changed(
  { guildId, services, t }: Conversation,
  { claimId, openedFrom }: ListedClaim,
  happened: PlainTextKey,
  { asks = false } = {},
): Promise<Reply> {
  const found = await services.claimReview.find(guildId, claimId);
  return found ? claimDetail(found, { openedFrom, happened: t(happened), asks }, t) : claimNotFound(t);
}
