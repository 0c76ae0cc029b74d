/** `Retry-After` in ms from now: seconds, or an HTTP date (RFC 9110, section 10.2.3); undefined for anything else. */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d+(?:\.\d+)?$/.test(header.trim())) return Math.ceil(Number(header) * 1_000);
  // `Date.parse` alone is too lenient: an HTTP date names GMT.
  const at = header.trimEnd().endsWith(' GMT') ? Date.parse(header) : NaN;
  return Number.isNaN(at) ? undefined : at - now;
}
