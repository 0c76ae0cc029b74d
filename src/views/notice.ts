import type { APIEmbed } from 'discord.js';

import { isCredentialRefused, RateLimitedError, StorageUnavailableError, UpstreamError } from '../errors.ts';
import type { Translate } from '../locales/index.ts';
import { timeOfDay } from './text.ts';
import { COLOURS, createEmbed, createReply, noticeReply, type Reply } from './reply.ts';

/** Shown until the answer is ready. */
export function working(t: Translate): Reply {
  return createReply({ description: t('common.working'), color: COLOURS.blurple });
}

/** For a person who lacks the permission. */
export function forbidden(t: Translate): Reply {
  return noticeReply({ colour: 'red', text: 'common.forbidden' }, t);
}

/** @param until - ms since the epoch; undefined when nobody said */
export function pleaseWait(until: number | undefined, t: Translate): APIEmbed {
  const description =
    until === undefined ? t('common.wait.unknown') : t('common.wait.until', { time: timeOfDay(until) });
  return createEmbed({ colour: 'grey', title: t('common.wait.title'), description });
}

/**
 * What a person reads when something failed, never the error's own words.
 *
 * @param reference - under which the log has the error
 */
export function failureReply(error: unknown, reference: string, t: Translate): Reply {
  const footer = t('common.reference', { reference });
  if (error instanceof RateLimitedError) return createReply(pleaseWait(error.retryAt, t));
  if (error instanceof UpstreamError && error.host === 'identity') {
    const text = isCredentialRefused(error) ? 'plan.keyRefused' : 'plan.unavailable';
    return noticeReply({ colour: 'red', text, footer }, t);
  }
  if (error instanceof StorageUnavailableError) {
    return noticeReply({ colour: 'red', text: 'common.storage', footer }, t);
  }
  return noticeReply({ colour: 'red', text: 'common.unforeseen', values: { reference } }, t);
}
