import { isIP } from 'node:net';

import { isPublicAddress } from './public-address.ts';

export const MAX_ADDRESS_LENGTH = 500;

/** Hosts, as `host` or `host:port`, that hooks may reach by plain HTTP or in private networks, as the operator says. */
export type AllowedHosts = ReadonlySet<string>;

/** `form`: no web address, too long, or with a user's name; `https`: not encrypted; `private`: in no public network */
export type BadAddress = 'form' | 'https' | 'private';

export function isAllowedHost({ hostname, port, protocol }: URL, allowed: AllowedHosts): boolean {
  const portNumber = port === '' ? { 'https:': '443', 'http:': '80' }[protocol] : port;
  return allowed.has(hostname) || allowed.has(`${hostname}:${portNumber ?? ''}`);
}

/**
 * Checks an address by its text; the sender checks where its name leads.
 *
 * @param raw - as typed
 * @returns the address in its normal form, as it is stored, or what is wrong with it
 */
export function checkAddress(raw: string, allowed: AllowedHosts): { address: string } | { problem: BadAddress } {
  const text = raw.trim();
  if (text.length > MAX_ADDRESS_LENGTH || !URL.canParse(text)) return { problem: 'form' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'form' };
  if (url.username !== '' || url.password !== '') return { problem: 'form' };
  const isAllowed = isAllowedHost(url, allowed);
  if (url.protocol === 'http:' && !isAllowed) return { problem: 'https' };
  if (!isAllowed && isPrivateHost(url.hostname)) return { problem: 'private' };
  url.hash = '';
  return url.href.length > MAX_ADDRESS_LENGTH ? { problem: 'form' } : { address: url.href };
}

/** @param hostname - of a parsed URL, in which every notation of an IPv4 address has become the ordinary one */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) > 0) return !isPublicAddress(host);
  const name = host.replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || !name.includes('.');
}
