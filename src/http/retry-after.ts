/**
 * `Retry-After` in ms from now: seconds or an HTTP date (RFC 9110, section 10.2.3); undefined when it is neither.
 *
 * @param now - ms since the epoch
 */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string') return undefined;
  const waitMs = isSeconds(header) ? Math.ceil(Number(header) * 1_000) : parseHttpDate(header) - now;
  return Number.isNaN(waitMs) ? undefined : waitMs;
}

function isSeconds(header: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(header.trim());
}

/** `Date.parse` alone is too lenient: an HTTP date names GMT. NaN when it is none. */
function parseHttpDate(header: string): number {
  return header.trimEnd().endsWith(' GMT') ? Date.parse(header) : NaN;
}
