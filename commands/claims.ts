import { ApplicationCommandOptionType, PermissionFlagsBits } from 'discord.js';

import { OUTCOMES } from '../src/claims/states.ts';
import { claimDetail, NOTE_INPUT, resolveModal, resolveReply } from '../src/claims/views/detail.ts';
import { claimFile } from '../src/claims/views/file.ts';
import { claimList, claimNotice } from '../src/claims/views/list.ts';
import { type CommandOf, IN_GUILDS } from '../src/discord/command.ts';
import { described, named } from '../src/locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../src/people/player-name.ts';
import { requestClaim } from './request-claim.ts';

const PLAYERNAME = 'playername';
const MEMBER = 'member';
const OUTCOME = 'outcome';

/** Lists a guild's past claims. Those that wait for a moderator come first. */
export default {
  definition: {
    ...IN_GUILDS,
    name: 'claims',
    ...described('commands.claims.description'),
    default_member_permissions: String(PermissionFlagsBits.ModerateMembers),
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
  extraPermissions: { recheck: PermissionFlagsBits.ModerateMembers, resolve: PermissionFlagsBits.ModerateMembers },
  async execute(context) {
    const { interaction, services, t } = context;
    const outcome = interaction.options.getString(OUTCOME);
    const list = await services.claimReview.open(context, {
      playername: interaction.options.getString(PLAYERNAME) ?? undefined,
      userId: interaction.options.get(MEMBER)?.value?.toString(),
      outcome: OUTCOMES.find((one) => one === outcome),
    });
    return claimList(list, t);
  },
  buttons: {
    async page(context, { listId, page }) {
      const { services, t } = context;
      const list = await services.claimReview.turn(context, listId, page);
      return list ? claimList(list, t) : claimNotice('claims.gone', t);
    },
    async file(context, listId) {
      const { responder, services, t } = context;
      await responder.defer({ beside: true });
      const file = await services.claimReview.file(context, listId);
      return file ? claimFile(file, t) : claimNotice('claims.gone', t);
    },
    async recheck(context, claimId) {
      const { guildId, responder, services, t } = context;
      await responder.defer({ beside: true });
      const found = await services.claimReview.find(guildId, claimId);
      if (!found) return claimNotice('claims.notFound', t);
      return requestClaim(context, found.claim.playername, { beside: true });
    },
    resolve: ({ responder, t }, listed) => responder.showModal(resolveModal(listed, t)),
  },
  selects: {
    async show({ interaction, guildId, services, t }, place) {
      const found = await services.claimReview.find(guildId, interaction.values[0] ?? '');
      return found ? claimDetail(found, { place }, t) : claimNotice('claims.notFound', t);
    },
  },
  modals: {
    async resolve(context, { claimId, place }) {
      const { interaction, services, t } = context;
      const note = interaction.fields.getTextInputValue(NOTE_INPUT);
      return resolveReply(await services.claimReview.resolve(context, claimId, note), place, t);
    },
  },
} satisfies CommandOf<'claims'>;
