import { expect, it } from 'vitest';

import {
  type Ask,
  type Change,
  type Decision,
  eventsBehind,
  type Goal,
  type HandOver,
  type History,
  type Lifetime,
  type Post,
  type PostEvent,
  type Reminder,
  type RoleChange,
  type Shown,
  type Trouble,
  type VoterRole,
  type Wish,
} from './history.ts';
import { silent } from './steady.ts';
import { REMINDED_AFTER_MS, TIMINGS } from './timings.ts';
import { violations } from './violations.ts';

const CLAIMED = 'Reward claimed';
const NONE = 'No vote found yet';
const PENDING = 'Claim not confirmed yet';
const LIKELY = 'Vote claimed, first answer lost';
const ALREADY = 'Already claimed';
const UNAVAILABLE = 'Vote service unavailable';
const WAIT = 'Please wait';
const FAILED = 'Something went wrong';
const NOT_STORED = 'Storage unavailable';

const TEXTS: Record<string, string> = {
  [UNAVAILABLE]: 'nothing was claimed',
  'Claims need an admin': 'nothing was claimed',
};
const PERHAPS_TWO = 'a second vote may have been claimed as well';
const PERHAPS_ONE = 'a vote may already have been claimed by this bot';
const trouble = (kind: Trouble['kind'], from: number, until: number): Trouble => ({ kind, from, until });
const ALWAYS = trouble('host', 0, 100);

/** Somebody asks, and reads each of these in the reply: when, the title, and further words if they matter. */
function person(
  personId: string,
  {
    playername = 'Steve',
    at = 1,
    claim = 'AAAAAAAA',
    guildId = 'guild',
  }: { playername?: string; at?: number; claim?: string; guildId?: string },
  ...read: [at: number, title: string, words?: string][]
): { asks: Ask[]; shown: Shown[] } {
  const messageId = `reply to ${personId} at ${at}`;
  return {
    asks: [
      {
        id: messageId,
        personId,
        guildId,
        playername,
        at,
        messageId,
        acknowledgedAfterMs: 5,
        fate: 'acknowledged',
        heirs: [1],
      },
    ],
    shown: read.map(([shownAt, title, words = TEXTS[title]]) => ({
      at: shownAt,
      sentAt: shownAt,
      messageId,
      personId,
      title,
      text: `**${playername}** ${words ?? ''}`,
      reference: claim,
    })),
  };
}

const ann = (title: string, words?: string) => person('Ann', {}, [9, title, words ?? TEXTS[title] ?? '']);

/** Ann's request is given to two processes. */
function toTwo({ asks, shown }: ReturnType<typeof person>) {
  return { asks: asks.map((ask) => ({ ...ask, heirs: [1, 2] })), shown };
}

/** What is shown in a message for which nobody asked here. */
const unasked = ({ shown }: { shown: Shown[] }) => ({ asks: [], shown });
const withoutClaim = ({ asks, shown }: ReturnType<typeof person>) => ({
  asks,
  shown: shown.map((state) => ({ ...state, reference: undefined })),
});

/** A POST that the main service decides a moment after it began, about the vote `vote`. */
function post(at: number, claimed: 0 | 1 | 2, vote: string, more: Partial<PostEvent> = {}): PostEvent {
  return {
    playername: 'Steve',
    token: 'token',
    startedAt: at,
    endedAt: at + 1,
    hadAttemptRow: true,
    decided: { at: at + 0.5, claimed, voteId: vote },
    answered: true,
    ...more,
  };
}

/** Each player gets the reward of the claim that they were told of. */
function handOvers(granted: readonly string[], people: readonly { shown: Shown[] }[]): HandOver[] {
  const told = people.flatMap(({ shown }) => shown).filter(({ title }) => title === CLAIMED);
  return granted.map((reference, index) => {
    const { text = '' } = told.find((state) => state.reference === reference) ?? {};
    return { reference, playername: /\*\*(.*?)\*\*/.exec(text)?.[1] ?? '', claimedAt: index };
  });
}

const thanksFor = (reference: string): Post => ({ guildId: 'guild', reference, title: 'Thank you for voting' });

type Parts = Partial<Omit<History, 'asks' | 'shown'>> & { granted?: string[] };

function history(
  people: readonly { asks: Ask[]; shown: Shown[] }[],
  { granted: references = [], ...parts }: Parts = {},
): History {
  return {
    posts: [],
    listed: [],
    undecided: [],
    troubles: [ALWAYS],
    lifetimes: [],
    crashes: [],
    changes: [],
    decisions: [],
    deletions: [],
    departures: [],
    goals: [],
    wishes: [],
    reminders: [],
    voterRoles: [],
    ownNamesIn: [],
    roleChanges: [],
    channel: references.map(thanksFor),
    arrived: [],
    handedOver: handOvers(references, people),
    votes: handOvers(references, people),
    parkedVotes: [],
    ...parts,
    asks: people.flatMap(({ asks }) => asks),
    shown: people.flatMap(({ shown }) => shown),
  };
}

const CROWD = trouble('crowd', 0, 100);
const KILL = trouble('kill', 0, 100);
const POSTPONED = 'Too many people are claiming at once, so nothing was sent';
const POSTPONED_BEFORE = 'Too many people were claiming at once, so nothing was sent';
const INTERRUPTED = 'The bot was interrupted before it sent anything for **Steve**.';
const TOO_FAST = 'Requests are coming in too fast.';

const GRANT = post(2, 1, 'vote 1');
const LOST = post(2, 1, 'vote 1', { answered: false });
const UNDECIDED = post(2, 0, '', { decided: undefined, answered: false });
const AGAIN = post(4, 2, 'vote 1');
/** The one grant, of which Ann was told. */
const GRANTED = { posts: [GRANT], granted: ['AAAAAAAA'] };
const granted = (parts: Parts) => history([ann(CLAIMED)], { ...GRANTED, ...parts });
const STEVES_VOTE = { playername: 'Steve', claimedAt: 1 };
const STEVES: HandOver = { reference: 'AAAAAAAA', ...STEVES_VOTE };

