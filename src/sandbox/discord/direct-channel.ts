import { ChannelType } from 'discord-api-types/v10';

import { refusals } from './discord-error.ts';
import type { Guild } from './guild.ts';
import type { Member } from './member.ts';
import type { Message } from './message.ts';
import type { Messages } from './messages.ts';
import type { Snowflakes } from './snowflakes.ts';

/** The conversation of the application with one user. */
export class DirectChannel {
  readonly id: string;
  readonly userId: string;
  readonly #messages: Messages;

  constructor(identity: { id: string; userId: string }, messages: Messages) {
    this.id = identity.id;
    this.userId = identity.userId;
    this.#messages = messages;
  }

  /** Oldest first. */
  get messages(): Message[] {
    return this.#messages.publicIn(this.id);
  }

  /** Source: Discord documentation, "Channel object", an example of a DM channel. */
  toApi(): Record<string, unknown> {
    return { id: this.id, type: ChannelType.DM, last_message_id: this.#messages.lastIdIn(this.id), flags: 0 };
  }
}

export class DirectChannels {
  readonly #byUser = new Map<string, DirectChannel>();
  readonly #parts: { guilds: ReadonlyMap<string, Guild>; snowflakes: Snowflakes; messages: Messages };

  constructor(parts: { guilds: ReadonlyMap<string, Guild>; snowflakes: Snowflakes; messages: Messages }) {
    this.#parts = parts;
  }

  /** The channel of a user. It opens for any user: only a message needs a guild that both share. */
  open(userId: string): DirectChannel {
    const { snowflakes, messages } = this.#parts;
    const channel = this.#byUser.get(userId) ?? new DirectChannel({ id: snowflakes.next(), userId }, messages);
    this.#byUser.set(userId, channel);
    return channel;
  }

  find(channelId: string): DirectChannel | undefined {
    return this.#byUser.values().find(({ id }) => id === channelId);
  }

  /** Throws when the user accepts no messages of the application: 50278 without a shared guild, else 50007. */
  checkOpen({ userId }: DirectChannel): void {
    const members = [...this.#parts.guilds.values()].flatMap(({ members: all }): Member[] => {
      const member = all.get(userId);
      return member ? [member] : [];
    });
    if (members.length === 0) throw refusals.noMutualGuilds();
    if (!members.some(({ takesMessages }) => takesMessages)) throw refusals.cannotMessage();
  }
}
