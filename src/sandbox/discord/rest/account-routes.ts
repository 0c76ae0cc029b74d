import { Hono } from 'hono';

import type { LoopbackEnv } from '../../loopback-server.ts';
import type { Application } from '../application.ts';
import type { Guild } from '../guild.ts';
import { acceptApplicationEdit } from '../validation/bodies.ts';
import { notVerified, refuseInvalidForm } from '../validation/form-error.ts';
import { readUpload } from './request-body.ts';

const GUILDS_PAGE_MAX = 200;
const SESSION_STARTS_A_DAY = 1_000;
const DAY_MS = 86_400_000;
const MAX_CONCURRENCY = 16;

type Parts = {
  application: Application;
  guilds: ReadonlyMap<string, Guild>;
  gatewayUrl: () => string;
  shards: number;
};

/** The bot's account and guilds, and the address of the gateway. */
export function accountRoutes({ application, guilds, gatewayUrl, shards }: Parts): Hono<LoopbackEnv> {
  const app = new Hono<LoopbackEnv>();
  app.get('/gateway', (context) => context.json({ url: gatewayUrl() }));
  app.get('/gateway/bot', (context) =>
    context.json({
      url: gatewayUrl(),
      shards,
      session_start_limit: {
        total: SESSION_STARTS_A_DAY,
        remaining: SESSION_STARTS_A_DAY,
        reset_after: DAY_MS,
        max_concurrency: MAX_CONCURRENCY,
      },
    }),
  );
  app.get('/users/@me', (context) =>
    context.json({ ...application.bot, flags: 0, mfa_enabled: false, locale: 'en-US', verified: true, email: null }),
  );
  app.on('GET', ['/applications/@me', '/oauth2/applications/@me'], (context) =>
    context.json(application.toApi(guilds.size)),
  );
  app.patch('/applications/@me', async (context) => {
    const { interactions_endpoint_url: url } = acceptApplicationEdit((await readUpload(context)).json);
    if (url !== undefined && !(await application.useEndpoint(url))) {
      refuseInvalidForm([notVerified(['interactions_endpoint_url'])]);
    }
    return context.json(application.toApi(guilds.size));
  });
  app.get('/users/@me/guilds', (context) => {
    const after = BigInt(context.req.query('after') ?? 0);
    const limit = Math.min(Number(context.req.query('limit') ?? GUILDS_PAGE_MAX), GUILDS_PAGE_MAX);
    return context.json(guildsAfter(guilds, after).slice(0, limit).map(partialGuild));
  });
  return app;
}

function guildsAfter(guilds: ReadonlyMap<string, Guild>, after: bigint): Guild[] {
  return [...guilds.values()]
    .filter(({ id }) => BigInt(id) > after)
    .sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
}

function partialGuild({ id, name, channel }: Guild): object {
  const permissions = channel.appPermissions.toString();
  return { id, name, icon: null, banner: null, owner: false, permissions, features: [] };
}
