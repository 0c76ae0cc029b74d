import { translator } from '../locales/index.ts';
import type { Messenger } from '../services/claims.ts';
import type { Settings } from '../services/settings.ts';
import { claimReply } from '../views/claim.ts';
import { messageBody } from './replies.ts';
import type { InteractionRest } from './rest.ts';

/** Tells people what became of their claims, by editing the reply that each request left. */
export function createMessenger({ rest, settings }: { rest: InteractionRest; settings: Settings }): Messenger {
  return {
    async tellClaim({ id, guildId, locale, playername, reply }, answer) {
      const context = { t: translator(locale), playername, requestId: id, voteUrl: await settings.voteUrl(guildId) };
      await rest.editOriginal(reply, messageBody(claimReply(answer, context)));
    },
  };
}
