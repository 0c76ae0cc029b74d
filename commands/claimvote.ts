import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ComponentType,
  InteractionContextType,
  TextInputStyle,
  type APIModalInteractionResponseCallbackData,
} from 'discord.js';

import type { Command, Context } from '../src/discord/command.ts';
import { en } from '../src/locales/en.ts';
import type { Translate } from '../src/locales/index.ts';
import { PLAYER_NAME_MAX_LENGTH } from '../src/services/player-name.ts';
import { claimForgotten, claimReply, nameSaved } from '../src/views/claim.ts';
import type { Reply } from '../src/views/reply.ts';
import { BLANK, CHOICE_MAX_LENGTH, plainText } from '../src/views/text.ts';

const PLAYERNAME = 'playername';
/** Of the three seconds that Discord waits for a first answer. */
const SAVED_NAME_PATIENCE_MS = 500;

/** Claims the reward for a vote. Without a player name, a modal asks for one. */
export default {
  definition: {
    name: 'claimvote',
    type: ApplicationCommandType.ChatInput,
    description: en.commands.claimvote.description,
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    options: [
      {
        name: PLAYERNAME,
        type: ApplicationCommandOptionType.String,
        description: en.commands.claimvote.playername,
        autocomplete: true,
      },
    ],
  },
  async execute(context) {
    const { interaction, services } = context;
    const given = interaction.options.getString(PLAYERNAME);
    const playername = given ?? (await services.savedNames.latest(context, SAVED_NAME_PATIENCE_MS));
    if (playername !== undefined) return claim(context, playername);
    await context.responder.showModal(nameModal(context.t));
    return undefined;
  },
  async autocomplete(context) {
    const names = await context.services.savedNames.suggest(context, context.interaction.options.getFocused());
    return names
      .filter(({ length }) => length <= CHOICE_MAX_LENGTH)
      .map((name) => ({ name: plainText(name, CHOICE_MAX_LENGTH) || BLANK, value: name }));
  },
  modals: {
    name: (context) => claim(context, context.interaction.fields.getTextInputValue(PLAYERNAME)),
  },
  buttons: {
    again: async (context, requestId) => {
      const playername = await context.services.claims.playerOf(requestId, context);
      return playername === undefined ? claimForgotten(context.t) : claim(context, playername);
    },
    async save(context, requestId) {
      const { services, responder, t } = context;
      const playername = await services.claims.playerOf(requestId, context);
      if (playername === undefined) return claimForgotten(t);
      await services.savedNames.save(context, playername);
      await responder.notify(nameSaved(t, playername));
      return undefined;
    },
  },
  answersFirst: true,
} satisfies Command;

async function claim(context: Context<{ id: string; locale: string }>, playername: string): Promise<Reply | undefined> {
  const { interaction, guildId, userId, responder, services, t, receivedAt } = context;
  const acknowledged = responder.defer();
  const answer = await services.claims.request({
    interactionId: interaction.id,
    guildId,
    userId,
    locale: interaction.locale,
    playername,
    reply: responder.address,
    receivedAt,
    acknowledged,
  });
  return answer && claimReply(answer, { t, playername, voteUrl: await services.settings.voteUrl(guildId) });
}

function nameModal(t: Translate): APIModalInteractionResponseCallbackData {
  return {
    custom_id: 'claimvote:name',
    title: t('claim.modalTitle'),
    components: [
      {
        type: ComponentType.Label,
        label: t('claim.modalLabel'),
        component: {
          type: ComponentType.TextInput,
          custom_id: PLAYERNAME,
          style: TextInputStyle.Short,
          placeholder: t('claim.modalHint'),
          min_length: 1,
          max_length: PLAYER_NAME_MAX_LENGTH,
          required: true,
        },
      },
    ],
  };
}
