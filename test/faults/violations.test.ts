import { describe, expect, it } from 'vitest';

import type { Ask, HandOver, History, PostEvent, Shown, Trouble } from './history.ts';
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
    asks: [{ id: messageId, personId, playername, at, messageId, fate: 'acknowledged' }],
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
  return granted.map((reference) => {
    const { text = '' } = told.find((state) => state.reference === reference) ?? {};
    return { reference, playername: /\*\*(.*?)\*\*/.exec(text)?.[1] ?? '' };
  });
}

function history(
  people: readonly { asks: Ask[]; shown: Shown[] }[],
  { granted = [], ...parts }: Partial<Omit<History, 'asks' | 'shown'>> & { granted?: string[] } = {},
): History {
  return {
    posts: [],
    listed: [],
    troubles: [ALWAYS],
    crashes: [],
    channel: granted.map((reference) => ({ reference, title: 'Thank you for voting' })),
    handedOver: handOvers(granted, people),
    ...parts,
    asks: people.flatMap(({ asks }) => asks),
    shown: people.flatMap(({ shown }) => shown),
  };
}

const CROWD: Trouble = { kind: 'crowd', from: 0, until: 100 };
const POSTPONED = 'Too many people are claiming at once, so nothing was sent';
const TOO_FAST = 'Requests are coming in too fast.';

const GRANT = post(2, 1, 'vote 1');
const LOST = post(2, 1, 'vote 1', { answered: false });
const UNDECIDED = post(2, 0, '', { decided: undefined, answered: false });
const AGAIN = post(4, 2, 'vote 1');
const STEVES: HandOver = { reference: 'AAAAAAAA', playername: 'Steve' };

/** What was shown later than at 4 had been sent by then. */
function shownLate({ asks, shown }: ReturnType<typeof person>): ReturnType<typeof person> {
  return { asks, shown: shown.map((state) => ({ ...state, sentAt: Math.min(state.at, 4) })) };
}

describe('the history checker accepts', () => {
  it.each<[string, History]>([
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
      'a request to wait of a machine that had no time for the bot',
      history([person('Ann', {}, [9, 'Please wait', POSTPONED])], {
        troubles: [{ kind: 'starved', from: 0, until: 8 }],
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
  ])('%s', (_name, one) => {
    expect(violations(one)).toEqual([]);
  });
});

describe('the history checker finds', () => {
  it.each<[string, History, RegExp]>([
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
    ['a process that ended by itself', history([], { crashes: ['a process ended by itself'] }), /by itself/],
  ])('%s', (_name, one, finding) => {
    expect(violations(one).join('\n')).toMatch(finding);
  });
});
