import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { answerTo, MANAGE_GUILD, MODERATE_MEMBERS, startBot } from './bot.ts';
import { ADDRESS_MODAL, modal, VOTIFIER_MODAL } from './forged-modals.ts';
import { doneIn, idOf } from './reading.ts';

const HOME_GUILD_ID = '123456789012345678';
const OTHER_GUILD_ID = '223456789012345678';
const FORBIDDEN = "You can't use this here";

type Who = 'member' | 'moderator' | 'manager' | 'operator' | 'elsewhere';
type People = Record<Who, Person>;
type Row = [what: string, action: Action, may: Who[]];
type Action = (person: Person, pending: { own: string; forOther: string }) => Exchange | Promise<Exchange>;

const TOKEN_MODAL = modal('setup:change:token', 'token');
const EVERYONE: Who[] = ['member', 'moderator', 'manager', 'operator', 'elsewhere'];
const MANAGERS: Who[] = ['manager', 'operator', 'elsewhere'];
const MODERATORS: Who[] = ['moderator'];

const HOOK_BUTTONS = [
  ...['hook', 'hook-address', 'hook-rotate', 'hook-test', 'hook-pause', 'hook-resume', 'hook-narrow', 'hook-widen'],
  ...['hook-ask-remove', 'hook-remove'],
];

/** Who may use what, however it is forged; everyone else is refused. */
type Subcommand = [may: Who[], name: string, subcommand: string, options?: Record<string, string | boolean>];
const COMMANDS: Subcommand[] = [
  [MANAGERS, 'entity', 'link', { id: 'ent_1' }],
  [['operator', 'elsewhere'], 'entity', 'link', { id: 'ent_1', guild: OTHER_GUILD_ID }],
  [['manager', 'operator'], 'entity', 'link', { id: 'ent_1', guild: HOME_GUILD_ID }],
  [MANAGERS, 'entity', 'unlink', { id: 'ent_1' }],
  [MANAGERS, 'entity', 'list'],
  ...['token', 'vote-link', 'panel', 'voter-role', 'rewards'].map((name): Subcommand => [MANAGERS, 'settings', name]),
  ...['announcements', 'alerts', 'moderators', 'goal', 'reminders', 'names'].map((name): Subcommand => [
    MANAGERS,
    'settings',
    name,
    { on: false },
  ]),
  [EVERYONE, 'privacy', 'export'],
];
const BUTTONS: [may: Who[], ...customIds: string[]][] = [
  [EVERYONE, 'claimvote:panel', 'remind:on', `remind:stop:${OTHER_GUILD_ID}`, 'remind:always'],
  [MANAGERS, 'settings:panel-edit', 'settings:panel-usual', 'settings:panel-remove', 'settings:hook-add'],
  [MANAGERS, ...HOOK_BUTTONS.map((action) => `settings:${action}:no-such-hook`), 'settings:votifier-add'],
  [EVERYONE, 'claimvote:ask-name:1'],
  [MODERATORS, 'claims:names:1', 'claims:give-name:1', 'claims:give-asked:1', 'claims:keep-asked:1'],
  [MANAGERS, 'settings:names-on', 'settings:remove-vote-link:no-such-link'],
  [MANAGERS, 'setup:show', 'setup:page:goal', 'setup:change:goal', 'setup:off:goal', 'entity:page:1'],
  [MANAGERS, 'settings:clear-token', 'settings:ask-clear:9876', 'plan:share:ent_1', 'claims:repeat:0:claim:list:1'],
  [MODERATORS, 'plan:refresh:ent_1', 'plans:all:list:1', 'plans:file:list', 'plans:attention:list:1'],
  [MODERATORS, 'claims:file:list', 'claims:page:list:1', 'claims:recheck:claim', 'claims:resolve:claim:list:1'],
  [MODERATORS, 'claims:claimed:claim:list:1', 'claims:unclaimed:claim:list:1', 'claims:send:claim:list:1'],
  [
    MODERATORS,
    'claims:arrived:claim:list:1',
    'claims:post-send:claim',
    'claims:post-arrived:claim',
    'claims:post-done:claim',
  ],
  [MODERATORS, 'claims:open:ABCD2345'],
];
const SELECTS: [may: Who[], customId: string, value: string][] = [
  [MANAGERS, 'settings:vote-link', 'no-such-link'],
  [MANAGERS, 'settings:hook', 'no-such-hook'],
  [MANAGERS, 'setup:page', 'goal'],
  [MODERATORS, 'claims:show:list:1', 'claim'],
  [MODERATORS, 'claims:free-name', '1'],
];
const MODALS: [may: Who[], customId: string, input: string][] = [
  [MANAGERS, 'settings:panel-text', 'text'],
  [MANAGERS, 'settings:hook-address:no-such-hook', 'address'],
  [MANAGERS, 'settings:votifier-token:no-such-hook', 'token'],
  [MANAGERS, 'settings:votifier-test:no-such-hook', 'player'],
  [MANAGERS, 'setup:change:token', 'token'],
  [MODERATORS, 'claims:give-name:1', 'playername'],
  [MODERATORS, 'claims:resolve:claim:list:1', 'note'],
  [MODERATORS, 'claims:claimed:claim:list:1', 'note'],
  [MODERATORS, 'claims:unclaimed:claim:list:1', 'note'],
  [MODERATORS, 'claims:post-claimed:claim', 'note'],
  [MODERATORS, 'claims:post-unclaimed:claim', 'note'],
];

