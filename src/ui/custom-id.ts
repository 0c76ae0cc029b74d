const SEPARATOR = ':';

/** What a custom id says: the command it belongs to, which of its handlers is meant, and what that handler is given. */
export type CustomId = { command: string; action: string; argument: string };

/** Writes `command:action:argument:…`. Only the last argument may contain a colon. */
export function formatCustomId(command: string, action: string, ...args: readonly (string | number)[]): string {
  return [command, action, ...args].join(SEPARATOR);
}

/** Reads a custom id. Parts that are missing are empty: anyone can send a custom id that we never wrote. */
export function parseCustomId(customId: string): CustomId {
  const [command, rest] = splitArgument(customId);
  const [action, argument] = splitArgument(rest);
  return { command, action, argument };
}

/** The first of several arguments, and the others. */
export function splitArgument(argument: string): [first: string, others: string] {
  const at = argument.indexOf(SEPARATOR);
  return at === -1 ? [argument, ''] : [argument.slice(0, at), argument.slice(at + 1)];
}
