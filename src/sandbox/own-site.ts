import type { MiddlewareHandler } from 'hono';

/**
 * Refuses requests whose `Host` is not this server's, or whose `Origin` is another site's. A page of another site can
 * reach loopback by a cross-site request, or under a host name of its own (DNS rebinding).
 *
 * @param ownHost - `127.0.0.1:PORT`
 */
export function requireOwnSite(ownHost: () => string): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header('origin');
    const isOwn =
      context.req.header('host') === ownHost() && (origin ?? `http://${ownHost()}`) === `http://${ownHost()}`;
    if (!isOwn) return context.text('The sandbox only answers at the address that it printed.', 403);
    return next();
  };
}
