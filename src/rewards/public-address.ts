import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';

/** IANA's "IPv4 Special-Purpose Address Registry" without its anycast services, multicast, and reserved addresses. */
const SPECIAL_IPV4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/** All public IPv6 addresses (RFC 4291, section 2.4; IANA's "IPv6 Global Unicast Address Assignments"). */
const GLOBAL_UNICAST = blockList('ipv6', [['2000::', 3]]);

/** Teredo and other protocols, documentation, and 6to4, which leads to an IPv4 address. */
const SPECIAL_IPV6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/** Prefixes of IPv4 addresses: mapped (RFC 4291, section 2.5.5.2) and by NAT64 (RFC 6052, section 2.1). */
const BEFORE_IPV4 = blockList('ipv6', [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
]);

/**
 * Whether an address belongs to the public internet: not to this machine, not to a network around it, not reserved. An
 * IPv4 address within an IPv6 one is judged by itself.
 *
 * @param address - in any notation that `node:net` knows; any other text is not public
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  if (isIPv4(address)) return !SPECIAL_IPV4.check(address, 'ipv4');
  if (BEFORE_IPV4.check(address, 'ipv6')) return isPublicAddress(lastFourBytes(address));
  return GLOBAL_UNICAST.check(address, 'ipv6') && !SPECIAL_IPV6.check(address, 'ipv6');
}

/** The IPv4 address at the end of an IPv6 one. */
function lastFourBytes(address: string): string {
  const { hostname } = new URL(`http://[${new SocketAddress({ address, family: 'ipv6' }).address}]`);
  const words = hostname.slice(1, -1).split(':');
  const [high = 0, low = 0] = words.slice(-2).map((word) => Number.parseInt(word === '' ? '0' : word, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function blockList(type: 'ipv4' | 'ipv6', subnets: readonly (readonly [net: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, type);
  return list;
}
