import type { APIUser } from 'discord-api-types/v10';

import { apiUser } from './application.ts';
import { DEFAULT_PERMISSIONS } from './role.ts';

export type MemberOptions = { name: string; permissions?: bigint; locale?: string };

/** A user in a guild, as the guild and the application know them. */
export class Member {
  readonly id: string;
  readonly name: string;
  readonly user: APIUser;
  permissions: bigint;
  /** The language of their client. */
  locale: string;
  /** Whether they accept direct messages of the application. */
  takesMessages = true;
  /** The ids of their roles, without `@everyone`. */
  readonly roles = new Set<string>();
  readonly #joinedAt: number;

  /** @param joinedAt - in ms since the epoch */
  constructor(id: string, options: MemberOptions, joinedAt: number) {
    this.id = id;
    this.name = options.name;
    this.user = apiUser(id, options.name);
    this.permissions = options.permissions ?? DEFAULT_PERMISSIONS;
    this.locale = options.locale ?? 'en-US';
    this.#joinedAt = joinedAt;
  }

  /** The member without the user, as in interactions. Source: Discord documentation, "Guild member object". */
  toApi(): Record<string, unknown> {
    return {
      roles: [...this.roles],
      joined_at: new Date(this.#joinedAt).toISOString(),
      permissions: this.permissions.toString(),
      nick: null,
      avatar: null,
      banner: null,
      premium_since: null,
      communication_disabled_until: null,
      unusual_dm_activity_until: null,
      pending: false,
      deaf: false,
      mute: false,
      flags: 0,
    };
  }
}
