import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';

import { describe, expect, test } from 'vitest';

import { QUESTIONS } from '../../src/terminal-setup/questions.ts';
import { freePort } from '../database/free-port.ts';
import { openSandbox, runProgram } from '../e2e/program.ts';
import { maySkip } from '../services-at-hand.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openTerminal, pythonPath, type Terminal } from './terminal.ts';

const GUILD = '123456789012345678';
const STOPPED = 'The set-up was stopped: everything is as it was.';
const CTRL_C = '\u0003';

type Answers = Partial<Record<'DISCORD_TOKEN' | 'AUTH_URL' | 'BASE_URL' | 'APPLICATION_KEY' | 'ACCESS_TOKEN', string>>;

/** A sandbox, a folder for `.env`, and an operator who has everything that the set-up asks for. */
async function prepareScene(env?: string) {
  const { sandbox } = await openSandbox();
  const folder = temporaryFolder();
  const path = join(folder, '.env');
  if (env !== undefined) writeFileSync(path, env, { mode: 0o644 });
  const { DISCORD_TOKEN = '', DISCORD_API_URL = '', ...given } = sandbox.environment;
  const { AUTH_URL = '', BASE_URL = '', APPLICATION_KEY = '' } = given;
  const afterToken = { AUTH_URL, BASE_URL, APPLICATION_KEY, ACCESS_TOKEN: '' };
  const right = { DISCORD_TOKEN, ...afterToken };
  return {
    sandbox,
    right,
    afterToken,
    folder,
    read: () => readFileSync(path, 'utf8'),
    mode: () => statSync(path).mode & 0o777,
    setUp: (environment: Record<string, string> = {}) =>
      openTerminal(folder, { DISCORD_API_URL, DATABASE_URL: 'sqlite::memory:', ...environment }, 'setup'),
  };
}

/** The same, with the set-up in a terminal. */
async function openScene(env?: string) {
  const scene = await prepareScene(env);
  return { ...scene, terminal: scene.setUp() };
}

async function answerAll(terminal: Terminal, answers: Answers): Promise<void> {
  for (const [name, answer] of Object.entries(answers)) await terminal.answer(name, answer);
}

/** Gives the last answers, and chooses what comes next. */
async function finish(terminal: Terminal, answers: Answers = {}, next = 'Nothing more'): Promise<void> {
  await answerAll(terminal, answers);
  await terminal.choose('All is asked.', next);
  await terminal.shows('.env is written.');
}