const TABLE: Row[] = [
  ...COMMANDS.map(([may, name, subcommand, options = {}]): Row => [
    `/${name} ${subcommand} ${JSON.stringify(options)}`,
    (person) => person.command(name, options, { subcommand, force: true }),
    may,
  ]),
  ...BUTTONS.flatMap(([may, ...ids]) => ids.map((id): Row => [`button ${id}`, (person) => person.forge(id), may])),
  ...SELECTS.map(([may, id, value]): Row => [`select ${id}`, (person) => person.forgeSelect(id, [value]), may]),
  ...MODALS.map(([may, id, input]): Row => [
    `modal ${id}`,
    (person) => person.forgeModal(modal(id, input), { [input]: 'forged' }),
    may,
  ]),
  ['modal of a webhook', (person) => person.forgeModal(ADDRESS_MODAL, { address: 'https://game.example/' }), MANAGERS],
  [
    'modal of NuVotifier',
    (person) => person.forgeModal(VOTIFIER_MODAL, { address: 'game.example', token: 'forged' }),
    MANAGERS,
  ],
  ['/setup', (person) => person.command('setup', {}, { force: true }), MANAGERS],
  ['/remind', (person) => person.command('remind'), EVERYONE],
  ['/help', (person) => person.command('help'), EVERYONE],
  ['/claims', (person) => person.command('claims', {}, { force: true }), EVERYONE],
  [
    'Claims of this member',
    (person) => person.commandOn(person.id, 'Claims of this member', { force: true }),
    EVERYONE,
  ],
];

/** The pending links are the manager's and the operator's. */
const PENDING: Row[] = [
  ["*Cancel* of the manager's link", (person, { own }) => person.forge(`entity:cancel:${own}`), ['manager']],
  ["*Link it* of the manager's link", (person, { own }) => person.forge(`entity:confirm:${own}`), ['manager']],
  [
    "*Link it* of the operator's link for another guild",
    (person, { forOther }) => person.forge(`entity:confirm:${forOther}`),
    ['operator'],
  ],
];

async function gather() {
  const bot = await startBot({ environment: { HOME_GUILD_ID } });
  const { discord } = bot;
  const home = discord.addGuild({ id: HOME_GUILD_ID });
  const other = discord.addGuild({ id: OTHER_GUILD_ID });
  const people: People = {
    member: discord.addPerson({ guild: home, name: 'Alex' }),
    moderator: discord.addPerson({ guild: home, name: 'Mona', permissions: MODERATE_MEMBERS }),
    manager: discord.addPerson({ guild: home, name: 'Max', permissions: MANAGE_GUILD }),
    operator: discord.addPerson({ guild: home, name: 'Olivia', id: discord.ownerId, permissions: MANAGE_GUILD }),
    elsewhere: discord.addPerson({ guild: other, name: 'Eve', permissions: MANAGE_GUILD }),
  };
  const pending = async (person: Person, options: Record<string, string>) => {
    const { message } = await answerTo(person.command('entity', options, { subcommand: 'link' }));
    return idOf(message, 'Link it').split(':')[2] ?? '';
  };
  return {
    ...bot,
    people,
    pending: {
      own: await pending(people.manager, { id: 'ent_own' }),
      forOther: await pending(people.operator, { id: 'ent_other', guild: OTHER_GUILD_ID }),
    },
  };
}

