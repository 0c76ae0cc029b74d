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
import type { ListPage } from '../src/ui/custom-ids.ts';
import type { Reply } from '../src/ui/reply.ts';

/** What moderators do with the names of members, from `/claims`, a member's menu and the posts in their channel. */
export const names = {
  buttons: {
    names: reads(async (context, userId) => {
      await context.responder.defer({ beside: true });
      return showNames(context, userId);
    }),
    'give-name': answersItself(({ responder, t }, userId) => responder.showModal(giveNameModal(userId, t))),
    async 'give-asked'(context, { questionId, openedFrom }) {
      const { result, question } = await context.services.ownNames.giveAsked(context, questionId);
      if (result && result.kind !== 'given' && question) {
        await context.responder.followUp(notGiven(result, question.userId, context.t));
      }
      return questionNow(context, question, openedFrom);
    },
    'keep-asked': async (context, { questionId, openedFrom }) =>
      questionNow(context, (await context.services.ownNames.keep(context, questionId)).question, openedFrom),
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
  buttons: Pick<Claims['buttons'], 'names' | 'give-name' | 'give-asked' | 'keep-asked'>;
  selects: Pick<Claims['selects'], 'free-name'>;
  modals: Pick<Claims['modals'], 'give-name'>;
};

async function showNames({ guildId, services, t }: Conversation, userId: string, happened?: string): Promise<Reply> {
  const owned: OwnName[] = await services.ownNames.of({ guildId, userId });
  return namesOfMember(userId, owned, t, happened);
}

export async function showQuestion(
  { guildId, services, t }: Conversation,
  questionId: number,
  openedFrom: ListPage,
): Promise<Reply> {
  const question = await services.ownNames.question(guildId, questionId);
  return question ? nameQuestionPost(question, t, openedFrom) : nameGone(t);
}

/** What was clicked: a question opened from a list, or the post, in the language of its guild. */
async function questionNow(
  { guildLocale, responder, t }: Conversation,
  question: NameQuestion | undefined,
  openedFrom: ListPage | undefined,
): Promise<Reply | Answered> {
  if (question) return nameQuestionPost(question, openedFrom ? t : translator(guildLocale), openedFrom);
  await responder.followUp(nameGone(t));
  return 'answered';
}
