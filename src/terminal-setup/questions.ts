import type { VariableName } from '../config.ts';

const PROVIDER = 'whoever runs the service that your votes and plans are on';

/** What is asked, in this order: what it is, and where to get it. */
export const QUESTIONS = {
  DISCORD_TOKEN: {
    what: "the bot's token",
    where: [
      'In the Discord Developer Portal, https://discord.com/developers/applications, create an application.',
      'Under Bot, click Reset Token and copy the token. The bot needs no privileged intent.',
    ],
  },
  HOME_GUILD_ID: {
    what: 'the id of your own Discord server, for a public bot alone',
    where: [
      'In Discord, turn on Developer Mode (User Settings, Advanced), right-click the server: Copy Server ID.',
      'A bot that only your own server uses needs none: under Installation set Install Link to None, then under Bot switch Public Bot off.',
    ],
  },
  AUTH_URL: {
    what: 'the address of the identity service, which knows the plans',
    where: [`From ${PROVIDER}.`, 'It begins with https:// and ends before /api/v1.'],
  },
  BASE_URL: {
    what: 'the address of the main service, which knows the votes',
    where: [`From ${PROVIDER}.`, 'It begins with https:// and ends before /api/v1.'],
  },
  APPLICATION_KEY: {
    what: 'the key that reads plans from the identity service',
    where: [`From ${PROVIDER}: an application key with the scope plans:read.`],
  },
  ACCESS_TOKEN: {
    what: 'the token that claims vote rewards in your own servers; optional',
    where: [
      `From ${PROVIDER}: an access token for vote claims.`,
      'Without it, each Discord server sets its own with /settings token.',
      'It cannot be checked now: the first claim shows whether it works.',
    ],
  },
} as const satisfies Partial<Record<VariableName, { what: string; where: readonly string[] }>>;

export type QuestionName = keyof typeof QUESTIONS;

/** For those who have no terminal to be asked in. */
export function describeQuestions(): string {
  const described = Object.entries(QUESTIONS).map(
    ([name, { what, where }]) => `${name}: ${what}.\n${where.map((line) => `  ${line}`).join('\n')}`,
  );
  return [
    'The set-up asks questions, and needs a terminal for that. Without one, copy .env.example to .env, or open Startup in your panel, and fill in:',
    ...described,
  ].join('\n\n');
}