/** Two claims of a player that got their verdicts in one transaction. */
const TWO = [person('Ann', {}, [9, CLAIMED]), person('Bob', { at: 3, claim: 'BBBBBBBB' }, [9, CLAIMED])];
const TWO_GRANTS = {
  posts: [GRANT, post(6, 1, 'vote 2')],
  granted: ['AAAAAAAA', 'BBBBBBBB'],
  handedOver: [STEVES, { ...STEVES, reference: 'BBBBBBBB' }],
};

/** Somebody asks to be reminded, or to be reminded no more, and reads a moment later that it is so. */
function wish(at: number, isOn: boolean, more: Partial<Wish> = {}): Wish {
  return { personId: 'Ann', isOn, at, doneAt: at + 1, follows: undefined, ...more };
}

const UNCLEAR = 'Unclear whether it was saved';

/** A manager changes a setting, and reads this. */
function changed(title: string, isKept: boolean): Change {
  return { personId: 'Max', what: 'Link', at: 1, heirs: [1], title, text: '', isKept };
}

/** Ann gets a message about a claim, when it is due. */
function reminder(claimedAt: number, more: Partial<Reminder> = {}): Reminder {
  return { personId: 'Ann', claimedAt, sentAt: claimedAt + REMINDED_AFTER_MS, ...more };
}

/** Ann asks for a claim and is told at 12,000 that it is granted. */
const ANNS_CLAIM = person('Ann', { at: 11_000 }, [12_000, CLAIMED]);
const ANNS_GRANT = post(11_500, 1, 'vote 1');
const ANNS_GRANTED = { posts: [ANNS_GRANT], granted: ['AAAAAAAA'] };
const claimed = (parts: Parts) => history([ANNS_CLAIM], { ...ANNS_GRANTED, ...parts });
const STARVED = trouble('starved', 0, 100_000);

const GOAL: Goal = { guildId: 'guild', claims: 2, count: 3, until: 99 };
const CONFIRMED = 'is confirmed. The reward is on its way to the game server.';
const HAS_ARRIVED = 'is confirmed. The reward has reached the game server.';
/** Ann read that the reward has arrived, and then an answer from before that. */
const STALE = person('Ann', {}, [9, CLAIMED, HAS_ARRIVED], [40, CLAIMED, CONFIRMED]);
const ONE_ARRIVED = {
  posts: [GRANT],
  channel: [{ ...thanksFor('AAAAAAAA'), saysArrival: true }],
  arrived: ['AAAAAAAA'],
  handedOver: [STEVES],
  votes: [STEVES_VOTE],
  troubles: [],
};

/** When a process that was not given Ann's request tells her of it at the latest. */
const TOLD_BY = 1 + TIMINGS.tellForOthersAfterMs + TIMINGS.recordedFirstMs + 1_000;
const ANOTHER: Lifetime = { number: 2, from: 0, until: 1_000_000 };

const LISTED = [{ reference: 'AAAAAAAA', playername: 'Steve' }];
const LISTED_SECOND = [{ reference: 'BBBBBBBB', playername: 'Steve' }];
const pendingAt = (at: number) => person('Ann', {}, [at, PENDING]);

const REACHED: Post = { guildId: 'guild', reference: undefined, title: 'Goal reached', goal: { count: 2, until: 99 } };

const TOKEN_TOLD: Post = { guildId: 'guild', reference: undefined, title: 'The access token is refused' };

/** Three claims that are thanked for, each with its number. */
function counted(...counts: number[]): Post[] {
  return counts.map((count, at) => ({
    guildId: 'guild',
    reference: (['A', 'B', 'C'][at] ?? '').repeat(8),
    title: 'Thank you for voting',
    goal: { count, until: 99 },
  }));
}

const THREE = [
  person('Ann', {}, [9, CLAIMED]),
  person('Bob', { playername: 'Alex', claim: 'BBBBBBBB' }, [9, CLAIMED]),
  person('Cid', { playername: 'Herobrine', claim: 'CCCCCCCC' }, [9, CLAIMED]),
];
const THREE_GRANTS = {
  posts: [GRANT, post(2, 1, 'vote 2', { playername: 'Alex' }), post(2, 1, 'vote 3', { playername: 'Herobrine' })],
  granted: ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC'],
  goals: [GOAL],
};
const three = (parts: Parts) => history(THREE, { ...THREE_GRANTS, ...parts });

const ROLE: VoterRole = { guildId: 'guild', lastsMs: 10_000, endedAt: undefined };
const LASTING: VoterRole = { ...ROLE, lastsMs: 1_000_000, endedAt: 30_000 };

/** The role is given to Ann, or taken from her. */
function role(at: number, isGiven: boolean, more: Partial<RoleChange> = {}): RoleChange {
  return { guildId: 'guild', personId: 'Ann', isGiven, at, sentAt: at, ...more };
}

/** What was shown later than at 4 had been sent by then. */
function shownLate({ asks, shown }: ReturnType<typeof person>): ReturnType<typeof person> {
  return { asks, shown: shown.map((state) => ({ ...state, sentAt: Math.min(state.at, 4) })) };
}

/** What was shown at 5 had been sent at 2. */
function overtaken({ asks, shown }: ReturnType<typeof person>): ReturnType<typeof person> {
  return { asks, shown: shown.map((state) => (state.at === 5 ? { ...state, sentAt: 2 } : state)) };
}

