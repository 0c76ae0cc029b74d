import type { Context, MiddlewareHandler } from 'hono';

const TOKEN_HEADER = 'x-playground-token';

/**
 * Refuses requests without the token of the printed URL. Links and event streams cannot send a header, so theirs is in
 * the query.
 */
export function requireToken(token: string, place: 'query' | 'header'): MiddlewareHandler {
  const given = (context: Context): string | undefined =>
    place === 'query' ? context.req.query('token') : context.req.header(TOKEN_HEADER);
  return async (context, next) => {
    if (given(context) !== token) return context.text('Open the address that the sandbox printed.', 403);
    return next();
  };
}

/**
 * Sets the headers that keep answers out of caches and frames, away from other sites, and from being read as another
 * media type.
 */
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
