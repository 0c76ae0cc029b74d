import {
  DiscordAPIError,
  InteractionResponseType,
  InteractionType,
  RESTJSONErrorCodes,
  type APIInteractionResponse,
} from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';

import { createResponder, type Responder } from '../../../src/discord/incoming/responder.ts';
import type { InteractionRest } from '../../../src/discord/rest/interaction-rest.ts';
import type { Reply } from '../../../src/ui/reply.ts';
import { NotAcknowledgedError } from '../../../src/work/errors.ts';

const MIN_PROGRESS_INTERVAL_MS = 1_500;

let now: number;
let shown: string[];
/** The types of the interaction's initial responses. */
let callbacks: InteractionResponseType[];
/** Determine how an edit, a look at the reply, and a first response ends. */
let edit: () => Promise<void>;
let find: () => Promise<{ isThinking: boolean }>;
let callback: () => Promise<void>;

const { UnknownWebhook } = RESTJSONErrorCodes;
const NO_SUCH_REPLY = new DiscordAPIError({ code: UnknownWebhook, message: '' }, UnknownWebhook, 404, 'GET', '', {});

const reply = (description: string): Reply => ({ embeds: [{ description }], components: [] });
const textOf = (body: object): string => (body as Reply).embeds[0]?.description ?? '';

const rest: InteractionRest = {
  callback: (_interaction, body) => {
    callbacks.push((body as APIInteractionResponse).type);
    return callback();
  },
  editOriginal: async (_address, body) => {
    await edit();
    shown.push(textOf(body));
    return { mayComeAgain: false };
  },
  findOriginal: () => find(),
  followUp: (_address, body) => {
    shown.push(`beside: ${textOf(body)}`);
    return Promise.resolve();
  },
  close: () => undefined,
};

function respond(message?: object): Responder {
  const type = InteractionType.ApplicationCommand as const;
  const interaction = { id: '1', token: 'token', applicationId: '2', type, message: message ?? null };
  return createResponder(interaction, rest, { now: () => now, sleep: () => Promise.resolve() });
}

/** Resolves once everything that is ready to run has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  now = 0;
  shown = [];
  callbacks = [];
  edit = () => Promise.resolve();
  find = () => Promise.resolve({ isThinking: true });
  callback = () => Promise.resolve();
});

describe('reporting progress', () => {
  test('edits the announced answer, every second and a half at most', async () => {
    const responder = respond();
    await responder.defer();
    responder.report(reply('100'));
    await settled();
    now += MIN_PROGRESS_INTERVAL_MS - 1;
    responder.report(reply('200'));
    await settled();
    now += 1;
    responder.report(reply('300'));
    await settled();

    expect(shown).toEqual(['100', '300']);
  });

  test('is done before the answer is sent', async () => {
    const slow = Promise.withResolvers<undefined>();
    const responder = respond();
    await responder.defer();
    edit = () => slow.promise.then(() => undefined);
    responder.report(reply('100'));
    const sent = responder.send(reply('all'));
    slow.resolve(undefined);
    await sent;

    expect(shown).toEqual(['100', 'all']);
  });

  test('takes nothing from the answer when it fails', async () => {
    const responder = respond();
    await responder.defer();
    edit = () => Promise.reject(new Error('rate limited'));
    responder.report(reply('100'));
    await settled();
    edit = () => Promise.resolve();
    await responder.send(reply('all'));

    expect(shown).toEqual(['all']);
  });
});

test('a reply with a file is announced first, since an upload may take longer than Discord waits', async () => {
  await respond().send({ ...reply('list'), files: [{ name: 'list.csv', content: 'a' }] });

  expect(callbacks).toEqual([InteractionResponseType.DeferredChannelMessageWithSource]);
  expect(shown).toEqual(['list']);
});

test.each([
  ['is a follow-up, which takes the place of "thinking…" alone', true, ['beside: failure']],
  ['leaves an answer that another process has shown', false, []],
])('a failure %s', async (_does, isThinking, seen) => {
  find = () => Promise.resolve({ isThinking });
  const responder = respond();
  await responder.defer();
  await responder.notifyUnlessAnswered(reply('failure'));

  expect(shown).toEqual(seen);
});

test('a failure replaces the progress that was shown', async () => {
  find = () => Promise.resolve({ isThinking: false });
  const responder = respond();
  await responder.defer();
  responder.report(reply('100'));
  await settled();
  await responder.notifyUnlessAnswered(reply('failure'));

  expect(shown).toEqual(['100', 'failure']);
});

describe('an acknowledgement of which nobody knows whether it was taken', () => {
  type Outcome = 'lost' | 'taken' | 'unknown';
  /** What becomes of the tries to find the reply, in order. @returns those that are left */
  function tries(...outcomes: Outcome[]): Outcome[] {
    find = () => {
      const outcome = outcomes.shift();
      if (outcome === 'taken') return Promise.resolve({ isThinking: true });
      return Promise.reject(outcome === 'unknown' ? NO_SUCH_REPLY : new Error('timed out'));
    };
    return outcomes;
  }

  beforeEach(() => {
    callback = () => Promise.reject(new Error('timed out'));
  });

  test('is one that was taken, when the reply is there in the end', async () => {
    tries('lost', 'lost', 'lost', 'lost', 'taken');
    await respond().defer();
    expect(shown).toEqual([]);
  });

  test('is none as soon as Discord says that there is no such reply', async () => {
    const left = tries('lost', 'unknown', 'taken');
    await expect(respond().defer()).rejects.toThrow(NotAcknowledgedError);
    expect(left).toEqual(['taken']);
  });

  test('is none after five tries', async () => {
    const left = tries('lost', 'lost', 'lost', 'lost', 'lost', 'taken');
    await expect(respond().defer()).rejects.toThrow(NotAcknowledgedError);
    expect(left).toEqual(['taken']);
  });
});

test('what comes after an announcement stands beside the message that was clicked on', async () => {
  const responder = respond({});
  await responder.defer();
  await responder.notify(reply('failed'));

  expect(callbacks).toEqual([InteractionResponseType.DeferredMessageUpdate]);
  expect(shown).toEqual(['beside: failed']);
});
