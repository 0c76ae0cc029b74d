import type { Command, PlaygroundState } from '../playground/protocol.ts';

/** What `/help` can be asked about, beside the commands. */
export const HELP_TOPICS = ['plans', 'faults'] as const;

/**
 * The answer to `/help`, each of which fits a small terminal.
 *
 * @param topic - one of {@link HELP_TOPICS}; anything else is answered with the commands
 */
export function helpText(topic: string | undefined, state: PlaygroundState): string {
  if (topic === 'plans') return plansText(state);
  return topic === 'faults' ? faultsText(state) : commandsText(state);
}

export function namesOf({ people }: Pick<PlaygroundState, 'people'>): string {
  return people.map(({ name }) => name).join(', ');
}

function commandsText(state: PlaygroundState): string {
  return [
    'Commands of the bot (Tab completes them and their options):',
    ...usesOf(state.commands),
    `  An access token that works for /settings token: ${state.accessToken}`,
    'Commands of this console:',
    `  /as NAME               act as someone else: ${namesOf(state)}`,
    '  /vote NAME             cast a vote for a player',
    '  /fault HOST KIND [N]   break a service for N requests, or until /heal',
    '  /heal                  mend both services',
    '  /help plans            the plans to look at with /plan entity:ID',
    '  /help faults           the kinds of faults',
    '  /quit                  the end',
    '  a number               click what carries it in the last reply',
  ].join('\n');
}

function plansText({ examples }: PlaygroundState): string {
  const width = Math.max(...examples.map(({ entityId }) => entityId.length));
  return [
    'Plans to look at with /plan entity:ID',
    ...examples.map(({ entityId, about }) => `  ${entityId.padEnd(width)}  ${about}`),
  ].join('\n');
}

/** All services offer the same faults. */
function faultsText({ hosts }: PlaygroundState): string {
  const offered = hosts[0]?.offered ?? [];
  const width = Math.max(...offered.map(({ fault }) => fault.length));
  return [
    `/fault HOST KIND [N]: HOST is ${hosts.map(({ name }) => name).join(' or ')}, KIND one of`,
    ...offered.map(({ fault, about }) => `  ${fault.padEnd(width)}  ${about}`),
  ].join('\n');
}

/** A line for each command, with its subcommands and the names of their options: `/entity link id: label: · list`. */
function usesOf(commands: readonly Command[]): string[] {
  const byName = Map.groupBy(commands, ({ path }) => path[0] ?? '');
  return [...byName].map(([name, branches]) => `  /${name} ${branches.map(branchUse).join(' · ')}`.trimEnd());
}

function branchUse({ path, options }: Command): string {
  return [...path.slice(1), ...options.map(({ name }) => `${name}:`)].join(' ');
}
