import { PermissionFlagsBits } from 'discord.js';

import { type CustomId, customIds } from '../../src/ui/custom-ids.ts';
import { failureReply, forbidden } from '../../src/ui/failure.ts';
import { NotSentError, RateLimitedError, StatusError, StorageUnavailableError } from '../../src/work/errors.ts';
import { MINUTE_MS, NOW, REFERENCE, type Replies } from './entries.ts';

const failed =
  (error: unknown, retryId?: CustomId<'buttons'>): Replies[string] =>
  (t) =>
    failureReply(error, { reference: REFERENCE, retryId }, t);

export const replies: Replies = {
  'needs Manage Server': (t) => forbidden(PermissionFlagsBits.ManageGuild, t),
  'needs Manage Roles': (t) => forbidden(PermissionFlagsBits.ManageRoles, t),
  'needs Timeout Members': (t) => forbidden(PermissionFlagsBits.ModerateMembers, t),
  'plan service out of reach': failed(new NotSentError('identity', 'refused')),
  'plan service out of reach, to try again': failed(
    new NotSentError('identity', 'refused'),
    customIds.plan.buttons.refresh('ent_1'),
  ),
  'application key refused': failed(new StatusError('identity', 401)),
  'plan service too busy': failed(new RateLimitedError('identity', NOW + MINUTE_MS)),
  'plan service too busy, for how long is not known': failed(new RateLimitedError('identity', undefined)),
  'database out of reach': failed(new StorageUnavailableError('disk full')),
  unforeseen: failed(new TypeError('a bug')),
};
