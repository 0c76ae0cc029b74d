import { PermissionFlagsBits } from 'discord.js';
import { expect, test } from 'vitest';

import { translator } from '../../src/locales/index.ts';
import { customIds } from '../../src/ui/custom-ids.ts';
import { failureReply, forbidden } from '../../src/ui/failure.ts';
import {
  AnswerLostError,
  FatalError,
  NotAcknowledgedError,
  NotSentError,
  RateLimitedError,
  StatusError,
  StorageUnavailableError,
  UnclearWriteError,
  UnreadableAnswerError,
} from '../../src/work/errors.ts';
import { buttonsOf, limitErrors, textsOf } from './discord-limits.ts';

const GREY = 0x95a5a6;
const RED = 0xed4245;
const AMBER = 0xfee75c;
const REFERENCE = 'K7QX2M';
const RETRY_AT = Date.parse('2026-03-01T12:00:30.000Z');
const INTERNAL = 'internal-detail-4711';

const t = translator('en-US');
const replyTo = (error: unknown) => failureReply(error, { reference: REFERENCE }, t);

const FAILURES: [name: string, error: unknown, title: string, colour: number][] = [
  ['an identity service out of reach', new NotSentError('identity', INTERNAL), 'Plan service unavailable', RED],
  ['a lost answer', new AnswerLostError('identity', INTERNAL), 'Plan service unavailable', RED],
  ['a status of 500', new StatusError('identity', 500), 'Plan service unavailable', RED],
  ['a status of 404', new StatusError('identity', 404), 'Plan service unavailable', RED],
  ['an unreadable answer', new UnreadableAnswerError('identity', [INTERNAL]), 'Plan service unavailable', RED],
  ['a refused key (401)', new StatusError('identity', 401), 'Plan lookups need the operator', RED],
  ['a refused key (403)', new StatusError('identity', 403), 'Plan lookups need the operator', RED],
  ['a busy identity service', new RateLimitedError('identity', RETRY_AT), 'Please wait', GREY],
  ['a busy main service', new RateLimitedError('main', undefined), 'Please wait', GREY],
  ['a failure of the main service', new StatusError('main', 401), 'Something went wrong', RED],
  ['an acknowledgement that failed', new NotAcknowledgedError(INTERNAL), 'Something went wrong', RED],
  ['a database that refuses', new StorageUnavailableError(INTERNAL), 'Storage unavailable', RED],
  ['a database that does not say what it did', new UnclearWriteError(INTERNAL), 'Unclear whether it was saved', AMBER],
  ['a fatal error', new FatalError(INTERNAL), 'Something went wrong', RED],
  ['a bug', new TypeError(INTERNAL), 'Something went wrong', RED],
  ['a thrown string', INTERNAL, 'Something went wrong', RED],
  ['nothing at all', undefined, 'Something went wrong', RED],
];

test.each(FAILURES)(
  '%s has the title and colour of the design, and keeps its own words',
  (_name, error, title, color) => {
    const reply = replyTo(error);
    expect(reply).toMatchObject({ embeds: [{ title, color }], components: [] });
    expect(JSON.stringify(reply)).not.toContain(INTERNAL);
    // The reference finds it in the log; to wait is no failure.
    expect(textsOf(reply).join('\n').includes(REFERENCE)).toBe(title !== 'Please wait');
    expect(limitErrors(reply)).toEqual([]);
  },
);

test.each([
  ['claimvote', 'your claim'],
  ['claims', 'your decision'],
  ['settings', 'your change'],
])('of /%s, whose writing is unclear, it says so of %s, and not that nothing was done', (command, what) => {
  const text = textsOf(failureReply(new UnclearWriteError(INTERNAL), { reference: REFERENCE, command }, t)).join('\n');
  expect(text).toContain(what);
  expect(text).not.toMatch(/nothing/i);
});

test('only a plan service out of reach can be tried again', () => {
  const tried = FAILURES.map(([, error]) =>
    failureReply(error, { reference: REFERENCE, retryId: customIds.plan.buttons.refresh('x') }, t),
  );
  const offering = tried.filter((reply) => buttonsOf(reply).length > 0);
  expect(new Set(offering.map(({ embeds: [embed] }) => embed?.title))).toEqual(new Set(['Plan service unavailable']));
  expect(buttonsOf(offering[0] ?? replyTo(undefined))).toMatchObject([
    { label: 'Try again', custom_id: 'plan:refresh:x' },
  ]);
});

test.each([
  ['when to come back, if somebody said so', RETRY_AT, `Try again <t:${RETRY_AT / 1_000}:R>.`],
  ['to come back in a moment, if nobody did', undefined, 'Try again in a moment.'],
])('waiting says %s', (_name, until, sentence) => {
  const reply = failureReply(new RateLimitedError('identity', until), { reference: REFERENCE }, t);
  expect(reply.embeds).toMatchObject([{ title: 'Please wait', color: GREY }]);
  expect(reply.embeds[0]?.description).toContain(sentence);
  expect(limitErrors(reply)).toEqual([]);
});

test.each([
  ['en-US', PermissionFlagsBits.ManageGuild, 'You need the *Manage Server* permission.'],
  ['en-US', PermissionFlagsBits.ModerateMembers, 'You need the *Timeout Members* permission.'],
  ['fr', PermissionFlagsBits.ManageGuild, 'Il te faut la permission *Gérer le serveur*.'],
])('a missing permission is named in %s as Discord names it: %s', (locale, needed, description) => {
  const reply = forbidden(needed, translator(locale));
  expect(reply).toMatchObject({ embeds: [{ description, color: RED }], components: [] });
  expect(limitErrors(reply)).toEqual([]);
});
