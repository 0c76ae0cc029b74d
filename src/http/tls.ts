import { constants } from 'node:crypto';
import tls, { createSecureContext, type SecureContext } from 'node:tls';

/** Those of TLS 1.3, and of TLS 1.2 the ones that encrypt and authenticate in one (AEAD) after elliptic curves. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** Without the finite fields of TLS 1.3. Not every OpenSSL knows the first one. */
const GROUPS = ['X25519MLKEM768', 'X25519', 'P-256', 'P-384'];

/**
 * How the connections of a pool make keys. A server chooses among what it is offered. With the finite fields of
 * Diffie-Hellman it would choose a modulus as well, which at 10,000 bits costs the only thread 0.9 s before any
 * certificate is checked. A second handshake on the same connection is refused too. One of these costs a quarter of a
 * millisecond, once Node has read its authorities.
 */
export function createKeyExchange(): SecureContext {
  return createSecureContext({
    ciphers: CIPHERS,
    ecdhCurve: knownGroups(),
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  });
}

/** The same for what takes no context: the gateway, Postgres, Redis. */
export function setKeyExchange(): void {
  tls.DEFAULT_CIPHERS = CIPHERS;
  tls.DEFAULT_ECDH_CURVE = knownGroups();
}

function knownGroups(): string {
  return GROUPS.filter((group) => {
    try {
      createSecureContext({ ecdhCurve: group });
      return true;
    } catch {
      return false;
    }
  }).join(':');
}