const LOOKS = 'This bot looks again by itself';
/** Ann has a vote looked for, and reads these in the same reply, each of a claim of its own. */
function looking(...read: [at: number, title: string, words: string, claim: string][]) {
  const own = person('Ann', {}, [2, NONE, LOOKS]);
  const more = read.map(([at, title, words, claim]) => person('Ann', { claim }, [at, title, words]).shown);
  return { asks: own.asks.map((ask) => ({ ...ask, looks: true })), shown: [...own.shown, ...more.flat()] };
}
const NOT_FOUND = { posts: [post(1, 0, '')] };
/** What was shown at 5 had been sent before anybody asked for anything. */
function fromBefore({ asks, shown }: ReturnType<typeof person>): ReturnType<typeof person> {
  return { asks, shown: shown.map((state) => (state.at === 5 ? { ...state, sentAt: 0 } : state)) };
}
/** Ann was told what became of her claim in a reply that had shown another one, and then reads that again. */
const COVERED = fromBefore({
  asks: ann(CLAIMED).asks,
  shown: [...person('Ann', { claim: 'BBBBBBBB' }, [3, CLAIMED]).shown, ...person('Ann', {}, [5, NONE]).shown],
});
const ONE_COVERED = { posts: [GRANT], granted: ['BBBBBBBB'], troubles: [] };
const FOUND_LATER = { posts: [post(1, 0, ''), post(3, 1, 'vote 1'), post(5, 2, 'vote 1')], granted: ['BBBBBBBB'] };

/** Somebody asks after Ann was rewarded with the name, and is refused. */
const refused = (who: string) => withoutClaim(person(who, { at: 10 }, [11, 'This name belongs to somebody else']));
const TWO_NAMED = {
  posts: [GRANT, post(25, 1, 'vote 2')],
  granted: ['AAAAAAAA', 'BBBBBBBB'],
  handedOver: [STEVES, { ...STEVES, reference: 'BBBBBBBB' }],
};
const NAMED = { ...GRANTED, ownNamesIn: ['guild'] };

const LOOKED_INTO = 'A moderator has looked into it';
const decided = (kind: Decision['kind'], more: Partial<Decision> = {}): Decision => {
  return { reference: 'AAAAAAAA', playername: 'Steve', kind, at: 5, isKept: true, ...more };
};
/** Ann's claim was parked, and a moderator decided on it. */
const PARKED = { posts: [LOST], decisions: [decided('unstated')] };
/** Somebody asks after that, and the service says that the vote is claimed. */
const decidedThenAlready = (kind: Decision['kind'], { at = 5, guildId = 'guild' } = {}): History =>
  history(
    [
      person('Ann', {}, [3, PENDING], [20, LOOKED_INTO]),
      person('Cid', { at: 7, claim: 'CCCCCCCC', guildId }, [9, ALREADY]),
    ],
    { posts: [LOST, post(8, 2, 'vote 1')], decisions: [decided(kind, { at })] },
  );
/** Two claims about one lost answer. @param undecided - about which moderators are asked */
const doubts = (undecided: History['undecided']) =>
  history([person('Ann', {}, [9, LIKELY]), person('Bob', { at: 12, claim: 'BBBBBBBB' }, [19, LIKELY])], {
    posts: [LOST, AGAIN, post(13, 2, 'vote 1')],
    undecided,
  });
/** Ann has her data deleted after she asked. */
const DELETED = { deletions: [{ personId: 'Ann', at: 3, until: 4 }] };

