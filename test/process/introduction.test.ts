import { expect, test } from 'vitest';

import { IdentityHost } from '../../src/sandbox/hosts/identity-host.ts';
import { freePort } from '../database/free-port.ts';
import { type Bot, type BotOptions, prepareBot } from '../e2e/bot.ts';

const HOME_GUILD_ID = '123456789012345678';

type Line = Record<string, unknown>;

/** A bot that has started and introduced itself, and what it logged: the introduction, and the warnings. */
async function introduced(
  environmentOf: (bot: Bot) => Record<string, string> | Promise<Record<string, string>>,
  options: BotOptions = {},
) {
  const scene = await prepareBot(options);
  const app = await scene.startAnother({}, await environmentOf(scene));
  await app.introduce();
  const lines = scene.log.map((line) => JSON.parse(line) as Line);
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

test.each<[string, (bot: Bot) => Record<string, string>, Line[]]>([
  [
    'an application key that is refused',
    () => ({ APPLICATION_KEY: 'canary-other-key' }),
    [
      {
        host: 'identity',
        reason: 'refuses APPLICATION_KEY',
        mend: 'set APPLICATION_KEY to a key with the scope plans:read',
      },
    ],
  ],
  [
    'a doubled path',
    ({ identity, main }) => ({ AUTH_URL: `${identity.url}/api/v1`, BASE_URL: `${main.url}/api/v1` }),
    [
      {
        host: 'identity',
        reason: 'has an address with /api/v1 at its end',
        mend: 'leave out /api/v1 in AUTH_URL, as the bot adds it',
      },
      {
        host: 'main',
        reason: 'has an address with /api/v1 at its end',
        mend: 'leave out /api/v1 in BASE_URL, as the bot adds it',
      },
    ],
  ],
  [
    'a doubled path, and the key that it hides',
    ({ identity }) => ({ AUTH_URL: `${identity.url}/api/v1/`, APPLICATION_KEY: 'canary-other-key' }),
    [
      {
        host: 'identity',
        reason: 'has an address with /api/v1 at its end, and refuses APPLICATION_KEY',
        mend: 'leave out /api/v1 in AUTH_URL, as the bot adds it, and set APPLICATION_KEY to a key with the scope plans:read',
      },
    ],
  ],
  [
    'swapped addresses',
    ({ identity, main }) => ({ AUTH_URL: main.url, BASE_URL: identity.url }),
    [
      { host: 'identity', mend: 'AUTH_URL and BASE_URL seem to be swapped' },
      { host: 'main', reason: 'answers like the identity service', mend: 'AUTH_URL and BASE_URL seem to be swapped' },
    ],
  ],
  [
    'an identity service that is another',
    ({ main }) => ({ AUTH_URL: main.url }),
    [{ host: 'identity', mend: 'check that AUTH_URL is the address of the identity service' }],
  ],
])('warns of %s, and names the mend', async (_, environmentOf, expected) => {
  const { warnings } = await introduced(environmentOf);
  expect(warnings).toMatchObject(expected.map((line) => ({ msg: 'a service does not look right', ...line })));
});

test('warns of services that nobody answers for, of the address first if that is wrong', async () => {
  const { introduction, warnings } = await introduced(async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    return { AUTH_URL: nobody, BASE_URL: `${nobody}/api/v1` };
  });

  expect(introduction).toMatchObject({
    services: {
      identity: 'cannot be reached (ECONNREFUSED)',
      main: 'has an address with /api/v1 at its end, and cannot be reached (ECONNREFUSED)',
    },
  });
  expect(warnings.map(({ mend }) => mend)).toEqual([
    'check AUTH_URL and the network',
    'leave out /api/v1 in BASE_URL, as the bot adds it, and check BASE_URL and the network',
  ]);
});

test('warns of services with trouble of their own', async () => {
  const { introduction } = await introduced(({ identity, main }) => {
    identity.server.inject({ kind: 'status', status: 503 });
    main.server.inject({ kind: 'status', status: 502 });
    return {};
  });

  expect(introduction).toMatchObject({ services: { identity: 'answers 503', main: 'answers 502' } });
});

test('sends the main service neither a credential nor anything but one GET', async () => {
  const spy = new IdentityHost();
  await spy.listen();
  let authorization: string | undefined = 'not asked';
  spy.server.http.prependListener('request', ({ headers }: { headers: { authorization?: string } }) => {
    authorization = headers.authorization;
  });
  await introduced(() => ({ BASE_URL: spy.url }));
  await spy.close();

  expect(authorization).toBeUndefined();
  expect(spy.server.requests.map(({ method }) => method)).toEqual(['GET']);
});
