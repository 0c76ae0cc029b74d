import type { ContentfulStatusCode } from 'hono/utils/http-status';

import type { LoopbackContext } from '../loopback-server.ts';

const BEARER = /^Bearer +(\S+)$/i;
const JSON_MEDIA_TYPE = /^application\/json\s*(;|$)/i;

/** The credential of `Authorization: Bearer …` (docs/services.md, "Credentials"); undefined without one. */
export function bearerOf(context: LoopbackContext): string | undefined {
  return BEARER.exec(context.req.header('authorization') ?? '')?.[1];
}

/**
 * The request body, if it is announced as `application/json` and parses; else undefined. Common HTTP frameworks ignore
 * a body without that header, so a client that forgets it is found out here.
 */
export async function jsonBodyOf(context: LoopbackContext): Promise<unknown> {
  if (!JSON_MEDIA_TYPE.test(context.req.header('content-type') ?? '')) return undefined;
  try {
    return await context.req.json<unknown>();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Refuses a request. The status and body are open (docs/services.md, "Refusals"): the sandbox has its own. */
export function refuse(
  context: LoopbackContext,
  status: ContentfulStatusCode,
  code: string,
  message: string,
): Response {
  return context.json({ error: { code, message } }, status);
}