const ACCEPTED: Record<string, History> = {
  'each of two refused tokens, of which the moderators were told': history([ann(CLAIMED)], {
    ...GRANTED,
    posts: [GRANT, post(1, 0, '', { token: 'another', decided: undefined, answered: false })],
    channel: [thanksFor('AAAAAAAA'), TOKEN_TOLD, TOKEN_TOLD],
  }),
  'a reminder that was put off when its owner read when it comes': claimed({
    wishes: [wish(13_000, true, { follows: 12_500 })],
    reminders: [reminder(11_000, { sentAt: 17_000 })],
  }),
  'a vote that was found for somebody who had their data deleted while it was looked for': history([looking()], {
    ...DELETED,
    ...NOT_FOUND,
    posts: [post(1, 0, ''), { ...LOST, startedAt: 3, endedAt: 3 }],
  }),
  'the last word about a look, later and beside it, after trouble': history(
    [looking(), unasked(person('Ann', { at: 8 }, [9, NONE]))],
    NOT_FOUND,
  ),
  'an answer from before a look, which Discord showed over it, and that was put right': history(
    [fromBefore(looking([5, NONE, '', 'AAAAAAAA'], [6, NONE, LOOKS, 'AAAAAAAA'], [7, PENDING, '', 'BBBBBBBB']))],
    { posts: [post(1, 0, ''), { ...UNDECIDED, startedAt: 6.5 }], listed: LISTED_SECOND, troubles: [] },
  ),
  'an answer from before over one to what was asked next, of a process that died then': history([COVERED], {
    ...ONE_COVERED,
    troubles: [KILL],
  }),
  'a name that belongs to nobody since its owner had their data deleted': history(
    [ann(CLAIMED), person('Bob', { at: 20, claim: 'BBBBBBBB' }, [30, CLAIMED])],
    { ...NAMED, ...TWO_NAMED, deletions: [{ personId: 'Ann', at: 12, until: 13 }] },
  ),
  'a vote that is already claimed since a moderator decided about the lost answer': {
    ...decidedThenAlready('claimed'),
    handedOver: [STEVES],
    votes: [STEVES_VOTE],
  },
  'two claims about one lost answer, about each of which moderators are asked': doubts([...LISTED, ...LISTED_SECOND]),
  'a reward that a moderator has handed over, and whose vote they say has arrived': history(
    [person('Ann', {}, [9, LIKELY], [20, LOOKED_INTO])],
    {
      posts: [LOST, AGAIN],
      decisions: [decided('claimed'), decided('arrived')],
      handedOver: [STEVES],
      channel: [thanksFor('AAAAAAAA')],
      goals: [{ ...GOAL, count: 0 }],
    },
  ),
  'a vote that a moderator had sent again': granted({
    handedOver: [STEVES],
    votes: [STEVES_VOTE, STEVES_VOTE],
    decisions: [decided('sent-again', { isKept: false })],
  }),
  'a grant of somebody who had their data deleted, and read nothing of it': history([person('Ann', {})], {
    ...DELETED,
    posts: [LOST],
    handedOver: [STEVES],
    votes: [STEVES_VOTE],
    channel: [thanksFor('AAAAAAAA')],
  }),
  'a role that somebody lost with their data, or by leaving': claimed({
    voterRoles: [ROLE],
    roleChanges: [role(12_100, true), role(16_000, false)],
    departures: [{ personId: 'Ann', at: 15_000, until: 17_000 }],
  }),
  'somebody who asked for no claim and whom the storage failed while the database did': history(
    [unasked(withoutClaim(person('Ann', {}, [4, NOT_STORED])))],
    { troubles: [trouble('database', 2, 6)] },
  ),
  'an answer that Discord showed late over a newer one': history([shownLate(STALE)], ONE_ARRIVED),
  'a process that slept, showed an old answer, and was killed': history([STALE], {
    ...ONE_ARRIVED,
    troubles: [trouble('kill', 41, 100)],
  }),
  'an old answer shown when the reply could hardly be edited any more': history(
    [person('Ann', {}, [9, CLAIMED, HAS_ARRIVED], [5_000, CLAIMED, CONFIRMED])],
    ONE_ARRIVED,
  ),
  'a person who was told by another process': history([pendingAt(TOLD_BY)], {
    troubles: [KILL],
    lifetimes: [ANOTHER],
    listed: LISTED,
  }),
  'a person who was told later when no other process lived for long enough': history([pendingAt(TOLD_BY + 1)], {
    troubles: [KILL],
    lifetimes: [
      { ...ANOTHER, from: TOLD_BY - 1 },
      { ...ANOTHER, until: TOLD_BY - 1 },
      { ...ANOTHER, number: 1 },
    ],
    listed: LISTED,
  }),
  'a person who was told later on a machine without a free processor': history([pendingAt(TOLD_BY + 1)], {
    troubles: [KILL, STARVED],
    lifetimes: [ANOTHER],
    listed: LISTED,
  }),
  'a late edit over an answer in a reply that shows another request since': history(
    [
      shownLate(person('Ann', {}, [4, CLAIMED], [9, PENDING])),
      unasked(person('Ann', { claim: 'BBBBBBBB' }, [20, ALREADY])),
    ],
    { posts: [GRANT, AGAIN], granted: ['AAAAAAAA'] },
  ),
  'a late edit that was left standing when the reply could be edited no more, and a message that told it all the same':
    history(
      [
        shownLate(person('Ann', {}, [5_000, CLAIMED], [5_100, PENDING])),
        person('Ann', { at: 9_000 }, [9_001, CLAIMED]),
      ],
      GRANTED,
    ),
  'two grants told as perhaps two': history([ann(CLAIMED, PERHAPS_TWO)], {
    posts: [LOST, post(4, 1, 'vote 2')],
    granted: ['AAAAAAAA'],
  }),
  'a lost grant after which nothing was found, told as perhaps claimed': history([ann(NONE, PERHAPS_ONE)], {
    posts: [LOST, post(4, 0, '')],
  }),
  'an answer that turned out to be a grant': history([person('Ann', {}, [3, LIKELY], [9, CLAIMED])], GRANTED),
  'an edit that came after what a moderator found out, and was put right': history(
    [overtaken(person('Ann', {}, [3, LOOKED_INTO], [5, LIKELY], [6, LOOKED_INTO]))],
    { posts: [LOST, AGAIN] },
  ),
  'a verdict that an earlier edit covered, when its process died before it could show it again': history(
    [overtaken(person('Ann', {}, [3, NONE], [5, PENDING]))],
    {
      posts: [post(2, 0, '')],
      troubles: [trouble('kill', 6, 100)],
    },
  ),
  'an edit over a verdict that stood still just before it was sent': history(
    [person('Ann', {}, [3, NONE], [5_000, PENDING], [9_000, NONE])],
    {
      posts: [post(2, 0, '')],
      troubles: [trouble('edit kept back', 2, 5_100)],
    },
  ),
  'a request to wait of a machine that had no time for the bot': history([ann(WAIT, POSTPONED)], {
    troubles: [trouble('starved', 0, 8)],
  }),
  'a claim that was postponed, as one reads at once, and another one later': history(
    [ann(WAIT, POSTPONED), person('Bob', {}, [9, FAILED, POSTPONED_BEFORE])],
    { troubles: [CROWD] },
  ),
  'an interruption on a machine that had no time for the bot to acknowledge anybody': history(
    [person('Ann', { at: 2 }, [1_500, FAILED, INTERRUPTED])],
    { troubles: [trouble('starved', 700, 1_700)] },
  ),
  'an answer that is on its way while the POST of somebody who asked at once, for another claim, is lost': history(
    [person('Bob', { at: 0, claim: 'BBBBBBBB' }, [9, PENDING]), person('Ann', {}, [8, UNAVAILABLE])],
    {
      posts: [post(7, 1, 'vote 1', { answered: false })],
      listed: LISTED_SECOND,
    },
  ),
  'a claim that was interrupted, in the reply to one for which something was sent before': history(
    [
      person('Ann', {}, [3, WAIT, 'The service is busy.']),
      person('Ann', { at: 4, claim: 'BBBBBBBB' }, [9, FAILED, INTERRUPTED]),
    ].map(({ asks, shown }, at) => ({
      asks: asks.map((ask) => ({ ...ask, messageId: 'reply' })),
      shown: shown.map((state) => ({
        ...state,
        messageId: 'reply',
        reference: at === 0 ? undefined : state.reference,
      })),
    })),
    { posts: [post(2, 1, '', { decided: undefined, answered: false })], troubles: [KILL] },
  ),
  'an answer called lost while that about another spelling was under way': history(
    [person('Bob', { playername: 'STEVE' }, [9, CLAIMED]), person('Ann', { claim: 'BBBBBBBB' }, [9, LIKELY])],
    {
      posts: [post(2, 1, 'vote 1', { playername: 'STEVE', endedAt: 4 }), post(3, 2, 'vote 1')],
      granted: ['AAAAAAAA'],
      undecided: LISTED_SECOND,
      troubles: [],
    },
  ),
  'a claim that is left to a moderator, before another one in the same message was postponed': history(
    [person('Ann', {}, [1.5, PENDING]), unasked(person('Ann', { claim: 'BBBBBBBB' }, [9, WAIT, POSTPONED]))],
    {
      posts: [LOST],
      listed: LISTED,
      troubles: [ALWAYS, CROWD],
    },
  ),
  'a refusal beside the answer to another claim, in a crowd': history([unasked(withoutClaim(ann(WAIT, TOO_FAST)))], {
    troubles: [CROWD],
  }),
  'a POST after an answer that a killed process may not have recorded': history([ann(NONE)], {
    posts: [post(2, 0, ''), post(5, 0, '')],
    troubles: [trouble('kill', 3, 100)],
  }),
  'two votes for a player whose claims got their verdicts at once': history(TWO, {
    ...TWO_GRANTS,
    votes: [STEVES_VOTE, STEVES_VOTE],
  }),
  'a claim without a reminder, by somebody who asked for none': claimed({ wishes: [wish(1, true), wish(5, false)] }),
  'a reminder after it was stopped and asked for again': claimed({
    wishes: [wish(1, true), wish(13_000, false), wish(13_500, true, { follows: 11_000 })],
    reminders: [reminder(11_000, { sentAt: 20_000 })],
  }),
  'a reminder after it was stopped by a request that may have come before another one': claimed({
    wishes: [wish(1, true), wish(12_900, true, { doneAt: undefined }), wish(13_000, false)],
    reminders: [reminder(11_000, { sentAt: 20_000 })],
  }),
  'a reminder that a process sent when it was let go on, after it was stopped': claimed({
    wishes: [wish(1, true), wish(13_000, false)],
    reminders: [reminder(11_000, { sentAt: 17_000 })],
    troubles: [ALWAYS, trouble('pause', 12_900, 16_900)],
  }),
  'claims that count towards a goal, and one post when it is reached': three({
    channel: [...counted(1, 3, 2), REACHED],
  }),
  'a role that somebody got whose own request was never answered': history(
    [ANNS_CLAIM, { asks: [{ ...person('Bob', { at: 10_900 }).asks[0], fate: 'not acknowledged' } as Ask], shown: [] }],
    {
      ...ANNS_GRANTED,
      voterRoles: [LASTING],
      roleChanges: [role(12_100, true, { personId: 'Bob' }), role(30_100, false, { personId: 'Bob' })],
    },
  ),
  'a role that nobody gave in time because the process was killed': claimed({
    voterRoles: [ROLE],
    troubles: [trouble('kill', 12_000, 17_000)],
  }),
  'a role that was being taken when it was claimed again, and is given back': claimed({
    voterRoles: [ROLE],
    roleChanges: [role(12_050, false), role(12_500, true), role(21_600, false)],
  }),
  'a role that a process gave once more when it was let go on, after it had been taken': claimed({
    voterRoles: [ROLE],
    roleChanges: [role(12_100, true), role(21_600, false), role(22_000, true)],
    troubles: [trouble('pause', 20_000, 22_000)],
  }),
  'an unavailable storage of one of two processes that were given the request': history(
    [toTwo(person('Ann', {}, [4, NOT_STORED], [9, CLAIMED]))],
    GRANTED,
  ),
  'an unavailable storage of one of two processes, after which the other one woke up and made the change': history([], {
    changes: [{ ...changed(NOT_STORED, true), heirs: [1, 2] }],
    troubles: [trouble('pause', 0, 2)],
  }),
  'a failure of another claim in a reply that showed a verdict before': history(
    [
      person('Ann', {}, [3, NONE]),
      {
        asks: [{ ...person('Ann', { at: 5 }).asks[0], messageId: 'reply to Ann at 1', fate: 'lost' } as Ask],
        shown: withoutClaim(ann(NOT_STORED)).shown,
      },
    ],
    { posts: [post(2, 0, '')] },
  ),
  'perhaps two votes after a process was killed that may have sent another POST': history([ann(CLAIMED, PERHAPS_TWO)], {
    ...GRANTED,
    troubles: [KILL],
  }),
};

