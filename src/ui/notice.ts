import { PermissionFlagsBits, type APIEmbed } from 'discord.js';

import { BusyError, isCredentialRefused, RateLimitedError, StorageUnavailableError, UpstreamError } from '../errors.ts';
import type { Translate } from '../locales/index.ts';
import type { CustomId } from './custom-ids.ts';
import { actionButton, createEmbed, createReply, noticeReply, type Reply } from './reply.ts';
import { relativeTimestamp } from './text.ts';

/** For a person who lacks a permission. */
export function forbidden(needed: bigint | undefined, t: Translate): Reply {
  const name = needed === PermissionFlagsBits.ModerateMembers ? 'moderateMembers' : 'manageServer';
  const permission = t(`common.permissions.${name}`);
  return noticeReply({ colour: 'red', text: 'common.forbidden' }, t, { permission });
}

/**
 * For a service that has too much to do.
 *
 * @param until - ms since the epoch; undefined when nobody said
 */
export function serviceBusy(until: number | undefined, t: Translate): APIEmbed {
  return until === undefined ? pleaseWait(t('common.wait.unknown'), t) : waitUntil('common.wait.until', until, t);
}

/** For whoever has reached a limit of our own. @param until - ms since the epoch */
export function tooFast(until: number, t: Translate): APIEmbed {
  return waitUntil('common.wait.tooFast', until, t);
}

function waitUntil(text: 'common.wait.until' | 'common.wait.tooFast', until: number, t: Translate): APIEmbed {
  return pleaseWait(t(text, { relative: relativeTimestamp(until) }), t);
}

function pleaseWait(description: string, t: Translate): APIEmbed {
  return createEmbed({ colour: 'grey', title: t('common.wait.title'), description });
}

/** Something failed that the person may ask for again. `retryId`: of the button that does; `cause`: what failed. */
export class RetryableError extends Error {
  override readonly name = 'RetryableError';
  readonly retryId: CustomId<'buttons'>;

  constructor(retryId: CustomId<'buttons'>, options: Required<ErrorOptions>) {
    super('failed, and can be tried again', options);
    this.retryId = retryId;
  }
}

/**
 * What a person reads when something failed, never the error's own words.
 *
 * @param failure - `reference`: under which the log has the error; `retryId`: of a button that tries again
 */
export function failureReply(
  error: unknown,
  { reference, retryId }: { reference: string; retryId?: CustomId<'buttons'> | undefined },
  t: Translate,
): Reply {
  const footer = t('common.reference', { reference });
  if (error instanceof BusyError) return createReply(tooFast(error.until, t));
  if (error instanceof RateLimitedError) return createReply(serviceBusy(error.retryAt, t));
  if (error instanceof UpstreamError && error.host === 'identity') {
    if (isCredentialRefused(error)) return noticeReply({ colour: 'red', text: 'plan.keyRefused', footer }, t);
    const buttons = retryId === undefined ? [] : [actionButton(t('buttons.tryAgain'), retryId, 'primary')];
    return noticeReply({ colour: 'red', text: 'plan.unavailable', footer, buttons }, t);
  }
  if (error instanceof StorageUnavailableError) {
    return noticeReply({ colour: 'red', text: 'common.storage', footer }, t);
  }
  return noticeReply({ colour: 'red', text: 'common.unforeseen' }, t, { reference });
}
