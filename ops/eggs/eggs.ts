import { readFileSync } from 'node:fs';

import { QUESTIONS } from '../../src/terminal-setup/questions.ts';

/** Stands for the owner of the repository until a release names its own. */
const REPOSITORY = 'https://github.com/example/plan-vote-bot';
/** Any https: address. The bot itself says what else is wrong with one. */
const HOST = ['required', 'url', 'starts_with:https://'];
const CREDENTIAL = ['required', 'string', 'max:255'];

/**
 * What an owner fills in. The access token is none of it: a panel's generic egg passes a Git token by that name, and
 * `/settings token` sets it in Discord.
 */
const ASKED = [
  { env_variable: 'DISCORD_TOKEN', name: 'Bot token', rules: CREDENTIAL },
  { env_variable: 'HOME_GUILD_ID', name: 'Your Discord server', rules: ['nullable', 'digits_between:17,20'] },
  { env_variable: 'AUTH_URL', name: 'Identity service', rules: HOST },
  { env_variable: 'BASE_URL', name: 'Main service', rules: HOST },
  { env_variable: 'APPLICATION_KEY', name: 'Application key', rules: CREDENTIAL },
] as const;

/** What the install script reads. Owners see it, and the administrators of the panel set it. */
const ADMINISTERED = [
  {
    env_variable: 'RELEASES_URL',
    name: 'Releases',
    description: 'The address of the releases on GitHub, or of a copy that is laid out alike.',
    default_value: `${REPOSITORY}/releases`,
    rules: HOST,
  },
  {
    env_variable: 'RELEASE_VERSION',
    name: 'Version',
    description: 'Such as 1.1.0, or latest. Reinstall takes it: settings and data stay. Stop the server before.',
    default_value: 'latest',
    rules: ['required', 'regex:/^[0-9a-z.-]+$/', 'max:32'],
  },
];

const VARIABLES = [
  ...ASKED.map(({ env_variable, ...rest }) => {
    const { what, where } = QUESTIONS[env_variable];
    const description = `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${where.join(' ')}`;
    return { env_variable, ...rest, description, default_value: '', user_editable: true };
  }),
  ...ADMINISTERED.map((variable) => ({ ...variable, user_editable: false })),
].map((variable) => ({ ...variable, user_viewable: true }));

/** A panel shows the command in its console, so that no value may stand in it. Without the first word it could be the sandbox. */
const STARTUP = 'NODE_ENV=production node --max-semi-space-size=16 dist/main.js';

/** What both panels take. Both parse the texts in `config` as JSON. */
const COMMON = {
  name: 'plan-vote-bot',
  author: 'plan-vote-bot@bot.example',
  description:
    'A Discord bot for communities around game servers: members claim the reward for a vote, owners see whether their plan is paid. Settings beyond those asked for here go into the file .env, as .env.example has them. Data and its key are in data/.',
  features: [],
  docker_images: { 'Node.js 24': 'ghcr.io/pelican-eggs/yolks:nodejs_24' },
  file_denylist: [],
  config: {
    files: '{}',
    startup: JSON.stringify({ done: '"msg":"ready"' }),
    logs: '{}',
    // SIGINT.
    stop: '^C',
  },
  scripts: {
    installation: {
      script: readFileSync(new URL('install.sh', import.meta.url), 'utf8'),
      container: 'ghcr.io/pelican-eggs/installers:debian',
      entrypoint: 'bash',
    },
  },
};

const updateUrl = (file: string) => `${REPOSITORY}/releases/latest/download/${file}`;

/** The files that administrators import, by panel. */
export const EGGS = {
  pterodactyl: {
    meta: { version: 'PTDL_v2', update_url: updateUrl('pterodactyl.json') },
    ...COMMON,
    startup: STARTUP,
    variables: VARIABLES.map((variable) => ({ ...variable, rules: variable.rules.join('|'), field_type: 'text' })),
  },
  pelican: {
    meta: { version: 'PLCN_v3', update_url: updateUrl('pelican.json') },
    uuid: '5b0a6c1e-7d0f-4a53-9a1d-3f6f0c1b7e42',
    ...COMMON,
    tags: ['discord', 'bot'],
    startup_commands: { Default: STARTUP },
    variables: VARIABLES.map((variable, index) => ({ ...variable, sort: index + 1 })),
  },
};