const FOUND: Record<string, [finding: RegExp, one: History]> = {
  'a vote that is looked for after it was found': [
    /was told "Already claimed" \(claim CCCCCCCC\) although "Reward claimed" had ended the look of Steve/,
    history([looking([4, CLAIMED, '', 'BBBBBBBB'], [6, ALREADY, '', 'CCCCCCCC'])], FOUND_LATER),
  ],
  'a vote that is looked for after a claim that says so although it found it': [
    /had ended the look of Steve/,
    history([looking([4, CLAIMED, LOOKS, 'BBBBBBBB'], [6, ALREADY, '', 'CCCCCCCC'])], FOUND_LATER),
  ],
  'words that a vote is looked for, with nothing after them': [
    /is left with words that it is looked for/,
    history([looking()], NOT_FOUND),
  ],
  'an answer from before a look that is left standing over it': [
    /is left with "No vote found yet" \(claim AAAAAAAA\) over "No vote found yet"/,
    history([fromBefore(looking([5, NONE, '', 'AAAAAAAA'], [4_000, NONE, '', 'BBBBBBBB']))], {
      ...NOT_FOUND,
      troubles: [],
    }),
  ],
  'an answer from before that is left standing over the one to what was asked next': [
    /is left with "No vote found yet" \(claim AAAAAAAA\) over "Reward claimed"/,
    history([COVERED], ONE_COVERED),
  ],
  'a reward with a name that belongs to somebody else': [
    /Bob was rewarded with Steve, which belongs to somebody else/,
    history([ann(CLAIMED), person('Bob', { at: 20, claim: 'BBBBBBBB' }, [30, CLAIMED])], { ...NAMED, ...TWO_NAMED }),
  ],
  'somebody who is refused with a name that nobody was rewarded with': [
    /Bob was told "This name belongs to somebody else" of Steve/,
    history([ann(NONE), refused('Bob')], { ...NAMED, ...NOT_FOUND, granted: [] }),
  ],
  'somebody who is refused with their own name': [
    /Ann was told "This name belongs to somebody else" of Steve/,
    history([ann(CLAIMED), refused('Bob'), refused('Ann')], NAMED),
  ],
  'a decision of a moderator that whoever asked never read': [
    /is left with "Vote claimed, first answer lost", although a moderator has decided/,
    history([ann(LIKELY)], PARKED),
  ],
  'a claim that left the list by a decision that is not on record': [
    /no moderator is asked/,
    history([ann(PENDING)], { ...PARKED, decisions: [decided('unstated', { isKept: false })] }),
  ],
  'a decision that was replaced by something else': [
    /was told "Claim not confirmed yet" after "A moderator has looked into it"/,
    history([person('Ann', {}, [9, LOOKED_INTO], [2_000, PENDING])], PARKED),
  ],
  'a reward that a moderator says was claimed, and that was not handed over': [
    /its reward never handed over/,
    history([person('Ann', {}, [9, LOOKED_INTO])], { posts: [LOST], decisions: [decided('claimed')] }),
  ],
  'a reward that was handed over although a moderator says that it was not claimed': [
    /was handed over, and not told as granted/,
    history([person('Ann', {}, [9, LOOKED_INTO])], {
      posts: [LOST],
      decisions: [decided('not-claimed')],
      handedOver: [STEVES],
    }),
  ],
  'a grant that nobody read of, when not all who asked had their data deleted': [
    /told to nobody/,
    history([person('Ann', {}), person('Bob', {})], { ...DELETED, posts: [LOST] }),
  ],
  'a grant that nobody read of who asked again after their data were deleted': [
    /told to nobody/,
    history([person('Ann', { at: 5 })], { ...DELETED, posts: [{ ...LOST, startedAt: 6 }] }),
  ],
  'a request on record of which somebody read that nothing was done': [
    /Ann was told "Storage unavailable" of the request .* for Steve, which is on record/,
    history([person('Ann', {}, [4, NOT_STORED], [9, CLAIMED])], GRANTED),
  ],
  'a request on record of which somebody read in words that nothing was done, by one of two processes': [
    /Ann was told "Something went wrong" of the request .* for Steve, which is on record/,
    history([toTwo(person('Ann', {}, [4, FAILED, 'nothing was done'], [9, CLAIMED]))], GRANTED),
  ],
  'a change on record of which somebody read that nothing was changed': [
    /Max was told "Storage unavailable" of "Link", which is on record/,
    history([], { changes: [changed(NOT_STORED, true)], troubles: [trouble('pause', 0, 2)] }),
  ],
  'a change that was told as made, and is not on record': [
    /Max was told "Vote link saved" of "Link", which is not on record/,
    history([], { changes: [changed('Vote link saved', false)] }),
  ],
  'a verdict that was replaced by a failure': [
    /Ann was told "Unclear whether it was saved" in place of "Reward claimed"/,
    history([person('Ann', {}, [4, CLAIMED], [9, UNCLEAR])], GRANTED),
  ],
  'a request on record whose outcome nobody ever told': [
    /Ann was told "Unclear whether it was saved" of the request .* for good/,
    history([ann(UNCLEAR)]),
  ],
  'a second reward that moderators are asked about after one POST that was answered': [
    /claim AAAAAAAA of Steve was told as perhaps two after 1 POST/,
    granted({ channel: [thanksFor('AAAAAAAA'), { ...thanksFor('AAAAAAAA'), title: 'A second reward may be due' }] }),
  ],
  'an answer that says nothing was claimed long after the POST of somebody who asked at once was lost': [
    /whose answer was lost/,
    history([person('Bob', { at: 0, claim: 'BBBBBBBB' }, [2_000, PENDING]), person('Ann', {}, [2_000, UNAVAILABLE])], {
      posts: [post(7, 1, 'vote 1', { answered: false })],
      listed: LISTED_SECOND,
    }),
  ],
  'one of two grants that nobody was told of': [
    /told to nobody/,
    history([ann(CLAIMED)], { posts: [LOST, post(4, 1, 'vote 2')], granted: ['AAAAAAAA'] }),
  ],
  'one grant told for two claims': [
    /without a vote/,
    history([ann(CLAIMED), person('Bob', { claim: 'BBBBBBBB' }, [9, CLAIMED])], {
      posts: [GRANT],
      granted: ['AAAAAAAA', 'BBBBBBBB'],
    }),
  ],
  'a grant of before told again': [/without a vote/, history([person('Ann', { at: 6 }, [9, CLAIMED])], GRANTED)],
  'our own lost grant told as already claimed': [
    /which nobody was told/,
    history([ann(ALREADY)], { posts: [LOST, AGAIN] }),
  ],
  'a lost grant forgotten because another spelling was granted': [
    /"Already claimed" .* was lost/,
    history(
      [
        person('Ann', {}, [3, PENDING]),
        person('Bob', { playername: 'STEVE', at: 4, claim: 'BBBBBBBB' }, [6, CLAIMED]),
        person('Cid', { at: 7, claim: 'CCCCCCCC' }, [9, ALREADY]),
      ],
      {
        posts: [LOST, post(5, 1, 'vote 2', { playername: 'STEVE' }), post(8, 2, 'vote 2')],
        granted: ['BBBBBBBB'],
        listed: LISTED,
      },
    ),
  ],
  'a lost grant told as already claimed, since a moderator said that it was none': [
    /"Already claimed" .* was lost/,
    decidedThenAlready('not-claimed'),
  ],
  'a lost grant told as already claimed before a moderator decided': [
    /"Already claimed" .* was lost/,
    decidedThenAlready('claimed', { at: 10 }),
  ],
  'a lost grant told as already claimed, since a moderator of another guild decided': [
    /"Already claimed" .* was lost/,
    decidedThenAlready('claimed', { guildId: 'other guild' }),
  ],
  'a claim about a lost answer of which moderators are asked about another one alone': [
    /claim BBBBBBBB\) is left with "Vote claimed, first answer lost", and no moderator/,
    doubts(LISTED),
  ],
  '"already claimed" without a word from the service': [/had not said/, history([ann(ALREADY)])],
  'a vote called untouched that an earlier claim has claimed': [
    /"Vote service unavailable" .* after the grant/,
    history([person('Ann', {}, [4, PENDING]), person('Bob', { at: 5, claim: 'BBBBBBBB' }, [9, UNAVAILABLE])], {
      posts: [LOST],
      listed: LISTED,
    }),
  ],
  'a late edit that was left standing over what a moderator found out': [
    /is left with "Vote claimed, first answer lost" over/,
    history([shownLate(person('Ann', {}, [4, LOOKED_INTO], [9, LIKELY]))], { posts: [LOST, AGAIN] }),
  ],
  'a person who was never answered, although something was sent for them': [
    /never answered/,
    history([person('Ann', {})], { posts: [post(2, 0, '')] }),
  ],
  'a person who was never answered by processes that stood still for as long as their reply lived': [
    /never answered/,
    history([toTwo(person('Ann', {}))], { troubles: [KILL, trouble('pause', 0, 1_000_000)] }),
  ],
  'a person who was never answered by a process that had them all the time': [
    /never answered/,
    history([{ asks: [{ ...person('Ann', {}).asks[0], fate: 'held' } as Ask], shown: [] }]),
  ],
  'a grant that was not announced': [/not announced/, history([ann(CLAIMED)], { posts: [GRANT] })],
  'a refused token that the moderators were told of twice': [
    /posted 2 times/,
    granted({ channel: [thanksFor('AAAAAAAA'), TOKEN_TOLD, TOKEN_TOLD] }),
  ],
  'a claim that nobody was told was granted, announced although no moderator said so': [
    /announced and not told as granted/,
    history([ann(PENDING)], { ...PARKED, decisions: [decided('not-claimed')], channel: [thanksFor('AAAAAAAA')] }),
  ],
  'an announcement that does not say of a reward that it has arrived': [
    /says not that its reward has reached/,
    granted({ arrived: ['AAAAAAAA'] }),
  ],
  'an announcement that says of a reward too early that it has arrived': [
    /says that its reward has reached/,
    granted({ channel: [{ ...thanksFor('AAAAAAAA'), saysArrival: true }] }),
  ],
  'a reward that was handed over twice': [/handed over 2 times/, granted({ handedOver: [STEVES, STEVES] })],
  'a person who reads that a reward can be handed out that is sent to the game server': [
    /"Reward claimed" \(claim AAAAAAAA\) says that the reward can now be handed out/,
    history([ann(CLAIMED, 'The reward can now be handed out.')], GRANTED),
  ],
  'an announcement that says so': [
    /"Thank you for voting" \(claim AAAAAAAA\) says that the reward can now be handed out/,
    granted({ channel: [{ ...thanksFor('AAAAAAAA'), saysByHand: true }] }),
  ],
  'more votes than a player has claims that got their verdicts at once': [
    /the vote of Steve 1 was sent 3 times/,
    history(TWO, { ...TWO_GRANTS, votes: [STEVES_VOTE, STEVES_VOTE, STEVES_VOTE] }),
  ],
  'a vote that neither came nor was left to a moderator': [
    /Steve got 0 votes, 0 left to a moderator, of 1/,
    granted({ votes: [] }),
  ],
  'a vote for a claim that was only likely': [
    /Steve got 1 votes for 0 granted claims/,
    history([ann(LIKELY)], { posts: [LOST, AGAIN], votes: [STEVES_VOTE] }),
  ],
  'a reward that another player got': [
    /of Steve was handed over to Alex/,
    granted({ handedOver: [{ ...STEVES, playername: 'Alex' }] }),
  ],
  'two POSTs at once': [
    /in flight at once/,
    history([], {
      posts: [
        { ...UNDECIDED, endedAt: 900 },
        { ...UNDECIDED, startedAt: 6, endedAt: 700 },
      ],
    }),
  ],
  'a POST without its record': [/on record/, history([], { posts: [{ ...UNDECIDED, hadAttemptRow: false }] })],
  'an answer called lost because of a crowd': [
    /nothing was wrong/,
    history([ann(LIKELY)], { posts: [GRANT], troubles: [CROWD] }),
  ],
  'a reply that says no more that the reward has arrived': [
    /left with an answer from before the reward arrived/,
    history([STALE], ONE_ARRIVED),
  ],
  'a person who read nothing although a process lived that could tell them': [
    /read nothing by .*, though another process lived/,
    history([pendingAt(TOLD_BY + 1)], { troubles: [KILL], lifetimes: [ANOTHER] }),
  ],
  'a person who read later that too many had been asking': [/hardly anybody/, history([ann(FAILED, POSTPONED_BEFORE)])],
  'a kill that is blamed on the service': [
    /"Vote service unavailable", although nothing was wrong/,
    history([ann(UNAVAILABLE)], { troubles: [KILL] }),
  ],
  'an interruption that did not happen': [
    /nothing had interrupted the bot/,
    history([ann(FAILED, INTERRUPTED)], { troubles: [CROWD] }),
  ],
  'an interruption on a machine that had no time for the bot once it had acknowledged everybody': [
    /nothing had interrupted the bot/,
    history([person('Ann', { at: 2 }, [1_500, FAILED, INTERRUPTED])], { troubles: [trouble('starved', 900, 1_700)] }),
  ],
  'a postponed claim for which something was sent': [
    /"Please wait" .* after a POST/,
    history([ann(WAIT, POSTPONED)], { posts: [post(2, 0, '')], troubles: [CROWD] }),
  ],
  'a claim on record that was refused at once': [/on record/, history([ann(WAIT, TOO_FAST)], { troubles: [CROWD] })],
  'two people who shared a claim, of whom one was told that it was postponed': [
    /those who shared/,
    history([ann(WAIT, POSTPONED), person('Bob', {}, [9, NONE])], { troubles: [CROWD] }),
  ],
  'a POST after an answer that could be read': [
    /for no reason/,
    history([ann(NONE)], { posts: [post(2, 0, ''), post(5, 0, '')] }),
  ],
  'a reminder that was sent twice': [
    /reminded 2 times/,
    claimed({ wishes: [wish(1, true)], reminders: [reminder(11_000), reminder(11_000, { sentAt: 16_000 })] }),
  ],
  'a reminder of nothing that was granted': [
    /reminded of 1 claims, of which 0 were granted/,
    history([], { reminders: [reminder(11_000)] }),
  ],
  'a reminder that was never sent because the one before it was': [
    /never reminded of what they claimed at 20000/,
    history([ANNS_CLAIM, person('Ann', { at: 20_000, claim: 'BBBBBBBB' }, [21_000, CLAIMED])], {
      posts: [ANNS_GRANT, post(20_500, 1, 'vote 2')],
      granted: ['AAAAAAAA', 'BBBBBBBB'],
      wishes: [wish(1, true)],
      reminders: [reminder(11_000)],
    }),
  ],
  'a reminder that was promised and never sent': [
    /never reminded of the claim at 11000/,
    claimed({ wishes: [wish(12_500, true, { follows: 11_000 })] }),
  ],
  'a reminder after it was stopped': [
    /after they had stopped it/,
    claimed({ wishes: [wish(1, true), wish(13_000, false)], reminders: [reminder(11_000, { sentAt: 16_000 })] }),
  ],
  'a claim that counted twice': [
    /counted as 1, 2, 4/,
    three({ goals: [{ ...GOAL, count: 4 }], channel: [...counted(1, 2, 4), REACHED] }),
  ],
  'a count that is another in the end': [
    /are counted as 2 in the end/,
    three({ goals: [{ ...GOAL, count: 2 }], channel: [...counted(1, 2, 3), REACHED] }),
  ],
  'a goal of which nobody was told that it is reached': [/was said 0 times/, three({ channel: counted(1, 2, 3) })],
  'a role that was never given': [/does not have the role/, claimed({ voterRoles: [ROLE] })],
  'a role that was never given, although there was time enough after a process was killed': [
    /does not have the role/,
    claimed({ voterRoles: [LASTING], troubles: [trouble('kill', 12_000, 17_000)] }),
  ],
  'a role that was taken before a manager ended it': [
    /was taken at 29000, before/,
    claimed({ voterRoles: [LASTING], roleChanges: [role(12_100, true), role(29_000, false)] }),
  ],
  'a role for somebody who asked for nothing that was granted': [
    /Bob got the role without a claim/,
    claimed({ roleChanges: [role(1, true, { personId: 'Bob' }), role(2, false, { personId: 'Bob' })] }),
  ],
  'a role that was kept for good': [
    /kept the role for good/,
    claimed({ voterRoles: [LASTING], roleChanges: [role(12_100, true)] }),
  ],
  'a process that ended by itself': [/by itself/, history([], { crashes: ['a process ended by itself'] })],
};

