import { Hono } from 'hono';

import type { LoopbackEnv } from '../../loopback-server.ts';
import type { Commands } from '../commands.ts';
import { refusals } from '../discord-error.ts';
import { acceptCommands } from '../validation/bodies.ts';
import { readUpload } from './request-body.ts';

/** The application's global commands. */
export function commandRoutes(applicationId: string, commands: Commands): Hono<LoopbackEnv> {
  const app = new Hono<LoopbackEnv>();
  app.use('/applications/:applicationId/commands', async (context, next) => {
    if (context.req.param('applicationId') !== applicationId) throw refusals.otherApplication();
    await next();
  });
  app.get('/applications/:applicationId/commands', (context) =>
    context.json(
      context.req.query('with_localizations') === 'true' ? [...commands.all] : commands.withoutLocalizations(),
    ),
  );
  app.put('/applications/:applicationId/commands', async (context) => {
    const { json } = await readUpload(context);
    return context.json(commands.overwrite(acceptCommands(json)));
  });
  return app;
}
