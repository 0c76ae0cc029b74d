import { expect, test } from 'vitest';

import { startScene } from './bots.ts';

type Registered = { id: string; version: string };

const option = (changes: object): object => ({ type: 3, name: 'text', description: 'Text', ...changes });
const plan = (changes: object = {}): object => ({ name: 'plan', description: 'Plan', ...changes });

test('a registered command comes back with everything Discord fills in', async () => {
  const { discord, bot } = await startScene();
  const sent = { name_localizations: { fr: 'formule' }, default_member_permissions: '8', contexts: [0] };
  const { body } = await bot.register(plan({ ...sent, options: [option({ required: false, autocomplete: true })] }));
  expect(body).toEqual([
    {
      id: expect.any(String) as string,
      application_id: discord.applicationId,
      version: expect.any(String) as string,
      type: 1,
      name: 'plan',
      description: 'Plan',
      description_localizations: null,
      ...sent,
      dm_permission: false,
      integration_types: [0],
      nsfw: false,
      options: [option({ name_localizations: null, description_localizations: null, autocomplete: true })],
    },
  ]);
});

test('an overwrite keeps the id of a command, and its version while it is the same', async () => {
  const { bot } = await startScene();
  const register = async (command: object) => ((await bot.register(command)).body as Registered[])[0];
  const first = await register(plan());
  const same = await register(plan());
  const more = await register(plan({ description: 'Other', options: [option({})] }));
  const less = await register(plan({ description: 'Other' }));
  expect(same).toEqual(first);
  expect([more?.id, less?.id]).toEqual([first?.id, first?.id]);
  expect(new Set([first, more, less].map((one) => one?.version)).size).toBe(3);
});

const SECOND_REQUIRED = [option({}), option({ name: 'more', required: true })];
const CHOICES_TOO = [option({ autocomplete: true, choices: [{ name: 'a', value: 'a' }] })];

test.each<[name: string, commands: object[], errors: object]>([
  ['a name in capitals', [plan({ name: 'Plan' })], { 0: { name: {} } }],
  ['a missing description', [plan({ description: '' })], { 0: { description: {} } }],
  ['a name used twice', [plan(), plan()], { 1: {} }],
  ['a long description', [plan({ description: 'x'.repeat(101) })], { 0: { description: {} } }],
  ['a required option after an optional one', [plan({ options: SECOND_REQUIRED })], { 0: { options: { 1: {} } } }],
  ['choices beside autocomplete', [plan({ options: CHOICES_TOO })], { 0: { options: { 0: {} } } }],
  ['an unknown locale', [plan({ name_localizations: { xx: 'plan' } })], { 0: { name_localizations: {} } }],
])('a registration with %s is refused', async (_name, commands, errors) => {
  const { bot } = await startScene();
  expect(await bot.register(...commands)).toMatchObject({ status: 400, body: { code: 50035, errors } });
});

test('a channel the application may not use refuses it', async () => {
  const { guild, bot } = await startScene();
  const path = `/channels/${guild.channel.id}/messages`;
  guild.channel.appPermissions = 1n << 10n;
  expect(await bot.request('POST', path, { content: 'x' })).toMatchObject({ status: 403, body: { code: 50013 } });
  guild.channel.appPermissions = 0n;
  expect(await bot.request('POST', path, { content: 'x' })).toMatchObject({ status: 403, body: { code: 50001 } });
});

test.each([
  ['embeds', 1n << 14n, { embeds: [{ title: 'News' }] }],
  ['files', 1n << 15n, { content: 'x' }],
])('a channel where the application may not send %s refuses them', async (kind, permission, body) => {
  const { guild, bot } = await startScene();
  guild.channel.appPermissions &= ~permission;
  const form = new FormData();
  form.set('payload_json', JSON.stringify(body));
  if (kind === 'files') form.set('files[0]', new File(['a,b'], 'plans.csv'));
  const path = `/channels/${guild.channel.id}/messages`;
  expect(await bot.upload(path, form)).toMatchObject({ status: 403, body: { code: 50013 } });
  expect(guild.channel.messages).toEqual([]);
  expect(await bot.request('POST', path, { content: 'x' })).toMatchObject({ status: 200 });
});

test('an enforced nonce posts once', async () => {
  let now = Date.now();
  const { guild, bot } = await startScene({ now: () => now });
  const path = `/channels/${guild.channel.id}/messages`;
  const body = { content: 'News', nonce: 'n1', enforce_nonce: true };
  const first = await bot.request('POST', path, body);
  expect(await bot.request('POST', path, body)).toEqual(first);
  expect(guild.channel.messages).toHaveLength(1);
  now += 5 * 60_000 + 1;
  await bot.request('POST', path, body);
  expect(guild.channel.messages).toHaveLength(2);
});

test('multipart files become attachments, and an edit keeps those it lists', async () => {
  const { discord, person, bot } = await startScene();
  const exchange = person.command('ping');
  const { id, token } = await bot.interaction();
  const form = new FormData();
  form.set('payload_json', JSON.stringify({ type: 4, data: { attachments: [{ id: '0', description: 'Plans' }] } }));
  form.set('files[0]', new File(['a,b'], 'plans.csv', { type: 'text/csv' }));
  form.set('files[1]', new File(['x'], 'other.txt'));
  expect(await bot.upload(`/interactions/${id}/${token}/callback`, form)).toMatchObject({ status: 204 });
  const [kept] = (await exchange.reply()).attachments;
  expect(kept).toMatchObject({ filename: 'plans.csv', description: 'Plans', content_type: 'text/csv', size: 3 });
  expect(exchange.message?.attachments).toHaveLength(2);

  const body = { attachments: [{ id: kept?.id }] };
  await bot.webhook('PATCH', { id, token }, '/messages/@original', body);
  expect(exchange.message?.attachments).toEqual([kept]);
  expect((await fetch(kept?.url ?? '')).headers.get('content-type')).toBe('text/csv');
  expect((await fetch(`${discord.server.url}/attachments/1/1/none.txt`)).status).toBe(404);
});
