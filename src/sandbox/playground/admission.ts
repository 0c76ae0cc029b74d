import type { Context, MiddlewareHandler } from 'hono';

const TOKEN_HEADER = 'x-playground-token';

/**
 * Refuses requests whose `Host` is not this server's or whose `Origin` is another site's. A page of another site can reach loopback with a
 * cross-site request, or under a host name of its own (DNS rebinding).
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

/** Refuses requests without the token of the printed URL. Links and event streams cannot send a header, so theirs is in the query. */
export function requireToken(token: string, place: 'query' | 'header'): MiddlewareHandler {
  const given = (context: Context): string | undefined =>
    place === 'query' ? context.req.query('token') : context.req.header(TOKEN_HEADER);
  return async (context, next) => {
    if (given(context) !== token) return context.text('Open the address that the sandbox printed.', 403);
    return next();
  };
}

/** Sets the headers that keep answers out of caches and frames, away from other sites, and from being read as another media type. */
export function setSecurityHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
    context.header('x-content-type-options', 'nosniff');
    context.header('referrer-policy', 'no-referrer');
    context.header('cross-origin-resource-policy', 'same-origin');
    context.header('cross-origin-opener-policy', 'same-origin');
    if (!context.res.headers.has('content-security-policy')) {
      context.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    }
  };
}
