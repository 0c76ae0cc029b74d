import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  type Config,
  type ListeningAddress,
  LOG_LEVELS,
  readConfig,
  readSandboxConfig,
  readStorageConfig,
  VARIABLE_NAMES,
  wantsSandbox,
} from '../src/config.ts';
import { FatalError } from '../src/work/errors.ts';

type Environment = Record<string, string>;

const CANARY = 'canary-3f9a';
const HOME_GUILD = '123456789012345678';
const KEY = Buffer.alloc(32, 1).toString('base64');
const OLDER_KEY = Buffer.alloc(32, 2).toString('base64');
const POSTGRES = 'postgres://bot:pw@db.example/bot';

const REQUIRED: Environment = {
  DISCORD_TOKEN: 'discord-token',
  AUTH_URL: 'https://identity.example',
  BASE_URL: 'https://main.example',
  APPLICATION_KEY: 'application-key',
};

const EVERYTHING: Environment = {
  ...REQUIRED,
  DISCORD_API_URL: 'https://proxy.example/api',
  HOME_GUILD_ID: HOME_GUILD,
  ACCESS_TOKEN: 'access-token',
  DATABASE_URL: POSTGRES,
  REDIS_URL: 'rediss://:pw@cache.example:6380/1',
  ENCRYPTION_KEY: `new:${KEY},1:${OLDER_KEY}`,
  PLAN_CACHE_TTL_SECONDS: '90',
  CLAIMS_KEPT_DAYS: '400',
  VOTE_URL: 'https://vote.example/{entity_id}',
  MANAGE_URL: 'https://billing.example/?entity={entity_id}',
  INTERACTIONS_PORT: '8080',
  INTERACTIONS_HOST: '0.0.0.0',
  METRICS_PORT: '9100',
  METRICS_HOST: '0.0.0.0',
  WEBHOOK_ALLOWED_HOSTS: 'game.lan., [::ffff:10.0.0.5]:8080,[FD00:0::5]:80,127.1',
  LOG_LEVEL: 'debug',
};

const configOf = (environment: Environment): Config => readConfig({ ...REQUIRED, ...environment });

/** The lines of the error that this environment causes; empty when it is valid. */
function problemsOf(environment: Environment): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof FatalError)) throw error;
    return error.message.split('\n');
  }
}

const problemsWith = (environment: Environment): string[] => problemsOf({ ...REQUIRED, ...environment });

