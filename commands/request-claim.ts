import { claimReply } from '../src/claims/views/claim.ts';
import type { Context } from '../src/discord/incoming/command.ts';
import type { Answered } from '../src/discord/incoming/responder.ts';

/**
 * Claims a vote's reward for a person, and answers them. The answer to a claim that was not recorded, for example
 * because it came too early, never replaces the clicked message.
 *
 * @param options - `beside`: the answer is a message of its own; `replaces`: the request that the clicked message shows
 */
export async function requestClaim(
  context: Context<{ id: string }>,
  playername: string,
  { beside = false, replaces }: { beside?: boolean; replaces?: string } = {},
): Promise<Answered> {
  const { interaction, guildId, userId, locale, responder, services, t, receivedAt } = context;
  const answer = await services.claims.request({
    interactionId: interaction.id,
    guildId,
    userId,
    locale,
    playername,
    reply: responder.address,
    replaces,
    receivedAt,
    acknowledge: () => responder.defer({ beside }),
  });
  if (answer.kind === 'recorded') return 'answered';
  return responder.notify(claimReply(answer, { playername }, t));
}
