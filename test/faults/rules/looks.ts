import type { Ask, History, Shown } from '../history.ts';
import { DISCORD } from '../timings.ts';
import { faultsOf, isForgotten } from './claims.ts';
import { isSentAgain } from './late-edits.ts';
import { isFinal, NONE, saysLooking, UNAVAILABLE, UNFORESEEN, WAIT } from './words.ts';

/**
 * A vote was looked for although the reply had said what came of that, and nobody had asked again: it shows a claim that it
 * had not shown before.
 */
export function lookedOn(history: History): string[] {
  return looksIn(history).flatMap(({ ask, states, next }) => {
    const end = endOf(history, states);
    const isKnown = ({ reference }: Shown) =>
      states.some((one) => one.reference === reference && one.at <= (end?.at ?? 0));
    const isNews = (state: Shown) => state.reference !== undefined && !isKnown(state);
    const more = end && states.find((state) => isNews(state) && state.sentAt > end.at && state.at < next);
    return more ? [`${whoRead(more)} although "${end.title}" had ended the look of ${ask.playername}`] : [];
  });
}

/**
 * Somebody is left with words that their vote is looked for, and never read what came of that; or read so only later, although
 * nothing had kept the bot from saying so in the reply.
 */
export function lookingForEver(history: History): string[] {
  const { shown } = history;
  return looksIn(history).flatMap(({ ask, states, next }) => {
    const last = states.at(-1);
    if (!last || next < Infinity || !saysLooking(last) || isForgotten(history, ask)) return [];
    const until = ask.at + DISCORD.tokenLifetimeMs;
    const isHindered = faultsOf(history).some((trouble) => trouble.from <= until && ask.at <= trouble.until);
    const isTold = shown.some(
      (state) =>
        state.personId === ask.personId &&
        state.at > last.at &&
        !saysLooking(state) &&
        state.text.includes(`**${ask.playername}**`),
    );
    return isTold && isHindered ? [] : [`${whoRead(last)} and is left with words that it is looked for`];
  });
}

/** Each look, what its message showed from then on, and when somebody asked for something else there. */
function looksIn({ asks, shown }: History): { ask: Ask; states: Shown[]; next: number }[] {
  return asks
    .filter(({ looks }) => looks)
    .map((ask) => {
      const later = asks.filter(({ messageId, at }) => messageId === ask.messageId && at > ask.at);
      const states = shown.filter(({ messageId, at }) => messageId === ask.messageId && at >= ask.at);
      return { ask, states, next: Math.min(...later.map(({ at }) => at), Infinity) };
    });
}

/** The answers after which a vote is looked for again. */
const GOES_ON: readonly string[] = [NONE, UNAVAILABLE, WAIT, UNFORESEEN];

/** The first answer after the look had begun that it ends with: not the one from before, which came late. */
function endOf(history: History, states: readonly Shown[]): Shown | undefined {
  const index = states.findIndex(saysLooking);
  const begun = states[index];
  const goesOn = (state: Shown) => saysLooking(state) && GOES_ON.includes(state.title);
  const isBefore = (state: Shown) =>
    begun !== undefined && state.reference === begun.reference && isSentAgain(history, state, begun);
  return begun && states.slice(index).find((state) => isFinal(state) && !goesOn(state) && !isBefore(state));
}

function whoRead({ personId, title, reference }: Shown): string {
  return `${personId} was told "${title}" (claim ${String(reference)})`;
}
