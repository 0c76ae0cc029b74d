import { isIP, isIPv6 } from 'node:net';

import { isHostname, oneName, parseHostPort, trimmed } from '../formats.ts';
import { asMeant } from '../written-values.ts';
import type { HookKind } from './hook.ts';
import { isPublicAddress } from './public-address.ts';
import { DEFAULT_VOTIFIER_PORT } from './votifier.ts';

export const MAX_ADDRESS_LENGTH = 500;

/** Hosts, as `host` or `host:port`, that hooks may reach by plain HTTP or in private networks, as the operator says. */
export type AllowedHosts = ReadonlySet<string>;

/**
 * `form`: no web address, or no host and port; too long, or with a user's name. `brackets`: an IPv6 address without them.
 * `https`: not encrypted. `private`: in no public network
 */
export type BadAddress = 'form' | 'brackets' | 'https' | 'private';

type Checked = { address: string } | { problem: BadAddress };
/** A host as URLs have it: IPv6 in brackets. */
export type Endpoint = { hostname: string; port: string };

export function isAllowedHost({ hostname, port }: Endpoint, allowed: AllowedHosts): boolean {
  return allowed.has(hostname) || allowed.has(`${hostname}:${port}`);
}

/** @param url - of a webhook */
export function endpointOf({ hostname, port, protocol }: URL): Endpoint {
  return {
    hostname: oneName(hostname),
    port: port === '' ? ({ 'https:': '443', 'http:': '80' }[protocol] ?? '') : port,
  };
}

/**
 * Checks an address by its text; the sender checks where its name leads.
 *
 * @param raw - as typed: a web address, or the host of a game server with NuVotifier and perhaps a port
 * @returns the address in its normal form, as it is stored, or what is wrong with it
 */
export function checkAddress(kind: HookKind, raw: string, allowed: AllowedHosts): Checked {
  // As it is copied: in quotation marks, or in the brackets by which Discord shows no preview.
  const text = trimmed(asMeant(trimmed(raw)).replace(/^<(.*)>$/, '$1'));
  if (isBareIpv6(text)) return { problem: 'brackets' };
  return kind === 'webhook' ? checkUrl(text, allowed) : checkServer(text, allowed);
}

/** Without brackets, nobody knows where the address ends and the port begins. */
function isBareIpv6(text: string): boolean {
  const [host = ''] = text.replace(/^https?:\/\//i, '').split(/[/?#]/);
  return isIPv6(host) || isIPv6(host.replace(/:\d+$/, ''));
}

function checkUrl(text: string, allowed: AllowedHosts): Checked {
  if (text.length > MAX_ADDRESS_LENGTH || !URL.canParse(text)) return { problem: 'form' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'form' };
  url.hostname = oneName(url.hostname);
  if (url.username !== '' || url.password !== '') return { problem: 'form' };
  // `https://` may have been typed and pasted.
  if (!isHostname(url.hostname) || /^https?$/.test(url.hostname)) return { problem: 'form' };
  const isAllowed = isAllowedHost(endpointOf(url), allowed);
  if (url.protocol === 'http:' && !isAllowed) return { problem: 'https' };
  if (!isAllowed && isPrivateHost(url.hostname)) return { problem: 'private' };
  url.hash = '';
  return url.href.length > MAX_ADDRESS_LENGTH ? { problem: 'form' } : { address: url.href };
}

function checkServer(text: string, allowed: AllowedHosts): Checked {
  const endpoint = text.length > MAX_ADDRESS_LENGTH ? undefined : readServer(text);
  if (!endpoint) return { problem: 'form' };
  if (!isAllowedHost(endpoint, allowed) && isPrivateHost(endpoint.hostname)) return { problem: 'private' };
  return { address: `${endpoint.hostname}:${endpoint.port}` };
}

/** @param text - `host` or `host:port`, IPv6 in brackets */
export function readServer(text: string): Endpoint | undefined {
  const server = parseHostPort(text);
  return server && { ...server, port: server.port ?? String(DEFAULT_VOTIFIER_PORT) };
}

/** @param hostname - of a parsed URL, in which every notation of an IPv4 address has become the ordinary one */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) > 0) return !isPublicAddress(host);
  const name = host.replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || !name.includes('.');
}