describe('the environment', () => {
  test('is read whole', () => {
    const config = readConfig(EVERYTHING);

    expect(config).toMatchObject({
      discord: { apiUrl: 'https://proxy.example/api', homeGuildId: HOME_GUILD },
      identity: { url: 'https://identity.example' },
      main: { url: 'https://main.example' },
      database: { kind: 'postgres' },
      planCache: { ttlMs: 90_000 },
      claimsKeptMs: 400 * 86_400_000,
      links: { voteUrl: 'https://vote.example/{entity_id}', manageUrl: 'https://billing.example/?entity={entity_id}' },
      interactions: { host: '0.0.0.0', port: 8_080 },
      metrics: { host: '0.0.0.0', port: 9_100 },
      webhookAllowedHosts: new Set(['game.lan', '10.0.0.5:8080', '[fd00::5]:80', '127.0.0.1']),
      logLevel: 'debug',
    });
    expect([
      config.discord.token.reveal(),
      config.identity.applicationKey.reveal(),
      config.main.accessToken?.reveal(),
      config.redisUrl?.reveal(),
      config.database.kind === 'postgres' && config.database.url.reveal(),
    ]).toEqual(['discord-token', 'application-key', 'access-token', 'rediss://:pw@cache.example:6380/1', POSTGRES]);
  });

  test('has safe defaults for all that may be left out', () => {
    expect(readConfig(REQUIRED)).toMatchObject({
      discord: { apiUrl: 'https://discord.com/api', homeGuildId: undefined },
      main: { accessToken: undefined },
      database: { kind: 'sqlite', path: './data/bot.db' },
      encryptionKeys: undefined,
      redisUrl: undefined,
      planCache: { ttlMs: 60_000 },
      claimsKeptMs: 365 * 86_400_000,
      interactions: undefined,
      links: { voteUrl: undefined, manageUrl: undefined },
      metrics: undefined,
      logLevel: 'info',
    });
  });

  test.each(Object.keys(REQUIRED))('needs %s', (name) => {
    expect(problemsOf({ ...REQUIRED, [name]: '' })).toEqual([`${name} is missing`]);
  });

  test.each(VARIABLE_NAMES.filter((name) => !(name in REQUIRED)))('counts a blank %s as unset', (name) => {
    expect(configOf({ [name]: '  ' })).toEqual(readConfig(REQUIRED));
  });

  test.each([
    ...['ghp', 'gho', 'ghu', 'ghs', 'ghr', 'github_pat'].map((prefix) => ['GitHub', `${prefix}_${CANARY}`] as const),
    ...['glpat', 'gldt', 'glrt', 'glptt', 'glcbt', 'gloas'].map((kind) => ['GitLab', `${kind}-${CANARY}`] as const),
    ...['ATBB', 'ATATT3', 'ATCTT3'].map((prefix) => ['Bitbucket', `${prefix}${CANARY}`] as const),
    ...['xoxb-', 'xoxp-', 'xoxe.', 'xapp-'].map((prefix) => ['Slack', `${prefix}${CANARY}`] as const),
    ['npm', `npm_${CANARY}`],
    ['Docker', `dckr_pat_${CANARY}`],
    ['PyPI', `pypi-${CANARY}`],
    ...['AIza', 'GOCSPX-', 'ya29.'].map((prefix) => ['Google', `${prefix}${CANARY}`] as const),
    ['DigitalOcean', `dop_v1_${CANARY}`],
    ...['sk_live', 'rk_test', 'pk_live'].map((prefix) => ['Stripe', `${prefix}_${CANARY}`] as const),
    ['webhooks', `whsec_${CANARY}`],
    ...['ptlc', 'ptla'].map((prefix) => ['Pterodactyl', `${prefix}_${CANARY}`] as const),
    ...['ant', 'proj'].map((kind) => ['a language model', `sk-${kind}-${CANARY}`] as const),
    ['Hugging Face', `hf_${CANARY}`],
    ['SendGrid', `SG.${'c'.repeat(22)}.${CANARY}`],
    ['Shopify', `shpat_${CANARY}`],
    ['Supabase', `sbp_${CANARY}`],
    ['Telegram', `123456789:${'c'.repeat(35)}`],
    ['AWS', 'AKIACANARY3F9AEXAMPL'],
    ['AWS', 'ASIACANARY3F9AEXAMPL'],
    ['Discord', `MTIzNDU2Nzg5MDEyMzQ1Njc4.canary.${CANARY}-of-at-least-27-letters`],
  ] as const)("takes no %s token for the main service's: %s", (issuer, token) => {
    expect(problemsWith({ ACCESS_TOKEN: token })).toEqual([
      `ACCESS_TOKEN must be of the main service, and this is a token of ${issuer}: a hosting panel may set it by this name`,
    ]);
  });

  test.each(['https://vote.example/canary', 'www.vote.example/canary'])('takes no web address for one: %s', (token) => {
    expect(problemsWith({ ACCESS_TOKEN: token })).toEqual([
      'ACCESS_TOKEN must be one long word of letters, digits and symbols, from whoever runs the main service: this is a web address',
    ]);
  });

  test.each([
    'access-token',
    'ghp',
    'my_ghp_token',
    'AKIA',
    'sk-mine',
    'SG.short.mine',
    'pk_mine',
    'eyJhbGciOiJIUzI1NiIsInR5.eyJzdWI.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJ',
    'Mine.is.dotted',
  ])('takes any other token for one of the main service, whose form is open: %s', (token) => {
    expect(configOf({ ACCESS_TOKEN: token }).main.accessToken?.reveal()).toBe(token);
  });

  test.each([
    ['"key"', 'quotation marks, as Docker leaves them'],
    ["'key'", 'single ones'],
    ['`key`', 'those of Markdown'],
    ['“key”', 'those of a text editor'],
    ['„key“', 'those of a German one'],
    ['‘key’', 'single ones of a text editor'],
    ['« key »', 'those of a French one'],
    ['\'"key"\'', 'two pairs'],
    ['\u200Bkey\u200B', 'characters that nobody sees'],
    ['\uFEFFkey\r', 'a byte order mark and a line end of Windows'],
    ['\u00A0key\u00A0', 'blanks of a web page'],
    [String.raw`key\r\n`, 'a line break as JSON writes it'],
  ])('is read without what stands around a value: %j, %s', (text) => {
    expect(configOf({ APPLICATION_KEY: text }).identity.applicationKey.reveal()).toBe('key');
  });

  test.each(['Bearer key', 'bearer  key', 'Bot key'])('is read without the kind of a credential: %s', (text) => {
    expect(configOf({ APPLICATION_KEY: text }).identity.applicationKey.reveal()).toBe('key');
  });

  test.each(['<key>', '{key}', '${KEY}', 'changeme', 'CHANGE_ME', 'your-key-here', 'Bearer <key>'])(
    'is no credential where an example was left: %s',
    (text) => {
      expect(problemsWith({ APPLICATION_KEY: text, ACCESS_TOKEN: text })).toEqual(
        ['APPLICATION_KEY', 'ACCESS_TOKEN'].map(
          (name) => `${name} must be filled in: this is what an example has in its place`,
        ),
      );
    },
  );

  test.each(['"key', 'key"', "'key", 'key`'])('is told of one quotation mark too many: %s', (text) => {
    expect(problemsWith({ APPLICATION_KEY: text })).toEqual([
      'APPLICATION_KEY must be without the quotation mark at one of its ends',
    ]);
  });

  test.each(['\uFEFFBASE_URL', 'export\tBASE_URL', '\uFEFFexport BASE_URL', ' BASE_URL'])(
    'has a variable under its name, whatever an editor or a shell put before it: %j',
    (name) => {
      const { BASE_URL = '', ...others } = REQUIRED;
      expect(readConfig({ ...others, [name]: BASE_URL }).main.url).toBe(BASE_URL);
      expect(wantsSandbox({ [name]: BASE_URL })).toBe(false);
    },
  );

  test('has empty quotation marks for nothing', () => {
    expect(configOf({ ACCESS_TOKEN: '""', HOME_GUILD_ID: "''" })).toEqual(readConfig(REQUIRED));
  });

  test('shows no credential when the configuration is printed', () => {
    expect(JSON.stringify(readConfig(EVERYTHING))).not.toMatch(/-token|-key|:pw@|AQEB|AgIC/);
  });
});

