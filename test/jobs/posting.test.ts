import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { createPosting } from '../../src/jobs/posting.ts';
import { createLog } from '../../src/log.ts';
import { CannotSpeakError, RefusedMessageError } from '../../src/services/messenger.ts';
import type { Announcement } from '../../src/storage/announcements.ts';
import type { Outbox } from '../../src/storage/outbox.ts';

const failure = new Error('refused by the test');

const announcement = (id: string): Announcement => ({
  kind: 'announcement',
  id,
  guildId: 'guild',
  channelId: 'channel',
  locale: 'en-US',
  nonce: `nonce of ${id}`,
  playername: 'Steve',
  reference: id,
  wasResolved: false,
});

/** An outbox of these posts, each to be had once, and what becomes of them, in order. */
function createScene(
  ids: readonly string[],
  failures: Record<string, Error> = {},
  outbox: Partial<Outbox<Announcement>> = {},
) {
  const due = ids.map(announcement);
  const journal: string[] = [];
  const lines: string[] = [];
  const log = createLog({ level: 'info', secrets: [], destination: { write: (line) => lines.push(line) } });
  const note = (what: string, id: string) => {
    journal.push(`${what} ${id}`);
    return Promise.resolve();
  };
  const post = createPosting({
    messenger: { post: ({ id }) => (failures[id] ? Promise.reject(failures[id]) : note('post', id)) },
    log,
  });
  const round = () =>
    post<Announcement>({
      takeDue: () => Readable.from(due),
      markPosted: ({ id }) => note('mark', id),
      giveUp: ({ id }) => note('give up', id),
      ...outbox,
    });
  const levels = () => lines.map((line) => (JSON.parse(line) as { level: string }).level);
  return { round, journal, levels };
}

test('everything that is due is posted, and noted as such', async () => {
  const { round, journal, levels } = createScene(['a', 'b']);
  await round();
  expect(journal).toEqual(['post a', 'mark a', 'post b', 'mark b']);
  expect(levels()).toEqual([]);
});

test('a post that fails for now stays due, and does not keep the others back', async () => {
  const { round, journal, levels } = createScene(['a', 'b'], { a: failure });
  await round();
  expect(journal).toEqual(['post b', 'mark b']);
  expect(levels()).toEqual(['warn']);
});

test('a post whose channel is out of reach is given up', async () => {
  const { round, journal, levels } = createScene(['a', 'b'], { a: new CannotSpeakError('the channel is gone') });
  await round();
  expect(journal).toEqual(['give up a', 'post b', 'mark b']);
  expect(levels()).toEqual(['warn']);
});

test('a post that Discord finds fault with is dropped, and the operator can see that the fault is ours', async () => {
  const { round, journal, levels } = createScene(['a', 'b'], { a: new RefusedMessageError('a bad embed') });
  await round();
  expect(journal).toEqual(['mark a', 'post b', 'mark b']);
  expect(levels()).toEqual(['error']);
});

test('a post that cannot be noted as such does not keep the others back', async () => {
  const { round, journal } = createScene(['a', 'b'], {}, { markPosted: () => Promise.reject(failure) });
  await round();
  expect(journal).toEqual(['post a', 'post b']);
});
