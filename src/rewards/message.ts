/** A claim whose reward the receiver is to hand over. `claimedAt`: ms since the epoch */
export type Reward = { id: string; reference: string; playername: string; guildId: string; claimedAt: number };

/** `id`: the same on every try, so that the receiver recognises a message that it has handled already */
export type Message = { id: string; body: string };

/** The same on every try, and far below 20 kB (Standard Webhooks 1.0.0, "Payload size"). */
export function rewardMessage({ id, reference, playername, guildId, claimedAt }: Reward): Message {
  const claimed_at = new Date(claimedAt).toISOString();
  const data = { claim: id, reference, player: playername, guild: guildId, claimed_at };
  return { id, body: JSON.stringify({ type: 'vote.claimed', timestamp: claimed_at, data }) };
}

/** A message of a type for which no receiver hands over anything. @param now - ms since the epoch */
export function testMessage(id: string, guildId: string, now: number): Message {
  const timestamp = new Date(now).toISOString();
  return { id: `test_${id}`, body: JSON.stringify({ type: 'webhook.test', timestamp, data: { guild: guildId } }) };
}
