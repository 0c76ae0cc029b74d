import { Hono } from 'hono';

import type { LoopbackEnv } from '../../loopback-server.ts';
import type { Application } from '../application.ts';
import { refusals } from '../discord-error.ts';
import type { Guild } from '../guild.ts';
import type { Member } from '../member.ts';
import { toApiRole } from '../role.ts';

const NO_CONTENT = 204;

/** A role that the application gave to a member, or took. */
export type RoleChange = { guildId: string; userId: string; roleId: string; isGiven: boolean };

type Parts = {
  application: Application;
  guilds: ReadonlyMap<string, Guild>;
  now: () => number;
  onRole: (change: RoleChange) => void;
};

/** A guild, its roles, and those of its members. Source: Discord documentation, "Guild resource". */
export function guildRoutes({ application, guilds, now, onRole }: Parts): Hono<LoopbackEnv> {
  const app = new Hono<LoopbackEnv>();
  const findGuild = (id: string): Guild => {
    const guild = guilds.get(id);
    if (guild === undefined) throw refusals.unknownGuild();
    return guild;
  };
  /** The member, if the application may manage this role: it has to be below the application's own. */
  const findTarget = (params: { guildId: string; userId: string; roleId: string }): Member => {
    const guild = findGuild(params.guildId);
    const role = guild.roles.get(params.roleId);
    if (role === undefined) throw refusals.unknownRole();
    if (role.id === guild.id || role.managed || !guild.appMayManage(role)) throw refusals.missingPermissions();
    const member = guild.members.get(params.userId);
    if (member === undefined) throw refusals.unknownMember();
    return member;
  };

  app.get('/guilds/:guildId', (context) => context.json(findGuild(context.req.param('guildId')).toGateway(now())));
  app.get('/guilds/:guildId/roles', (context) => {
    const guild = findGuild(context.req.param('guildId'));
    return context.json([...guild.roles.values()].map((role) => toApiRole(role)));
  });
  app.get('/guilds/:guildId/members/:userId', (context) => {
    const { guildId, userId } = context.req.param();
    const guild = findGuild(guildId);
    if (userId === application.bot.id) return context.json(botMember(application, guild, now()));
    const member = guild.members.get(userId);
    if (member === undefined) throw refusals.unknownMember();
    return context.json({ ...member.toApi(), user: member.user });
  });
  app.put('/guilds/:guildId/members/:userId/roles/:roleId', (context) => {
    const params = context.req.param();
    findTarget(params).roles.add(params.roleId);
    onRole({ ...params, isGiven: true });
    return context.body(null, NO_CONTENT);
  });
  app.delete('/guilds/:guildId/members/:userId/roles/:roleId', (context) => {
    const params = context.req.param();
    findTarget(params).roles.delete(params.roleId);
    onRole({ ...params, isGiven: false });
    return context.body(null, NO_CONTENT);
  });
  return app;
}

/** The application's own member, with the role that Discord made for it. */
function botMember({ bot }: Application, { appRole }: Guild, now: number): object {
  return {
    user: bot,
    roles: [appRole.id],
    joined_at: new Date(now).toISOString(),
    nick: null,
    avatar: null,
    banner: null,
    premium_since: null,
    communication_disabled_until: null,
    pending: false,
    deaf: false,
    mute: false,
    flags: 0,
  };
}
