import { claimReply } from '../src/claims/views/claim.ts';
import type { Context } from '../src/discord/command.ts';
import type { Answered } from '../src/discord/responder.ts';

type ClaimOptions = {
  /** the answer is a message of its own, not the one that was clicked on */
  beside?: boolean;
  /** the request that the message which was clicked on has shown until now */
  replaces?: string;
};

/**
 * Claims a vote's reward in the name of whoever asks, and answers them. The answer to a claim that was not recorded,
 * for example because it came too early, never replaces the message that was clicked on.
 */
export async function requestClaim(
  context: Context<{ id: string }>,
  playername: string,
  { beside = false, replaces }: ClaimOptions = {},
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
  const voteLinks = await services.settings.voteLinks(guildId);
  return responder.notify(claimReply(answer, { playername, voteLinks }, t));
}
