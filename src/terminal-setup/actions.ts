import { problemOf, SECRET_NAMES } from '../config.ts';
import { TOKEN_REFUSED } from '../discord/client.ts';
import { inviteLink } from '../discord/invite.ts';
import { GUILDS_LISTED, listGuilds } from '../discord/rest/application.ts';
import { askDiscord, serviceMistakes } from '../process/mistakes.ts';
import { SWAPPED, withoutApiPath } from '../process/service-check.ts';
import { FatalError } from '../work/errors.ts';
import { asMeant, credentialAsMeant } from '../written-values.ts';
import type { Draft } from './draft.ts';
import { ambiguousCharacter } from './env-file.ts';
import { type QuestionName, QUESTIONS } from './questions.ts';
import { askSecret, askText, checking, choose, say } from './terminal.ts';

/** Asks for one thing, has it checked, and notes it in the draft. Run again, it starts from what the draft has. */
export type Action = (draft: Draft) => Promise<void>;

export const ACTIONS: readonly Action[] = [askToken, chooseHome, askAddresses, askKey, (draft) => ask(draft, OPTIONAL)];

/** May be left out, and taken out again. */
const OPTIONAL = 'ACCESS_TOKEN';
const TAKE_OUT = '-';

/** `mend`: what the operator may have done about the problems at once */
type Checked = { said: string } | { problems: readonly string[]; mend?: { label: string; apply: () => void } };

async function askToken(draft: Draft): Promise<void> {
  await askUntilRight(draft, ['DISCORD_TOKEN'], {
    ask: (isAgain) => ask(draft, 'DISCORD_TOKEN', isAgain),
    asking: 'Asking Discord whose token this is',
    check: () =>
      orProblem(async () => {
        const { application } = await discordOf(draft);
        return {
          said: `Discord knows this token: it is ${printable(application.bot?.username ?? application.name)}'s.`,
        };
      }),
  });
}

/**
 * A private bot needs no home. The operator may invite the bot first, and have Discord asked again. Where Discord could not
 * tell whose token it is, it cannot tell this.
 */
async function chooseHome(draft: Draft): Promise<void> {
  if (draft.unchecked.has('DISCORD_TOKEN')) {
    draft.unchecked.add('HOME_GUILD_ID');
    return;
  }
  let isChosen = false;
  while (!isChosen) {
    let home: Home | undefined;
    await askUntilRight(draft, ['HOME_GUILD_ID'], {
      asking: 'Asking Discord where the bot is',
      check: () =>
        orProblem(async () => {
          home = await findHome(draft);
          const which = home.guilds.length === 0 ? 'your' : 'another';
          return { said: `To invite the bot to ${which} server, open this link:\n${home.invitation}` };
        }),
    });
    if (!home) return;
    isChosen = home.isPublic ? await pickHome(draft, home.guilds) : await goWithoutHome(draft, home.guilds);
  }
}

/** @returns false when Discord is to be asked again */
async function pickHome(draft: Draft, guilds: Home['guilds']): Promise<boolean> {
  explain('HOME_GUILD_ID');
  const current = draft.has('HOME_GUILD_ID') ? draft.given('HOME_GUILD_ID') : undefined;
  const isListed = guilds.some(({ id }) => id === current);
  const chosen = await choose<string>(
    'Which server is your own?',
    [
      ...guilds.map(({ id, name }) => ({ value: id, label: name, hint: id })),
      ...(current === undefined || isListed
        ? []
        : [{ value: current, label: `Keep ${current}`, hint: 'not among them' }]),
      { value: 'again', label: 'Look again', hint: 'once you have invited the bot, or made it private' },
      { value: 'by-id', label: 'Type its id', hint: 'for one that is not in this list' },
    ],
    current,
  );
  if (chosen === 'by-id') await ask(draft, 'HOME_GUILD_ID');
  else if (chosen !== 'again') draft.set('HOME_GUILD_ID', chosen);
  return chosen !== 'again';
}