it.each(Object.entries(ACCEPTED))('the history checker accepts %s', (_what, one) => {
  expect(violations(one)).toEqual([]);
});

it.each(Object.entries(FOUND))('the history checker finds %s', (_what, [finding, one]) => {
  expect(violations(one).join('\n')).toMatch(finding);
});

it.each([
  [TIMINGS.recordedFirstMs - 1, 1],
  [TIMINGS.recordedFirstMs, 0],
])('finds somebody silent who was acknowledged without a record after %i ms', (acknowledgedAfterMs, count) => {
  const [ask] = person('Ann', {}).asks;
  const lost = { ...ask, fate: 'lost', acknowledgedAfterMs } as Ask;
  expect(silent(history([{ asks: [lost], shown: [] }]))).toHaveLength(count);
});

it('tells what happened to those whom a violation names, and nothing of others', () => {
  const mine = { playername: 'Player1é', claimedAt: 1 };
  const told = eventsBehind(
    history([], {
      votes: [mine, { playername: 'Player1z', claimedAt: 1 }],
      handedOver: [
        { reference: 'ABCD2345', ...mine },
        { reference: 'EFGH2345', playername: 'Player2O', claimedAt: 2 },
      ],
      arrived: ['ABCD2345', 'EFGH2345'],
    }),
    'the reward of Player1é was handed over to nobody (claim EFGH2345)',
  );
  expect(told).toEqual([
    '  arrived "EFGH2345"',
    '  handedOver {"reference":"ABCD2345","playername":"Player1é","claimedAt":1}',
    '  handedOver {"reference":"EFGH2345","playername":"Player2O","claimedAt":2}',
    '  votes {"playername":"Player1é","claimedAt":1}',
  ]);
});
