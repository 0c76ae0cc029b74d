import { type APIEmbedField, PermissionFlagsBits } from 'discord.js';

import type { PlainTextKey, Translate } from '../locales/index.ts';
import {
  BlockedError,
  BusyError,
  isCredentialRefused,
  NamedError,
  OutdatedError,
  RateLimitedError,
  StorageUnavailableError,
  UnclearWriteError,
  UpstreamError,
} from '../work/errors.ts';
import type { CustomId } from './custom-ids.ts';
import { actionButton, type Button, createReply, type EmbedParts, type Reply, textReply } from './reply.ts';
import { relativeTimestamp } from './text.ts';

const NAMES = new Map<bigint | undefined, 'moderateMembers' | 'manageRoles'>([
  [PermissionFlagsBits.ModerateMembers, 'moderateMembers'],
  [PermissionFlagsBits.ManageRoles, 'manageRoles'],
]);

export function forbidden(needed: bigint | undefined, t: Translate): Reply {
  const permission = t(`common.permissions.${NAMES.get(needed) ?? 'manageServer'}`);
  return textReply('red', 'common.forbidden')(t, { permission });
}

/** A service has too much to do. @param until - ms since the epoch; undefined when it did not say */
export function busyText(until: number | undefined, t: Translate): string {
  if (until === undefined) return t('common.wait.unknown');
  return t('common.wait.until', { relative: relativeTimestamp(until) });
}

/** A person has reached a limit of our own. @param until - ms since the epoch. @param form - what they filled in */
export function tooFast(until: number, t: Translate, form?: FilledForm): Reply {
  return pleaseWait(t('common.wait.tooFast', { relative: relativeTimestamp(until) }), t, form);
}

/** `typed`: as fields, from which the form is filled in again; `opensIt`: the button */
export type FilledForm = { typed: readonly APIEmbedField[]; opensIt: CustomId<'buttons'> };

function pleaseWait(text: string, t: Translate, form?: FilledForm): Reply {
  const description = [text, form && t('common.wait.form')];
  return withForm({ colour: 'grey', title: t('common.wait.title'), description }, form, t);
}

/** A reply to a form, with what was typed into it and the way back to it, before its other buttons. */
export function withForm(
  parts: Omit<EmbedParts, 'fields'>,
  form: FilledForm | undefined,
  t: Translate,
  buttons: readonly Button[] = [],
): Reply {
  const back = form && actionButton(t('buttons.backToForm'), form.opensIt, 'Primary');
  return createReply({ ...parts, fields: form?.typed ?? [] }, [back, ...buttons]);
}

/** A failure after which the person may try again. `retryId`: of the button to do so; `cause`: what failed */
export class RetryableError extends NamedError {
  readonly retryId: CustomId<'buttons'>;

  constructor(retryId: CustomId<'buttons'>, options: Required<ErrorOptions>) {
    super('failed, and can be tried again', options);
    this.retryId = retryId;
  }
}

/** What may have been written by each command; by the others, some change. */
const WRITTEN = new Map<string, PlainTextKey>([
  ['claimvote', 'common.unclear.claim'],
  ['claims', 'common.unclear.decision'],
]);

/**
 * Tells a person of a failure, never in the error's own words. `retryId`: of the button to try again; `command`: the name
 * of the command that failed
 */
export function failureReply(
  error: unknown,
  {
    reference,
    retryId,
    command = '',
  }: { reference: string; retryId?: CustomId<'buttons'> | undefined; command?: string },
  t: Translate,
): Reply {
  const footer = t('common.reference', { reference });
  if (error instanceof BusyError) return tooFast(error.until, t);
  if (error instanceof BlockedError) return pleaseWait(busyText(error.until, t), t);
  if (error instanceof RateLimitedError) return pleaseWait(busyText(error.retryAt, t), t);
  if (error instanceof UpstreamError && error.host === 'identity') {
    if (isCredentialRefused(error)) return textReply('red', 'plan.keyRefused', { footer })(t);
    const buttons = [retryId && actionButton(t('buttons.tryAgain'), retryId, 'Primary')];
    return textReply('red', 'plan.unavailable', { footer, buttons })(t);
  }
  if (error instanceof UnclearWriteError) {
    const description = t(WRITTEN.get(command) ?? 'common.unclear.change');
    return createReply({ colour: 'amber', title: t('common.unclear.title'), description, footer });
  }
  if (error instanceof StorageUnavailableError) return textReply('red', 'common.storage', { footer })(t);
  if (error instanceof OutdatedError) return textReply('grey', 'common.outdated', { footer })(t);
  return textReply('red', 'common.unforeseen')(t, { reference });
}
