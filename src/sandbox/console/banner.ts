import type { Command, PlaygroundState } from '../playground/protocol.ts';
import { faultNames } from './fault-line.ts';
import type { TextStyle } from './message-text.ts';

/** The text at the start of the console. @param pageUrl - the address of the page */
export function bannerText(state: PlaygroundState, pageUrl: string | undefined, style: TextStyle): string {
  return [
    style.bold('This is the sandbox: a Discord and both services on this machine. Nothing here is real.'),
    ...(pageUrl === undefined ? [] : [`See it in a browser: ${style.bold(pageUrl)}`]),
    `To go live, fill in .env as the README says. The bot's commands: ${state.commands.map(useOf).join('  ')}`,
    '',
    'Things to try:',
    '  /claimvote playername:Steve    a vote is waiting',
    '  /claimvote playername:Notch    claimed already',
    '  /claimvote                     asks for the name',
    '  /entity link id:ent_studio     then /plan shows it',
    ...state.examples.map(({ entityId, about }) => `  /plan entity:${entityId.padEnd(17)} ${about}`),
    `  /settings token                asks for an access token; this one works: ${state.accessToken}`,
    '',
    helpText(state),
    '',
  ].join('\n');
}

/** The console's own commands. */
export function helpText(state: PlaygroundState): string {
  const hosts = state.hosts.map(({ name }) => `"${name}"`).join(' or ');
  return [
    '  /vote NAME              cast a vote for a player',
    `  /as NAME                act as someone else: ${namesOf(state)}`,
    `  /fault HOST KIND [N]    break the host ${hosts} for the next N requests (all, without N):`,
    `                          ${faultNames(state.hosts).join(', ')}`,
    '  /heal                   mend both hosts',
    '  /help  /quit            this text; the end',
    '  a number                click what carries it in the last reply',
  ].join('\n');
}

export function namesOf({ people }: PlaygroundState): string {
  return people.map(({ name }) => name).join(', ');
}

function useOf({ path, options }: Command): string {
  return [`/${path.join(' ')}`, ...options.map(({ name }) => `${name}:…`)].join(' ');
}
