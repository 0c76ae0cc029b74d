import type { Context, MiddlewareHandler } from 'hono';

const TOKEN_HEADER = 'x-playground-token';

/**
 * Lets in only who addresses this server by its own name, and from no other site: a page elsewhere can send requests to loopback, by a name
 * of its own (DNS rebinding) or as a cross-site request.
 *
 * @param ownHost - `127.0.0.1:PORT`
 */
export function requireOwnSite(ownHost: () => string): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header('origin');
    const isOwn =
      context.req.header('host') === ownHost() && (origin ?? `http://${ownHost()}`) === `http://${ownHost()}`;
    if (!isOwn) return context.text('This is the playground of another site.', 403);
    return next();
  };
}

/** Lets in only who knows the token of the URL that was printed. Links and event streams cannot send headers, so they have it in the query. */
export function requireToken(token: string, place: 'query' | 'header'): MiddlewareHandler {
  const given = (context: Context): string | undefined =>
    place === 'query' ? context.req.query('token') : context.req.header(TOKEN_HEADER);
  return async (context, next) => {
    if (given(context) !== token) return context.text('Open the address that the sandbox has printed.', 403);
    return next();
  };
}

/** Keeps answers out of caches, frames, other sites and other uses than their own. */
export function sealAnswers(): MiddlewareHandler {
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
