import { expect, test } from 'vitest';

import { announcementReply } from '../../../src/claims/views/announcement.ts';
import { translator } from '../../../src/locales/index.ts';

const t = translator('en-US');

test.each([
  ['says so of a claim that a moderator had marked as resolved', true],
  ['says nothing of a moderator otherwise', false],
])('an announcement %s', (_name, wasResolved) => {
  const reply = announcementReply(
    {
      playername: 'Steve',
      reference: 'ABCD2345',
      wasResolved,
      maybeTwo: false,
      unlikely: false,
      arrived: false,
      goal: undefined,
    },
    t,
  );
  expect(reply.embeds[0]?.description?.includes('this claim had already been marked as resolved')).toBe(wasResolved);
});