/** @returns false when Discord is to be asked again */
async function goWithoutHome(draft: Draft, guilds: Home['guilds']): Promise<boolean> {
  const names = guilds.map(({ name }) => name).join(', ') || 'no server yet';
  say.info(`The bot is private, and is in ${names}.`);
  const problem = homeProblem(draft, guilds);
  const next = problem === undefined ? 'keep' : await mendHome(problem, draft.has('HOME_GUILD_ID'));
  if (next === 'by-id') await ask(draft, 'HOME_GUILD_ID');
  if (next === 'by-id' || next === 'again') return false;
  if (next === 'remove') draft.remove('HOME_GUILD_ID');
  draft.keep('HOME_GUILD_ID');
  say.info(
    draft.has('HOME_GUILD_ID')
      ? `Your own server is the one of HOME_GUILD_ID, ${draft.given('HOME_GUILD_ID') ?? ''}.`
      : 'Every server that it is in counts as yours.',
  );
  return true;
}

/** What is wrong with a home that a private bot has, although it needs none. */
function homeProblem(draft: Draft, guilds: Home['guilds']): string | undefined {
  const id = draft.given('HOME_GUILD_ID') ?? '';
  if (id === '') return undefined;
  const malformed = problemOf('HOME_GUILD_ID', id);
  if (malformed !== undefined) return `HOME_GUILD_ID ${malformed}.`;
  const mayBeThere = guilds.length >= GUILDS_LISTED || guilds.some((guild) => guild.id === id);
  return mayBeThere ? undefined : `The bot is not in the server of HOME_GUILD_ID, ${id}.`;
}

async function mendHome(problem: string, isWellFormed: boolean): Promise<'remove' | 'by-id' | 'keep' | 'again'> {
  say.warn(problem);
  return choose('What now?', [
    { value: 'remove', label: 'Take HOME_GUILD_ID out', hint: 'a private bot needs none' },
    { value: 'by-id', label: 'Give another id' },
    ...(isWellFormed
      ? [
          { value: 'again' as const, label: 'Look again', hint: 'once you have invited the bot there' },
          { value: 'keep' as const, label: 'Keep it all the same' },
        ]
      : []),
  ]);
}

type Home = Awaited<ReturnType<typeof findHome>>;

async function findHome(draft: Draft) {
  const { rest, application } = await discordOf(draft);
  const guilds = await listGuilds(rest).catch((error: unknown) => {
    throw new FatalError('Discord did not say in which servers the bot is.', { cause: error });
  });
  return {
    guilds: guilds.map(({ id, name }) => ({ id, name: printable(name) })),
    isPublic: application.bot_public,
    invitation: inviteLink(application.id),
  };
}

/** Both before either is checked, since only together they show that they are swapped. */
async function askAddresses(draft: Draft): Promise<void> {
  await askUntilRight(draft, ['AUTH_URL', 'BASE_URL'], {
    ask: async () => {
      await askAddress(draft, 'AUTH_URL');
      await askAddress(draft, 'BASE_URL');
    },
    asking: 'Asking both services whether they are there',
    check: async () => {
      const { AUTH_URL, BASE_URL } = draft.inspect().values;
      const problems = await serviceMistakes({ AUTH_URL, BASE_URL });
      if (problems.length === 0) return { said: 'Both services answer.' };
      if (!problems.some((problem) => problem.includes(SWAPPED))) return { problems };
      return { problems, mend: { label: 'Swap the two', apply: swapAddresses.bind(undefined, draft) } };
    },
  });
}

async function askAddress(draft: Draft, name: 'AUTH_URL' | 'BASE_URL'): Promise<void> {
  await ask(draft, name);
  const url = draft.given(name) ?? '';
  const bare = withoutApiPath(url);
  if (bare === url) return;
  draft.set(name, bare);
  say.info(`${name} is taken as ${bare}, since the bot adds the rest itself.`);
}

function swapAddresses(draft: Draft): void {
  const [identity, main] = [draft.given('AUTH_URL') ?? '', draft.given('BASE_URL') ?? ''];
  draft.set('AUTH_URL', main);
  draft.set('BASE_URL', identity);
}

async function askKey(draft: Draft): Promise<void> {
  await askUntilRight(draft, ['APPLICATION_KEY'], {
    ask: (isAgain) => ask(draft, 'APPLICATION_KEY', isAgain),
    asking: 'Asking the identity service whether it takes the key',
    check: async () => {
      const { AUTH_URL, APPLICATION_KEY } = draft.inspect().values;
      const problems = await serviceMistakes({ AUTH_URL, APPLICATION_KEY });
      return problems.length === 0 ? { said: 'The identity service takes the key.' } : { problems };
    },
  });
}

