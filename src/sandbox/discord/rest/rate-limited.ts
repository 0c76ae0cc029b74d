import type { Fault } from '../../loopback-server.ts';

/**
 * Discord's 429, for `discord.server.inject(rateLimited(1), { path: /callback$/, times: 1 })`. Source: Discord
 * documentation, "Rate limits".
 */
export function rateLimited(retryAfterSeconds: number, scope: 'user' | 'shared' | 'global' = 'user'): Fault {
  const isGlobal = scope === 'global';
  return {
    kind: 'status',
    status: 429,
    headers: {
      'content-type': 'application/json',
      'retry-after': String(Math.ceil(retryAfterSeconds)),
      'x-ratelimit-scope': scope,
      ...(isGlobal
        ? { 'x-ratelimit-global': 'true' }
        : {
            'x-ratelimit-limit': '5',
            'x-ratelimit-remaining': '0',
            'x-ratelimit-reset-after': String(retryAfterSeconds),
            'x-ratelimit-bucket': 'sandbox',
          }),
    },
    body: JSON.stringify({
      message: 'You are being rate limited.',
      retry_after: retryAfterSeconds,
      global: isGlobal,
    }),
  };
}
