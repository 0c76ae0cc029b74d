/** What the bot needs to post in a channel. */
export type PostPermission = 'viewChannel' | 'sendMessages' | 'embedLinks';

/** How a channel is for the bot. `gone`: it was deleted; `missing`: what the bot lacks; `unknown`: Discord did not say */
export type ChannelState = 'fine' | 'gone' | 'unknown' | { missing: readonly PostPermission[] };

/** Asks Discord about the channels and roles that a guild has chosen. */
export type Places = {
  /**
   * Never rejects: what Discord does not say is unknown, of a role no different from one that is there.
   *
   * @returns the state of each channel by its id, and which of the roles are gone
   */
  inspect(
    guildId: string,
    wanted: { channels: readonly string[]; roles: readonly string[] },
  ): Promise<{ channels: ReadonlyMap<string, ChannelState>; goneRoles: readonly string[] }>;
};
