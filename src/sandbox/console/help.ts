import { WORDS } from '../playground/page/words.ts';
import type { FaultName, PersonRole, PlaygroundState } from '../playground/protocol.ts';
import { OWN_COMMANDS } from './own-commands.ts';
import { wrapped } from './wrapping.ts';

/** Of a small terminal. */
const COLUMNS = 80;

/** The answer to `?`: it fits a small terminal. @param topic - `plans` or `faults`; else commands are listed */
export function helpText(topic: string | undefined, state: PlaygroundState): string {
  if (topic === 'plans') return plansText(state);
  return topic === 'faults' ? faultsText(state) : commandsText(state);
}

/** Everybody, by what they may do: `Olivia (operator), Alex, Sam (member)`. */
export function namesOf({ people }: Pick<PlaygroundState, 'people'>): string {
  const byRole = Map.groupBy(people, ({ role }) => role);
  return Array.from(byRole, ([role, some]) => `${some.map(({ name }) => name).join(', ')} (${roleText(role)})`).join(
    ', ',
  );
}

export function roleText(role: PersonRole): string {
  return WORDS.people.roles[role].toLowerCase();
}

function commandsText(state: PlaygroundState): string {
  const names = new Set(state.commands.map(({ path }) => `/${path[0] ?? ''}`));
  return [
    'Commands of the bot (Tab completes them and their options):',
    wrapped(`  ${[...names].join(' ')}`, COLUMNS),
    `  An access token that works for /settings token: ${state.accessToken}`,
    'Commands of this console:',
    ...Object.entries(OWN_COMMANDS).map(([name, { takes, about }]) => `  ${`${name} ${takes}`.padEnd(22)} ${about}`),
    '  a number               click what carries it in the last reply',
    `People: ${namesOf(state)}`,
  ].join('\n');
}

function plansText({ examples }: PlaygroundState): string {
  const width = Math.max(...examples.map(({ entityId }) => entityId.length));
  return [
    'Plans to look at with /plan entity:ID',
    ...examples.map(({ entityId, shows }) => `  ${entityId.padEnd(width)}  ${WORDS.plans.about[shows]}`),
  ].join('\n');
}

/** Every fault once, below the hosts that offer it. */
function faultsText({ hosts }: PlaygroundState): string {
  const offered = new Set(hosts.flatMap((host) => host.offered.map(({ fault }) => fault)));
  const width = Math.max(...offered.values().map(({ length }) => length));
  const offering = (fault: FaultName): string =>
    hosts
      .filter((host) => host.offered.some((one) => one.fault === fault))
      .map(({ name }) => name)
      .join(', ');
  const lines = Map.groupBy(offered, offering);
  return [
    '/fault HOST KIND [N]: HOST and KIND are',
    ...[...lines].flatMap(([names, faults]) => [
      `${names}:`,
      ...faults.map((fault) => `  ${fault.padEnd(width)}  ${WORDS.faults.about[fault]}`),
    ]),
  ].join('\n');
}
