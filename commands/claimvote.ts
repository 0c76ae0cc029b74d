import { SAVED_NAME_PATIENCE_MS } from '../src/claims/timings.ts';
import { claimForgotten, moderatorsAsked, nameSaved } from '../src/claims/views/claim.ts';
import { answersItself, beside, type CommandOf, type Context } from '../src/discord/incoming/command.ts';
import { readOptions, slashCommand, stringOption } from '../src/discord/incoming/definitions.ts';
import type { Answered } from '../src/discord/incoming/responder.ts';
import { NAME_INPUT, nameChoices, nameModal } from '../src/people/views/player-name.ts';
import { requestClaim } from './request-claim.ts';

const OPTIONS = { playername: stringOption('commands.claimvote.playername', { autocomplete: true }) };

/** Claims the reward for a vote. Without a player name, a modal asks for one. */
export default {
  definition: slashCommand('claimvote', undefined, OPTIONS),
  actionLimits: { ask: 'report' },
  execute: answersItself(async (context) => {
    const { playername } = readOptions(OPTIONS, context.interaction);
    return playername === undefined ? claimSavedName(context, 'name') : requestClaim(context, playername);
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
    panel: answersItself((context) => claimSavedName(context, 'panel-name')),
    again: answersItself(async (context, requestId) => {
      const playername = await context.services.claims.playerOf(requestId, context);
      if (playername !== undefined) return requestClaim(context, playername, { replaces: requestId });
      return context.responder.notify(claimForgotten(context.t));
    }),
    ask: beside(async (context, requestId) =>
      moderatorsAsked(await context.services.claims.ask(requestId, context), context.t),
    ),
    save: beside(async (context, requestId) => {
      const { services, t } = context;
      const playername = await services.claims.playerOf(requestId, context);
      if (playername === undefined) return claimForgotten(t);
      await services.savedNames.save(context, playername);
      return nameSaved(playername, t);
    }),
  },
} satisfies CommandOf<'claimvote'>;

/** @param modal - asks for the name where none is saved. Everybody sees the panel, so its answer stands beside it. */
async function claimSavedName(context: Context<{ id: string }>, modal: 'name' | 'panel-name'): Promise<Answered> {
  const playername = await context.services.savedNames.latest(context, SAVED_NAME_PATIENCE_MS);
  if (playername === undefined) return context.responder.showModal(nameModal(modal, context.t));
  return requestClaim(context, playername, { beside: modal === 'panel-name' });
}
