import { expect, test } from 'vitest';

import { startScene } from './bots.ts';

const BUTTON = { type: 2, style: 1, label: 'Go', custom_id: 'go' };
const row = (...components: object[]): object => ({ type: 1, components });
const buttons = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ ...BUTTON, custom_id: `go ${from + index}` }));
const input = (changes: object = {}): object => ({ type: 4, custom_id: 'name', style: 1, label: 'Name', ...changes });

/** The one place in an error tree where something is wrong: `embeds.0.title BASE_TYPE_MAX_LENGTH`. */
function faults(tree: unknown, path: string[] = []): string[] {
  return Object.entries(tree as Record<string, unknown>).flatMap(([key, value]) =>
    key === '_errors'
      ? (value as { code: string }[]).map(({ code }) => `${path.join('.')} ${code}`)
      : faults(value, [...path, key]),
  );
}

async function faultsOf(type: number, data: unknown): Promise<string[]> {
  const { discord, person, bot } = await startScene();
  person.command('ping');
  const answer = await bot.answer(await bot.interaction(), { type, data });
  if (answer.status === 204) return [];
  expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid Form Body', code: 50035 } });
  expect(discord.rejections).toMatchObject([{ method: 'POST', error: answer.body }]);
  return faults((answer.body as { errors: unknown }).errors);
}

const long = (length: number): string => 'x'.repeat(length);
const inEmbed = (embed: object): object => ({ embeds: [embed] });
const inField = (name: string, value: string): object => inEmbed({ fields: [{ name, value }] });
const withRows = (...components: object[]): object => ({ content: 'x', components });
const inRow = (component: object): object => withRows(row(component));
const IN_ROW = 'components.0.components.0';
const modal = (...components: object[]): object => ({ title: 'x', components: components.map((one) => row(one)) });
const options = (count: number): object[] =>
  Array.from({ length: count }, (_, value) => ({ label: 'x', value: `${value}` }));

test.each<[name: string, data: object, fault: string]>([
  ['content', { content: long(2_001) }, 'content BASE_TYPE_MAX_LENGTH'],
  ['content type', { content: 5 }, 'content STRING_TYPE_CONVERT'],
  ['embed count', { embeds: Array(11).fill({ title: 'x' }) }, 'embeds BASE_TYPE_MAX_LENGTH'],
  ['embed description', inEmbed({ description: long(4_097) }), 'embeds.0.description BASE_TYPE_MAX_LENGTH'],
  [
    'embed sum',
    { embeds: [3_000, 3_001].map((length) => ({ description: long(length) })) },
    'embeds MAX_EMBED_SIZE_EXCEEDED',
  ],
  ['empty embed', inEmbed({ color: 1 }), 'embeds.0.description BASE_TYPE_REQUIRED'],
  ['embed colour', inEmbed({ title: 'x', color: 0x1000000 }), 'embeds.0.color NUMBER_TYPE_MAX'],
  ['embed url', inEmbed({ title: 'x', url: 'ftp://x.org' }), 'embeds.0.url URL_TYPE_INVALID_SCHEME'],
  ['embed time', inEmbed({ title: 'x', timestamp: 'noon' }), 'embeds.0.timestamp DATE_TIME_TYPE_PARSE'],
  ['field name', inField(long(257), 'v'), 'embeds.0.fields.0.name BASE_TYPE_MAX_LENGTH'],
  ['field value', inField('n', long(1_025)), 'embeds.0.fields.0.value BASE_TYPE_MAX_LENGTH'],
  ['blank field', inField('n', ''), 'embeds.0.fields.0.value BASE_TYPE_REQUIRED'],
  ['row count', withRows(...buttons(6).map((one) => row(one))), 'components BASE_TYPE_BAD_LENGTH'],
  ['row width', withRows(row(...buttons(6))), 'components.0.components BASE_TYPE_MAX_LENGTH'],
  [
    'same custom id',
    withRows(row(BUTTON), row(BUTTON)),
    'components.1.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
  ],
  ['long custom id', inRow({ ...BUTTON, custom_id: long(101) }), `${IN_ROW}.custom_id BASE_TYPE_MAX_LENGTH`],
  ['link without url', inRow({ type: 2, style: 5, label: 'x' }), `${IN_ROW}.url BASE_TYPE_REQUIRED`],
  ['button without id', inRow({ type: 2, style: 1, label: 'x' }), `${IN_ROW}.custom_id BASE_TYPE_REQUIRED`],
  [
    'select options',
    inRow({ type: 3, custom_id: 's', options: options(26) }),
    `${IN_ROW}.options BASE_TYPE_MAX_LENGTH`,
  ],
  ['bare button', withRows(BUTTON), 'components.0 UNION_TYPE_CHOICES'],
])('a message is refused for its %s', async (_name, data, fault) => {
  expect(await faultsOf(4, data)).toEqual([`data.${fault}`]);
});

test.each<[name: string, data: object]>([
  ['exactly 6,000 embed characters', { embeds: [{ description: long(4_000) }, { description: long(2_000) }] }],
  ['5 rows of 5 buttons', { content: 'x', components: [0, 5, 10, 15, 20].map((from) => row(...buttons(5, from))) }],
  ['a time with an offset', { embeds: [{ title: 'x', timestamp: '2026-01-01T00:00:00+02:00' }] }],
  ['components V2', { flags: 32_768, components: [{ type: 17, components: [{ type: 10, content: 'x' }] }] }],
])('a message is accepted with %s', async (_name, data) => {
  expect(await faultsOf(4, data)).toEqual([]);
});

test('an empty message is refused, and noted', async () => {
  const { discord, person, bot } = await startScene();
  person.command('ping');
  const interaction = await bot.interaction();
  expect(await bot.answer(interaction, { type: 4, data: { content: '  ' } })).toEqual({
    status: 400,
    body: { message: 'Cannot send an empty message', code: 50006 },
  });
  expect(discord.rejections).toHaveLength(1);
  expect(await bot.answer(interaction, { type: 4, data: { content: 'x' } })).toMatchObject({ status: 204 });
});

test.each<[name: string, data: object, fault: string]>([
  ['title', { ...modal(input()), title: long(46) }, 'data.title BASE_TYPE_MAX_LENGTH'],
  ['missing label', modal(input({ label: null })), `data.${IN_ROW}.label BASE_TYPE_REQUIRED`],
  [
    'row count',
    modal(...buttons(6).map(({ custom_id }) => input({ custom_id }))),
    'data.components BASE_TYPE_BAD_LENGTH',
  ],
  [
    'same custom id',
    modal(input(), input()),
    'data.components.1.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
  ],
])('a modal is refused for its %s', async (_name, data, fault) => {
  expect(await faultsOf(9, { custom_id: 'ask', ...data })).toEqual([fault]);
});

test('a choice whose value is longer than the documentation allows is refused', async () => {
  const { person, bot } = await startScene();
  await bot.register({
    name: 'find',
    description: 'Find',
    options: [{ type: 3, name: 'text', description: 'Text', autocomplete: true }],
  });
  const choices = person.autocomplete('find', 'text', 'a');
  const interaction = await bot.interaction();
  const offer = (value: string) => bot.answer(interaction, { type: 8, data: { choices: [{ name: 'a', value }] } });
  const refused = await offer('x'.repeat(101));
  expect(faults((refused.body as { errors: unknown }).errors)).toEqual(['data.choices.0.value BASE_TYPE_BAD_LENGTH']);
  await offer('x'.repeat(100));
  expect(await choices).toHaveLength(1);
});
