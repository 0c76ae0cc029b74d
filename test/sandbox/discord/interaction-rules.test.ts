import { expect, test } from 'vitest';

import { startScene, type Address, type RawBot } from './bots.ts';

const MINUTE_MS = 60_000;
const MESSAGE = { type: 4, data: { content: 'pong' } };
const DEFER = { type: 5 };
const MODAL = {
  type: 9,
  data: {
    custom_id: 'ask',
    title: 'Who?',
    components: [{ type: 1, components: [{ type: 4, custom_id: 'name', style: 1, label: 'Name' }] }],
  },
};

async function startInteraction(options: { now?: () => number; ackDeadlineMs?: number } = {}) {
  const scene = await startScene(options);
  const exchange = scene.person.command('ping');
  return { ...scene, exchange, interaction: await scene.bot.interaction() };
}

const edit = (bot: RawBot, interaction: Address, body: object) =>
  bot.webhook('PATCH', interaction, '/messages/@original', body);

test('an interaction carries what a guild interaction has and this bot does not read', async () => {
  const { guild, interaction } = await startInteraction();
  expect(interaction).toMatchObject({
    version: 1,
    guild: { id: guild.id, locale: 'en-US' },
    channel: { id: guild.channel.id, type: 0 },
    entitlements: [],
    authorizing_integration_owners: { 0: guild.id },
    context: 0,
  });
});

test('a callback for an unknown token is an unknown interaction', async () => {
  const { bot, interaction } = await startInteraction();
  const answer = await bot.answer({ ...interaction, token: 'unknown' }, MESSAGE);
  expect(answer).toEqual({ status: 404, body: { message: 'Unknown interaction', code: 10062 } });
});

test('a second callback is refused as already acknowledged', async () => {
  const { bot, interaction } = await startInteraction();
  await bot.answer(interaction, DEFER);
  expect(await bot.answer(interaction, MESSAGE)).toEqual({
    status: 400,
    body: { message: 'Interaction has already been acknowledged.', code: 40060 },
  });
});

test('a token works for 15 minutes and then no more', async () => {
  let now = Date.now();
  const { bot, interaction } = await startInteraction({ now: () => now });
  await bot.answer(interaction, DEFER);
  now += 15 * MINUTE_MS;
  expect(await edit(bot, interaction, { content: 'in time' })).toMatchObject({ status: 200 });
  now += 1;

  const expired = { status: 401, body: { message: 'Invalid Webhook Token', code: 50027 } };
  expect(await edit(bot, interaction, { content: 'late' })).toEqual(expired);
  expect(await bot.webhook('POST', interaction, '', { content: 'late' })).toEqual(expired);
  expect(await bot.answer(interaction, MESSAGE)).toMatchObject({ status: 404, body: { code: 10062 } });
});

test('an edit or follow-up before any answer is an unknown webhook', async () => {
  const { bot, interaction } = await startInteraction();
  const unknown = { status: 404, body: { message: 'Unknown Webhook', code: 10015 } };
  expect(await edit(bot, interaction, { content: 'early' })).toEqual(unknown);
  expect(await bot.webhook('POST', interaction, '', { content: 'early' })).toEqual(unknown);
});

test('a deleted original is an unknown message', async () => {
  const { bot, exchange, interaction } = await startInteraction();
  await bot.answer(interaction, MESSAGE);
  expect(await bot.webhook('DELETE', interaction, '/messages/@original')).toMatchObject({ status: 204 });
  expect(exchange.message).toBeUndefined();
  expect(await bot.webhook('GET', interaction, '/messages/@original')).toMatchObject({ body: { code: 10008 } });
});

test('the first follow-up of a deferred answer takes its place', async () => {
  const { bot, exchange, interaction } = await startInteraction();
  await bot.answer(interaction, { type: 5, data: { flags: 64 } });
  const first = await bot.webhook('POST', interaction, '', { content: 'first' });
  const second = await bot.webhook('POST', interaction, '', { content: 'second' });

  expect(await exchange.reply()).toMatchObject({ content: 'first', ephemeral: true });
  expect(first.body).toMatchObject({ id: exchange.message?.id });
  expect(exchange.followUps).toMatchObject([{ content: 'second', ephemeral: false }]);
  const { id } = second.body as { id: string };
  expect(await bot.webhook('PATCH', interaction, `/messages/${id}`, { content: 'edited' })).toMatchObject({
    status: 200,
  });
  expect(exchange.followUps).toMatchObject([{ content: 'edited' }]);
});

test('an edit changes what it names and leaves the rest', async () => {
  const { bot, exchange, interaction } = await startInteraction();
  await bot.answer(interaction, { type: 4, data: { content: 'one', embeds: [{ title: 'T' }] } });
  await edit(bot, interaction, { content: null });
  expect(exchange.message).toMatchObject({ content: '', embeds: [{ title: 'T' }] });
  expect(await edit(bot, interaction, { embeds: [] })).toMatchObject({ status: 400, body: { code: 50006 } });
});

test.each([
  ['an update to a command', { type: 7, data: { content: 'x' } }],
  ['choices to a command', { type: 8, data: { choices: [] } }],
  ['an unknown type to a command', { type: 77 }],
])('%s is refused', async (_name, body) => {
  const { bot, interaction } = await startInteraction();
  expect(await bot.answer(interaction, body)).toMatchObject({
    status: 400,
    body: { code: 50035, errors: { type: { _errors: [{ code: 'BASE_TYPE_CHOICES' }] } } },
  });
});

test('a modal is no answer to a submitted modal', async () => {
  const { bot, person, exchange, interaction } = await startInteraction();
  await bot.answer(interaction, MODAL);
  await person.submit(exchange, { name: 'Steve' });
  const submitted = await bot.interaction();
  expect(await bot.answer(submitted, MODAL)).toMatchObject({ status: 400, body: { code: 50035 } });
  expect(await bot.answer(submitted, { type: 7, data: { content: 'x' } })).toMatchObject({ body: { code: 10008 } });
  expect(await bot.answer(submitted, MESSAGE)).toMatchObject({ status: 204 });
});
