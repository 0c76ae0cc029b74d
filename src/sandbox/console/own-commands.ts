export const QUIT = '/quit';

/** What the console does itself. `takes`: the arguments; `about`: what it is for, as `?` says it. */
export const OWN_COMMANDS = {
  '/as': { takes: 'NAME', about: 'act as someone else' },
  '/menu': { takes: 'NAME COMMAND', about: 'use a command in the menu of a member' },
  '/vote': { takes: 'NAME', about: 'cast a vote for a player' },
  '/fault': { takes: 'HOST KIND [N]', about: 'break a service for N requests, or until /heal' },
  '/heal': { takes: '', about: 'mend all services' },
  '/rewards': { takes: '', about: 'what the game server handed over, and how it is told' },
  '/secret': { takes: 'SECRET', about: 'give it the secret of a webhook' },
  '/join': { takes: 'NAME', about: 'a player joins it, and gets what waits for them' },
  '/leave': { takes: 'NAME', about: 'a player leaves it' },
  [QUIT]: { takes: '', about: 'the end' },
  '?': { takes: '[plans|faults]', about: 'this list; the plans to look at; the kinds of faults' },
} as const;

/** The console itself ends at QUIT. */
export type OwnCommand = Exclude<keyof typeof OWN_COMMANDS, typeof QUIT>;

/** The topics of `?`, beside the commands. */
export const HELP_TOPICS = ['plans', 'faults'] as const;

export function isOwn(word: string): word is OwnCommand {
  return Object.hasOwn(OWN_COMMANDS, word) && word !== QUIT;
}
