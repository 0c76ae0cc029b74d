import { claimReply } from '../../src/claims/views/claim.ts';
import type { GivenName, NameQuestion, NameRefusal, OwnName } from '../../src/guilds/own-names.ts';
import type { NameAsked } from '../../src/guilds/store/own-names.ts';
import {
  freedText,
  givenText,
  giveNameModal,
  nameAsked,
  nameGone,
  nameNews,
  nameQuestionPost,
  namesNow,
  namesOfMember,
  notGiven,
} from '../../src/guilds/views/own-names.ts';
import type { Translate } from '../../src/locales/index.ts';
import { DAY_MS, LIST_ID, type Modals, MODERATOR_ID, NOW, type Replies, USER_ID } from './entries.ts';

const OTHER_ID = '1180000000000000008';
const NAME = 'Steve_the_Builder';
const PLACE = { listId: LIST_ID, page: 1 };
const OWNED = [NAME, 'Alex', 'Herobrine'].map((playername, index): OwnName => ({
  id: index + 1,
  playername,
  userId: USER_ID,
  since: NOW - 90 * DAY_MS,
}));

const OTHERS = { kind: 'not-yours', nameId: 1 } as const;
const FULL = { kind: 'names-full', nameId: 1, names: OWNED.map(({ playername }) => playername) } as const;
const refused = (refusal: NameRefusal) => (t: Translate, written?: string) =>
  claimReply(refusal, { playername: written ?? NAME }, t);
const asked = (kind: NameAsked) => (t: Translate, written?: string) =>
  nameAsked({ kind, playername: written ?? NAME }, t);
export const QUESTION: NameQuestion = {
  ...{ id: 3, playername: NAME, userId: OTHER_ID, askedAt: NOW - DAY_MS, decision: undefined },
  owner: { userId: USER_ID, since: NOW - 90 * DAY_MS },
};
const question = (changes: Partial<NameQuestion>) => (t: Translate, written?: string) => {
  return nameQuestionPost({ ...QUESTION, playername: written ?? NAME, ...changes }, t);
};
const KEPT = { outcome: 'kept', by: MODERATOR_ID, at: NOW } as const;
const decided = (outcome: 'given' | 'kept' | 'freed' | 'given-elsewhere', by: string | undefined = MODERATOR_ID) =>
  question({ decision: { outcome, by, at: NOW } });
const member = (names: readonly OwnName[], happened?: (t: Translate) => string) => (t: Translate, written?: string) => {
  const shown = names.map((name) => ({ ...name, playername: written ?? name.playername }));
  return namesOfMember(USER_ID, shown, t, happened?.(t));
};
const given = (outcome: GivenName) => member(OWNED.slice(0, 1), (t) => givenText(outcome, USER_ID, t));
const news = (outcome: Parameters<typeof nameNews>[0]['outcome']) => (t: Translate, written?: string) =>
  nameNews({ outcome, playername: written ?? NAME }, t);

export const replies: Replies = {
  'not set': (t) => namesNow({ on: false, count: 0 }, t),
  'as it is': (t) => namesNow({ on: true, count: 214 }, t),
  'turned on': (t) => namesNow({ on: true, count: 1_214 }, t, true),
  'turned off': (t) => namesNow({ on: false, count: 214 }, t, true),
  'claimed with, of somebody else': refused({ ...OTHERS, hasModerators: true }),
  'claimed with, of somebody else, without a channel for moderators': refused({ ...OTHERS, hasModerators: false }),
  'claimed with, one too many': refused({ ...FULL, hasModerators: true }),
  'claimed with, one too many, without a channel for moderators': refused({ ...FULL, hasModerators: false }),
  'the moderators are told': asked('asked'),
  'the moderators have decided before': asked('kept'),
  'the moderators have freed none before': asked('names-kept'),
  'of nobody else any more': asked('gone'),
  'there is no channel of moderators any more': asked('no-moderators'),
  'asked about, in the channel of moderators': question({}),
  'asked about, opened from the list of what waits': (t) => nameQuestionPost(QUESTION, t, PLACE),
  'another one asked for, in the channel of moderators': question({ userId: USER_ID }),
  'another one asked for, and left': question({ userId: USER_ID, decision: KEPT }),
  'asked about, and left, opened from the list': (t) => nameQuestionPost({ ...QUESTION, decision: KEPT }, t, PLACE),
  'asked about, whose owner had their data deleted': question({ owner: undefined }),
  'asked about, and given': decided('given'),
  'asked about, and left': decided('kept'),
  'asked about, and freed': decided('freed'),
  'asked about, and given to somebody else': decided('given-elsewhere'),
  'asked about by somebody with as many as there can be': (t) => notGiven({ kind: 'full' }, OTHER_ID, t),
  'of a member': member(OWNED),
  'of a member who has none': member([]),
  'of a member, given': given({ kind: 'given', playername: NAME, before: undefined }),
  'of a member, taken from another one': given({ kind: 'given', playername: NAME, before: OTHER_ID }),
  'of a member, given before': given({ kind: 'theirs' }),
  'of a member, not given: they have as many as there can be': given({ kind: 'full' }),
  'of a member, not given: no player name': given({ kind: 'bad-name' }),
  'of a member, not given: turned off': given({ kind: 'off' }),
  'of a member, freed': member(OWNED.slice(1), (t) =>
    freedText({ id: 1, playername: NAME, userId: USER_ID, since: NOW }, t),
  ),
  'of a member, decided about before': nameGone,
  'told to who asked, given': news('given'),
  'told to who asked, left': news('kept'),
  'told to who asked, freed': news('freed'),
  'told to who asked, given to somebody else': news('given-elsewhere'),
  'told to who owned it': news('lost'),
  'told to who asked for another one, left': news('names-kept'),
};

export const modals: Modals = { 'asks which name': (t) => giveNameModal(USER_ID, t) };
