import { describe, expect, test } from 'vitest';

import { readAddress, readPostgresAddress } from '../src/addresses.ts';

describe('a password', () => {
  test.each([
    ['postgres://u:p#w@h/db', 'p#w'],
    ['postgres://u:p/w@h/db', 'p/w'],
    ['postgres://u:1/2@h/db', '1/2'],
    ['postgres://u:p?w@h:5/db', 'p?w'],
    ['postgres://u:1?w@h', '1?w'],
    ['postgres://u:p@w@h/db', 'p@w'],
    ['postgres://u:p@w?x/y#z@h/db?sslmode=disable', 'p@w?x/y#z'],
    ['postgres://u:a:b@h/db', 'a:b'],
    ['postgres://u:100%@h/db', '100%'],
    ['postgres://u:%zz%23@h/db', '%zz#'],
    ['postgres://u:p%23w@h/db', 'p#w'],
    ['postgres://u:p w+x@h/db', 'p w+x'],
    ['postgres://u:p,w@h/db', 'p,w'],
    ['postgres://u:né@h/db', 'né'],
    ['postgres://u:]Srs\\|^[P-{t5E4t.*G@h/db', ']Srs\\|^[P-{t5E4t.*G'],
    ['redis://:p#w%@h:6379/1', 'p#w%'],
  ])('may have characters that end a part of an address: %s', (text, password) => {
    const read = readAddress(text);
    const { password: encoded, hostname } = new URL('address' in read ? read.address : 'x:');

    expect([decodeURIComponent(encoded), hostname]).toEqual([password, 'h']);
  });

  test.each(['postgres://u:p#w', 'postgres://u:p/w#x', 'postgres://u:p@h/db#x', 'redis://u:p@'])(
    'is to be percent-encoded where it is not clear which part is which: %s',
    (text) => {
      expect(readAddress(text)).toEqual({
        wrong: expect.stringContaining('in whose password # is written %23, / %2F, ? %3F, @ %40') as string,
      });
    },
  );

  test.each([
    'postgres://u:p@h/db?application_name=a@b',
    'postgres://h:5432/db?user=a@b.c',
    'postgres://h/db',
    'postgres://u:p@%2Fvar%2Frun/db',
    'postgresql://u:p@[::1]:5/db',
  ])('changes nothing of an address that is clear: %s', (address) => {
    expect(readPostgresAddress(address)).toEqual({ address });
  });
});

describe('the address of Postgres', () => {
  test.each([
    ['sslmode=require', '?sslmode=verify-full'],
    ['sslmode=REQUIRE', '?sslmode=verify-full'],
    ['sslmode=verify-ca', '?sslmode=verify-full'],
    ['sslmode=verify-full', '?sslmode=verify-full'],
    ['sslmode=no-verify', '?sslmode=no-verify'],
    ['sslmode=disable', '?sslmode=disable'],
    ['ssl=true', '?sslmode=verify-full'],
    ['ssl=false', '?sslmode=disable'],
    ['sslrootcert=system&sslmode=verify-full', '?sslmode=verify-full'],
    ['sslrootcert=%2Fca.pem', '?sslrootcert=%2Fca.pem&sslmode=verify-full'],
    ['sslmode=require&uselibpqcompat=true', '?sslmode=require&uselibpqcompat=true'],
    ['channel_binding=require', '?channel_binding=require'],
  ])('asks for TLS as it is meant: %s', (option, search) => {
    const read = readPostgresAddress(`postgres://u:p@h/db?${option}`);

    expect('address' in read && new URL(read.address).search).toBe(search);
  });

  test.each(['sslmode=prefer', 'sslmode=allow', 'sslmode=required', 'ssl=maybe'])('does not guess: %s', (option) => {
    expect(readPostgresAddress(`postgres://h/db?${option}`)).toEqual({
      wrong: expect.stringMatching(/^an address with \?sslmode=disable, \?sslmode=verify-full, or/) as string,
    });
  });

  test.each(['postgres://u:p@a,b/db', 'postgres://u:p@a:1,b:2/db'])('has one host: %s', (text) => {
    expect(readPostgresAddress(text)).toEqual({ wrong: expect.stringMatching('^an address of one host') as string });
  });
});
