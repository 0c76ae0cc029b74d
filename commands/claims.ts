import { ApplicationCommandOptionType, type ModalSubmitInteraction, PermissionFlagsBits } from 'discord.js';

import { OUTCOMES, type ReviewOutcome } from '../src/claims/states.ts';
import { claimDetail, NOTE_INPUT, resolveModal, resolveReply } from '../src/claims/views/detail.ts';
import { claimFile, claimsCsv } from '../src/claims/views/file.ts';
import { claimList, claimNotice } from '../src/claims/views/list.ts';
import { answersItself, type CommandOf, type Context, IN_GUILDS, ON_MEMBERS, reads } from '../src/discord/command.ts';
import { described, named } from '../src/locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../src/people/player-name.ts';
import type { ListPage } from '../src/ui/custom-ids.ts';
import type { Reply } from '../src/ui/reply.ts';
import { requestClaim } from './request-claim.ts';

const PLAYERNAME = 'playername';
const MEMBER = 'member';
const OUTCOME = 'outcome';
const NEEDED = String(PermissionFlagsBits.ModerateMembers);

/** Lists a guild's past claims. Those that wait for a moderator come first. */
export default {
  definition: {
    ...IN_GUILDS,
    name: 'claims',
    ...described('commands.claims.description'),
    default_member_permissions: NEEDED,
    options: [
      {
        name: PLAYERNAME,
        type: ApplicationCommandOptionType.String,
        ...described('commands.claims.playername'),
        max_length: MAX_PLAYER_NAME_LENGTH,
      },
      { name: MEMBER, type: ApplicationCommandOptionType.User, ...described('commands.claims.member') },
      {
        name: OUTCOME,
        type: ApplicationCommandOptionType.String,
        ...described('commands.claims.outcome'),
        choices: OUTCOMES.map((outcome) => ({ ...named(`commands.claims.outcomes.${outcome}`), value: outcome })),
      },
    ],
  },
  adminsMayOpen: true,
  limit: 'lookUp',
  actionLimits: { file: 'report' },
  extraPermissions: {
    recheck: PermissionFlagsBits.ModerateMembers,
    resolve: PermissionFlagsBits.ModerateMembers,
    claimed: PermissionFlagsBits.ModerateMembers,
    unclaimed: PermissionFlagsBits.ModerateMembers,
    send: PermissionFlagsBits.ModerateMembers,
  },
  execute: reads(async (context) => {
    const { interaction, services, t } = context;
    const outcome = interaction.options.getString(OUTCOME);
    const list = await services.claimReview.open(context, {
      playername: interaction.options.getString(PLAYERNAME) ?? undefined,
      userId: interaction.options.get(MEMBER)?.value?.toString(),
      outcome: OUTCOMES.find((one) => one === outcome),
    });
    return claimList(list, t);
  }),
  onMember: {
    definition: { ...ON_MEMBERS, name: 'Claims of this member', default_member_permissions: NEEDED },
    execute: reads(async (context) => {
      const { interaction, services, t } = context;
      return claimList(await services.claimReview.open(context, { userId: interaction.targetId }), t);
    }),
  },
  buttons: {
    page: reads(async (context, { listId, page }) => {
      const { services, t } = context;
      const list = await services.claimReview.turn(context, listId, page);
      return list ? claimList(list, t) : claimNotice('claims.gone', t);
    }),
    file: reads(async (context, listId) => {
      const { guildId, responder, services, t } = context;
      await responder.defer({ beside: true });
      const file = await services.claimReview.file(context, listId);
      if (!file) return claimNotice('claims.gone', t);
      const csv = await services.fileTurns.take(guildId, () => claimsCsv(file.pages));
      return claimFile({ ...file, csv }, t);
    }),
    recheck: answersItself(async (context, claimId) => {
      const { guildId, responder, services, t } = context;
      await responder.defer({ beside: true });
      const found = await services.claimReview.find(guildId, claimId);
      if (!found) return claimNotice('claims.notFound', t);
      return requestClaim(context, found.claim.playername, { beside: true });
    }),
    resolve: answersItself(({ responder, t }, listed) => responder.showModal(resolveModal(listed, 'unstated', t))),
    claimed: answersItself(({ responder, t }, listed) => responder.showModal(resolveModal(listed, 'claimed', t))),
    unclaimed: answersItself(({ responder, t }, listed) => responder.showModal(resolveModal(listed, 'not-claimed', t))),
    async send({ guildId, services, t }, { claimId, place }) {
      const isSent = await services.rewards.sendAgain(guildId, claimId);
      const found = await services.claimReview.find(guildId, claimId);
      if (!found) return claimNotice('claims.notFound', t);
      return claimDetail(found, { place, notice: isSent ? 'claims.sentAgain' : 'claims.nothingToSend' }, t);
    },
  },
  selects: {
    show: reads(async ({ interaction, guildId, services, t }, place) => {
      const found = await services.claimReview.find(guildId, interaction.values[0] ?? '');
      return found ? claimDetail(found, { place }, t) : claimNotice('claims.notFound', t);
    }),
  },
  modals: {
    resolve: (context, listed) => resolve(context, listed, 'unstated'),
    claimed: (context, listed) => resolve(context, listed, 'claimed'),
    unclaimed: (context, listed) => resolve(context, listed, 'not-claimed'),
  },
} satisfies CommandOf<'claims'>;

/** Records what a moderator found out. */
async function resolve(
  context: Context<ModalSubmitInteraction>,
  { claimId, place }: { claimId: string; place: ListPage },
  outcome: ReviewOutcome,
): Promise<Reply> {
  const { interaction, services, t } = context;
  const note = interaction.fields.getTextInputValue(NOTE_INPUT);
  return resolveReply(await services.claimReview.resolve(context, claimId, note, outcome), place, t);
}
