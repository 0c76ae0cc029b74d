/** The two services (docs/services.md): the identity service answers for plans, the main service for votes. */
export type HostName = 'identity' | 'main';

/** Has the name of its class in the log. */
export abstract class NamedError extends Error {
  override readonly name = this.constructor.name;
}

/** The answer of a host did not come, or is of no use. Each kind is a subclass. */
export abstract class UpstreamError extends NamedError {
  readonly host: HostName;

  constructor(host: HostName, message: string, options?: ErrorOptions) {
    super(`${host} service: ${message}`, options);
    this.host = host;
  }
}

/** No byte of the request left this process: refused connection, DNS, TLS or an open circuit. */
export class NotSentError extends UpstreamError {}

/** All our connections were in use, which says nothing about the host. */
export class NoConnectionError extends NotSentError {}

/** The request may have been processed, but its answer did not arrive in full: reset, deadline. */
export class AnswerLostError extends UpstreamError {}

/** The host answered with a status other than 2xx. Its words are not kept: they may quote the credential in any form. */
export class StatusError extends UpstreamError {
  readonly status: number;

  constructor(host: HostName, status: number) {
    super(host, `answered ${status}`);
    this.status = status;
  }
}

/** Whether the host rejects the credential or its scopes: no such call succeeds until somebody replaces it. */
export function refusesCredential(status: number): boolean {
  return status === 401 || status === 403;
}

export function isCredentialRefused(error: unknown): boolean {
  return error instanceof StatusError && refusesCredential(error.status);
}

/** RFC 6585, section 4. */
export const TOO_MANY_REQUESTS = 429;

/** The host asks us to wait (429). `retryAt`: ms since the epoch, if it gave a time */
export class RateLimitedError extends UpstreamError {
  readonly retryAt: number | undefined;

  constructor(host: HostName, retryAt: number | undefined) {
    super(host, 'asks to wait (429)');
    this.retryAt = retryAt;
  }
}

/** A 2xx answer whose body is malformed or exceeds the size limit. `paths`: the fields at fault */
export class UnreadableAnswerError extends UpstreamError {
  readonly paths: readonly string[];

  constructor(host: HostName, paths: readonly string[], options?: ErrorOptions) {
    super(host, `unreadable answer (${paths.join(', ')})`, options);
    this.paths = paths;
  }
}

/** Discord never confirmed our acknowledgement, so nothing may be done in the person's name. */
export class NotAcknowledgedError extends NamedError {}

/** Discord takes no request of this process for now: this one was not sent, or refused. `until`: ms since the epoch */
export class BlockedError extends NamedError {
  readonly until: number;

  constructor(until: number) {
    super(`Discord takes no requests from this machine (429), at least until ${new Date(until).toISOString()}`);
    this.until = until;
  }
}

/** Somebody used what this version no longer has: Discord shows an old command or message, or it is forged. */
export class OutdatedError extends NamedError {}

/** The bot cannot start or go on; the message tells the operator why. */
export class FatalError extends NamedError {}

/**
 * The database failed to read or write: full disk, lock, lost connection. Nothing was written, unless this is an
 * {@link UnclearWriteError}.
 */
export class StorageUnavailableError extends NamedError {}

/** The database did not say whether it committed a transaction: all of it is on record, or nothing. */
export class UnclearWriteError extends StorageUnavailableError {}

/** Too much work of this kind is waiting. `until`: when to try again, in ms since the epoch; `refusedBy`: for the log */
export class BusyError extends NamedError {
  readonly until: number;
  readonly refusedBy: 'turns' | 'tests';

  constructor(until: number, refusedBy: BusyError['refusedBy']) {
    super('too much is waiting already');
    this.until = until;
    this.refusedBy = refusedBy;
  }
}

/** The reply or channel is permanently out of reach: trying again is useless. */
export class CannotSpeakError extends NamedError {}

/** Discord rejects the message itself, whatever the channel: a bug of ours. */
export class RefusedMessageError extends NamedError {}

/** Another process may hold the row by now, so nothing was done here. */
export class NotHeldError extends NamedError {}

/** Another process may have told a later verdict by now, so this one was not told. */
export class StaleVerdictError extends NamedError {}

/** A call was not answered in time, and may have been done. */
export class LateError extends NamedError {}
