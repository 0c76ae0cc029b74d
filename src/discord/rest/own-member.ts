import { Routes, type APIGuildMember, type APIRole, type REST } from 'discord.js';

import { fetchApplication } from './application.ts';

/** The bot in a guild. `roles`: the guild's; `own`: the bot's, with @everyone */
export type OwnMember = { id: string; roles: readonly APIRole[]; own: readonly APIRole[] };

export type FindOwnMember = (guildId: string, signal: AbortSignal) => Promise<OwnMember>;

/** @returns a function that asks Discord by REST, as no guild is cached. It rejects when Discord does not answer. */
export function createOwnMember(rest: REST): FindOwnMember {
  let botId: Promise<string> | undefined;

  /** The bot of an old application has an id of its own. */
  async function findBotId(): Promise<string> {
    botId ??= fetchApplication(rest).then(({ id, bot }) => bot?.id ?? id);
    botId.catch(() => (botId = undefined));
    return botId;
  }

  return async (guildId, signal) => {
    const id = await findBotId();
    const [roles, member] = (await Promise.all([
      rest.get(Routes.guildRoles(guildId), { signal }),
      rest.get(Routes.guildMember(guildId, id), { signal }),
    ])) as [APIRole[], APIGuildMember];
    return { id, roles, own: roles.filter((role) => role.id === guildId || member.roles.includes(role.id)) };
  };
}
