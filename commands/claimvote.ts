import { ApplicationCommandOptionType } from 'discord.js';

import { SAVED_NAME_PATIENCE_MS } from '../src/claims/timings.ts';
import { claimForgotten, nameSaved } from '../src/claims/views/claim.ts';
import { answersItself, beside, type CommandOf, type Conversation, IN_GUILDS } from '../src/discord/command.ts';
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
  execute: answersItself(async (context) => {
    const playername = context.interaction.options.getString(PLAYERNAME) ?? (await savedName(context));
    if (playername !== undefined) return requestClaim(context, playername);
    return context.responder.showModal(nameModal('name', context.t));
  }),
  async autocomplete(context) {
    return nameChoices(await context.services.savedNames.suggest(context, context.interaction.options.getFocused()));
  },
  modals: {
    name: answersItself((context) => requestClaim(context, context.interaction.fields.getTextInputValue(NAME_INPUT))),
    'panel-name': answersItself((context) =>
      requestClaim(context, context.interaction.fields.getTextInputValue(NAME_INPUT), { beside: true }),
    ),
  },
  buttons: {
    // Everybody sees the panel: the answer is a message of its own.
    panel: answersItself(async (context) => {
      const playername = await savedName(context);
      if (playername !== undefined) return requestClaim(context, playername, { beside: true });
      return context.responder.showModal(nameModal('panel-name', context.t));
    }),
    again: answersItself(async (context, requestId) => {
      const playername = await context.services.claims.playerOf(requestId, context);
      if (playername !== undefined) return requestClaim(context, playername, { replaces: requestId });
      return context.responder.notify(claimForgotten(context.t));
    }),
    save: beside(async (context, requestId) => {
      const { services, t } = context;
      const playername = await services.claims.playerOf(requestId, context);
      if (playername !== undefined) await services.savedNames.save(context, playername);
      return playername === undefined ? claimForgotten(t) : nameSaved(playername, t);
    }),
  },
} satisfies CommandOf<'claimvote'>;

function savedName(context: Conversation): Promise<string | undefined> {
  return context.services.savedNames.latest(context, SAVED_NAME_PATIENCE_MS);
}
