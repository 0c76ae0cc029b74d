import type { History } from '../history.ts';
import { claimsOf, forgottenRewards } from './claims.ts';
import { BY_HAND, GRANTED } from './words.ts';

/** Somebody reads that a reward can be handed out, which the game server is told of: it would be handed over twice. */
export function invitedHandOvers({ shown, channel }: History): string[] {
  const invited = [
    ...shown.filter(({ text }) => text.includes(BY_HAND)),
    ...channel.filter(({ saysByHand }) => saysByHand === true),
  ];
  return invited.map(
    ({ title, reference }) => `"${title}" (claim ${String(reference)}) says that the reward ${BY_HAND}`,
  );
}

/**
 * The reward of a claim told as granted, or of which a moderator says that it was, was not handed over, or twice, or to
 * another player; or that of a claim of which nobody was told so was.
 */
export function wrongHandOvers(history: History): string[] {
  const { handedOver, decisions } = history;
  const granted = claimsOf(history).filter(({ shown }) => shown.some(({ title }) => title === GRANTED));
  const claimed = decisions.filter(({ kind }) => kind === 'claimed');
  const due = new Set([...granted, ...claimed.filter(({ isKept }) => isKept)].map(({ reference }) => reference));
  const players = new Map([...granted, ...claimed].map(({ reference, playername }) => [reference, playername]));
  for (const { reference, playername } of forgottenRewards(history, (one) => players.has(one)))
    players.set(reference, playername);
  const times = Map.groupBy(handedOver, ({ reference }) => reference);
  return [
    ...[...due]
      .filter((reference) => !times.has(reference))
      .map((reference) => `claim ${reference} was told as granted, and its reward never handed over`),
    ...[...times].flatMap(([reference, all]) =>
      all.length > 1 ? [`the reward of claim ${reference} was handed over ${all.length} times`] : [],
    ),
    ...handedOver.flatMap(({ reference, playername }) => {
      const player = players.get(reference);
      if (player === undefined) return [`claim ${reference} was handed over, and not told as granted`];
      return player === playername ? [] : [`the reward of ${player} was handed over to ${playername}`];
    }),
  ];
}
