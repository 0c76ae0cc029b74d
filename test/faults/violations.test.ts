import { describe, expect, it } from 'vitest';

import {
  type Ask,
  type Change,
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

const TEXTS: Record<string, string> = {
  'Vote service unavailable': 'nothing was claimed',
  'Claims need an admin': 'nothing was claimed',
};
const PERHAPS_TWO = 'a second vote may have been claimed as well';
const PERHAPS_ONE = 'a vote may already have been claimed by this bot';
const ALWAYS: Trouble = { kind: 'host', from: 0, until: 100 };

/** Somebody asks, and reads each of these in the reply: when, the title, and further words if they matter. */
function person(
  personId: string,
  { playername = 'Steve', at = 1, claim = 'AAAAAAAA' }: { playername?: string; at?: number; claim?: string },
  ...read: [at: number, title: string, words?: string][]
): { asks: Ask[]; shown: Shown[] } {
  const messageId = `reply to ${personId} at ${at}`;
  return {
    asks: [
      {
        id: messageId,
        personId,
        guildId: 'guild',
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
  const told = people.flatMap(({ shown }) => shown).filter(({ title }) => title === 'Reward claimed');
  return granted.map((reference, index) => {
    const { text = '' } = told.find((state) => state.reference === reference) ?? {};
    return { reference, playername: /\*\*(.*?)\*\*/.exec(text)?.[1] ?? '', claimedAt: index };
  });
}

const thanksFor = (reference: string): Post => ({ guildId: 'guild', reference, title: 'Thank you for voting' });

function history(
  people: readonly { asks: Ask[]; shown: Shown[] }[],
  { granted = [], ...parts }: Partial<Omit<History, 'asks' | 'shown'>> & { granted?: string[] } = {},
): History {
  return {
    posts: [],
    listed: [],
    troubles: [ALWAYS],
    lifetimes: [],
    crashes: [],
    changes: [],
    goals: [],
    wishes: [],
    reminders: [],
    voterRoles: [],
    roleChanges: [],
    channel: granted.map(thanksFor),
    arrived: [],
    handedOver: handOvers(granted, people),
    votes: handOvers(granted, people),
    parkedVotes: [],
    ...parts,
    asks: people.flatMap(({ asks }) => asks),
    shown: people.flatMap(({ shown }) => shown),
  };
}

const CROWD: Trouble = { kind: 'crowd', from: 0, until: 100 };
const KILL: Trouble = { kind: 'kill', from: 0, until: 100 };
const POSTPONED = 'Too many people are claiming at once, so nothing was sent';
const INTERRUPTED = 'The bot was interrupted before it sent anything for **Steve**.';
const TOO_FAST = 'Requests are coming in too fast.';

const GRANT = post(2, 1, 'vote 1');
const LOST = post(2, 1, 'vote 1', { answered: false });
const UNDECIDED = post(2, 0, '', { decided: undefined, answered: false });
const AGAIN = post(4, 2, 'vote 1');
const STEVES_VOTE = { playername: 'Steve', claimedAt: 1 };
const STEVES: HandOver = { reference: 'AAAAAAAA', ...STEVES_VOTE };

/** Two claims of a player that got their verdicts in one transaction. */
const TWO = [
  person('Ann', {}, [9, 'Reward claimed']),
  person('Bob', { at: 3, claim: 'BBBBBBBB' }, [9, 'Reward claimed']),
];
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
  return { personId: 'Max', what: 'Link', title, text: '', isKept };
}

/** Ann gets a message about a claim, when it is due. */
function reminder(claimedAt: number, more: Partial<Reminder> = {}): Reminder {
  return { personId: 'Ann', claimedAt, sentAt: claimedAt + REMINDED_AFTER_MS, ...more };
}

/** Ann asks for a claim and is told at 12,000 that it is granted. */
const ANNS_CLAIM = person('Ann', { at: 11_000 }, [12_000, 'Reward claimed']);
const ANNS_GRANT = post(11_500, 1, 'vote 1');
const CLAIMED = { posts: [ANNS_GRANT], granted: ['AAAAAAAA'] };
const STARVED: Trouble = { kind: 'starved', from: 0, until: 100_000 };

const GOAL: Goal = { guildId: 'guild', claims: 2, count: 3, until: 99 };
const CONFIRMED = 'is confirmed. The reward can now be handed out.';
const HAS_ARRIVED = 'is confirmed, and the reward has reached the game server.';
/** Ann read that the reward has arrived, and then an answer from before that. */
const STALE = person('Ann', {}, [9, 'Reward claimed', HAS_ARRIVED], [40, 'Reward claimed', CONFIRMED]);
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
const pendingAt = (at: number) => person('Ann', {}, [at, 'Claim not confirmed yet']);

const REACHED: Post = { guildId: 'guild', reference: undefined, title: 'Goal reached', goal: { count: 2, until: 99 } };

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
  person('Ann', {}, [9, 'Reward claimed']),
  person('Bob', { playername: 'Alex', claim: 'BBBBBBBB' }, [9, 'Reward claimed']),
  person('Cid', { playername: 'Herobrine', claim: 'CCCCCCCC' }, [9, 'Reward claimed']),
];
const THREE_GRANTS = {
  posts: [GRANT, post(2, 1, 'vote 2', { playername: 'Alex' }), post(2, 1, 'vote 3', { playername: 'Herobrine' })],
  granted: ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC'],
  goals: [GOAL],
};

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

describe('the history checker accepts', () => {
  it.each<[string, History]>([
    [
      'somebody who asked for no claim and whom the storage failed while the database did',
      history(
        [
          {
            asks: [],
            shown: person('Ann', {}, [4, 'Storage unavailable']).shown.map((one) => ({ ...one, reference: undefined })),
          },
        ],
        { troubles: [{ kind: 'database', from: 2, until: 6 }] },
      ),
    ],
    [
      'a reply that says again that the reward has arrived',
      history(
        [{ ...STALE, shown: [...STALE.shown, ...STALE.shown.slice(0, 1).map((state) => ({ ...state, at: 50 }))] }],
        ONE_ARRIVED,
      ),
    ],
    ['an answer that Discord showed late over a newer one', history([shownLate(STALE)], ONE_ARRIVED)],
    [
      'a process that slept, showed an old answer, and was killed',
      history([STALE], { ...ONE_ARRIVED, troubles: [{ kind: 'kill', from: 41, until: 100 }] }),
    ],
    [
      'an old answer shown when the reply could hardly be edited any more',
      history(
        [person('Ann', {}, [9, 'Reward claimed', HAS_ARRIVED], [5_000, 'Reward claimed', CONFIRMED])],
        ONE_ARRIVED,
      ),
    ],
    [
      'a person who was told by another process',
      history([pendingAt(TOLD_BY)], { troubles: [KILL], lifetimes: [ANOTHER], listed: LISTED }),
    ],
    [
      'a person who was told later when no other process lived for long enough',
      history([pendingAt(TOLD_BY + 1)], {
        troubles: [KILL],
        lifetimes: [
          { ...ANOTHER, from: TOLD_BY - 1 },
          { ...ANOTHER, until: TOLD_BY - 1 },
          { ...ANOTHER, number: 1 },
        ],
        listed: LISTED,
      }),
    ],
    [
      'a person who was told later on a machine without a free processor',
      history([pendingAt(TOLD_BY + 1)], { troubles: [KILL, STARVED], lifetimes: [ANOTHER], listed: LISTED }),
    ],
    [
      'a POST that is given up just before the next one',
      history([], {
        posts: [
          { ...UNDECIDED, endedAt: 900 },
          { ...UNDECIDED, startedAt: 899, endedAt: 1_700 },
        ],
      }),
    ],
    [
      'a late edit over an answer in a reply that shows another request since',
      history(
        [
          shownLate(person('Ann', {}, [4, 'Reward claimed'], [9, 'Claim not confirmed yet'])),
          { asks: [], shown: person('Ann', { claim: 'BBBBBBBB' }, [20, 'Already claimed']).shown },
        ],
        { posts: [GRANT, AGAIN], granted: ['AAAAAAAA'] },
      ),
    ],
    [
      'a late edit that was left standing when the reply could be edited no more, and a message that told it all the same',
      history(
        [
          shownLate(person('Ann', {}, [5_000, 'Reward claimed'], [5_100, 'Claim not confirmed yet'])),
          person('Ann', { at: 9_000 }, [9_001, 'Reward claimed']),
        ],
        { posts: [GRANT], granted: ['AAAAAAAA'] },
      ),
    ],
    [
      'a grant that was told and announced',
      history([person('Ann', {}, [9, 'Reward claimed'])], { posts: [GRANT], granted: ['AAAAAAAA'] }),
    ],
    [
      'a reward that has arrived, and an announcement that says so',
      history([person('Ann', {}, [9, 'Reward claimed'])], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
        channel: [{ ...thanksFor('AAAAAAAA'), saysArrival: true }],
        arrived: ['AAAAAAAA'],
      }),
    ],
    [
      'a grant that two people shared',
      history([person('Ann', {}, [9, 'Reward claimed']), person('Bob', {}, [9, 'Reward claimed'])], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
      }),
    ],
    [
      'a lost grant told as likely',
      history([person('Ann', {}, [9, 'Vote claimed, first answer lost'])], { posts: [LOST, AGAIN] }),
    ],
    [
      'a lost grant on the list of moderators',
      history([person('Ann', {}, [9, 'Claim not confirmed yet'])], {
        posts: [LOST],
        listed: [{ reference: 'AAAAAAAA', playername: 'Steve' }],
      }),
    ],
    [
      'two grants told as perhaps two',
      history([person('Ann', {}, [9, 'Reward claimed', PERHAPS_TWO])], {
        posts: [LOST, post(4, 1, 'vote 2')],
        granted: ['AAAAAAAA'],
      }),
    ],
    [
      'a lost grant after which nothing was found, told as perhaps claimed',
      history([person('Ann', {}, [9, 'No vote found yet', PERHAPS_ONE])], { posts: [LOST, post(4, 0, '')] }),
    ],
    [
      'a vote that was claimed elsewhere',
      history([person('Ann', {}, [9, 'Already claimed'])], { posts: [post(2, 2, 'vote of another')] }),
    ],
    [
      'a vote that was told as granted before',
      history(
        [person('Ann', {}, [3, 'Reward claimed']), person('Bob', { at: 4, claim: 'BBBBBBBB' }, [9, 'Already claimed'])],
        { posts: [GRANT, post(5, 2, 'vote 1')], granted: ['AAAAAAAA'] },
      ),
    ],
    [
      'an answer that turned out to be a grant',
      history([person('Ann', {}, [3, 'Vote claimed, first answer lost'], [9, 'Reward claimed'])], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
      }),
    ],
    [
      'an edit that came late and was put right',
      history(
        [
          (() => {
            const { asks, shown } = person(
              'Ann',
              {},
              [3, 'Reward claimed'],
              [5, 'Claim not confirmed yet'],
              [6, 'Reward claimed'],
            );
            return { asks, shown: shown.map((state) => (state.at === 5 ? { ...state, sentAt: 2 } : state)) };
          })(),
        ],
        { posts: [GRANT], granted: ['AAAAAAAA'] },
      ),
    ],
    [
      'a verdict that an earlier edit covered, when its process died before it could show it again',
      history(
        [
          (() => {
            const { asks, shown } = person('Ann', {}, [3, 'No vote found yet'], [5, 'Claim not confirmed yet']);
            return { asks, shown: shown.map((state) => (state.at === 5 ? { ...state, sentAt: 2 } : state)) };
          })(),
        ],
        { posts: [post(2, 0, '')], troubles: [{ kind: 'kill', from: 6, until: 100 }] },
      ),
    ],
    [
      'an edit over a verdict that stood still just before it was sent',
      history(
        [person('Ann', {}, [3, 'No vote found yet'], [5_000, 'Claim not confirmed yet'], [9_000, 'No vote found yet'])],
        {
          posts: [post(2, 0, '')],
          troubles: [{ kind: 'edit kept back', from: 2, until: 5_100 }],
        },
      ),
    ],
    [
      'a request to wait of a machine that had no time for the bot',
      history([person('Ann', {}, [9, 'Please wait', POSTPONED])], {
        troubles: [{ kind: 'starved', from: 0, until: 8 }],
      }),
    ],
    [
      'an interruption on a machine that had no time for the bot to acknowledge anybody',
      history([person('Ann', { at: 2 }, [1_500, 'Something went wrong', INTERRUPTED])], {
        troubles: [{ kind: 'starved', from: 700, until: 1_700 }],
      }),
    ],
    [
      'an answer that is on its way while the POST of somebody who asked at once, for another claim, is lost',
      history(
        [
          person('Bob', { at: 0, claim: 'BBBBBBBB' }, [9, 'Claim not confirmed yet']),
          person('Ann', {}, [8, 'Vote service unavailable']),
        ],
        {
          posts: [post(7, 1, 'vote 1', { answered: false })],
          listed: [{ reference: 'BBBBBBBB', playername: 'Steve' }],
        },
      ),
    ],
    [
      'a claim that was interrupted, in the reply to one for which something was sent before',
      history(
        [
          person('Ann', {}, [3, 'Please wait', 'The service is busy.']),
          person('Ann', { at: 4, claim: 'BBBBBBBB' }, [9, 'Something went wrong', INTERRUPTED]),
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
    ],
    [
      'an answer called lost while that about another spelling was under way',
      history(
        [
          person('Bob', { playername: 'STEVE' }, [9, 'Reward claimed']),
          person('Ann', { claim: 'BBBBBBBB' }, [9, 'Vote claimed, first answer lost']),
        ],
        {
          posts: [post(2, 1, 'vote 1', { playername: 'STEVE', endedAt: 4 }), post(3, 2, 'vote 1')],
          granted: ['AAAAAAAA'],
          troubles: [],
        },
      ),
    ],
    [
      'a verdict told in another message',
      history(
        [
          person('Ann', {}, [3, 'Claim not confirmed yet']),
          {
            asks: [],
            shown: person('Ann', {}, [9, 'No vote found yet']).shown.map((s) => ({ ...s, messageId: 'later' })),
          },
        ],
        { posts: [post(2, 0, '')] },
      ),
    ],
    [
      'somebody who waits for ever because every process died first',
      history([{ asks: [{ ...person('Ann', {}).asks[0], fate: 'lost' } as Ask], shown: [] }], { troubles: [] }),
    ],
    [
      'a claim that was postponed because of a crowd, and claimed by the next request',
      history(
        [
          person('Ann', {}, [3, 'Please wait', POSTPONED]),
          person('Ann', { at: 4, claim: 'BBBBBBBB' }, [9, 'Reward claimed']),
        ],
        { posts: [post(5, 1, 'vote 1')], granted: ['BBBBBBBB'], troubles: [CROWD] },
      ),
    ],
    [
      'a claim that is left to a moderator, before another one in the same message was postponed',
      history(
        [
          person('Ann', {}, [1.5, 'Claim not confirmed yet']),
          { asks: [], shown: person('Ann', { claim: 'BBBBBBBB' }, [9, 'Please wait', POSTPONED]).shown },
        ],
        { posts: [LOST], listed: [{ reference: 'AAAAAAAA', playername: 'Steve' }], troubles: [ALWAYS, CROWD] },
      ),
    ],
    [
      'a refusal beside the answer to another claim, in a crowd',
      history(
        [
          {
            asks: [],
            shown: person('Ann', {}, [9, 'Please wait']).shown.map((state) => ({
              ...state,
              text: TOO_FAST,
              reference: undefined,
            })),
          },
        ],
        { troubles: [CROWD] },
      ),
    ],
    [
      'a POST of another claim for the same player before one was postponed',
      history(
        [
          person('Ann', {}, [4, 'Reward claimed']),
          person('Bob', { at: 1.5, claim: 'BBBBBBBB' }, [9, 'Please wait', POSTPONED]),
        ],
        { posts: [GRANT], granted: ['AAAAAAAA'], troubles: [CROWD] },
      ),
    ],
    [
      'a POST after an answer that a killed process may not have recorded',
      history([person('Ann', {}, [9, 'No vote found yet'])], {
        posts: [post(2, 0, ''), post(5, 0, '')],
        troubles: [{ kind: 'kill', from: 3, until: 100 }],
      }),
    ],
    [
      'a POST after an answer that could not be read',
      history([person('Ann', {}, [9, 'No vote found yet'])], { posts: [UNDECIDED, post(5, 0, '')] }),
    ],
    [
      'a POST for each of two requests that were answered one after the other',
      history(
        [
          person('Ann', {}, [4, 'No vote found yet']),
          person('Bob', { at: 5, claim: 'BBBBBBBB' }, [9, 'No vote found yet']),
        ],
        { posts: [post(2, 0, ''), post(6, 0, '')] },
      ),
    ],
    [
      'POSTs that overlap because a process was stopped in the meantime',
      history([], {
        posts: [
          { ...UNDECIDED, startedAt: 6, endedAt: 7 },
          { ...UNDECIDED, endedAt: 9 },
        ],
        troubles: [{ kind: 'pause', from: 3, until: 8 }],
      }),
    ],
    [
      'two votes for a player whose claims got their verdicts at once',
      history(TWO, { ...TWO_GRANTS, votes: [STEVES_VOTE, STEVES_VOTE] }),
    ],
    [
      'a reminder of a claim',
      history([ANNS_CLAIM], { ...CLAIMED, wishes: [wish(1, true)], reminders: [reminder(11_000)] }),
    ],
    [
      'a claim without a reminder, by somebody who asked for none',
      history([ANNS_CLAIM], { ...CLAIMED, wishes: [wish(1, true), wish(5, false)] }),
    ],
    [
      'a claim without a reminder, by somebody whose request for one failed',
      history([ANNS_CLAIM], { ...CLAIMED, wishes: [wish(1, true, { doneAt: undefined })] }),
    ],
    [
      'a reminder of the newer one of two claims alone',
      history([ANNS_CLAIM, person('Ann', { at: 13_000, claim: 'BBBBBBBB' }, [14_000, 'Reward claimed'])], {
        posts: [ANNS_GRANT, post(13_500, 1, 'vote 2')],
        granted: ['AAAAAAAA', 'BBBBBBBB'],
        wishes: [wish(1, true), wish(12_500, true, { follows: 11_000 })],
        reminders: [reminder(13_000)],
      }),
    ],
    [
      'a reminder that was on its way when it was stopped',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        wishes: [wish(1, true), wish(14_500, false)],
        reminders: [reminder(11_000, { sentAt: 15_000 })],
      }),
    ],
    [
      'a reminder after it was stopped and asked for again',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        wishes: [wish(1, true), wish(13_000, false), wish(13_500, true, { follows: 11_000 })],
        reminders: [reminder(11_000, { sentAt: 20_000 })],
      }),
    ],
    [
      'a reminder after it was stopped by a request that may have come before another one',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        wishes: [wish(1, true), wish(12_900, true, { doneAt: undefined }), wish(13_000, false)],
        reminders: [reminder(11_000, { sentAt: 20_000 })],
      }),
    ],
    [
      'a reminder that a process sent when it was let go on, after it was stopped',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        wishes: [wish(1, true), wish(13_000, false)],
        reminders: [reminder(11_000, { sentAt: 17_000 })],
        troubles: [ALWAYS, { kind: 'pause', from: 12_900, until: 16_900 }],
      }),
    ],
    [
      'claims that count towards a goal, and one post when it is reached',
      history(THREE, { ...THREE_GRANTS, channel: [...counted(1, 3, 2), REACHED] }),
    ],
    [
      'a goal of two guilds that reach it',
      history(THREE, {
        ...THREE_GRANTS,
        goals: [
          { ...GOAL, count: 2 },
          { ...GOAL, guildId: 'other', claims: 1, count: 1 },
        ],
        channel: [
          ...counted(1, 2, 3).map((one, at) =>
            at < 2 ? one : { ...one, guildId: 'other', goal: { count: 1, until: 99 } },
          ),
          REACHED,
          { ...REACHED, guildId: 'other' },
        ],
      }),
    ],
    [
      'a count that started anew with the next period',
      history(THREE, {
        ...THREE_GRANTS,
        goals: [{ ...GOAL, count: 0, until: 199 }],
        channel: [...counted(1, 2, 3), REACHED],
      }),
    ],
    [
      'a role that was given until its time was over',
      history([ANNS_CLAIM], { ...CLAIMED, voterRoles: [ROLE], roleChanges: [role(12_100, true), role(21_600, false)] }),
    ],
    [
      'a role that was given until a manager ended it',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        voterRoles: [LASTING],
        roleChanges: [role(12_100, true), role(30_100, false)],
      }),
    ],
    [
      'a role that one of two got who asked for the same claim',
      history([ANNS_CLAIM, person('Bob', { at: 11_100 }, [12_000, 'Reward claimed'])], {
        ...CLAIMED,
        voterRoles: [LASTING],
        roleChanges: [role(12_100, true), role(30_100, false)],
      }),
    ],
    [
      'a role that somebody got whose own request was never answered',
      history(
        [
          ANNS_CLAIM,
          { asks: [{ ...person('Bob', { at: 10_900 }).asks[0], fate: 'not acknowledged' } as Ask], shown: [] },
        ],
        {
          ...CLAIMED,
          voterRoles: [LASTING],
          roleChanges: [role(12_100, true, { personId: 'Bob' }), role(30_100, false, { personId: 'Bob' })],
        },
      ),
    ],
    [
      'a role that nobody gave in time because the process was killed',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        voterRoles: [ROLE],
        troubles: [{ kind: 'kill', from: 12_000, until: 17_000 }],
      }),
    ],
    [
      'a role that was being taken when it was claimed again, and is given back',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        voterRoles: [ROLE],
        roleChanges: [role(12_050, false), role(12_500, true), role(21_600, false)],
      }),
    ],
    [
      'a role that a process gave once more when it was let go on, after it had been taken',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        voterRoles: [ROLE],
        roleChanges: [role(12_100, true), role(21_600, false), role(22_000, true)],
        troubles: [{ kind: 'pause', from: 20_000, until: 22_000 }],
      }),
    ],
    [
      'a request of which nobody knew whether it was saved, and which was told of in the end',
      history([person('Ann', {}, [4, UNCLEAR], [9, 'Reward claimed'])], { posts: [GRANT], granted: ['AAAAAAAA'] }),
    ],
    [
      'a change of which nobody knows whether it was made',
      history([], { changes: [changed(UNCLEAR, true), changed(UNCLEAR, false), changed('Vote link saved', true)] }),
    ],
    [
      'a failure of another claim in a reply that showed a verdict before',
      history(
        [
          person('Ann', {}, [3, 'No vote found yet']),
          {
            asks: [{ ...person('Ann', { at: 5 }).asks[0], messageId: 'reply to Ann at 1', fate: 'lost' } as Ask],
            shown: person('Ann', {}, [9, 'Storage unavailable']).shown.map((state) => ({
              ...state,
              reference: undefined,
            })),
          },
        ],
        { posts: [post(2, 0, '')] },
      ),
    ],
    [
      'perhaps two votes after a process was killed that may have sent another POST',
      history([person('Ann', {}, [9, 'Reward claimed', PERHAPS_TWO])], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
        troubles: [KILL],
      }),
    ],
  ])('%s', (_name, one) => {
    expect(violations(one)).toEqual([]);
  });
});

