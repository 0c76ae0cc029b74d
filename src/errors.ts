/** The two hosts of the specification: the identity service answers for plans, the main service for votes. */
export type HostName = 'identity' | 'main';

/** Anything that kept a host's answer from us. The subclasses are the kinds. */
export abstract class UpstreamError extends Error {
  readonly host: HostName;

  constructor(host: HostName, message: string, options?: ErrorOptions) {
    super(`${host} service: ${message}`, options);
    this.host = host;
  }
}

/** No byte of the request left this process: refused connection, DNS, TLS, an open circuit or a full bulkhead. */
export class NotSentError extends UpstreamError {
  override readonly name = 'NotSentError';
}

/** The request may have been processed but its answer did not arrive whole: reset, deadline. */
export class AnswerLostError extends UpstreamError {
  override readonly name = 'AnswerLostError';
}

/** The host answered with a status other than 2xx. `hostMessage` is for the log, never for people. */
export class StatusError extends UpstreamError {
  override readonly name = 'StatusError';
  readonly status: number;
  readonly hostMessage: string;

  constructor(host: HostName, status: number, hostMessage: string) {
    super(host, `answered ${status}`);
    this.status = status;
    this.hostMessage = hostMessage;
  }
}

/** Whether the host does not know the credential, or its scopes do not suffice: no such call succeeds until somebody renews it. */
export function refusesCredential(status: number): boolean {
  return status === 401 || status === 403;
}

/** The same of a failed call. */
export function isCredentialRefused(error: unknown): boolean {
  return error instanceof StatusError && refusesCredential(error.status);
}

/** The host asks us to wait (429). `retryAt`: ms since the epoch, when it said one. */
export class RateLimitedError extends UpstreamError {
  override readonly name = 'RateLimitedError';
  readonly retryAt: number | undefined;

  constructor(host: HostName, retryAt: number | undefined) {
    super(host, 'asks to wait (429)');
    this.retryAt = retryAt;
  }
}

/** A 2xx whose body is not what the specification says, or over the size limit. `paths` names the fields at fault. */
export class UnreadableAnswerError extends UpstreamError {
  override readonly name = 'UnreadableAnswerError';
  readonly paths: readonly string[];

  constructor(host: HostName, paths: readonly string[], options?: ErrorOptions) {
    super(host, `unreadable answer (${paths.join(', ')})`, options);
    this.paths = paths;
  }
}

/** Discord never confirmed that it showed our acknowledgement, so nothing may be done in the person's name. */
export class NotAcknowledgedError extends Error {
  override readonly name = 'NotAcknowledgedError';
}

/** The bot cannot start or go on; the message is one plain sentence for the operator. */
export class FatalError extends Error {
  override readonly name = 'FatalError';
}

/** The database did not take a write or give a read: full disk, lock, lost connection. Nothing of it was done. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
}
