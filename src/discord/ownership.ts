import type { APIApplication, REST } from 'discord.js';

import { MINUTE_MS } from '../clock.ts';
import { FatalError } from '../errors.ts';
import { fetchApplication, operatorsOf } from './application.ts';

/**
 * An operator's right that Discord has not confirmed for this long is not used: whoever lost it must not keep it for as
 * long as Discord is silent, and linking for another Discord server can wait. A single answer that is missing takes it
 * from nobody.
 */
export const CONFIRMED_FOR_MS = 5 * MINUTE_MS;

/** Whose the bot is, as Discord last said. */
export type Ownership = {
  /**
   * @throws {@link FatalError} when the bot is public without a home guild: every guild would count as the operator's
   * own
   */
  note: (application: APIApplication) => void;
  /** Asks Discord again. @throws as {@link note} does, and whatever a call to Discord throws */
  reread(): Promise<void>;
  /** Whether a person runs this bot: the application's owner, or a member of its team. */
  isOperator: (userId: string) => boolean;
};

/** @param options.now - ms since the epoch */
export function createOwnership(options: {
  rest: REST;
  homeGuildId: string | undefined;
  now: () => number;
}): Ownership {
  const { rest, homeGuildId, now } = options;
  let operators: readonly string[] = [];
  let confirmedAt = Number.NEGATIVE_INFINITY;

  function note(application: APIApplication): void {
    if (application.bot_public && homeGuildId === undefined) {
      throw new FatalError(
        'This application is a public bot: set HOME_GUILD_ID to your own guild, or switch "Public Bot" off in the Discord Developer Portal.',
      );
    }
    operators = operatorsOf(application);
    confirmedAt = now();
  }

  return {
    note,
    async reread() {
      note(await fetchApplication(rest));
    },
    isOperator: (userId) => now() - confirmedAt < CONFIRMED_FOR_MS && operators.includes(userId),
  };
}
