import { isIP } from 'node:net';

import { isPublicAddress } from './public-address.ts';

export const MAX_ADDRESS_LENGTH = 500;

/** Hosts, as `host` or `host:port`, that the operator lets hooks reach although they are private or speak plain HTTP. */
export type AllowedHosts = ReadonlySet<string>;

/**
 * Why nothing is sent to an address. `form`: it is no web address, is too long or names a user; `https`: it is not
 * encrypted; `private`: it does not lead to the public internet.
 */
export type BadAddress = 'form' | 'https' | 'private';

export function isAllowedHost({ hostname, port, protocol }: URL, allowed: AllowedHosts): boolean {
  const portNumber = port === '' ? { 'https:': '443', 'http:': '80' }[protocol] : port;
  return allowed.has(hostname) || allowed.has(`${hostname}:${portNumber ?? ''}`);
}

/**
 * Checks an address as far as it can be read. Where a name leads is only known once it is connected to.
 *
 * @param raw - as typed
 * @returns it as it is stored, in its normal form; what is wrong with it otherwise
 */
export function checkAddress(raw: string, allowed: AllowedHosts): { address: string } | { problem: BadAddress } {
  const text = raw.trim();
  if (text.length > MAX_ADDRESS_LENGTH || !URL.canParse(text)) return { problem: 'form' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'form' };
  if (url.username !== '' || url.password !== '') return { problem: 'form' };
  const isAllowed = isAllowedHost(url, allowed);
  if (url.protocol === 'http:' && !isAllowed) return { problem: 'https' };
  if (!isAllowed && leadsNowherePublic(url.hostname)) return { problem: 'private' };
  url.hash = '';
  return url.href.length > MAX_ADDRESS_LENGTH ? { problem: 'form' } : { address: url.href };
}

/** The parser of URLs has made an ordinary one of every notation of an IPv4 address. */
function leadsNowherePublic(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) > 0) return !isPublicAddress(host);
  const name = host.replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || !name.includes('.');
}
