import { PermissionFlagsBits } from 'discord.js';

import { claimReply } from '../src/claims/views/claim.ts';
import type { Context } from '../src/discord/incoming/command.ts';
import type { Answered } from '../src/discord/incoming/responder.ts';

/** What moderators need to check somebody else's claim again, and for most else that they do with claims. */
export const MODERATE = PermissionFlagsBits.ModerateMembers;

/**
 * Claims a vote's reward for a person, and answers them. The answer to a claim that was not recorded, for example
 * because it came too early, never replaces the clicked message.
 *
 * @param options - `beside`: the answer is a message of its own; `replaces`: the request that the clicked message shows;
 *   `isRecheck`: a moderator checks somebody else's claim again
 */
export async function requestClaim(
  context: Context<{ id: string }>,
  playername: string,
  { beside = false, ...asked }: { beside?: boolean; replaces?: string; isRecheck?: boolean | undefined } = {},
): Promise<Answered> {
  const { interaction, guildId, userId, locale, responder, services, t, receivedAt } = context;
  const answer = await services.claims.request({
    interactionId: interaction.id,
    guildId,
    userId,
    locale,
    playername,
    reply: responder.address,
    ...asked,
    receivedAt,
    acknowledge: () => responder.defer({ beside }),
  });
  if (answer.kind === 'recorded') return 'answered';
  return responder.notify(claimReply(answer, { playername }, t));
}
