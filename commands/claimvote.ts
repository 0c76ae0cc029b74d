import type { ModalSubmitInteraction } from 'discord.js';

import { SAVED_NAME_PATIENCE_MS } from '../src/claims/timings.ts';
import { claimForgotten, crowded, moderatorsAsked, nameSaved, nothingToStop } from '../src/claims/views/claim.ts';
import { answersItself, beside, type CommandOf, type Context } from '../src/discord/incoming/command.ts';
import { readOptions, slashCommand, stringOption } from '../src/discord/incoming/definitions.ts';
import type { Answered } from '../src/discord/incoming/responder.ts';
import { nameAsked } from '../src/guilds/views/own-names.ts';
import { parsePlayerName } from '../src/people/player-name.ts';
import { NAME_INPUT, nameChoices, nameModal } from '../src/people/views/player-name.ts';
import { type CustomId, customIds } from '../src/ui/custom-ids.ts';
import { forbidden } from '../src/ui/failure.ts';
import { MODERATE, requestClaim } from './request-claim.ts';

const MODALS = customIds.claimvote.modals;
const OPTIONS = { playername: stringOption('commands.claimvote.playername', { autocomplete: true }) };

/** Claims the reward for a vote. Without a player name, a modal asks for one. */
export default {
  definition: slashCommand('claimvote', undefined, OPTIONS),
  actionLimits: { ask: 'report', 'ask-name': 'report' },
  execute: answersItself(async (context) => {
    const { playername } = readOptions(OPTIONS, context.interaction);
    return playername === undefined ? claimSavedName(context, MODALS.name()) : requestClaim(context, playername);
  }),
  async autocomplete(context) {
    return nameChoices(await context.services.savedNames.suggest(context, context.interaction.options.getFocused()));
  },
  modals: {
    name: answersItself((context) => requestClaim(context, context.interaction.fields.getTextInputValue(NAME_INPUT))),
    'panel-name': answersItself((context) =>
      requestClaim(context, context.interaction.fields.getTextInputValue(NAME_INPUT), { beside: true }),
    ),
    'other-name': answersItself(claimOtherName),
  },
  buttons: {
    panel: answersItself((context) => claimSavedName(context, MODALS['panel-name'](), { beside: true })),
    again: answersItself(async (context, requestId) => {
      const { interaction, responder, services, t } = context;
      const former = await services.claims.requestOf(requestId, context);
      if (!former) return responder.notify(claimForgotten(t));
      const { playername, isRecheck } = former;
      if (isRecheck && !interaction.memberPermissions?.has(MODERATE)) return responder.notify(forbidden(MODERATE, t));
      return requestClaim(context, playername, { replaces: requestId, isRecheck });
    }),
    'other-name': answersItself(async (context, requestId) => {
      const { responder, services, t } = context;
      const former = await services.claims.requestOf(requestId, context);
      if (!former) return responder.notify(claimForgotten(t));
      return responder.showModal(nameModal(MODALS['other-name'](requestId), t, { former: former.playername }));
    }),
    'type-name': answersItself(({ responder, t }) => responder.showModal(nameModal(MODALS['panel-name'](), t))),
    look: async (context, requestId) => {
      const { interaction, responder, services, t } = context;
      const { guildId, userId, locale } = context;
      const click = { interactionId: interaction.id, guildId, userId, locale, reply: responder.address };
      const begun = await services.looking.begin(requestId, click);
      if (begun.kind === 'begun') return 'answered';
      return responder.notify(begun.kind === 'wait' ? crowded(begun.until, t) : claimForgotten(t));
    },
    stop: async (context, lookId) => {
      const { responder, services, t } = context;
      return (await services.looking.stop(lookId, context)) ? 'answered' : responder.notify(nothingToStop(t));
    },
    ask: beside(async (context, requestId) =>
      moderatorsAsked(await context.services.claims.ask(requestId, context), context.t),
    ),
    'ask-name': beside(async (context, nameId) =>
      nameAsked(await context.services.ownNames.ask(nameId, context), context.t),
    ),
    save: beside(async (context, requestId) => {
      const { services, t } = context;
      const former = await services.claims.requestOf(requestId, context);
      if (!former) return claimForgotten(t);
      await services.savedNames.save(context, former.playername);
      return nameSaved(former.playername, t);
    }),
  },
} satisfies CommandOf<'claimvote'>;

/** @param modal - asks for the name where none is saved. Everybody sees the panel, so its answer stands beside it. */
async function claimSavedName(
  context: Context<{ id: string }>,
  modal: CustomId<'modals'>,
  options?: { beside: boolean },
): Promise<Answered> {
  const playername = await context.services.savedNames.latest(context, SAVED_NAME_PATIENCE_MS);
  if (playername === undefined) return context.responder.showModal(nameModal(modal, context.t));
  return requestClaim(context, playername, options);
}

/** Claims for another name in the same message. What is remembered follows, so that an old name is not claimed for ever. */
async function claimOtherName(context: Context<ModalSubmitInteraction>, requestId: string): Promise<Answered> {
  const { interaction, responder, services, t } = context;
  const typed = interaction.fields.getTextInputValue(NAME_INPUT);
  const playername = parsePlayerName(typed);
  // Nothing is changed in the person's name before.
  await responder.defer();
  const former = await services.claims.requestOf(requestId, context);
  if (!former || former.isRecheck) return responder.notify(claimForgotten(t));
  // A name that is refused is not remembered.
  if (playername !== undefined && !(await services.ownNames.refusalOf(context, playername))) {
    await services.savedNames.follow(context, former.playername, playername);
  }
  return requestClaim(context, typed, { replaces: requestId });
}