describe('the history checker finds', () => {
  it.each<[string, History, RegExp]>([
    [
      'a request on record of which somebody read that nothing was done',
      history([person('Ann', {}, [4, 'Storage unavailable'], [9, 'Reward claimed'])], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
      }),
      /Ann was told "Storage unavailable" of the request .* for Steve, which is on record/,
    ],
    [
      'a change on record of which somebody read that nothing was changed',
      history([], { changes: [changed('Storage unavailable', true)] }),
      /Max was told "Storage unavailable" of "Link", which is on record/,
    ],
    [
      'a change that was told as made, and is not on record',
      history([], { changes: [changed('Vote link saved', false)] }),
      /Max was told "Vote link saved" of "Link", which is not on record/,
    ],
    [
      'a verdict that was replaced by a failure',
      history([person('Ann', {}, [4, 'Reward claimed'], [9, UNCLEAR])], { posts: [GRANT], granted: ['AAAAAAAA'] }),
      /Ann was told "Unclear whether it was saved" in place of "Reward claimed"/,
    ],
    [
      'a request on record whose outcome nobody ever told',
      history([person('Ann', {}, [9, UNCLEAR])]),
      /Ann was told "Unclear whether it was saved" of the request .* for good/,
    ],
    [
      'perhaps two votes after one POST that was answered',
      history([person('Ann', {}, [9, 'Reward claimed', PERHAPS_TWO])], { posts: [GRANT], granted: ['AAAAAAAA'] }),
      /claim AAAAAAAA of Steve was told as perhaps two after 1 POST/,
    ],
    [
      'a second reward that moderators are asked about after one POST that was answered',
      history([person('Ann', {}, [9, 'Reward claimed'])], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
        channel: [thanksFor('AAAAAAAA'), { ...thanksFor('AAAAAAAA'), title: 'A second reward may be due' }],
      }),
      /claim AAAAAAAA of Steve was told as perhaps two after 1 POST/,
    ],
    [
      'an answer that says nothing was claimed long after the POST of somebody who asked at once was lost',
      history(
        [
          person('Bob', { at: 0, claim: 'BBBBBBBB' }, [2_000, 'Claim not confirmed yet']),
          person('Ann', {}, [2_000, 'Vote service unavailable']),
        ],
        {
          posts: [post(7, 1, 'vote 1', { answered: false })],
          listed: [{ reference: 'BBBBBBBB', playername: 'Steve' }],
        },
      ),
      /whose answer was lost/,
    ],
    [
      'a grant that nobody was told of',
      history([person('Ann', {}, [9, 'Already claimed'])], {
        posts: [post(2, 1, 'vote 1', { answered: false }), AGAIN],
      }),
      /told to nobody/,
    ],
    [
      'one of two grants that nobody was told of',
      history([person('Ann', {}, [9, 'Reward claimed'])], {
        posts: [LOST, post(4, 1, 'vote 2')],
        granted: ['AAAAAAAA'],
      }),
      /told to nobody/,
    ],
    [
      'a lost grant left unconfirmed without a moderator who looks',
      history([person('Ann', {}, [9, 'Claim not confirmed yet'])], { posts: [LOST] }),
      /no moderator is asked/,
    ],
    [
      'a grant that was told without a vote',
      history([person('Ann', {}, [9, 'Reward claimed'])], { granted: ['AAAAAAAA'] }),
      /without a vote/,
    ],
    [
      'one grant told for two claims',
      history([person('Ann', {}, [9, 'Reward claimed']), person('Bob', { claim: 'BBBBBBBB' }, [9, 'Reward claimed'])], {
        posts: [GRANT],
        granted: ['AAAAAAAA', 'BBBBBBBB'],
      }),
      /without a vote/,
    ],
    [
      'a grant of before told again',
      history([person('Ann', { at: 6 }, [9, 'Reward claimed'])], { posts: [GRANT], granted: ['AAAAAAAA'] }),
      /without a vote/,
    ],
    [
      'our own lost grant told as already claimed',
      history([person('Ann', {}, [9, 'Already claimed'])], { posts: [LOST, AGAIN] }),
      /which nobody was told/,
    ],
    [
      'a lost grant forgotten because another spelling was granted',
      history(
        [
          person('Ann', {}, [3, 'Claim not confirmed yet']),
          person('Bob', { playername: 'STEVE', at: 4, claim: 'BBBBBBBB' }, [6, 'Reward claimed']),
          person('Cid', { at: 7, claim: 'CCCCCCCC' }, [9, 'Already claimed']),
        ],
        {
          posts: [LOST, post(5, 1, 'vote 2', { playername: 'STEVE' }), post(8, 2, 'vote 2')],
          granted: ['BBBBBBBB'],
          listed: [{ reference: 'AAAAAAAA', playername: 'Steve' }],
        },
      ),
      /"Already claimed" .* was lost/,
    ],
    [
      '"already claimed" without a word from the service',
      history([person('Ann', {}, [9, 'Already claimed'])]),
      /had not said/,
    ],
    [
      'no vote found for a vote that the same claim has claimed',
      history([person('Ann', {}, [9, 'No vote found yet'])], { posts: [LOST, post(4, 0, '')] }),
      /"No vote found yet" .* after the grant/,
    ],
    [
      'a vote called untouched that an earlier claim has claimed',
      history(
        [
          person('Ann', {}, [4, 'Claim not confirmed yet']),
          person('Bob', { at: 5, claim: 'BBBBBBBB' }, [9, 'Vote service unavailable']),
        ],
        { posts: [LOST], listed: [{ reference: 'AAAAAAAA', playername: 'Steve' }] },
      ),
      /"Vote service unavailable" .* after the grant/,
    ],
    [
      'a final answer that was taken back',
      history([person('Ann', {}, [4, 'Reward claimed'], [600, 'Claim not confirmed yet'], [900, 'Reward claimed'])], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
      }),
      /"Claim not confirmed yet" after "Reward claimed"/,
    ],
    [
      'a final answer that became another',
      history([person('Ann', {}, [4, 'No vote found yet'], [9, 'Already claimed'])], {
        posts: [post(2, 2, 'elsewhere')],
      }),
      /"Already claimed" after "No vote found yet"/,
    ],
    [
      'a late edit that was left standing over the answer',
      history([shownLate(person('Ann', {}, [4, 'Reward claimed'], [9, 'Claim not confirmed yet']))], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
      }),
      /is left with/,
    ],
    [
      'a person who was never answered, although something was sent for them',
      history([person('Ann', {})], { posts: [post(2, 0, '')] }),
      /never answered/,
    ],
    [
      'a person who was never answered by a process that had them all the time',
      history([{ asks: [{ ...person('Ann', {}).asks[0], fate: 'held' } as Ask], shown: [] }]),
      /never answered/,
    ],
    [
      'a person who was never answered, although nothing was wrong',
      history([person('Ann', {})], { troubles: [] }),
      /never answered/,
    ],
    [
      'two people who shared a claim and were told different things',
      history([person('Ann', {}, [9, 'Reward claimed']), person('Bob', {}, [9, 'No vote found yet', PERHAPS_ONE])], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
      }),
      /those who shared/,
    ],
    [
      'a grant that was not announced',
      history([person('Ann', {}, [9, 'Reward claimed'])], { posts: [GRANT] }),
      /not announced/,
    ],
    [
      'a grant that was announced twice',
      history([person('Ann', {}, [9, 'Reward claimed'])], { posts: [GRANT], granted: ['AAAAAAAA', 'AAAAAAAA'] }),
      /posted 2 times/,
    ],
    [
      'an announcement that does not say of a reward that it has arrived',
      history([person('Ann', {}, [9, 'Reward claimed'])], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
        arrived: ['AAAAAAAA'],
      }),
      /says not that its reward has reached/,
    ],
    [
      'an announcement that says of a reward too early that it has arrived',
      history([person('Ann', {}, [9, 'Reward claimed'])], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
        channel: [{ ...thanksFor('AAAAAAAA'), saysArrival: true }],
      }),
      /says that its reward has reached/,
    ],
    [
      'an announcement of what was no grant',
      history([person('Ann', {}, [9, 'No vote found yet'])], { granted: ['AAAAAAAA'], posts: [post(2, 0, '')] }),
      /not told as granted/,
    ],
    [
      'a reward that was never handed over',
      history([person('Ann', {}, [9, 'Reward claimed'])], { posts: [GRANT], granted: ['AAAAAAAA'], handedOver: [] }),
      /never handed over/,
    ],
    [
      'a reward that was handed over twice',
      history([person('Ann', {}, [9, 'Reward claimed'])], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
        handedOver: [STEVES, STEVES],
      }),
      /handed over 2 times/,
    ],
    [
      'a vote that was sent twice',
      history([person('Ann', {}, [9, 'Reward claimed'])], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
        votes: [STEVES_VOTE, STEVES_VOTE],
      }),
      /the vote of Steve 1 was sent 2 times/,
    ],
    [
      'more votes than a player has claims that got their verdicts at once',
      history(TWO, { ...TWO_GRANTS, votes: [STEVES_VOTE, STEVES_VOTE, STEVES_VOTE] }),
      /the vote of Steve 1 was sent 3 times/,
    ],
    [
      'a vote that neither came nor was left to a moderator',
      history([person('Ann', {}, [9, 'Reward claimed'])], { posts: [GRANT], granted: ['AAAAAAAA'], votes: [] }),
      /Steve got 0 votes, 0 left to a moderator, of 1/,
    ],
    [
      'a vote for a claim that was only likely',
      history([person('Ann', {}, [9, 'Vote claimed, first answer lost'])], {
        posts: [LOST, AGAIN],
        votes: [STEVES_VOTE],
      }),
      /Steve got 1 votes for 0 granted claims/,
    ],
    [
      'a reward that another player got',
      history([person('Ann', {}, [9, 'Reward claimed'])], {
        posts: [GRANT],
        granted: ['AAAAAAAA'],
        handedOver: [{ ...STEVES, playername: 'Alex' }],
      }),
      /of Steve was handed over to Alex/,
    ],
    [
      'a reward that was handed over although its claim was only likely',
      history([person('Ann', {}, [9, 'Vote claimed, first answer lost'])], {
        posts: [LOST, AGAIN],
        handedOver: [STEVES],
      }),
      /AAAAAAAA was handed over, and not told as granted/,
    ],
    [
      'two POSTs at once',
      history([], {
        posts: [
          { ...UNDECIDED, endedAt: 900 },
          { ...UNDECIDED, startedAt: 6, endedAt: 700 },
        ],
      }),
      /in flight at once/,
    ],
    ['a POST without its record', history([], { posts: [{ ...UNDECIDED, hadAttemptRow: false }] }), /on record/],
    [
      'a service called unavailable when nothing was wrong',
      history([person('Ann', {}, [9, 'Vote service unavailable'])], { troubles: [] }),
      /nothing was wrong/,
    ],
    [
      'a service called unavailable because of a crowd',
      history([person('Ann', {}, [9, 'Vote service unavailable'])], { troubles: [CROWD] }),
      /nothing was wrong/,
    ],
    [
      'an answer called lost because of a crowd',
      history([person('Ann', {}, [9, 'Vote claimed, first answer lost'])], { posts: [GRANT], troubles: [CROWD] }),
      /nothing was wrong/,
    ],
    [
      'a reply that says no more that the reward has arrived',
      history([STALE], ONE_ARRIVED),
      /left with an answer from before the reward arrived/,
    ],
    [
      'a person who read nothing although a process lived that could tell them',
      history([pendingAt(TOLD_BY + 1)], {
        troubles: [KILL],
        lifetimes: [ANOTHER],
      }),
      /read nothing by .*, though another process lived/,
    ],
    [
      'a person who was never answered because of a crowd',
      history([person('Ann', {})], { troubles: [CROWD] }),
      /never answered/,
    ],
    [
      'a person who was asked to wait when hardly anybody was asking',
      history([person('Ann', {}, [9, 'Please wait', POSTPONED])]),
      /hardly anybody/,
    ],
    [
      'a person who was refused at once when hardly anybody was asking',
      history([{ ...person('Ann', {}), shown: person('Ann', {}, [9, 'Please wait', TOO_FAST]).shown }]),
      /hardly anybody/,
    ],
    [
      'a kill that is blamed on the service',
      history([person('Ann', {}, [9, 'Vote service unavailable'])], { troubles: [KILL] }),
      /"Vote service unavailable", although nothing was wrong/,
    ],
    [
      'an interruption that did not happen',
      history([person('Ann', {}, [9, 'Something went wrong', INTERRUPTED])], { troubles: [CROWD] }),
      /nothing had interrupted the bot/,
    ],
    [
      'an interruption on a machine that had no time for the bot once it had acknowledged everybody',
      history([person('Ann', { at: 2 }, [1_500, 'Something went wrong', INTERRUPTED])], {
        troubles: [{ kind: 'starved', from: 900, until: 1_700 }],
      }),
      /nothing had interrupted the bot/,
    ],
    [
      'an interrupted claim for which something was sent',
      history([person('Ann', {}, [9, 'Something went wrong', INTERRUPTED])], {
        posts: [post(2, 0, '')],
        troubles: [KILL],
      }),
      /"Something went wrong" .* after a POST/,
    ],
    [
      'a postponed claim for which something was sent',
      history([person('Ann', {}, [9, 'Please wait', POSTPONED])], { posts: [post(2, 0, '')], troubles: [CROWD] }),
      /"Please wait" .* after a POST/,
    ],
    [
      'a claim on record that was refused at once',
      history([person('Ann', {}, [9, 'Please wait', TOO_FAST])], { troubles: [CROWD] }),
      /on record/,
    ],
    [
      'two people who shared a claim, of whom one was told that it was postponed',
      history([person('Ann', {}, [9, 'Please wait', POSTPONED]), person('Bob', {}, [9, 'No vote found yet'])], {
        troubles: [CROWD],
      }),
      /those who shared/,
    ],
    [
      'a POST after an answer that could be read',
      history([person('Ann', {}, [9, 'No vote found yet'])], { posts: [post(2, 0, ''), post(5, 0, '')] }),
      /for no reason/,
    ],
    [
      'a POST after an answer that could be read, because of a crowd',
      history([person('Ann', {}, [9, 'No vote found yet'])], {
        posts: [post(2, 0, ''), post(5, 0, '')],
        troubles: [CROWD],
      }),
      /for no reason/,
    ],
    [
      'a reminder that was sent twice',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        wishes: [wish(1, true)],
        reminders: [reminder(11_000), reminder(11_000, { sentAt: 16_000 })],
      }),
      /reminded 2 times/,
    ],
    [
      'a reminder of nothing that was granted',
      history([], { reminders: [reminder(11_000)] }),
      /reminded of 1 claims, of which 0 were granted/,
    ],
    [
      'a reminder that was never sent',
      history([ANNS_CLAIM], { ...CLAIMED, wishes: [wish(1, true)], troubles: [STARVED] }),
      /never reminded of what they claimed/,
    ],
    [
      'a reminder that was never sent because the one before it was',
      history([ANNS_CLAIM, person('Ann', { at: 20_000, claim: 'BBBBBBBB' }, [21_000, 'Reward claimed'])], {
        posts: [ANNS_GRANT, post(20_500, 1, 'vote 2')],
        granted: ['AAAAAAAA', 'BBBBBBBB'],
        wishes: [wish(1, true)],
        reminders: [reminder(11_000)],
      }),
      /never reminded of what they claimed at 20000/,
    ],
    [
      'a reminder that was promised and never sent',
      history([ANNS_CLAIM], { ...CLAIMED, wishes: [wish(12_500, true, { follows: 11_000 })] }),
      /never reminded of the claim at 11000/,
    ],
    [
      'a reminder after it was stopped',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        wishes: [wish(1, true), wish(13_000, false)],
        reminders: [reminder(11_000, { sentAt: 16_000 })],
      }),
      /after they had stopped it/,
    ],
    [
      'a claim that counted twice',
      history(THREE, { ...THREE_GRANTS, goals: [{ ...GOAL, count: 4 }], channel: [...counted(1, 2, 4), REACHED] }),
      /counted as 1, 2, 4/,
    ],
    [
      'a claim whose count was lost',
      history(THREE, { ...THREE_GRANTS, goals: [{ ...GOAL, count: 2 }], channel: [...counted(1, 2, 2), REACHED] }),
      /counted as 1, 2, 2/,
    ],
    [
      'a count that is another in the end',
      history(THREE, { ...THREE_GRANTS, goals: [{ ...GOAL, count: 2 }], channel: [...counted(1, 2, 3), REACHED] }),
      /are counted as 2 in the end/,
    ],
    [
      'a goal that was said to be reached twice',
      history(THREE, { ...THREE_GRANTS, channel: [...counted(1, 2, 3), REACHED, REACHED] }),
      /was said 2 times/,
    ],
    [
      'a goal of which nobody was told that it is reached',
      history(THREE, { ...THREE_GRANTS, channel: counted(1, 2, 3) }),
      /was said 0 times/,
    ],
    [
      'a goal that was said to be reached before it was',
      history(THREE, { ...THREE_GRANTS, goals: [{ ...GOAL, claims: 4 }], channel: [...counted(1, 2, 3), REACHED] }),
      /was said 1 times/,
    ],
    [
      'a role that was never given',
      history([ANNS_CLAIM], { ...CLAIMED, voterRoles: [ROLE] }),
      /does not have the role/,
    ],
    [
      'a role that was never given, although there was time enough after a process was killed',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        voterRoles: [LASTING],
        troubles: [{ kind: 'kill', from: 12_000, until: 17_000 }],
      }),
      /does not have the role/,
    ],
    [
      'a role that was not given back',
      history([ANNS_CLAIM], { ...CLAIMED, voterRoles: [ROLE], roleChanges: [role(12_100, true), role(12_200, false)] }),
      /does not have the role/,
    ],
    [
      'a role that was taken early',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        voterRoles: [ROLE],
        roleChanges: [role(12_100, true), role(18_000, false), role(18_100, true), role(21_600, false)],
      }),
      /was taken at 18000, before/,
    ],
    [
      'a role that was taken before a manager ended it',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        voterRoles: [LASTING],
        roleChanges: [role(12_100, true), role(29_000, false)],
      }),
      /was taken at 29000, before/,
    ],
    [
      'a role for somebody who asked for nothing that was granted',
      history([ANNS_CLAIM], {
        ...CLAIMED,
        roleChanges: [role(1, true, { personId: 'Bob' }), role(2, false, { personId: 'Bob' })],
      }),
      /Bob got the role without a claim/,
    ],
    [
      'a role that was kept for good',
      history([ANNS_CLAIM], { ...CLAIMED, voterRoles: [LASTING], roleChanges: [role(12_100, true)] }),
      /kept the role for good/,
    ],
    ['a process that ended by itself', history([], { crashes: ['a process ended by itself'] }), /by itself/],
  ])('%s', (_name, one, finding) => {
    expect(violations(one).join('\n')).toMatch(finding);
  });
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
