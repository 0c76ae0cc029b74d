import type { Context, MiddlewareHandler } from 'hono';

const TOKEN_HEADER = 'x-playground-token';

/**
 * Refuses requests without the token of the printed URL. Links and event streams have it in the query, since they
 * cannot send a header.
 */
export function requireToken(token: string, place: 'query' | 'header'): MiddlewareHandler {
  const given = (context: Context): string | undefined =>
    place === 'query' ? context.req.query('token') : context.req.header(TOKEN_HEADER);
  return async (context, next) => {
    if (given(context) !== token) return context.text('Open the address that the sandbox printed.', 403);
    return next();
  };
}

/** Sets the headers that keep answers out of caches, frames and other sites, and fix their media type. */
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
