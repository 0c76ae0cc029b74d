import { claimReply } from '../views/claim.ts';
import type { Reply } from '../views/reply.ts';
import type { Context } from './command.ts';

type ClaimOptions = {
  /** the answer is a message of its own, not the one that was clicked on */
  beside?: boolean;
  /** the request that the message which was clicked on has shown until now */
  replaces?: string;
};

/** Claims a vote's reward in the name of whoever asks. Undefined when the claim is on record: then it is told by itself. */
export async function requestClaim(
  context: Context<{ id: string; locale: string }>,
  playername: string,
  { beside = false, replaces }: ClaimOptions = {},
): Promise<Reply | undefined> {
  const { interaction, guildId, userId, responder, services, t, receivedAt } = context;
  const acknowledged = responder.defer({ beside });
  const answer = await services.claims.request({
    interactionId: interaction.id,
    guildId,
    userId,
    locale: interaction.locale,
    playername,
    reply: responder.address,
    replaces,
    receivedAt,
    acknowledged,
  });
  return answer && claimReply(answer, { playername, voteUrl: await services.settings.voteUrl(guildId) }, t);
}
