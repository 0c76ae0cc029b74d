import { expect, test } from 'vitest';

import { IdentityHost } from '../../src/sandbox/hosts/identity-host.ts';
import { freePort } from '../database/free-port.ts';
import { type Bot, prepareBot } from '../e2e/bot.ts';
import { listening } from '../loopback.ts';

const HOME_GUILD_ID = '123456789012345678';

type EnvironmentOf = (bot: Bot) => Record<string, string> | Promise<Record<string, string>>;

/** A bot that has started and introduced itself, and what it logged: the introduction, and the warnings. */
async function introduced(environmentOf: EnvironmentOf) {
  const scene = await prepareBot();
  const app = await scene.startAnother({}, await environmentOf(scene));
  await app.introduce();
  const lines = scene.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(scene.main.server.requests.filter(({ path }) => path.includes('claim'))).toEqual([]);
  return {
    scene,
    introduction: lines.find(({ msg }) => msg === 'who and where this bot is'),
    warnings: lines.filter(({ level }) => level === 'warn'),
  };
}

test('says in one line who and where the bot is, and warns of nothing where all is well', async () => {
  const { introduction, warnings, scene } = await introduced(({ discord, guild }) => {
    discord.addGuild();
    return { HOME_GUILD_ID: guild.id };
  });

  expect(introduction).toMatchObject({
    level: 'info',
    bot: 'plan-vote-bot',
    servers: 2,
    home: scene.guild.name,
    database: 'SQLite, :memory:',
    services: { identity: 'answers', main: 'answers' },
  });
  expect(warnings).toEqual([]);
});

test('says so when every server is home', async () => {
  const { introduction } = await introduced(() => ({}));
  expect(introduction).toMatchObject({ home: 'every server, as HOME_GUILD_ID is not set' });
});

test('warns of a bot that is in no server, with the link that invites it', async () => {
  const { warnings, scene } = await introduced(({ discord }) => {
    discord.guilds.clear();
    return {};
  });

  expect(warnings).toMatchObject([{ msg: 'the bot is in no server yet' }]);
  expect(warnings[0]?.mend).toContain(`client_id=${scene.discord.applicationId}&scope=bot`);
});

test('warns of a home server that the bot is not in, with the link that invites it', async () => {
  const { introduction, warnings, scene } = await introduced(() => ({ HOME_GUILD_ID }));

  expect(introduction).toMatchObject({ home: 'not joined' });
  expect(warnings).toMatchObject([{ msg: 'the bot is not in its home server', guildId: HOME_GUILD_ID }]);
  expect(warnings[0]?.mend).toBe(
    `correct HOME_GUILD_ID, or invite the bot there: https://discord.com/oauth2/authorize?client_id=${scene.discord.applicationId}&scope=bot+applications.commands&permissions=19456`,
  );
});

const DOUBLED = 'has an address with /api/v1 at its end';
const REFUSED = 'refuses APPLICATION_KEY';
const STRANGER = 'answers, but not as the identity service';
const UNREACHABLE = 'cannot be reached (ECONNREFUSED)';
const shortened = (variable: string) => `leave out /api/v1 in ${variable}, as the bot adds it`;
const ANOTHER_KEY = 'set APPLICATION_KEY to a key with the scope plans:read';
const SWAPPED = 'AUTH_URL and BASE_URL seem to be swapped';
const WAIT = 'wait, since the service has trouble of its own';
const OTHER_KEY = { APPLICATION_KEY: 'canary-other-key' };

type Expected = [host: string, reason: string, mend: string];

test.each<[string, EnvironmentOf, ...Expected[]]>([
  ['an application key that is refused', () => OTHER_KEY, ['identity', REFUSED, ANOTHER_KEY]],
  [
    'a doubled path',
    ({ identity, main }) => ({ AUTH_URL: `${identity.url}/api/v1`, BASE_URL: `${main.url}/api/v1` }),
    ['identity', DOUBLED, shortened('AUTH_URL')],
    ['main', DOUBLED, shortened('BASE_URL')],
  ],
  [
    'a doubled path, and the key that it hides',
    ({ identity }) => ({ AUTH_URL: `${identity.url}/api/v1/`, ...OTHER_KEY }),
    ['identity', `${DOUBLED}, and ${REFUSED}`, `${shortened('AUTH_URL')}, and ${ANOTHER_KEY}`],
  ],
  [
    'swapped addresses',
    ({ identity, main }) => ({ AUTH_URL: main.url, BASE_URL: identity.url }),
    ['identity', STRANGER, SWAPPED],
    ['main', 'answers like the identity service', SWAPPED],
  ],
  [
    'an identity service that is another',
    ({ main }) => ({ AUTH_URL: main.url }),
    ['identity', STRANGER, 'check that AUTH_URL is the address of the identity service'],
  ],
  [
    'services that nobody answers for, of the address first if that is wrong',
    async () => {
      const nobody = `http://127.0.0.1:${await freePort()}`;
      return { AUTH_URL: nobody, BASE_URL: `${nobody}/api/v1` };
    },
    ['identity', UNREACHABLE, 'check AUTH_URL and the network'],
    ['main', `${DOUBLED}, and ${UNREACHABLE}`, `${shortened('BASE_URL')}, and check BASE_URL and the network`],
  ],
  [
    'services with trouble of their own',
    ({ identity, main }) => {
      identity.server.inject({ kind: 'status', status: 503 });
      main.server.inject({ kind: 'status', status: 502 });
      return {};
    },
    ['identity', 'answers 503', WAIT],
    ['main', 'answers 502', WAIT],
  ],
])('warns of %s, and names the mend', async (_, environmentOf, ...expected) => {
  const { introduction, warnings } = await introduced(environmentOf);
  const msg = 'a service does not look right';
  expect(warnings).toMatchObject(expected.map(([host, reason, mend]) => ({ msg, host, reason, mend })));
  const services = Object.fromEntries(expected.map(([host, reason]) => [host, reason]));
  expect(introduction).toMatchObject({ services });
});

test('sends the main service neither a credential nor anything but one GET', async () => {
  const spy = await listening(new IdentityHost());
  let authorization: string | undefined = 'not asked';
  spy.server.http.prependListener('request', ({ headers }: { headers: { authorization?: string } }) => {
    authorization = headers.authorization;
  });
  await introduced(() => ({ BASE_URL: spy.url }));

  expect(authorization).toBeUndefined();
  expect(spy.server.requests.map(({ method }) => method)).toEqual(['GET']);
});