describe('a task that needs only the data', () => {
  test('reads where it and its keys are, whatever else is missing or wrong', () => {
    const config = readStorageConfig({ DATABASE_URL: POSTGRES, ENCRYPTION_KEY: `new:${KEY}`, AUTH_URL: CANARY });

    expect(config).toMatchObject({ database: { kind: 'postgres' }, encryptionKeys: [{ id: 'new' }] });
  });

  test('is told of what is wrong with these', () => {
    expect(() => readStorageConfig({ DATABASE_URL: POSTGRES })).toThrow(
      new FatalError('ENCRYPTION_KEY is missing: it is needed with a postgres DATABASE_URL'),
    );
  });
});

describe('a bad environment', () => {
  const bad: Environment = {
    DISCORD_API_URL: `ftp://${CANARY}`,
    HOME_GUILD_ID: CANARY,
    AUTH_URL: `http://${CANARY}.example`,
    BASE_URL: CANARY,
    DATABASE_URL: `mysql://${CANARY}`,
    REDIS_URL: `http://${CANARY}`,
    ENCRYPTION_KEY: CANARY,
    PLAN_CACHE_TTL_SECONDS: CANARY,
    CLAIMS_KEPT_DAYS: CANARY,
    VOTE_URL: `javascript:${CANARY}`,
    MANAGE_URL: CANARY,
    INTERACTIONS_PORT: CANARY,
    INTERACTIONS_HOST: CANARY,
    METRICS_PORT: CANARY,
    METRICS_HOST: CANARY,
    WEBHOOK_ALLOWED_HOSTS: `https://${CANARY}/`,
    LOG_LEVEL: CANARY,
  };

  test('is told of in one go, one line a name, in the order of the table', () => {
    expect(problemsOf(bad)).toEqual([
      'DISCORD_TOKEN is missing',
      'DISCORD_API_URL must be an address that begins with https://',
      'HOME_GUILD_ID must be a Discord id (17 to 20 digits)',
      'AUTH_URL must be an address that begins with https://',
      'BASE_URL must be an address that begins with https://',
      'APPLICATION_KEY is missing',
      'DATABASE_URL must be sqlite:PATH or postgres://…',
      'REDIS_URL must be redis://… or rediss://…',
      'ENCRYPTION_KEY must be a key ring "id:base64 of 32 bytes[,older…]", each id once',
      'PLAN_CACHE_TTL_SECONDS must be a whole number from 1 to 86400',
      'CLAIMS_KEPT_DAYS must be a whole number from 31 to 3650',
      'VOTE_URL must be an https: URL',
      'MANAGE_URL must be an https: URL',
      'INTERACTIONS_PORT must be a whole number from 1 to 65535',
      'INTERACTIONS_HOST must be an IP address of this machine, or 0.0.0.0 for all',
      'METRICS_PORT must be a whole number from 1 to 65535',
      'METRICS_HOST must be an IP address of this machine, or 0.0.0.0 for all',
      'WEBHOOK_ALLOWED_HOSTS must be names or IP addresses, each with a port or without, for example game.lan,10.0.0.5:8080',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
    ]);
  });

  test('is told of together with what does not fit between its values', () => {
    expect(problemsOf({ DATABASE_URL: POSTGRES, METRICS_PORT: '0' })).toEqual([
      'DISCORD_TOKEN is missing',
      'AUTH_URL is missing',
      'BASE_URL is missing',
      'APPLICATION_KEY is missing',
      'METRICS_PORT must be a whole number from 1 to 65535',
      'ENCRYPTION_KEY is missing: it is needed with a postgres DATABASE_URL',
    ]);
  });

  test('has one line for a name that is wrong in two ways', () => {
    expect(problemsWith({ DATABASE_URL: POSTGRES, ENCRYPTION_KEY: 'short' })).toEqual([
      'ENCRYPTION_KEY must be a key ring "id:base64 of 32 bytes[,older…]", each id once',
    ]);
  });
});

