import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { currentEnvironment, type Environment, isInPanel } from '../config.ts';
import { FatalError } from '../work/errors.ts';
import { ownCommand } from '../work/own-command.ts';
import { ACTIONS } from './actions.ts';
import { createDraft, type Draft } from './draft.ts';
import { deleteDrafts, editEnv, readEnvFile, refuseUnwritable, writeEnvFile } from './env-file.ts';
import { describeQuestions, QUESTIONS } from './questions.ts';
import { choose, interruptible, intro, outro, say } from './terminal.ts';

const ENV_FILE = '.env';
const TEMPLATE = '.env.example';

type Next = 'start' | 'systemd' | 'compose' | 'nothing';

/**
 * Asks for what a live start needs, and writes it into `.env` at the very end: until then, everything is as it was.
 *
 * @returns whether the bot is to start now
 * @throws {@link FatalError} without a terminal that takes keys, when the operator stops, or when `.env` cannot be written
 */
export async function setUp(): Promise<boolean> {
  if (isInPanel() || !process.stdin.isTTY || !process.stdout.isTTY) throw new FatalError(describeQuestions());
  deleteDrafts(ENV_FILE);
  refuseUnwritable(ENV_FILE);
  const text = readEnvFile(ENV_FILE, TEMPLATE);
  const environment = currentEnvironment();
  const draft = createDraft(text, environment);
  const next = await interruptible(async () => {
    intro('Set-up of plan-vote-bot');
    say.info(`${ENV_FILE} is written after the last question. Until then, Ctrl+C leaves everything as it is.`);
    warnOfEnvironment(environment);
    for (const action of ACTIONS) await action(draft);
    return chooseNext(warnOfOthers(draft) && draft.unchecked.size === 0);
  });
  writeEnvFile(ENV_FILE, editEnv(text, draft.answers));
  say.success(`${ENV_FILE} is written. Nobody but you may read it.`);
  if (draft.unchecked.size > 0) {
    const [names, again] = [[...draft.unchecked].join(', '), ownCommand('setup')];
    say.warn(`Not checked: ${names}. Run "${again}" again once all of them answer: Enter keeps what is written now.`);
  }
  outro(whatComes(next));
  return next === 'start';
}

function warnOfEnvironment(environment: Environment): void {
  for (const name of Object.keys(QUESTIONS).filter((one) => (environment[one] ?? '').trim() !== '')) {
    say.warn(`${name} is set in the environment, which wins over ${ENV_FILE}: unset it there.`);
  }
}

/** Of variables that nobody was asked for. @returns whether the bot can start */
function warnOfOthers(draft: Draft): boolean {
  const { problems } = draft.inspect();
  for (const problem of problems) say.warn(`${problem}: correct it in ${ENV_FILE} before you start.`);
  return problems.length === 0;
}

async function chooseNext(canStart: boolean): Promise<Next> {
  return choose<Next>(
    `All is asked. What comes once ${ENV_FILE} is written?`,
    [
      { value: 'start', label: 'Start the bot now, in this terminal', hint: ownCommand() },
      ...offered('plan-vote-bot.service', 'systemd', 'Show the commands that make it a service of systemd'),
      ...offered('compose.yaml', 'compose', 'Show the commands that run it with Docker Compose'),
      { value: 'nothing', label: 'Nothing more' },
    ],
    canStart ? 'start' : 'nothing',
  );
}

/** What needs an example that is here, where its commands are run. */
function offered(example: string, value: Next, label: string) {
  return existsSync(join('ops', example)) ? [{ value, label }] : [];
}

const IN_DISCORD = 'Then type /setup in Discord, which leads through the rest.';

function whatComes(next: Next): string {
  switch (next) {
    case 'start':
      return `Starting. From now on, "${ownCommand()}" does this.`;
    case 'systemd':
      return `Run these, here in ${process.cwd()}:\n\n${systemdCommands(process.cwd()).join('\n')}\n\n${IN_DISCORD}`;
    case 'compose':
      return `Run these, here in ${process.cwd()}:\n\n${COMPOSE_COMMANDS.join('\n')}\n\n${IN_DISCORD}`;
    case 'nothing':
      return `"${ownCommand()}" starts the bot. ${IN_DISCORD}`;
  }
}

/** Where the unit of systemd expects the program. */
export const SERVICE_FOLDER = '/opt/plan-vote-bot';

/** Installs the unit from the folder of the program, with the `.env` there (docs/deployment.md, "Small, with systemd"). */
export function systemdCommands(folder: string): readonly string[] {
  return [
    `sudo useradd --system --home-dir ${SERVICE_FOLDER} plan-vote-bot`,
    ...(folder === SERVICE_FOLDER ? [] : [`sudo cp -R . ${SERVICE_FOLDER}`]),
    'sudo install -d -m 700 /etc/plan-vote-bot',
    'sudo install -m 600 .env /etc/plan-vote-bot/env',
    'sudo cp ops/plan-vote-bot.service /etc/systemd/system/',
    'sudo systemctl daemon-reload',
    'sudo systemctl enable --now plan-vote-bot',
    'journalctl --unit plan-vote-bot --follow',
  ];
}

/** Builds the image of this checkout and starts the container of the small profile (docs/deployment.md, "Small, with Docker Compose"). */
export const COMPOSE_COMMANDS: readonly string[] = [
  'docker compose --file ops/compose.yaml --file ops/compose-build.yaml up --detach --build',
  'docker compose --file ops/compose.yaml logs --follow',
];
