import type { TextStyle } from './message-text.ts';

/**
 * The text at the start of the console. At most eight lines of eighty columns keep all of it in sight on the smallest
 * terminal. The address comes last.
 *
 * @param pageUrl - the address of the page
 */
export function bannerText(pageUrl: string | undefined, style: TextStyle): string {
  return [
    style.bold('This is the sandbox: a Discord and both services on this machine. None of it is'),
    style.bold('real. Type commands here, or open the address below in a browser.'),
    '',
    '  /claimvote playername:Steve   claims the reward for a vote',
    '  ?                             lists commands, and what else there is to try',
    '  /quit                         ends it; to go live, see README.md',
    ...(pageUrl === undefined ? [] : ['', `In a browser: ${style.bold(pageUrl)}`]),
  ].join('\n');
}