describe('the URL of a host', () => {
  const names = ['AUTH_URL', 'BASE_URL', 'DISCORD_API_URL'];
  const across = (urls: string[]) => names.flatMap((name) => urls.map((url) => [name, url] as const));

  test.each(
    across([
      'https://host.example',
      'https://host.example:8443/base',
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://127.1.2.3',
      'http://[::1]:3000',
    ]),
  )('in %s may be %s', (name, url) => {
    expect(problemsWith({ [name]: url })).toEqual([]);
  });

  test.each(
    across([
      'http://host.example',
      'http://localhost.example',
      'http://127.0.0.1.example',
      'http://10.0.0.1',
      'http://0.0.0.0',
      'ftp://localhost',
      'file:///etc/passwd',
      'host.example',
      '//host.example',
      '<https://host.example>',
    ]),
  )('in %s may not be %s', (name, url) => {
    expect(problemsWith({ [name]: url })).toEqual([`${name} must be an address that begins with https://`]);
  });

  test.each(
    across([
      'https://{auth_url}',
      'https://$HOST',
      'https://host.example?key=1',
      'https://host.example/#base',
      'https://user:canary@host.example',
    ]),
  )('in %s may not be %s, to which no path can be added', (name, url) => {
    expect(problemsWith({ [name]: url })).toEqual([
      `${name} must be an address such as https://host.example, with nothing left to fill in, and without user, ? and #`,
    ]);
  });

  test('loses the slashes at its end', () => {
    expect(configOf({ BASE_URL: 'https://main.example/base//' }).main.url).toBe('https://main.example/base');
  });
});

