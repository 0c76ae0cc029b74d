import { type ButtonInteraction, type ModalSubmitInteraction, PermissionFlagsBits } from 'discord.js';

import { OUTCOMES, type ReviewOutcome } from '../src/claims/states.ts';
import type { ClaimFilter } from '../src/claims/store/filter.ts';
import { claimDetail, NOTE_INPUT, resolveModal, resolveReply } from '../src/claims/views/detail.ts';
import { claimFile, claimsCsv } from '../src/claims/views/file.ts';
import { claimList, claimNotFound, claimsGone } from '../src/claims/views/list.ts';
import {
  answersItself,
  beside,
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
import { named, type PlainTextKey } from '../src/locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../src/people/player-name.ts';
import type { RepeatDelivered } from '../src/rewards/store/hooks.ts';
import type { ListedClaim } from '../src/ui/custom-ids.ts';
import type { Reply } from '../src/ui/reply.ts';
import { requestClaim } from './request-claim.ts';

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
};
const MODERATE = PermissionFlagsBits.ModerateMembers;

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
    'post-claimed': MODERATE,
    'post-unclaimed': MODERATE,
  },
  execute: reads(async (context) => {
    const { playername, member: userId, reference, outcome } = readOptions(OPTIONS, context.interaction);
    if (reference !== undefined) return showClaim(context, { playername, userId, reference, outcome });
    return claimList(await context.services.claimReview.open(context, { playername, userId, outcome }), context.t);
  }),
  onMember: {
    definition: memberCommand('commands.claims.ofMember', MODERATE),
    execute: reads(async (context) => {
      const { interaction, services, t } = context;
      return claimList(await services.claimReview.open(context, { userId: interaction.targetId }), t);
    }),
  },
  buttons: {
    page: reads(async (context, { listId, page }) => {
      const list = await context.services.claimReview.page(context, listId, page);
      return list ? claimList(list, context.t) : claimsGone(context.t);
    }),
    file: reads(async (context, listId) => {
      const { guildId, responder, services, t } = context;
      await responder.defer({ beside: true });
      const file = await services.claimReview.file(context, listId);
      if (!file) return claimsGone(t);
      const csv = await services.fileTurns.run(guildId, () => claimsCsv(file.pages));
      return claimFile({ ...file, csv }, t);
    }),
    open: reads(async (context, reference) => {
      await context.responder.defer({ beside: true });
      return showClaim(context, { reference });
    }),
    recheck: answersItself(async (context, claimId) => {
      const { guildId, responder, services, t } = context;
      await responder.defer({ beside: true });
      const found = await services.claimReview.find(guildId, claimId);
      return found ? requestClaim(context, found.playername, { beside: true }) : claimNotFound(t);
    }),
    resolve: askForNote('unstated'),
    claimed: askForNote('claimed'),
    unclaimed: askForNote('not-claimed'),
    send: (context, listed) => sendAgain(context, listed, 'unless-paid'),
    repeat: (context, { decisions, ...listed }) => sendAgain(context, listed, { afterDecisions: decisions }),
    arrived: markArrived,
    'post-send': beside((context, claimId) => sendAgain(context, { claimId }, 'never')),
    'post-arrived': beside((context, claimId) => markArrived(context, { claimId })),
  },
  selects: {
    show: reads(async ({ interaction, guildId, services, t }, openedFrom) => {
      const found = await services.claimReview.find(guildId, interaction.values[0] ?? '');
      return found ? claimDetail(found, { openedFrom }, t) : claimNotFound(t);
    }),
  },
  modals: {
    resolve: (context, listed) => resolve('unstated', context, listed),
    claimed: (context, listed) => resolve('claimed', context, listed),
    unclaimed: (context, listed) => resolve('not-claimed', context, listed),
    'post-claimed': beside((context, claimId) => resolve('claimed', context, { claimId })),
    'post-unclaimed': beside((context, claimId) => resolve('not-claimed', context, { claimId })),
  },
} satisfies CommandOf<'claims'>;

/** The claim that has the reference of the filter, on a list of its own. */
async function showClaim(context: Conversation, filter: ClaimFilter): Promise<Reply> {
  const list = await context.services.claimReview.open(context, filter);
  const [only] = list.claims;
  const openedFrom = { listId: list.id, page: list.page };
  return only ? claimDetail(only, { openedFrom }, context.t) : claimList(list, context.t);
}

function askForNote(outcome: ReviewOutcome): Handler<ButtonInteraction, ListedClaim> {
  return answersItself(({ responder, t }, listed) => responder.showModal(resolveModal(listed, outcome, t)));
}

async function resolve(
  outcome: ReviewOutcome,
  context: Context<ModalSubmitInteraction>,
  { claimId, openedFrom }: ListedClaim,
): Promise<Reply> {
  const { interaction, services, t } = context;
  const note = interaction.fields.getTextInputValue(NOTE_INPUT);
  return resolveReply(await services.claimReview.resolve(context, claimId, note, outcome), openedFrom, t);
}

const SENT_AGAIN = {
  sent: 'claims.sentAgain',
  'was-sent': 'claims.sentAgain',
  off: 'claims.placeIsOff',
  nothing: 'claims.nothingToSend',
} as const;

async function sendAgain(context: Conversation, listed: ListedClaim, delivered: RepeatDelivered): Promise<Reply> {
  const result = await context.services.rewards.sendAgain(context, listed.claimId, delivered);
  if (result !== 'paid') return changed(context, listed, SENT_AGAIN[result]);
  const asks = context.mayManage;
  return changed(context, listed, asks ? 'claims.askRepeat' : 'claims.repeatNeedsManager', { asks });
}

async function markArrived(context: Conversation, listed: ListedClaim): Promise<Reply> {
  const isMarked = await context.services.rewards.markArrived(context, listed.claimId);
  if (isMarked) void context.services.claims.tellArrived(listed.claimId);
  return changed(context, listed, isMarked ? 'claims.arrived' : 'claims.nothingParked');
}

async function changed(
  { guildId, services, t }: Conversation,
  { claimId, openedFrom }: ListedClaim,
  happened: PlainTextKey,
  { asks = false } = {},
): Promise<Reply> {
  const found = await services.claimReview.find(guildId, claimId);
  return found ? claimDetail(found, { openedFrom, happened, asks }, t) : claimNotFound(t);
}