/** Asks until the answer is right, or kept although it looks wrong: Discord or a service may only be away for now. */
async function askUntilRight(
  draft: Draft,
  names: readonly QuestionName[],
  question: {
    /** `isAgain`: what is there did not work */
    ask?: (isAgain: boolean) => Promise<void>;
    asking: string;
    check: () => Promise<Checked>;
  },
): Promise<void> {
  await question.ask?.(false);
  for (;;) {
    const checked = await checking(question.asking, question.check);
    if ('said' in checked) {
      say.success(checked.said);
      return;
    }
    const isRefused = checked.problems.includes(TOKEN_REFUSED);
    for (const problem of checked.problems) say.error(problem);
    const next = await choose('What now?', [
      ...(checked.mend ? [{ value: 'mend' as const, label: checked.mend.label }] : []),
      ...(question.ask ? [{ value: 'answer' as const, label: 'Answer again' }] : []),
      { value: 'check', label: 'Check again' },
      ...(isRefused ? [] : [{ value: 'keep' as const, label: 'Go on with it all the same' }]),
    ]);
    if (next === 'keep') {
      for (const name of names) draft.unchecked.add(name);
      return;
    }
    if (next === 'mend') checked.mend?.apply();
    if (next === 'answer') await question.ask?.(true);
  }
}

/** Asks for one variable. Enter keeps what is there, which is shown unless it is a secret; a secret that did not work goes. */
async function ask(draft: Draft, name: QuestionName, isAgain = false): Promise<void> {
  explain(name);
  const isSecret = SECRET_NAMES.includes(name);
  const meant = isSecret ? credentialAsMeant : asMeant;
  const isKept = draft.has(name) && !(isSecret && isAgain);
  const validate = (typed = '') => problemWith(draft, name, meant(typed), isKept);
  const keys = isAgain ? ' (in place of the one that did not work)' : whatKeysDo(name, isKept);
  const answer = isSecret
    ? await askSecret({ message: `${name}${keys}`, validate })
    : await askText({ message: name, validate, initialValue: draft.given(name) });
  const value = meant(answer);
  if (isLeftOut(draft, name, value)) draft.remove(name);
  else if (value === '') draft.keep(name);
  else draft.set(name, value);
}

function whatKeysDo(name: QuestionName, isKnown: boolean): string {
  if (!isKnown) return name === OPTIONAL ? ' (Enter goes on without)' : '';
  return ` (Enter keeps the one from before${name === OPTIONAL ? `, ${TAKE_OUT} takes it out` : ''})`;
}

/** Whether this answer to the optional question leaves nothing there. */
function isLeftOut(draft: Draft, name: QuestionName, value: string): boolean {
  return name === OPTIONAL && (value === TAKE_OUT || (value === '' && !draft.has(name)));
}

function explain(name: QuestionName): void {
  const { what, where } = QUESTIONS[name];
  say.info([`${name}: ${what}.`, ...where].join('\n'));
}

function problemWith(draft: Draft, name: QuestionName, value: string, isKept: boolean): string | undefined {
  if (isLeftOut(draft, name, value)) return undefined;
  if (name === OPTIONAL && isTheKey(draft, value)) {
    return `${name} is the same as APPLICATION_KEY: ask for an access token, which is another one.`;
  }
  if (value === '') return isKept ? undefined : `${name} is needed.`;
  const problem = problemOf(name, value);
  if (problem !== undefined) return `${name} ${problem}.`;
  const character = ambiguousCharacter(value);
  if (character === undefined) return undefined;
  const mend = SECRET_NAMES.includes(name)
    ? `Put it into a file, and write ${name}_FILE= and the path of the file into .env.`
    : 'Write it percent-encoded.';
  return `${name} has a ${character} in it, which Node and Docker read differently from .env. ${mend}`;
}

/** @param token - empty for the one that is there */
function isTheKey(draft: Draft, token: string): boolean {
  const { APPLICATION_KEY, ACCESS_TOKEN } = draft.inspect().values;
  return (token || ACCESS_TOKEN?.reveal()) === APPLICATION_KEY?.reveal();
}

/** What others have named, without anything that a terminal would obey. */
function printable(name: string): string {
  return name.replaceAll(/\p{C}/gu, '');
}

async function discordOf(draft: Draft) {
  const asked = await askDiscord(draft.inspect().values);
  if (!asked) throw new FatalError('DISCORD_TOKEN is missing, or DISCORD_API_URL is wrong.');
  return asked;
}

async function orProblem(work: () => Promise<Checked>): Promise<Checked> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FatalError)) throw error;
    return { problems: [error.message] };
  }
}