describe.skipIf(maySkip(pythonPath))(
  `the set-up in a terminal${pythonPath === undefined ? ': Python is not installed: skipped' : ''}`,
  () => {
    test('asks for each value, says where to get it, and writes what a start takes', async () => {
      const { sandbox, right, read, mode, terminal } = await openScene();
      await finish(terminal, { ...right, ACCESS_TOKEN: 'an-access-token' });

      expect(await terminal.ended).toBe(0);
      expect(read()).toBe(
        Object.entries({ ...right, ACCESS_TOKEN: 'an-access-token' })
          .map(([name, value]) => `${name}=${value}\n`)
          .join(''),
      );
      expect(mode()).toBe(0o600);
      const screen = terminal.screen();
      for (const name of ['DISCORD_TOKEN', 'AUTH_URL', 'BASE_URL', 'APPLICATION_KEY', 'ACCESS_TOKEN'] as const) {
        for (const line of QUESTIONS[name].where) expect(screen).toContain(line);
      }
      expect(screen).toContain(`https://discord.com/oauth2/authorize?client_id=${sandbox.discord.applicationId}&`);
      for (const secret of [right.DISCORD_TOKEN, right.APPLICATION_KEY, 'an-access-token']) {
        expect(screen).not.toContain(secret);
      }
      const { DISCORD_API_URL = '' } = sandbox.environment;
      const bot = runProgram({ ...parseEnv(read()), DISCORD_API_URL, DATABASE_URL: 'sqlite::memory:' });
      await bot.logged('who and where this bot is');
    });

    test('keeps the comments, the order and the variables that it does not know, and shows no secret', async () => {
      const { right, read, mode, terminal } = await openScene(
        '# Ours.\nTZ="Europe/Berlin"\nexport DISCORD_TOKEN="old-token"\n\n# HOME_GUILD_ID=\nBASE_URL=https://old.invalid # old\n',
      );
      await terminal.answer('DISCORD_TOKEN (Enter keeps the one from before)', right.DISCORD_TOKEN);
      await terminal.answer('AUTH_URL', right.AUTH_URL);
      await terminal.shows('◆  BASE_URL');
      await terminal.shows('https://old.invalid');
      terminal.types(`\u0015${right.BASE_URL}\r`);
      await finish(terminal, { APPLICATION_KEY: right.APPLICATION_KEY, ACCESS_TOKEN: '' });
      await terminal.ended;

      expect(read()).toBe(
        `# Ours.\nTZ="Europe/Berlin"\nDISCORD_TOKEN=${right.DISCORD_TOKEN}\n\n# HOME_GUILD_ID=\nBASE_URL=${right.BASE_URL}\nAUTH_URL=${right.AUTH_URL}\nAPPLICATION_KEY=${right.APPLICATION_KEY}\n`,
      );
      expect(mode()).toBe(0o600);
      expect(terminal.screen()).not.toContain('old-token');
    });

    test('starts again from what is there: Enter keeps it, without its quotes', async () => {
      const { sandbox, right, read, folder, setUp } = await prepareScene();
      sandbox.discord.application.botPublic = true;
      const lines = Object.entries({ ...right, HOME_GUILD_ID: sandbox.guild.id, ACCESS_TOKEN: 'kept' });
      writeFileSync(join(folder, '.env'), lines.map(([name, value]) => `${name}="${value}"\n`).join(''));
      const terminal = setUp();
      await answerAll(terminal, { DISCORD_TOKEN: '' });
      await terminal.choose('Which server is your own?', sandbox.guild.name);
      await finish(terminal, { AUTH_URL: '', BASE_URL: '', APPLICATION_KEY: '', ACCESS_TOKEN: '' });
      await terminal.ended;

      expect(read()).toBe(lines.map(([name, value]) => `${name}=${value}\n`).join(''));
    });

    test('names swapped addresses, and swaps them', async () => {
      const { right, read, terminal } = await openScene();
      const { DISCORD_TOKEN, AUTH_URL, BASE_URL } = right;
      await answerAll(terminal, { DISCORD_TOKEN, AUTH_URL: BASE_URL, BASE_URL: AUTH_URL });
      await terminal.shows('AUTH_URL and BASE_URL seem to be swapped');
      await terminal.choose('What now?', 'Swap the two');
      await terminal.shows('Both services answer.');
      await finish(terminal, { APPLICATION_KEY: right.APPLICATION_KEY, ACCESS_TOKEN: '' });

      expect(read()).toContain(`AUTH_URL=${right.AUTH_URL}\nBASE_URL=${right.BASE_URL}\n`);
    });

    test('takes off a doubled path; names an address that nobody answers at; checks again; goes on if it is told to', async () => {
      const { right, read, terminal } = await openScene();
      const nobody = `http://127.0.0.1:${await freePort()}`;
      await answerAll(terminal, { DISCORD_TOKEN: right.DISCORD_TOKEN, AUTH_URL: `${right.AUTH_URL}/api/v1/` });
      await terminal.shows(`AUTH_URL is taken as ${right.AUTH_URL}, since the bot adds the rest itself.`);
      await terminal.answer('BASE_URL', nobody);
      await terminal.shows('The service at BASE_URL cannot be reached (ECONNREFUSED)');
      await terminal.choose('What now?', 'Answer again');
      await terminal.answer('AUTH_URL');
      await terminal.answer('BASE_URL');
      await terminal.choose('What now?', 'Check again');
      await terminal.shows('The service at BASE_URL cannot be reached (ECONNREFUSED)');
      await terminal.choose('What now?', 'Go on');
      await finish(terminal, { APPLICATION_KEY: right.APPLICATION_KEY, ACCESS_TOKEN: '' });

      expect(read()).toContain(`AUTH_URL=${right.AUTH_URL}\nBASE_URL=${nobody}\n`);
    });

    test('goes on while Discord is away, and says what was not checked and how to resume', async () => {
      const { sandbox, right, afterToken, read, terminal } = await openScene('HOME_GUILD_ID=123456789012345678\n');
      sandbox.discord.server.inject({ kind: 'status', status: 503 });
      await terminal.answer('DISCORD_TOKEN', right.DISCORD_TOKEN);
      await terminal.shows('Discord, or what stands before it, answers with 503');
      await terminal.choose('What now?', 'Go on');
      await finish(terminal, afterToken);
      await terminal.shows('Not checked: DISCORD_TOKEN, HOME_GUILD_ID. Run "npm run setup" again');

      expect(await terminal.ended).toBe(0);
      expect(read()).toContain(`HOME_GUILD_ID=123456789012345678\nDISCORD_TOKEN=${right.DISCORD_TOKEN}\n`);
    });

    test('names a key that the identity service refuses', async () => {
      const { right, read, terminal } = await openScene();
      const { APPLICATION_KEY, ACCESS_TOKEN, ...before } = right;
      await answerAll(terminal, { ...before, APPLICATION_KEY: 'wrong' });
      await terminal.shows('The service at AUTH_URL refuses APPLICATION_KEY');
      await terminal.choose('What now?', 'Answer again');
      await terminal.answer('APPLICATION_KEY (in place of the one that did not work)');
      await terminal.shows('APPLICATION_KEY is needed.');
      await finish(terminal, { APPLICATION_KEY, ACCESS_TOKEN });

      expect(read()).toContain(`APPLICATION_KEY=${APPLICATION_KEY}\n`);
    });

    test('lets a public bot be invited, looks again, and takes the server that is chosen', async () => {
      const { sandbox, right, afterToken, read, terminal } = await openScene();
      sandbox.discord.application.botPublic = true;
      sandbox.discord.guilds.clear();
      await answerAll(terminal, { DISCORD_TOKEN: right.DISCORD_TOKEN });
      await terminal.shows(`client_id=${sandbox.discord.applicationId}&scope=bot+applications.commands`);
      await terminal.shows('◆  Which server is your own?');
      sandbox.discord.addGuild({ name: 'Fi\u001B[2Jrst' });
      const second = sandbox.discord.addGuild({ name: 'Second' });
      terminal.types('\r');
      await terminal.choose('Which server is your own?', 'Second');
      expect(terminal.screen()).toContain('Fi[2Jrst');
      await finish(terminal, afterToken);

      expect(read()).toContain(`HOME_GUILD_ID=${second.id}\n`);
    });

    test("takes the id of a public bot's own server, which it is not in yet", async () => {
      const { sandbox, right, afterToken, read, terminal } = await openScene();
      sandbox.discord.application.botPublic = true;
      sandbox.discord.guilds.clear();
      await answerAll(terminal, { DISCORD_TOKEN: right.DISCORD_TOKEN });
      await terminal.choose('Which server is your own?', 'Type its id');
      await terminal.answer('HOME_GUILD_ID', GUILD);
      await finish(terminal, afterToken);

      expect(read()).toContain(`HOME_GUILD_ID=${GUILD}\n`);
    });

    test.each([
      ['is malformed', 'mine', 'HOME_GUILD_ID must be a Discord id (17 to 20 digits).'],
      ['leads to a server that it is not in', GUILD, `The bot is not in the server of HOME_GUILD_ID, ${GUILD}.`],
    ])("takes out a private bot's HOME_GUILD_ID that %s", async (_, given, said) => {
      const { right, afterToken, read, terminal } = await openScene(`HOME_GUILD_ID=${given}\n`);
      await terminal.answer('DISCORD_TOKEN', right.DISCORD_TOKEN);
      await terminal.shows(said);
      await terminal.choose('What now?', 'Take HOME_GUILD_ID out');
      await terminal.shows('Every server that it is in counts as yours.');
      await finish(terminal, afterToken);

      expect(read()).toContain(`# HOME_GUILD_ID=${given}\n`);
    });

    test('says at once what a value must be, and what .env cannot hold', async () => {
      const { right, terminal } = await openScene();
      await terminal.answer('DISCORD_TOKEN');
      await terminal.shows('DISCORD_TOKEN is needed.');
      await terminal.answer('DISCORD_TOKEN', 'two words');
      await terminal.shows('DISCORD_TOKEN must be one word of plain characters, without spaces.');
      await terminal.answer('DISCORD_TOKEN', 'pass#word');
      await terminal.shows('DISCORD_TOKEN has a # in it, which Node and Docker read differently from .env.');
      await terminal.shows('DISCORD_TOKEN_FILE=');
      await terminal.answer('DISCORD_TOKEN', `Bot ${right.DISCORD_TOKEN}`);
      await terminal.answer('AUTH_URL', 'http://identity.example');
      await terminal.shows('AUTH_URL must be an address that begins with https://.');
    });

    test('says before the first question that the folder takes no file', async () => {
      const terminal = openTerminal('/proc', {}, 'setup');
      await terminal.shows('.env cannot be written: ');

      expect(await terminal.ended).toBe(1);
      expect(terminal.screen()).not.toContain('DISCORD_TOKEN');
    });

    test('refuses the application key as an access token, and takes an access token out', async () => {
      const { right, read, terminal } = await openScene('ACCESS_TOKEN=old\n');
      await answerAll(terminal, { ...right, ACCESS_TOKEN: 'glpat-of-another-service' });
      await terminal.shows('ACCESS_TOKEN must be of the main service, and this is a token of GitLab');
      await terminal.answer('ACCESS_TOKEN', right.BASE_URL);
      await terminal.shows('this is a web address');
      await terminal.answer('ACCESS_TOKEN', right.APPLICATION_KEY);
      await terminal.shows('ACCESS_TOKEN is the same as APPLICATION_KEY');
      await terminal.answer('ACCESS_TOKEN (Enter keeps the one from before, - takes it out)', '-');
      await finish(terminal);

      expect(read()).toContain('# ACCESS_TOKEN=\n');
    });

    test('moves in a choice with arrows alone: a text that is pasted there changes nothing', async () => {
      const { right, terminal } = await openScene();
      await terminal.answer('DISCORD_TOKEN', 'wrong');
      await terminal.shows('◆  What now?');
      terminal.types('j\r');
      await terminal.answer('DISCORD_TOKEN', right.DISCORD_TOKEN);
      await terminal.shows('Discord knows this token');
    });

    test('takes a secret from its file, until another one is typed', async () => {
      const { right, folder, read, setUp } = await prepareScene('DISCORD_TOKEN_FILE=token\nAPPLICATION_KEY_FILE=key\n');
      writeFileSync(join(folder, 'token'), `${right.DISCORD_TOKEN}\n`);
      writeFileSync(join(folder, 'key'), 'old');
      const terminal = setUp();
      await finish(terminal, { ...right, DISCORD_TOKEN: '' });

      expect(read()).toBe(
        `DISCORD_TOKEN_FILE=token\n# APPLICATION_KEY_FILE=key\nAUTH_URL=${right.AUTH_URL}\nBASE_URL=${right.BASE_URL}\nAPPLICATION_KEY=${right.APPLICATION_KEY}\n`,
      );
    });

    test('warns of what wins over .env, and of what is wrong there besides', async () => {
      const { right, setUp } = await prepareScene('LOG_LEVEL=loud\nBASE_URL=http://old.example\n');
      const terminal = setUp({ AUTH_URL: right.AUTH_URL });
      await terminal.shows('AUTH_URL is set in the environment, which wins over .env');
      await answerAll(terminal, { DISCORD_TOKEN: right.DISCORD_TOKEN, AUTH_URL: '', BASE_URL: '' });
      await terminal.shows('BASE_URL must be an address that begins with https://.');
      terminal.types(`\u0015${right.BASE_URL}\r`);
      await answerAll(terminal, { APPLICATION_KEY: right.APPLICATION_KEY, ACCESS_TOKEN: '' });
      await terminal.shows(
        'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent: correct it in .env',
      );
      await terminal.shows('● Nothing more');
      terminal.types('\r');
      expect(await terminal.ended).toBe(0);
    });

    test.each([
      ['service of systemd', 'Show the commands that make it', 'sudo systemctl enable --now plan-vote-bot'],
      [
        'container',
        'Show the commands that run it',
        'docker compose --file ops/compose.yaml --file ops/compose-build.yaml up --detach --build',
      ],
    ])('shows every command for a %s', async (_, option, command) => {
      const { right, folder, setUp } = await prepareScene();
      symlinkSync(resolve('ops'), join(folder, 'ops'));
      const terminal = setUp();
      await finish(terminal, right, option);
      await terminal.shows(`Run these, here in ${folder}:`);
      await terminal.shows(`\n${command}\n`);

      expect(await terminal.ended).toBe(0);
    });

    test('says in the console of a panel, which takes whole lines, what a start needs', async () => {
      const { setUp } = await prepareScene();
      const terminal = setUp({ P_SERVER_UUID: 'a-server' });
      await terminal.shows('open Startup in your panel, and fill in:');

      expect(await terminal.ended).toBe(1);
    });

    test('leaves everything as it was at Ctrl+C while Discord is asked, and at the last question', async () => {
      const before = '# Ours.\nDISCORD_TOKEN=old\n';
      const { sandbox, right, read, mode, setUp } = await prepareScene(before);
      sandbox.discord.server.inject({ kind: 'hang' });
      const asking = setUp();
      await asking.answer('DISCORD_TOKEN', right.DISCORD_TOKEN);
      await asking.shows('Asking Discord whose token this is');
      asking.types(CTRL_C);
      await asking.shows(STOPPED);
      expect(await asking.ended).toBe(1);

      sandbox.discord.server.heal();
      const choosing = setUp();
      await answerAll(choosing, right);
      await choosing.shows('◆  All is asked.');
      choosing.types(CTRL_C);
      await choosing.shows(STOPPED);

      expect(await choosing.ended).toBe(1);
      expect([read(), mode()]).toEqual([before, 0o644]);
    });
  },
);

test('without a terminal, the set-up says what a start needs and where to get it, and ends with 1', async () => {
  const program = runProgram({}, ['setup']);

  expect(await program.ended).toEqual({ code: 1, stdout: '' });
  const said = program.plain.join('\n');
  for (const [name, { what, where }] of Object.entries(QUESTIONS)) {
    expect(said).toContain(`${name}: ${what}.\n${where.map((line) => `  ${line}`).join('\n')}`);
  }
  expect(said).toContain('copy .env.example to .env');
});
