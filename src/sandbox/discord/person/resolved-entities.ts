import type { Guild } from '../guild.ts';
import { toApiRole } from '../role.ts';

/** Collects the entities that an interaction names by id. Source: Discord documentation, "Resolved data structure". */
export class ResolvedEntities {
  readonly #guild: Guild;
  readonly #resolved: Record<string, Record<string, unknown>> = {};

  constructor(guild: Guild) {
    this.#guild = guild;
  }

  addMember(id: string): string {
    const member = this.#guild.members.get(id);
    if (member === undefined) throw new Error(`Nobody in "${this.#guild.name}" has the id ${id}`);
    this.#put('users', id, member.user);
    this.#put('members', id, member.toApi());
    return id;
  }

  addChannel(id: string): string {
    const channel = this.#guild.channels.get(id);
    if (channel === undefined) throw new Error(`"${this.#guild.name}" has no channel ${id}`);
    this.#put('channels', id, {
      ...channel.toApi(),
      permissions: channel.appPermissions.toString(),
      app_permissions: channel.appPermissions.toString(),
    });
    return id;
  }

  addRole(id: string): string {
    const role = this.#guild.roles.get(id);
    if (role === undefined) throw new Error(`"${this.#guild.name}" has no role ${id}`);
    this.#put('roles', id, toApiRole(role));
    return id;
  }

  addMentionable(id: string): string {
    return this.#guild.members.has(id) ? this.addMember(id) : this.addRole(id);
  }

  toData(): { resolved?: Record<string, unknown> } {
    return Object.keys(this.#resolved).length === 0 ? {} : { resolved: this.#resolved };
  }

  #put(kind: string, id: string, entity: unknown): void {
    this.#resolved[kind] = { ...this.#resolved[kind], [id]: entity };
  }
}
