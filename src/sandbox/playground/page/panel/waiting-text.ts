import type { Game } from '../../protocol.ts';

/** The players for whom rewards wait: `Steve (2), Alex (1)`. */
export function waitingText({ waiting }: Pick<Game, 'waiting'>): string {
  return waiting.map(({ player, rewards }) => `${player} (${rewards})`).join(', ');
}
