import { PermissionFlagsBits } from 'discord.js';

import { type CustomId, customIds } from '../../src/ui/custom-ids.ts';
import { failureReply, forbidden, tooFast } from '../../src/ui/failure.ts';
import {
  BlockedError,
  NotSentError,
  OutdatedError,
  RateLimitedError,
  StatusError,
  StorageUnavailableError,
  UnclearWriteError,
} from '../../src/work/errors.ts';
import { MINUTE_MS, NOW, REFERENCE, type Replies } from './entries.ts';

const failed =
  (error: unknown, more: { retryId?: CustomId<'buttons'>; command?: string } = {}): Replies[string] =>
  (t) =>
    failureReply(error, { reference: REFERENCE, ...more }, t);
const unclear = new UnclearWriteError('no answer to the commit');

export const replies: Replies = {
  'needs Manage Server': (t) => forbidden(PermissionFlagsBits.ManageGuild, t),
  'needs Manage Roles': (t) => forbidden(PermissionFlagsBits.ManageRoles, t),
  'needs Timeout Members': (t) => forbidden(PermissionFlagsBits.ModerateMembers, t),
  'plan service out of reach': failed(new NotSentError('identity', 'refused')),
  'plan service out of reach, to try again': failed(new NotSentError('identity', 'refused'), {
    retryId: customIds.plan.buttons.refresh('ent_1'),
  }),
  'application key refused': failed(new StatusError('identity', 401)),
  'plan service too busy': failed(new RateLimitedError('identity', NOW + MINUTE_MS)),
  'plan service too busy, for how long is not known': failed(new RateLimitedError('identity', undefined)),
  'database out of reach': failed(new StorageUnavailableError('disk full')),
  'unclear whether a claim is on record': failed(unclear, { command: 'claimvote' }),
  'unclear whether a decision is on record': failed(unclear, { command: 'claims' }),
  'unclear whether a change is on record': failed(unclear),
  'Discord takes no requests': failed(new BlockedError(NOW + MINUTE_MS)),
  'too many uses, of a form': (t) =>
    tooFast(NOW + MINUTE_MS, t, {
      typed: [{ name: 'address', value: '`play.example.org:8192`' }],
      opensIt: customIds.settings.buttons['votifier-add'](),
    }),
  'of an older version': failed(new OutdatedError('no such button')),
  unforeseen: failed(new TypeError('a bug')),
};
