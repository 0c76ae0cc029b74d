import { isIP } from 'node:net';

import type { HookKind } from './hook.ts';
import { isPublicAddress } from './public-address.ts';
import { DEFAULT_VOTIFIER_PORT } from './votifier.ts';

export const MAX_ADDRESS_LENGTH = 500;

/** Hosts, as `host` or `host:port`, that hooks may reach by plain HTTP or in private networks, as the operator says. */
export type AllowedHosts = ReadonlySet<string>;

/**
 * `form`: no web address, or no host and port; too long, or with a user's name. `https`: not encrypted. `private`: in no
 * public network
 */
export type BadAddress = 'form' | 'https' | 'private';

type Checked = { address: string } | { problem: BadAddress };
/** A host as URLs have it: IPv6 in brackets. */
export type Endpoint = { hostname: string; port: string };

export function isAllowedHost({ hostname, port }: Endpoint, allowed: AllowedHosts): boolean {
  return allowed.has(hostname) || allowed.has(`${hostname}:${port}`);
}

/** @param url - of a webhook */
export function endpointOf({ hostname, port, protocol }: URL): Endpoint {
  return { hostname, port: port === '' ? ({ 'https:': '443', 'http:': '80' }[protocol] ?? '') : port };
}

/**
 * Checks an address by its text; the sender checks where its name leads.
 *
 * @param raw - as typed: a web address, or the host of a game server with NuVotifier and perhaps a port
 * @returns the address in its normal form, as it is stored, or what is wrong with it
 */
export function checkAddress(kind: HookKind, raw: string, allowed: AllowedHosts): Checked {
  const text = raw.trim();
  return kind === 'webhook' ? checkUrl(text, allowed) : checkServer(text, allowed);
}

function checkUrl(text: string, allowed: AllowedHosts): Checked {
  if (text.length > MAX_ADDRESS_LENGTH || !URL.canParse(text)) return { problem: 'form' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'form' };
  if (url.username !== '' || url.password !== '') return { problem: 'form' };
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

const SERVER = /^(?<host>\[[\d:a-f.]+\]|[^\s:/?#@[\]\\]+)(?::(?<port>\d{1,5}))?$/i;
const MAX_PORT = 65_535;

/** @param text - `host` or `host:port`, IPv6 in brackets */
export function readServer(text: string): Endpoint | undefined {
  const { host = '', port = String(DEFAULT_VOTIFIER_PORT) } = SERVER.exec(text)?.groups ?? {};
  // A web address has every notation of an IPv4 address in the ordinary one.
  if (!URL.canParse(`http://${host}`) || Number(port) < 1 || Number(port) > MAX_PORT) return undefined;
  return { hostname: new URL(`http://${host}`).hostname, port: String(Number(port)) };
}

/** @param hostname - of a parsed URL, in which every notation of an IPv4 address has become the ordinary one */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) > 0) return !isPublicAddress(host);
  const name = host.replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || !name.includes('.');
}
