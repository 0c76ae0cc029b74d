import type { NetworkInterfaceInfo } from 'node:os';

import { describe, expect, test } from 'vitest';

import type { HookKind } from '../../src/rewards/hook.ts';
import { type BadAddress, checkAddress, MAX_ADDRESS_LENGTH } from '../../src/rewards/hook-address.ts';
import { isPublicAddress } from '../../src/rewards/public-address.ts';

const NONE: ReadonlySet<string> = new Set();

function problemOf(kind: HookKind, typed: string): BadAddress | undefined {
  const checked = checkAddress(kind, typed, NONE);
  return 'problem' in checked ? checked.problem : undefined;
}

describe('an IP address', () => {
  test.each([
    ['1.1.1.1', '8.8.8.8', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0', '223.255.255.255'],
    ['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888', '::ffff:1.1.1.1', '64:ff9b::808:808'],
  ])('is public: %s', (...addresses) => {
    expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  test.each([
    ['this machine', '127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::1', '::'],
    ['a private network', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1', 'fec0::1'],
    ['a link', '169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
    ['shared by a provider', '100.64.0.1', '100.127.255.255'],
    ['reserved', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '255.255.255.255'],
    ['several at once', '224.0.0.1', '239.255.255.255', 'ff02::1'],
    ['an IPv4 address in an IPv6 one', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe'],
    ['the same in other words', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a00:1'],
    ['the same by 6to4 and Teredo', '2002:7f00:1::', '2002:a00:1::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['documentation', '2001:db8::1', '3fff::1'],
    ['no address', 'localhost', '', '1.2.3', '0x7f.1'],
  ])('is not public: %s', (_what, ...addresses) => {
    expect(addresses.filter((address) => isPublicAddress(address))).toEqual([]);
  });

  test.each(['1.1.1.1', '::ffff:1.1.1.1', '64:ff9b::101:101', '2606:4700::1', '2606:4700:0:0::1'])(
    'is not public when it is one of this machine: %s',
    (address) => {
      const address4 = { family: 'IPv4', address: '1.1.1.1' } as NetworkInterfaceInfo;
      const address6 = { family: 'IPv6', address: '2606:4700::1' } as NetworkInterfaceInfo;
      expect(isPublicAddress(address, { eth0: [address4, address6] })).toBe(false);
      expect(isPublicAddress(address, {})).toBe(true);
    },
  );
});

describe('an address of a hook', () => {
  test.each([
    ['https://game.example/votes', 'https://game.example/votes'],
    [' https://GAME.example:8443/votes?key=1#part ', 'https://game.example:8443/votes?key=1'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    ['https://GAME.example.:443/v', 'https://game.example/v'],
    ['https://[::ffff:1.1.1.1]/v', 'https://1.1.1.1/v'],
    ...[
      '<https://game.example/v>',
      '`https://game.example/v`',
      '"https://game.example/v"',
      '\u3164https://game.example/v',
    ].map((typed) => [typed, 'https://game.example/v']),
    ['https://[2606:4700:4700::1111]/x', 'https://[2606:4700:4700::1111]/x'],
  ])('%s is taken', (typed, address) => {
    expect(checkAddress('webhook', typed, NONE)).toEqual({ address });
  });

  test.each<[BadAddress, ...string[]]>([
    ['form', '', 'game.example', 'ftp://game.example/', 'file:///etc/passwd', 'javascript:alert(1)'],
    ['form', 'https://user:password@game.example/', 'https://user@game.example/', 'https://https://game.example/'],
    ['form', 'https://game.example;8443/', 'https://game..example/', '[votes](https://game.example/)'],
    ['form', `https://game.example/${'x'.repeat(MAX_ADDRESS_LENGTH)}`],
    ['brackets', 'https://2606:4700:4700::1111/votes', '2606:4700:4700::1111'],
    ['https', 'http://game.example/', 'http://127.0.0.1/'],
    ['private', 'https://127.0.0.1/', 'https://127.1/', 'https://127.0.0.1./', 'https://①②⑦.⓪.⓪.①/'],
    ['private', 'https://2130706433/', 'https://0x7f000001/', 'https://0x7f.0.0.1/', 'https://0/', 'https://10.1/'],
    ['private', 'https://0177.0.0.1/', 'https://0177.0.0.01/', 'https://169.254.169.254/latest/meta-data'],
    ['private', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[fe80::1]/'],
    ['private', 'https://[0:0:0:0:0:ffff:a00:1]/', 'https://[64:ff9b::127.0.0.1]/', 'https://[2002:7f00:1::]/'],
    ['private', 'https://localhost/', 'https://localhost./', 'https://LOCALHOST:8443/', 'https://anything.localhost/'],
    ['private', 'https://intranet/'],
  ])('is not taken, for its problem %s: %j', (problem, ...typed) => {
    expect(typed.filter((one) => problemOf('webhook', one) !== problem)).toEqual([]);
  });

  test('is taken where the operator says so, with its port or any', () => {
    const allowed = new Set(['game.lan', '10.0.0.5:8080', '[fd00::5]']);
    const takes = (typed: string) => 'address' in checkAddress('webhook', typed, allowed);
    expect(
      ['http://game.lan/', 'https://game.lan:1/', 'http://10.0.0.5:8080/x', 'http://[fd00::5]:9/'].map(takes),
    ).toEqual([true, true, true, true]);
    expect(['http://10.0.0.5/', 'http://10.0.0.5:8081/', 'https://10.0.0.5/', 'http://other.lan/'].map(takes)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('an address of a game server with NuVotifier', () => {
  test.each([
    ['play.example.org:25', ' PLAY.example.org:25 '],
    ['play.example.org:8192', 'play.example.org', 'PLAY.Example.ORG', 'play.example.org.', 'play。example.org:08192'],
    ['play.example.org:8192', 'play.example.org.:8192', '`play.example.org`', '<play.example.org:8192>'],
    ['1.1.1.1:8192', '1.1.1.1:08192', '1.1.1.1', '0x1010101', '１.1.1.1'],
    ['1.1.1.1:8192', '[::ffff:1.1.1.1]', '[::FFFF:0101:0101]:8192', '[0:0:0:0:0:ffff:101:101]'],
    ['[2606:4700::1111]:8192', '[2606:4700::1111]', '[2606:4700:0:0:0:0:0:1111]', '[2606:4700:0000::1111]:8192'],
    ['[2606:4700::1111]:8192', '[2606:4700::1111]:08192'],
    ['xn--bcher-kva.example:8192', 'bücher.example', 'BÜCHER.example.', 'bu\u0308cher.example'],
    ['xn--bcher-kva.example:8192', 'xn--bcher-kva.example', 'XN--BCHER-KVA.example:8192'],
  ])('%s is one server, however that is spelled: %j', (address, ...typed) => {
    expect(typed.map((one) => checkAddress('votifier', one, NONE))).toEqual(typed.map(() => ({ address })));
  });

  test.each<[BadAddress, ...string[]]>([
    ['form', '', 'https://play.example.org', 'play.example.org:0', 'play.example.org:65536', 'play.example.org:port'],
    ['form', 'user@play.example.org', 'play.example.org/path', 'play example.org', 'play.example.org;8192'],
    ['form', 'play.example.org, 8192', 'play..example.org', 'ip`play.example.org'],
    ['form', `${'x'.repeat(MAX_ADDRESS_LENGTH)}.example`],
    ['brackets', '2606:4700:4700::1111', '2606:4700:4700::1111:8192', '2606:4700:0:0:0:0:0:1111:8192', '::1'],
    ['private', '127.0.0.1:8192', '0x7f.1', '[::1]:8192', '10.0.0.1', 'localhost', 'minecraft'],
  ])('is not taken, for its problem %s: %j', (problem, ...typed) => {
    expect(typed.filter((one) => problemOf('votifier', one) !== problem)).toEqual([]);
  });

  test('is taken where the operator says so, with its port or any', () => {
    const allowed = new Set(['minecraft', '10.0.0.5:8192']);
    const takes = (typed: string) => 'address' in checkAddress('votifier', typed, allowed);
    expect(['minecraft', 'minecraft:1', '10.0.0.5', '10.0.0.5:8193'].map(takes)).toEqual([true, true, true, false]);
  });
});
