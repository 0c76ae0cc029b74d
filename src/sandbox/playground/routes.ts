import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { requireOwnSite } from '../own-site.ts';
import { actionSchema } from './action-schema.ts';
import { requireToken, setSecurityHeaders } from './admission.ts';
import { streamEvents } from './event-stream.ts';
import { readBrowserModule, readIndex, readPageFile, type PageFile } from './page-files.ts';
import type { Playground } from './playground.ts';

/** Several times the size of the largest modal. */
const LARGEST_ACTION_BYTES = 100 * 1_024;

/** `token`: the key of the viewers; `ownHost` returns `127.0.0.1:PORT` once the server listens. */
type Parts = { playground: Playground; token: string; ownHost: () => string };

/**
 * The page and the interface of protocol.ts. The files of the page are public and need no token, because a browser
 * cannot add one to the import of a module.
 */
export function playgroundRoutes({ playground, token, ownHost }: Parts): Hono {
  const app = new Hono();
  app.use(setSecurityHeaders(), requireOwnSite(ownHost));

  app.get('/', requireToken(token, 'query'), async (context) => {
    const { body, contentType, policy } = await readIndex();
    return context.body(body, 200, { 'content-type': contentType, 'content-security-policy': policy });
  });
  app.get('/page/:path{.+}', async (context) => fileAnswer(await readPageFile(context.req.param('path'))));
  app.get('/modules/:package/:path{.+}', async (context) => {
    const { package: packageName, path } = context.req.param();
    return fileAnswer(await readBrowserModule(packageName, path));
  });
  app.get('/attachments/:id/:filename', requireToken(token, 'query'), (context) => {
    const { id, filename } = context.req.param();
    const file = playground.file(id);
    if (file === undefined) return context.text('The file is no longer kept.', 404);
    return context.body(file.bytes, 200, {
      'content-type': file.contentType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    });
  });

  app.get('/api/events', requireToken(token, 'query'), (context) => streamEvents(context, playground));
  const limit = bodyLimit({
    maxSize: LARGEST_ACTION_BYTES,
    onError: (context) => context.text('The body is too large for an action.', 413),
  });
  app.post('/api/actions', requireToken(token, 'header'), limit, async (context) => {
    const action = actionSchema.safeParse(await context.req.json().catch(() => undefined));
    if (!action.success) return context.text('The body is not an action: see protocol.ts.', 400);
    return context.json(await playground.act(action.data));
  });
  return app;
}

function fileAnswer(file: PageFile | undefined): Response {
  if (file === undefined) return new Response('There is no such file.', { status: 404 });
  return new Response(file.body, { headers: { 'content-type': file.contentType } });
}
