import { Routes, type APIGuildMember, type APIRole, type REST } from 'discord.js';

import { fetchApplication } from './application.ts';

/** The bot in a guild. `roles`: all of the guild; `own`: the bot's, with the one that everybody has */
export type OwnMember = { id: string; roles: readonly APIRole[]; own: readonly APIRole[] };

/** @returns asks Discord by REST alone: no guild is cached. Rejects when Discord does not say */
export function createOwnMember(rest: REST): (guildId: string, signal: AbortSignal) => Promise<OwnMember> {
  let botId: Promise<string> | undefined;

  /** Old applications have another id than their bot. */
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
