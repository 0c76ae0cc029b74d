import { ApplicationCommandOptionType } from 'discord.js';

import { SAVED_NAME_PATIENCE_MS } from '../src/claims/timings.ts';
import { claimForgotten, nameSaved } from '../src/claims/views/claim.ts';
import { type CommandOf, IN_GUILDS } from '../src/discord/command.ts';
import { described } from '../src/locales/index.ts';
import { NAME_INPUT, nameChoices, nameModal } from '../src/people/views/player-name.ts';
import { requestClaim } from './request-claim.ts';

const PLAYERNAME = 'playername';

/** Claims the reward for a vote. Without a player name, a modal asks for one. */
export default {
  definition: {
    ...IN_GUILDS,
    name: 'claimvote',
    ...described('commands.claimvote.description'),
    options: [
      {
        name: PLAYERNAME,
        type: ApplicationCommandOptionType.String,
        ...described('commands.claimvote.playername'),
        autocomplete: true,
      },
    ],
  },
  async execute(context) {
    const { interaction, services } = context;
    const given = interaction.options.getString(PLAYERNAME);
    const playername = given ?? (await services.savedNames.latest(context, SAVED_NAME_PATIENCE_MS));
    if (playername !== undefined) return requestClaim(context, playername);
    return context.responder.showModal(nameModal(context.t));
  },
  async autocomplete(context) {
    return nameChoices(await context.services.savedNames.suggest(context, context.interaction.options.getFocused()));
  },
  modals: {
    name: (context) => requestClaim(context, context.interaction.fields.getTextInputValue(NAME_INPUT)),
  },
  buttons: {
    again: async (context, requestId) => {
      const playername = await context.services.claims.playerOf(requestId, context);
      if (playername !== undefined) return requestClaim(context, playername, { replaces: requestId });
      return context.responder.notify(claimForgotten(context.t));
    },
    async save(context, requestId) {
      const { services, responder, t } = context;
      const playername = await services.claims.playerOf(requestId, context);
      if (playername !== undefined) await services.savedNames.save(context, playername);
      return responder.notify(playername === undefined ? claimForgotten(t) : nameSaved(playername, t));
    },
  },
  answersFirst: true,
} satisfies CommandOf<'claimvote'>;
