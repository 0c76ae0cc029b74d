import type { NameQuestion, OwnName } from '../src/guilds/own-names.ts';
import {
  freedText,
  givenText,
  giveNameModal,
  nameGone,
  nameQuestionPost,
  namesOfMember,
  notGiven,
} from '../src/guilds/views/own-names.ts';
import { answersItself, type CommandOf, type Conversation, reads } from '../src/discord/incoming/command.ts';
import type { Answered } from '../src/discord/incoming/responder.ts';
import { parseWholeNumber } from '../src/formats.ts';
import { translator } from '../src/locales/index.ts';
import { NAME_INPUT } from '../src/people/views/player-name.ts';
import type { Reply } from '../src/ui/reply.ts';

/** What moderators do with the names of members, from `/claims`, a member's menu and the posts in their channel. */
export const names = {
  buttons: {
    names: reads(async (context, userId) => {
      await context.responder.defer({ beside: true });
      return showNames(context, userId);
    }),
    'give-name': answersItself(({ responder, t }, userId) => responder.showModal(giveNameModal(userId, t))),
    async 'post-give-name'(context, questionId) {
      const { result, question } = await context.services.ownNames.giveAsked(context, questionId);
      if (result && result.kind !== 'given' && question) {
        await context.responder.followUp(notGiven(result, question.userId, context.t));
      }
      return postNow(context, question);
    },
    'post-keep-name': async (context, questionId) =>
      postNow(context, (await context.services.ownNames.keep(context, questionId)).question),
  },
  selects: {
    async 'free-name'(context) {
      const { interaction, services, t } = context;
      const freed = await services.ownNames.free(context, parseWholeNumber(interaction.values[0] ?? '') ?? 0);
      return freed ? showNames(context, freed.userId, freedText(freed, t)) : nameGone(t);
    },
  },
  modals: {
    async 'give-name'(context, userId) {
      const { interaction, services, t } = context;
      const given = await services.ownNames.give(context, interaction.fields.getTextInputValue(NAME_INPUT), userId);
      return showNames(context, userId, givenText(given, userId, t));
    },
  },
} satisfies NameHandlers;

type Claims = CommandOf<'claims'>;
type NameHandlers = {
  buttons: Pick<Claims['buttons'], 'names' | 'give-name' | 'post-give-name' | 'post-keep-name'>;
  selects: Pick<Claims['selects'], 'free-name'>;
  modals: Pick<Claims['modals'], 'give-name'>;
};

async function showNames({ guildId, services, t }: Conversation, userId: string, happened?: string): Promise<Reply> {
  const owned: OwnName[] = await services.ownNames.of({ guildId, userId });
  return namesOfMember(userId, owned, t, happened);
}

/** The post that was clicked, in the language of its guild. */
async function postNow(
  { guildLocale, responder, t }: Conversation,
  question: NameQuestion | undefined,
): Promise<Reply | Answered> {
  if (question) return nameQuestionPost(question, translator(guildLocale));
  await responder.followUp(nameGone(t));
  return 'answered';
}
