import { currentEnvironment, type Environment } from '../config.ts';
import { FatalError } from '../work/errors.ts';
import { ACTIONS } from './actions.ts';
import { createDraft, type Draft } from './draft.ts';
import { deleteDrafts, editEnv, readEnvFile, writeEnvFile } from './env-file.ts';
import { COMPOSE_COMMANDS, systemdCommands } from './next-steps.ts';
import { describeQuestions, QUESTIONS } from './questions.ts';
import { choose, interruptible, intro, outro, say } from './terminal.ts';

const ENV_FILE = '.env';
const TEMPLATE = '.env.example';

type Next = 'start' | 'systemd' | 'compose' | 'nothing';

/**
 * Asks for what a live start needs, and writes it into `.env` at the very end: until then, everything is as it was.
 *
 * @returns whether the bot is to start now
 * @throws {@link FatalError} without a terminal, when the operator stops, or when `.env` cannot be written
 */
export async function setUp(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new FatalError(describeQuestions());
  deleteDrafts(ENV_FILE);
  const text = readEnvFile(ENV_FILE, TEMPLATE);
  const environment = currentEnvironment();
  const draft = createDraft(text, environment);
  const next = await interruptible(async () => {
    intro('Set-up of plan-vote-bot');
    say.info(`${ENV_FILE} is written after the last question. Until then, Ctrl+C leaves everything as it is.`);
    warnOfEnvironment(environment);
    for (const action of ACTIONS) await action(draft);
    return chooseNext(warnOfOthers(draft));
  });
  writeEnvFile(ENV_FILE, editEnv(text, draft.answers));
  say.success(`${ENV_FILE} is written. Nobody but you may read it.`);
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
      { value: 'start', label: 'Start the bot now, in this terminal', hint: 'npm start' },
      { value: 'systemd', label: 'Show the commands that make it a service of systemd' },
      { value: 'compose', label: 'Show the commands that run it with Docker Compose' },
      { value: 'nothing', label: 'Nothing more' },
    ],
    canStart ? 'start' : 'nothing',
  );
}

function whatComes(next: Next): string {
  switch (next) {
    case 'start':
      return 'Starting. From now on, "npm start" does this.';
    case 'systemd':
      return `Run these, here in ${process.cwd()}:\n\n${systemdCommands(process.cwd()).join('\n')}`;
    case 'compose':
      return `Run these, here in ${process.cwd()}:\n\n${COMPOSE_COMMANDS.join('\n')}`;
    case 'nothing':
      return '"npm start" starts the bot.';
  }
}
