import { expect, onTestFinished, test, vi } from 'vitest';

import type { ClaimRequest } from '../../../src/claims/claim.ts';
import { createMessenger } from '../../../src/discord/outgoing/messenger.ts';
import { createBlock } from '../../../src/discord/rest/block.ts';
import { createInteractionRest } from '../../../src/discord/rest/interaction-rest.ts';
import type { DuePost } from '../../../src/guilds/store/posts.ts';
import { rewardNotice } from '../../../src/rewards/views/hooks.ts';
import type { Fault } from '../../../src/sandbox/loopback-server.ts';
import { Secret } from '../../../src/secret.ts';
import { systemClock } from '../../../src/work/clock.ts';
import { CannotSpeakError, NotHeldError, RefusedMessageError, StaleVerdictError } from '../../../src/work/errors.ts';
import { openDiscord } from '../../sandbox/discord/bots.ts';
import { openRest } from '../open-rest.ts';

const POST_WITHIN_MS = 15_000;

const POST = { id: 'post', locale: 'en-US', words: (t) => rewardNotice('webhook', t) } as DuePost;
const REQUEST = { playername: 'Steve', locale: 'en-US' } as ClaimRequest;

async function createScene() {
  const discord = await openDiscord();
  const { channel } = discord.addGuild();
  const rest = openRest(discord);
  const interactions = createInteractionRest(discord.apiUrl, createBlock({ clock: systemClock }), systemClock);
  onTestFinished(() => {
    interactions.close();
  });
  const messenger = createMessenger({
    postWithinMs: POST_WITHIN_MS,
    interactions,
    rest,
    claimContext: ({ playername }) => Promise.resolve({ playername }),
    clock: systemClock,
  });
  const isHeld = vi.fn(() => Promise.resolve(true));
  const post = (changes: Partial<DuePost> = {}) =>
    messenger.post({ ...POST, channelId: channel.id, ...changes }, isHeld);
  const reply = { applicationId: '1', token: new Secret('reply-token') };
  const tell = (isFresh = true) => messenger.tellClaim(REQUEST, reply, { kind: 'granted' }, () => isFresh);
  return { discord, channel, isHeld, post, tell };
}

const refusal = (status: number, body: object): Fault => ({
  kind: 'status',
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'refused', ...body }),
});

test('a post is made once, however often it is tried', async () => {
  const { channel, post } = await createScene();
  await post();
  await post();
  expect(channel.messages).toHaveLength(1);
});

test.each([
  ['made', undefined],
  ['changed', '500000000000000009'],
])('a post that another process may have by the end of the call is not %s', async (_what, messageId) => {
  const { discord, isHeld, post } = await createScene();
  isHeld.mockResolvedValue(false);
  await expect(post({ messageId })).rejects.toThrow(NotHeldError);
  expect(discord.server.requests).toEqual([]);
  expect(isHeld).toHaveBeenCalledWith(POST_WITHIN_MS);
});

test('a verdict that was read too long ago is not shown', async () => {
  const { discord, tell } = await createScene();
  await expect(tell(false)).rejects.toThrow(StaleVerdictError);
  expect(discord.server.requests).toEqual([]);
});

test('a post pings the role that it is to mention, and nobody else', async () => {
  const { discord, post } = await createScene();
  await post({ roleId: '500000000000000001' });
  await post();
  const [mentioning, other] = discord.server.requests.map(({ requestBody }) => JSON.parse(requestBody) as object);
  expect(mentioning).toMatchObject({
    content: '<@&500000000000000001>',
    allowed_mentions: { parse: [], roles: ['500000000000000001'] },
  });
  expect(other).toHaveProperty('allowed_mentions', { parse: [] });
  expect(other).not.toHaveProperty('content');
});

test('a channel that is gone is out of reach', async () => {
  const { post } = await createScene();
  await expect(post({ channelId: '123456789012345678' })).rejects.toThrow(CannotSpeakError);
});

test.each([
  ['a message that Discord finds fault with is our mistake', 400, { code: 50_035 }, true],
  ['a refusal that says nothing of the channel may pass', 403, { code: 0 }, false],
  ['a failure may pass', 503, {}, false],
])('%s', async (_what, status, body, isOurMistake) => {
  const { discord, post } = await createScene();
  discord.server.inject(refusal(status, body));
  const error: unknown = await post().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect([error instanceof RefusedMessageError, error instanceof CannotSpeakError]).toEqual([isOurMistake, false]);
});

test.each([
  [401, 50_027, true],
  [403, 50_001, true],
  [404, 10_015, true],
  [401, 0, false],
  [403, 40_333, false],
  [404, 0, false],
  [400, 50_035, false],
  [500, 0, false],
  [503, 0, false],
])('after a status of %i with the code %i a reply counts as gone: %s', async (status, code, isGone) => {
  const { discord, tell } = await createScene();
  discord.server.inject(refusal(status, { code }));
  const error: unknown = await tell().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof CannotSpeakError).toBe(isGone);
});

test('a post that Discord does not answer is given up after a quarter of a minute', async () => {
  const { discord, post } = await createScene();
  const deadline = new AbortController();
  const deadlines = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  onTestFinished(() => {
    deadlines.mockRestore();
  });
  discord.server.inject({ kind: 'hang' });
  const posted = expect(post()).rejects.toThrow();
  deadline.abort();
  await posted;
  expect(deadlines).toHaveBeenCalledWith(15_000);
});