describe('one value', () => {
  test.each([
    ['HOME_GUILD_ID', '1234567890123456'],
    ['HOME_GUILD_ID', '123456789012345678901'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', './bot.db'],
    ['DATABASE_URL', 'postgres'],
    ['REDIS_URL', 'cache.example:6379'],
    ['PLAN_CACHE_TTL_SECONDS', '0'],
    ['PLAN_CACHE_TTL_SECONDS', '-1'],
    ['PLAN_CACHE_TTL_SECONDS', '1.5'],
    ['PLAN_CACHE_TTL_SECONDS', '86401'],
    ['CLAIMS_KEPT_DAYS', '30'],
    ['CLAIMS_KEPT_DAYS', '3651'],
    ['VOTE_URL', 'http://vote.example'],
    ['VOTE_URL', 'https://'],
    ['VOTE_URL', 'https://vote.example/%player%'],
    ['MANAGE_URL', 'https://billing.example/[name]'],
    ['MANAGE_URL', 'mailto:me@example.com'],
    ['METRICS_PORT', '65536'],
    ['METRICS_HOST', 'localhost'],
    ['DISCORD_TOKEN', 'two words'],
    ['APPLICATION_KEY', 'two\tparts'],
    ['ACCESS_TOKEN', 'an access token'],
    ['ACCESS_TOKEN', 'clé'],
    ['INTERACTIONS_PORT', '0'],
    ['INTERACTIONS_HOST', '127.0.0.1:8080'],
    ['INTERACTIONS_HOST', 'bot.example'],
    ['WEBHOOK_ALLOWED_HOSTS', 'game.lan,,other.lan'],
    ['WEBHOOK_ALLOWED_HOSTS', 'game.lan:99999'],
    ['WEBHOOK_ALLOWED_HOSTS', '*'],
    ['WEBHOOK_ALLOWED_HOSTS', '*.lan'],
    ['WEBHOOK_ALLOWED_HOSTS', 'user@game.lan'],
    ['WEBHOOK_ALLOWED_HOSTS', 'game.lan/path'],
    ['LOG_LEVEL', 'verbose'],
  ])('%s may not be %s', (name, value) => {
    expect(problemsWith({ [name]: value })).toEqual([expect.stringMatching(`^${name} must be `)]);
  });

  test.each([...LOG_LEVELS, 'INFO', 'Warn'])('LOG_LEVEL may be %s', (level) => {
    expect(configOf({ LOG_LEVEL: level }).logLevel).toBe(level.toLowerCase());
  });

  test.each([
    ['bot.db', 'bot.db'],
    ['./data/bot.db', './data/bot.db'],
    ['/var/lib/bot/bot.db', '/var/lib/bot/bot.db'],
    ['C:\\bot\\bot.db', 'C:\\bot\\bot.db'],
    ['~/bot.db', join(homedir(), 'bot.db')],
    ['~', homedir()],
    ['~other/bot.db', '~other/bot.db'],
  ])('DATABASE_URL may be sqlite:%s, which is the file %s', (given, path) => {
    expect(configOf({ DATABASE_URL: `sqlite:${given}` }).database).toEqual({ kind: 'sqlite', path });
  });

  test.each(['sqlite:///data/bot.db', 'sqlite://bot.db', 'sqlite:$HOME/bot.db', 'sqlite:%APPDATA%\\bot.db'])(
    'DATABASE_URL may not be %s, which means another file elsewhere',
    (url) => {
      expect(problemsWith({ DATABASE_URL: url })).toEqual([
        'DATABASE_URL must be sqlite:PATH, such as sqlite:./data/bot.db: nothing is filled in there',
      ]);
    },
  );

  test.each(['postgres://db.example/bot', 'postgresql://db.example/bot'])('DATABASE_URL may be %s', (url) => {
    expect(configOf({ DATABASE_URL: url, ENCRYPTION_KEY: KEY }).database.kind).toBe('postgres');
  });
});

describe('the key ring', () => {
  const ringOf = (ring: string): string[][] | undefined =>
    configOf({ ENCRYPTION_KEY: ring }).encryptionKeys?.map(({ id, key }) => [id, key.reveal()]);

  test.each<[string, string, string[][]]>([
    ['a bare key, which is id 1', KEY, [['1', KEY]]],
    ['one key with an id', `2026-a_b:${KEY}`, [['2026-a_b', KEY]]],
    ['a new key before an older bare one', `2:${KEY},${OLDER_KEY}`, [['2', KEY], ['1', OLDER_KEY]]], // prettier-ignore
    ['spaces after the comma', `2:${KEY}, 1:${OLDER_KEY}`, [['2', KEY], ['1', OLDER_KEY]]], // prettier-ignore
  ])('may be %s', (_, ring, expected) => {
    expect(ringOf(ring)).toEqual(expected);
  });

  test.each<[string, string]>([
    ['a key of 31 bytes', Buffer.alloc(31).toString('base64')],
    ['a key of 33 bytes', Buffer.alloc(33).toString('base64')],
    ['hex', Buffer.alloc(32).toString('hex')],
    ['an id without a key', '2:'],
    ['a key without an id', `:${KEY}`],
    ['an id with a space', `my key:${KEY}`],
    ['nothing after the comma', `${KEY},`],
    ['a bad older key', `${KEY},2:short`],
    ['two keys of one id', `2:${KEY},2:${OLDER_KEY}`],
    ['two bare keys', `${KEY},${OLDER_KEY}`],
  ])('may not be %s', (_, ring) => {
    expect(problemsWith({ ENCRYPTION_KEY: ring })).toEqual([expect.stringMatching('^ENCRYPTION_KEY must be ')]);
  });
});

test.each<[string, Environment, ListeningAddress | undefined]>([
  ['the gateway, unless there is a port', { INTERACTIONS_HOST: '0.0.0.0' }, undefined],
  ['HTTP from this machine', { INTERACTIONS_PORT: '8080' }, { host: '127.0.0.1', port: 8080 }],
  ['HTTP from elsewhere', { INTERACTIONS_PORT: '8080', INTERACTIONS_HOST: '::' }, { host: '::', port: 8080 }],
])('interactions come by %s', (_, environment, address) => {
  expect(configOf(environment).interactions).toEqual(address);
});

describe('the sandbox', () => {
  test.each<[string, Environment]>([
    ['nothing is set', {}],
    ['only blanks are set', { DISCORD_TOKEN: '', AUTH_URL: '  ', BASE_URL: '', APPLICATION_KEY: ' ' }],
    ['only other things are set', { ACCESS_TOKEN: 'x', LOG_LEVEL: 'debug', HOME_GUILD_ID: HOME_GUILD }],
    ['it is development', { NODE_ENV: 'development' }],
  ])('starts when %s', (_, environment) => {
    expect(wantsSandbox(environment)).toBe(true);
  });

  test.each([...Object.keys(REQUIRED), 'DISCORD_TOKEN_FILE', 'APPLICATION_KEY_FILE'])(
    'does not start when %s is set',
    (name) => {
      expect(wantsSandbox({ [name]: 'x' })).toBe(false);
    },
  );

  test('has its own hosts and credentials, and a quieter log', () => {
    const config = readSandboxConfig(REQUIRED, { ACCESS_TOKEN: 'mine', DISCORD_TOKEN: 'mine' });

    expect([config.discord.token.reveal(), config.main.accessToken?.reveal(), config.logLevel]).toEqual([
      'discord-token',
      'mine',
      'error',
    ]);
  });

  test('reads no file of what it has itself', () => {
    const config = readSandboxConfig({ ...REQUIRED, ACCESS_TOKEN: 'own' }, { ACCESS_TOKEN_FILE: '/nowhere' });

    expect(config.main.accessToken?.reveal()).toBe('own');
    expect(readSandboxConfig(REQUIRED, { DATABASE_URL_FILE: '/nowhere' }).database.kind).toBe('sqlite');
  });

  test('logs as loud as it is told', () => {
    expect(readSandboxConfig(REQUIRED, { LOG_LEVEL: 'trace' }).logLevel).toBe('trace');
  });
});

test('docs/operations.md describes every variable, in order', () => {
  const paper = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
  const rows = paper.slice(paper.indexOf('## Configuration')).matchAll(/^\| (`[A-Z_`, ]+`)/gm);
  const described = Array.from(rows, ([, names = '']) => names.replaceAll('`', '').split(', ')).flat();

  expect(described).toEqual(VARIABLE_NAMES);
});

describe('.env.example', () => {
  const lines = readFileSync(new URL('../.env.example', import.meta.url), 'utf8').split('\n');
  const variables = lines.flatMap((line) => {
    const { name, value, hash } = /^(?<hash># )?(?<name>[A-Z_]+)=(?<value>.*)$/.exec(line)?.groups ?? {};
    return name === undefined ? [] : [{ name, value, optional: hash !== undefined }];
  });

  test('lists every variable, in order', () => {
    expect(variables.map(({ name }) => name)).toEqual(VARIABLE_NAMES);
  });

  test('leaves open just the ones that a live start needs', () => {
    expect(variables.filter(({ optional }) => !optional).map(({ name }) => name)).toEqual(Object.keys(REQUIRED));
  });

  test('sets none of them', () => {
    expect(variables.filter(({ value }) => value !== '')).toEqual([]);
  });

  test('says of each, in one or two lines, what it means', () => {
    for (const name of VARIABLE_NAMES) {
      const at = lines.findIndex((line) => line.endsWith(`${name}=`));
      const comment = lines.slice(lines.lastIndexOf('', at) + 1, at);
      expect(comment.join('\n'), name).toMatch(/^# .+(\n# .+)?$/);
    }
  });
});
