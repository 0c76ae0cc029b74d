import { expect, test } from 'vitest';

import { newsOf } from '../../../src/sandbox/console/news.ts';
import type { Message } from '../../../src/sandbox/playground/protocol.ts';
import { message, state } from '../playground/page/sandbox-parts.ts';

const IN_SIGHT = { personId: 'alex', replyId: 'reply', answered: new Set(['command']) };

const headingOf = (change: 'created' | 'edited', id: string, fields: Partial<Message> = {}): string | undefined =>
  newsOf({ type: 'message', change, message: message(id, fields) }, IN_SIGHT, state())?.heading;

test.each<[string, string | undefined, Parameters<typeof headingOf>]>([
  ['a post in a channel', '(posted in #alerts)', ['created', 'post', { channelId: 'alerts' }]],
  ['a change of a post', '(changed in #alerts)', ['edited', 'post', { channelId: 'alerts' }]],
  ['a change of a direct message', undefined, ['edited', 'dm', { channelId: 'alex-direct' }]],
  ['a post in a channel that is closed to them', undefined, ['created', 'post', { channelId: 'moderators' }]],
  ['a direct message', '(direct message)', ['created', 'dm', { channelId: 'alex-direct' }]],
  ['a direct message to someone else', undefined, ['created', 'dm', { channelId: 'sam-direct' }]],
  ['an edit of the reply', '(edited)', ['edited', 'reply', { interactionId: 'command', visibleTo: 'alex' }]],
  ['a second reply', '(follow-up)', ['created', 'more', { interactionId: 'command', visibleTo: 'alex' }]],
  ['a reply that is still waited for', undefined, ['created', 'first', { interactionId: 'next', visibleTo: 'alex' }]],
  ['what someone else alone sees', undefined, ['created', 'theirs', { visibleTo: 'sam' }]],
  ['a reply without content yet', undefined, ['created', 'reply', { loading: true }]],
])('%s is told as %s', (_name, heading, shown) => {
  expect(headingOf(...shown)).toBe(heading);
});
