/** A claim whose reward is to be handed over. `claimedAt`: ms since the epoch */
export type Reward = { claimId: string; reference: string; playername: string; guildId: string; claimedAt: number };

/** What a receiver gets: `id` is the same on every try, and by it the receiver knows what it has handed over already. */
export type Message = { id: string; body: string };

/** Standard Webhooks 1.0.0, "Payload size". */
export const MAX_BODY_BYTES = 20_000;

/**
 * The message about a claimed reward, the same on every try. Even a player's name of 100 characters that are all escaped
 * leaves it far below {@link MAX_BODY_BYTES}.
 */
export function rewardMessage({ claimId, reference, playername, guildId, claimedAt }: Reward): Message {
  const claimed_at = new Date(claimedAt).toISOString();
  const data = { claim: claimId, reference, player: playername, guild: guildId, claimed_at };
  return { id: claimId, body: JSON.stringify({ type: 'vote.claimed', timestamp: claimed_at, data }) };
}

/** A message about nothing, of a type that no receiver hands anything over for. @param now - ms since the epoch */
export function testMessage(id: string, guildId: string, now: number): Message {
  const timestamp = new Date(now).toISOString();
  return { id: `test_${id}`, body: JSON.stringify({ type: 'webhook.test', timestamp, data: { guild: guildId } }) };
}
