import type { Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import { nameModal, typeNameButton } from '../../people/views/player-name.ts';
import { customIds, type ListPage } from '../../ui/custom-ids.ts';
import type { Modal } from '../../ui/modal.ts';
import { personName } from '../../ui/person-name.ts';
import { actionButton, type Button, createReply, type Reply, selectOne, textReply } from '../../ui/reply.ts';
import { SYMBOLS } from '../../ui/symbols.ts';
import {
  BLANK,
  escapeText,
  lines,
  type Maybe,
  plainText,
  present,
  relativeTimestamp,
  shortTimestamp,
  twoLineRow,
} from '../../ui/text.ts';
import {
  type GivenName,
  MAX_OWNED_NAMES,
  type NameNews,
  type NameQuestion,
  type NameRefusal,
  type NamesSetting,
  type OwnName,
} from '../own-names.ts';
import type { NameAsked } from '../store/own-names.ts';
import { overviewButton, settingTitle } from './overview.ts';

const playerText = (playername: string): string => escapeText(playername, MAX_PLAYER_NAME_LENGTH);
const max = MAX_OWNED_NAMES;

/** The setting, with the button that turns it on or off. @param isChanged - just now */
export function namesNow({ on, count }: NamesSetting, t: Translate, isChanged = false): Reply {
  const title = isChanged ? t(on ? 'names.onTitle' : 'names.offTitle') : settingTitle('names', t);
  const description = on ? [t('names.on', { count }), t('names.howTo', { max })] : [t('names.off')];
  return createReply({ colour: isChanged ? 'green' : 'blurple', title, description }, [
    on
      ? actionButton(t('buttons.turnOff'), customIds.setup.buttons.off('names'), 'Danger')
      : actionButton(t('buttons.turnOn'), customIds.settings.buttons['names-on'](), 'Primary'),
    overviewButton(t),
  ]);
}

/** Why somebody cannot claim with a name: not whose it is. */
export function nameRefused(refusal: NameRefusal, playername: string, t: Translate): Reply {
  const player = playerText(playername);
  const { kind, nameId, hasModerators } = refusal;
  const names = kind === 'names-full' ? refusal.names.map((name) => `**${playerText(name)}**`).join(', ') : '';
  const [text, values] = [kind === 'names-full' ? 'names.full' : 'names.notYours', { player, max, names }] as const;
  const description = [t(`${text}.description`, values), t(`${text}.${hasModerators ? 'ask' : 'tell'}`, values)];
  return createReply({ colour: 'amber', title: t(`${text}.title`), description }, [
    typeNameButton(t),
    hasModerators && actionButton(t('buttons.tellModerators'), customIds.claimvote.buttons['ask-name'](nameId)),
  ]);
}

export function nameAsked({ kind, playername }: { kind: NameAsked; playername: string }, t: Translate): Reply {
  const player = playerText(playername);
  switch (kind) {
    case 'asked':
      return textReply('green', 'names.asked')(t);
    case 'kept':
    case 'names-kept':
      return nameNews({ outcome: kind, playername }, t);
    case 'gone':
      return textReply('grey', 'names.gone')(t);
    case 'no-moderators':
      return textReply('grey', 'names.noModerators')(t, { player });
  }
}

/** For whom it concerns, after a moderator's decision. */
export function nameNews({ outcome, playername }: NameNews, t: Translate): Reply {
  const colour = outcome === 'given' || outcome === 'freed' ? 'green' : 'grey';
  return textReply(colour, `names.news.${outcome}`)(t, { player: playerText(playername) });
}

/**
 * Who says that a name is theirs, for the moderators; once that is decided, what was, without buttons to decide.
 *
 * @param openedFrom - the page to go back to; undefined in their channel
 */
export function nameQuestionPost(question: NameQuestion, t: Translate, openedFrom?: ListPage): Reply {
  const { id: questionId, playername, userId, owner, decision } = question;
  const { buttons } = customIds.claims;
  const back = openedFrom && actionButton(t('buttons.backToList'), buttons.page(openedFrom));
  const player = playerText(playername);
  const person = personName(userId, t);
  if (decision || !owner) {
    const { outcome = 'freed', by, at } = decision ?? {};
    const decided = at !== undefined && `${personName(by, t)} · ${shortTimestamp(at)}`;
    const facts = lines(
      `**${t('escalations.facts.asked')}** ${person}`,
      decided && `**${t('escalations.facts.decided')}** ${decided}`,
    );
    // The question names one of the names that the member has, and was about none of them.
    const isRoomRefused = outcome === 'kept' && questionText(question) === 'names.room';
    const title = t(`names.outcomes.${isRoomRefused ? 'names-kept' : outcome}`);
    const description = [!isRoomRefused && `**${player}**`, facts];
    return createReply({ colour: 'grey', title, description }, [back]);
  }
  const values = { person, player, owner: personName(owner.userId, t), time: shortTimestamp(owner.since), max };
  const text = questionText(question);
  const todo = `**${t('escalations.facts.todo')}** ${t(`${text}.todo`, values)}`;
  const description = [t(`${text}.description`, values), todo];
  return createReply({ colour: 'amber', title: t(`${text}.title`), description }, [
    text === 'names.room'
      ? actionButton(t('buttons.namesOfMember'), buttons.names(userId))
      : actionButton(t('buttons.giveAway'), buttons['give-asked']({ questionId, openedFrom })),
    actionButton(t('buttons.leaveName'), buttons['keep-asked']({ questionId, openedFrom })),
    back,
  ]);
}

/** Whether somebody says that a name is theirs, or asks for another one. */
function questionText({ userId, owner }: NameQuestion) {
  return owner?.userId === userId ? 'names.room' : 'names.question';
}

export const questionTitle = (question: NameQuestion, t: Translate): string => t(`${questionText(question)}.title`);

/** The same in a list: the name, and below when who asks, and whose it is. */
export function questionRow(question: NameQuestion, maxName: number, t: Translate): string {
  const { playername, userId, askedAt, owner } = question;
  const [person, of] = [personName(userId, t), personName(owner?.userId, t)];
  return twoLineRow(
    [`${SYMBOLS.attention} **${escapeText(playername, maxName)}**`, questionTitle(question, t)],
    [relativeTimestamp(askedAt), t('names.question.who', { person, owner: of })],
  );
}

/** The names of a member, for moderators. @param happened - what has just been done */
export function namesOfMember(
  userId: string,
  names: readonly OwnName[],
  t: Translate,
  happened?: Maybe<string>,
): Reply {
  const person = personName(userId, t);
  const rows = names.map(({ playername, since }) =>
    t('names.ofMember.row', { player: playerText(playername), time: shortTimestamp(since) }),
  );
  const owned =
    rows.length > 0 ? lines(t('names.ofMember.owns', { person, max }), ...rows) : t('names.ofMember.none', { person });
  const [mayGive, mayFree] = [names.length < max, names.length > 0];
  const effects = present([
    mayGive && t('names.ofMember.give', { person }),
    mayFree && t('names.ofMember.free'),
    t('names.ofMember.told'),
  ]).join(' ');
  return createReply(
    { colour: 'blurple', title: t('names.ofMember.title'), description: [happened, owned, effects] },
    [mayGive && actionButton(t('buttons.giveName'), customIds.claims.buttons['give-name'](userId))],
    selectOne(
      customIds.claims.selects['free-name'](),
      t('names.ofMember.pick'),
      names.map(({ id, playername }) => ({
        value: `${id}`,
        label: plainText(playername, MAX_PLAYER_NAME_LENGTH) || BLANK,
      })),
    ),
  );
}

/** What came of giving somebody a name. */
export function givenText(given: GivenName, to: string, t: Translate): string {
  const person = personName(to, t);
  switch (given.kind) {
    case 'given': {
      const values = { player: playerText(given.playername), person };
      if (given.before === undefined) return t('names.happened.given', values);
      return t('names.happened.taken', { ...values, owner: personName(given.before, t) });
    }
    case 'bad-name':
      return t('claim.badName.description', { max: MAX_PLAYER_NAME_LENGTH });
    case 'off':
      return t('names.happened.off');
    case 'theirs':
    case 'full':
      return t(`names.happened.${given.kind}`, { person, max });
  }
}

export function freedText({ playername }: OwnName, t: Translate): string {
  return t('names.happened.freed', { player: playerText(playername) });
}

/** For a name that was decided about meanwhile. */
export const nameGone = (t: Translate): Reply =>
  createReply({ colour: 'grey', title: t('names.ofMember.title'), description: t('names.happened.gone') });

/** What was not done about a post, and the way to what it takes. @param given - for whoever clicked */
export const notGiven = (given: GivenName, to: string, t: Translate): Reply =>
  createReply({ colour: 'grey', title: t('names.question.title'), description: givenText(given, to, t) }, [
    given.kind === 'full' && actionButton(t('buttons.namesOfMember'), customIds.claims.buttons.names(to)),
  ]);

/** Asks which name a member is to have. */
export function giveNameModal(userId: string, t: Translate): Modal {
  return nameModal(customIds.claims.modals['give-name'](userId), t, { title: t('buttons.giveName') });
}

/** Whose the name of a claim is, and the way to their names, for moderators. */
export function ownerLine(owner: OwnName | undefined, t: Translate): Maybe<string> {
  return owner && t('names.owner', { person: personName(owner.userId, t), time: shortTimestamp(owner.since) });
}

export function ownerButton(owner: OwnName | undefined, t: Translate): Button {
  return owner && actionButton(t('buttons.namesOfOwner'), customIds.claims.buttons.names(owner.userId));
}
