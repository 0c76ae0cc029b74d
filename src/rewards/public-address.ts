import { BlockList, isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

type Subnet = readonly [net: string, prefix: number];

/** IANA's "IPv4 Special-Purpose Address Registry" without its anycast services, multicast, and reserved addresses. */
const SPECIAL_IPV4: readonly Subnet[] = [
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
];

/** Teredo and other protocols, documentation, and 6to4, which leads to an IPv4 address. */
const SPECIAL_IPV6: readonly Subnet[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** All public IPv6 addresses (RFC 4291, section 2.4; IANA's "IPv6 Global Unicast Address Assignments"). */
const GLOBAL_UNICAST: Subnet = ['2000::', 3];

/** What comes before an IPv4 address: mapped (RFC 4291, section 2.5.5.2), and by NAT64 (RFC 6052, section 2.1). */
const BEFORE_IPV4 = ['::ffff:', '64:ff9b::'];

const within = (subnets: readonly Subnet[]): Subnet[] =>
  subnets.flatMap(([net, prefix]) => BEFORE_IPV4.map((before) => [`${before}${net}`, 96 + prefix] as const));

const specialIpv4 = blockList('ipv4', SPECIAL_IPV4);
const specialIpv6 = blockList('ipv6', [...SPECIAL_IPV6, ...within(SPECIAL_IPV4)]);
const publicIpv6 = blockList('ipv6', [GLOBAL_UNICAST, ...within([['0.0.0.0', 0]])]);

/**
 * Whether an address belongs to the public internet: not to this machine, not to a network around it, not reserved. An
 * IPv4 address within an IPv6 one is judged by itself. This machine may have public addresses too, behind whatever guards
 * it from outside.
 *
 * @param address - in any notation that `node:net` knows; any other text is not public
 * @param interfaces - of this machine, which may change while it runs
 */
export function isPublicAddress(address: string, interfaces = networkInterfaces()): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const own = Object.values(interfaces).flatMap((addresses = []) => addresses);
  if (isIPv4(address)) {
    return !specialIpv4.check(address, 'ipv4') && own.every((one) => one.address !== address);
  }
  const ipv4 = own.filter(({ family }) => family === 'IPv4').map((one): Subnet => [one.address, 32]);
  const ipv6 = own.filter(({ family }) => family === 'IPv6').map((one): Subnet => [one.address, 128]);
  const isOwn = blockList('ipv6', [...ipv6, ...within(ipv4)]).check(address, 'ipv6');
  return publicIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6') && !isOwn;
}

function blockList(type: 'ipv4' | 'ipv6', subnets: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, type);
  return list;
}