/** The title of what the person finally sees, be it a message or a modal. */
async function titleOf(exchange: Exchange): Promise<string> {
  if ((await exchange.acknowledged()).kind === 'modal') return 'a modal';
  const message = await Promise.race([exchange.reply(), exchange.nextFollowUp()]);
  return message.embeds[0]?.title ?? '';
}

/** Who is not refused. Whoever may do it comes last: it may be done only once. */
async function whoMay({ people, pending }: Awaited<ReturnType<typeof gather>>, [, action, may]: Row) {
  const refused: Who[] = [];
  for (const who of EVERYONE.toSorted((one, other) => Number(may.includes(one)) - Number(may.includes(other)))) {
    const title = await titleOf(await action(people[who], pending));
    if (title === FORBIDDEN) refused.push(who);
  }
  return EVERYONE.filter((who) => !refused.includes(who));
}

it('everything is open to the right people, and to nobody else', async () => {
  const scene = await gather();
  const open: [what: string, to: Who[]][] = [];

  for (const row of TABLE) open.push([row[0], await whoMay(scene, row)]);

  expect(open).toEqual(TABLE.map(([what, , may]) => [what, may]));
});

it.each(PENDING)('%s is open to whoever asked', async (...row) => {
  expect(await whoMay(await gather(), row)).toEqual(row[2]);
});

describe('what is forged', () => {
  it('leaves no trace', async () => {
    const { main, people, pending } = await gather();
    const { member, moderator, operator, elsewhere, manager } = people;

    for (const wrong of [member, moderator, operator, elsewhere]) {
      await titleOf(wrong.forge(`entity:confirm:${pending.own}`));
      await titleOf(wrong.forge(`entity:cancel:${pending.own}`));
    }
    await titleOf(member.forgeModal(TOKEN_MODAL, { token: 'forged-token' }));
    await titleOf(moderator.forgeModal(ADDRESS_MODAL, { address: 'https://evil.example/' }));
    await titleOf(
      moderator.command('settings', { url: 'https://evil.example' }, { subcommand: 'vote-link', force: true }),
    );

    const { message } = await answerTo(manager.command('setup'));
    expect(doneIn(message)).toEqual({ 'Access token': "The operator's", 'Vote links': "The operator's" });
    const hooks = await answerTo(manager.command('settings', {}, { subcommand: 'rewards' }));
    expect(hooks.message.embeds[0]?.description).toContain('not sent anywhere yet');
    expect(await titleOf(manager.forge(`entity:confirm:${pending.own}`))).toBe('Linked');
    await answerTo(member.command('claimvote', { playername: 'Steve' }));
    expect(main.claims.map(({ token }) => token)).toEqual([main.accessToken]);
  });

  it('belongs to no handler where no button is called so', async () => {
    const { discord, people } = await gather();
    const permissions = MANAGE_GUILD | MODERATE_MEMBERS;
    const both = discord.addPerson({ guild: people.member.guild, name: 'Bo', permissions });
    for (const customId of [
      ...['entity:constructor:1', 'settings:toString', 'plan:__proto__', 'entity', 'entity:', 'settings:token'],
      ...['setup:page', 'setup:page:constructor', 'setup:change:rewards', 'setup:off:token'],
      ...['remind:stop', 'remind:stop:x'],
    ]) {
      expect([customId, await titleOf(both.forge(customId))]).toEqual([customId, 'This is no longer here']);
    }
  });

  it('a webhook of another guild can be neither seen nor touched', async () => {
    const { people } = await gather();
    const { elsewhere, manager } = people;
    const address = 'https://game.example/canary';
    const added = await answerTo(elsewhere.forgeModal(ADDRESS_MODAL, { address }));
    const id = idOf(added.message, 'Show Webhook 1').split(':')[2] ?? '';
    expect(id).not.toBe('');

    for (const action of HOOK_BUTTONS.filter((name) => name !== 'hook-remove')) {
      expect([action, await titleOf(manager.forge(`settings:${action}:${id}`))]).toEqual([action, 'Not found']);
    }
    expect(await titleOf(manager.forgeSelect('settings:hook', [id]))).toBe('Not found');
    await titleOf(manager.forge(`settings:hook-remove:${id}`));
    const hooks = await answerTo(elsewhere.command('settings', {}, { subcommand: 'rewards' }));
    expect(hooks.message.embeds[0]?.description).toContain(address);
  });
});
