import { Hono } from 'hono';

import { actionSchema } from './action-schema.ts';
import { requireOwnSite, requireToken, sealAnswers } from './admission.ts';
import { streamEvents } from './event-stream.ts';
import { readBrowserModule, readIndex, readPageFile, type PageFile } from './page-files.ts';
import type { Playground } from './playground.ts';

/** `token` lets a viewer in; `ownHost` is `127.0.0.1:PORT`, known once the server listens. */
type Parts = { playground: Playground; token: string; ownHost: () => string };

/** The page and the interface that protocol.ts describes. Files need no token: they hold no secret, and a module cannot carry one. */
export function playgroundRoutes({ playground, token, ownHost }: Parts): Hono {
  const app = new Hono();
  app.use(sealAnswers(), requireOwnSite(ownHost));

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
  app.post('/api/actions', requireToken(token, 'header'), async (context) => {
    const action = actionSchema.safeParse(await context.req.json().catch(() => undefined));
    if (!action.success) return context.text('This is no action: see protocol.ts.', 400);
    return context.json(await playground.act(action.data));
  });
  return app;
}

function fileAnswer(file: PageFile | undefined): Response {
  if (file === undefined) return new Response('There is no such file.', { status: 404 });
  return new Response(file.body, { headers: { 'content-type': file.contentType } });
}
