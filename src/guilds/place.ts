/** What the bot needs to post in a channel. */
export type PostPermission = 'viewChannel' | 'sendMessages' | 'embedLinks';

/** How a channel is for the bot. `gone`: it was deleted; `missing`: what the bot lacks; `unknown`: Discord did not say */
export type ChannelState = 'fine' | 'gone' | 'unknown' | { missing: readonly PostPermission[] };
