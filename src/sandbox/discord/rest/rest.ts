import { Hono, type MiddlewareHandler } from 'hono';

import type { LoopbackEnv } from '../../loopback-server.ts';
import type { Application } from '../application.ts';
import type { Attachments } from '../attachments.ts';
import type { Commands } from '../commands.ts';
import type { DirectChannels } from '../direct-channel.ts';
import { DiscordError, EMPTY_MESSAGE, INVALID_FORM_BODY, refusals, type DiscordErrorBody } from '../discord-error.ts';
import type { Guild } from '../guild.ts';
import type { Messages } from '../messages.ts';
import type { Responses } from '../responses.ts';
import { accountRoutes } from './account-routes.ts';
import { channelRoutes } from './channel-routes.ts';
import { commandRoutes } from './command-routes.ts';
import { guildRoutes, type RoleChange } from './guild-routes.ts';
import { interactionRoutes } from './interaction-routes.ts';

/** A request whose body Discord would refuse. `at` in ms since the epoch. */
export type Rejection = { method: string; path: string; error: DiscordErrorBody; at: number };

type RestParts = {
  application: Application;
  attachments: Attachments;
  commands: Commands;
  guilds: ReadonlyMap<string, Guild>;
  direct: DirectChannels;
  messages: Messages;
  responses: Responses;
  nonceLifetimeMs: number;
  now: () => number;
  shards: number;
  gatewayUrl: () => string;
  onRejection: (rejection: Rejection) => void;
  onRole: (change: RoleChange) => void;
};

const API = '/api/v10';
const BODY_ERRORS: ReadonlySet<number> = new Set([INVALID_FORM_BODY, EMPTY_MESSAGE]);

/** Puts Discord's REST API v10 on a server. */
export function mountRest(app: Hono<LoopbackEnv>, parts: RestParts): void {
  const { application, attachments, responses } = parts;
  app.onError((error, context) => {
    if (!(error instanceof DiscordError)) throw error;
    if (BODY_ERRORS.has(error.body.code)) {
      const { method, path } = context.req;
      parts.onRejection({ method, path, error: error.body, at: parts.now() });
    }
    return context.json(error.body, error.status);
  });
  app.notFound(() => {
    throw refusals.notFound();
  });
  app.get('/attachments/:channelId/:id/:filename', (context) => {
    const file = attachments.find(context.req.param('id'));
    if (file === undefined) throw refusals.notFound();
    return context.body(file.bytes, { headers: { 'content-type': file.contentType } });
  });
  app.route(API, interactionRoutes(application.id, responses));
  app.route(API, botRoutes(parts));
}

function botRoutes(parts: RestParts): Hono<LoopbackEnv> {
  const app = new Hono<LoopbackEnv>();
  app.use(requireToken(parts.application.token));
  app.route('/', accountRoutes(parts));
  app.route('/', commandRoutes(parts.application.id, parts.commands));
  app.route('/', channelRoutes(parts));
  app.route('/', guildRoutes(parts));
  return app;
}

function requireToken(token: string): MiddlewareHandler<LoopbackEnv> {
  return async (context, next) => {
    if (context.req.header('authorization') !== `Bot ${token}`) throw refusals.unauthorized();
    await next();
  };
}
