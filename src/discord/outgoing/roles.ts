import {
  type APIGuild,
  type APIGuildMember,
  type APIRole,
  DiscordAPIError,
  PermissionsBitField,
  RESTJSONErrorCodes,
  Routes,
  type REST,
} from 'discord.js';

import { ROLE_CALL_LASTS_MS, type RoleAnswer, type RoleCalls, type RoleOfMember } from '../../rewards/voter-role.ts';
import type { Clock } from '../../work/clock.ts';
import type { FindOwnMember } from '../rest/own-member.ts';

const FORBIDDEN = 403;

/** Discord's documentation, "JSON Error Codes". */
const ANSWERS_BY_ERROR = new Map<string | number, RoleAnswer>([
  [RESTJSONErrorCodes.UnknownMember, 'no-member'],
  [RESTJSONErrorCodes.UnknownUser, 'no-member'],
  [RESTJSONErrorCodes.UnknownRole, 'no-role'],
  // The bot has left the guild, and may come back.
  [RESTJSONErrorCodes.MissingAccess, 'failed'],
]);

/** Too powerful for a vote: these let members moderate, manage, or disturb everybody. */
const POWERS = PermissionsBitField.resolve([
  'Administrator',
  'BanMembers',
  'KickMembers',
  'ManageChannels',
  'ManageEvents',
  'ManageGuild',
  'ManageGuildExpressions',
  'ManageMessages',
  'ManageNicknames',
  'ManageRoles',
  'ManageThreads',
  'ManageWebhooks',
  'MentionEveryone',
  'ModerateMembers',
  'MoveMembers',
  'MuteMembers',
  'DeafenMembers',
  'ViewAuditLog',
]);

export function createRoleCalls(rest: REST, ownMember: FindOwnMember, clock: Clock): RoleCalls {
  async function call(method: 'put' | 'delete', { guildId, userId, roleId }: RoleOfMember): Promise<RoleAnswer> {
    const signal = clock.signal(ROLE_CALL_LASTS_MS);
    try {
      await rest[method](Routes.guildMemberRole(guildId, userId, roleId), { signal });
      return 'done';
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) return 'failed';
      return ANSWERS_BY_ERROR.get(error.code) ?? (error.status === FORBIDDEN ? 'forbidden' : 'failed');
    }
  }

  return {
    give: (role) => call('put', role),
    remove: (role) => call('delete', role),

    async inspect(guildId, roleId) {
      if (roleId === guildId) return 'everyone';
      const { roles, own } = await ownMember(guildId, clock.signal(ROLE_CALL_LASTS_MS));
      const role = roles.find(({ id }) => id === roleId);
      if (!role) return 'deleted';
      if (role.managed) return 'managed';
      const permissions = new PermissionsBitField(own.map((one) => BigInt(one.permissions)));
      if (!permissions.has('ManageRoles')) return 'permission';
      if (!isBelowOneOf(role, own)) return 'hierarchy';
      return new PermissionsBitField(BigInt(role.permissions)).any(POWERS) ? 'powerful' : undefined;
    },

    /** The owner of a guild stands above every role (Discord's documentation, "Permission Hierarchy"). */
    async isBelow({ guildId, roleId, userId }) {
      const signal = clock.signal(ROLE_CALL_LASTS_MS);
      const [roles, member] = (await Promise.all([
        rest.get(Routes.guildRoles(guildId), { signal }),
        rest.get(Routes.guildMember(guildId, userId), { signal }),
      ])) as [APIRole[], APIGuildMember];
      const role = roles.find(({ id }) => id === roleId);
      const theirs = roles.filter(({ id }) => member.roles.includes(id));
      if (role && isBelowOneOf(role, theirs)) return true;
      const { owner_id } = (await rest.get(Routes.guild(guildId), { signal })) as APIGuild;
      return owner_id === userId;
    },
  };
}

/** Of roles with the same position, the one with the lower id is above (Discord's documentation, "Role Object"). */
function isBelowOneOf(role: APIRole, others: readonly APIRole[]): boolean {
  return others.some(({ id, position }) =>
    position === role.position ? BigInt(id) < BigInt(role.id) : position > role.position,
  );
}
