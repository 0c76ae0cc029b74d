import type { APIEmbed } from 'discord.js';

import { isCredentialRefused, RateLimitedError, StorageUnavailableError, UpstreamError } from '../errors.ts';
import type { Translate } from '../locales/index.ts';
import { relativeTimestamp } from './text.ts';
import { COLOURS, createEmbed, createReply, type Reply } from './reply.ts';

/** Stands in for an answer that is being worked on. */
export function working(t: Translate): Reply {
  return createReply({ description: t('common.working'), color: COLOURS.blurple });
}

/** For a person who lacks the permission. */
export function forbidden(t: Translate): Reply {
  return createReply(
    createEmbed({ colour: 'red', title: t('common.forbidden.title'), description: t('common.forbidden.description') }),
  );
}

/** @param until - ms since the epoch; undefined when nobody said */
export function pleaseWait(t: Translate, until: number | undefined): APIEmbed {
  const description =
    until === undefined ? t('common.wait.unknown') : t('common.wait.until', { time: relativeTimestamp(until) });
  return createEmbed({ colour: 'grey', title: t('common.wait.title'), description });
}

/** What a person reads when something failed. It never shows the error's own words; `reference` finds them in the log. */
export function failureReply(error: unknown, { t, reference }: { t: Translate; reference: string }): Reply {
  if (error instanceof RateLimitedError) return createReply(pleaseWait(t, error.retryAt));
  if (error instanceof UpstreamError && error.host === 'identity') {
    const text = isCredentialRefused(error) ? 'plan.keyRefused' : 'plan.unavailable';
    return createReply(
      createEmbed({
        colour: 'red',
        title: t(`${text}.title`),
        description: t(`${text}.description`),
        footer: t('common.reference', { reference }),
      }),
    );
  }
  if (error instanceof StorageUnavailableError) {
    return createReply(
      createEmbed({
        colour: 'red',
        title: t('common.storage.title'),
        description: t('common.storage.description'),
        footer: t('common.reference', { reference }),
      }),
    );
  }
  return createReply(
    createEmbed({
      colour: 'red',
      title: t('common.unforeseen.title'),
      description: t('common.unforeseen.description', { reference }),
    }),
  );
}
