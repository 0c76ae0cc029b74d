/** Addresses of Postgres and Redis as people write them: with a password as it is, and with the options of other clients. */

const SCHEME = /^(?:postgres(?:ql)?|rediss?):$/;
/** Up to the last `@` that is followed by a host. */
const WITH_PASSWORD = /^([a-z]+:\/\/)([^:@/?#]*):(.*)@([^@/?#]+(?:[/?][^@#]*)?)$/i;
/** An option of a libpq address that asks for TLS, as it is meant here: a certificate that was not checked proves nothing. */
const TLS_MODES = new Map([
  ['disable', 'disable'],
  ['false', 'disable'],
  ['0', 'disable'],
  ['no-verify', 'no-verify'],
  ...['require', 'verify-ca', 'verify-full', 'true', '1'].map((mode) => [mode, 'verify-full'] as const),
]);
/** libpq's word for the authorities that the system knows. Node knows some itself. */
const KNOWN_AUTHORITIES = 'system';

/** `wrong`: what it must be, where that takes more words than the beginning of an address */
export type ReadAddress = { address: string } | { wrong: string | undefined };

/** A password may have any character where it is clear which part of the address the character is in. */
export function readAddress(text: string): ReadAddress {
  const address = [text, withEncodedPassword(text)]
    .map((one) => one.replaceAll(/%(?![\da-f]{2})/gi, '%25'))
    .find((one) => isClear(one));
  if (address !== undefined) return { address: new URL(address).href };
  const [scheme = ''] = text.split('//');
  return { wrong: SCHEME.test(scheme) ? WELL_FORMED : undefined };
}

const WELL_FORMED =
  'an address of the form scheme://user:password@host:port/name, in whose password # is written %23, / %2F, ? %3F, @ %40, and % %25';

/** Whether each part of an address is where it says, as far as one can tell. */
function isClear(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hash, pathname, search } = new URL(text);
  const options = search === '' ? [] : search.slice(1).split('&');
  return (
    SCHEME.test(protocol) && hash === '' && !pathname.includes('@') && options.every((option) => /^\w+=/.test(option))
  );
}

function withEncodedPassword(text: string): string {
  const [, scheme = '', user = '', password = '', rest = ''] = WITH_PASSWORD.exec(text) ?? [];
  if (scheme === '') return text;
  return `${scheme}${user}:${password.replaceAll(/[^\w%:!$&'()*+,;=.~-]/gu, encodeURIComponent)}@${rest}`;
}

/** An address that `pg` reads as it was meant. */
export function readPostgresAddress(text: string): ReadAddress {
  const read = readAddress(text);
  if ('wrong' in read) return hasHosts(text) ? { wrong: ONE_HOST } : read;
  if (hasHosts(read.address)) return { wrong: ONE_HOST };
  const url = new URL(read.address);
  const options = url.searchParams;
  if (!['sslmode', 'ssl', 'sslrootcert'].some((name) => options.has(name)) || options.has('uselibpqcompat'))
    return read;
  const asked = (options.get('sslmode') ?? options.get('ssl') ?? 'verify-full').toLowerCase();
  const mode = TLS_MODES.get(asked);
  if (mode === undefined) return { wrong: TLS };
  options.delete('ssl');
  options.set('sslmode', mode);
  if (options.get('sslrootcert') === KNOWN_AUTHORITIES) options.delete('sslrootcert');
  return { address: url.href };
}

const ONE_HOST = 'an address of one host: the primary, or a name or pooler that leads to it';
const TLS =
  'an address with ?sslmode=disable, ?sslmode=verify-full, or ?sslmode=no-verify for TLS without checking who answers';

function hasHosts(text: string): boolean {
  const [, hosts = ''] = /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#@]*)/i.exec(text) ?? [];
  return hosts.includes(',');
}
