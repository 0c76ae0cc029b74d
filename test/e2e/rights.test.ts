import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { answerTo, MANAGE_GUILD, MODERATE_MEMBERS, startBot, doneIn } from './bot.ts';
import { ADDRESS_MODAL, modal, VOTIFIER_MODAL } from './forged-modals.ts';

const HOME_GUILD_ID = '123456789012345678';
const OTHER_GUILD_ID = '223456789012345678';
const FORBIDDEN = "You can't use this here";

type Who = 'member' | 'moderator' | 'manager' | 'operator' | 'elsewhere';
type People = Record<Who, Person>;
type Row = [what: string, action: Action, may: Who[]];
type Action = (person: Person, pending: { own: string; forOther: string }) => Exchange | Promise<Exchange>;

const TOKEN_MODAL = modal('setup:change:token', 'token');
const MANAGERS: Who[] = ['manager', 'operator', 'elsewhere'];

const HOOK_BUTTONS = [
  'hook',
  'hook-address',
  'hook-rotate',
  'hook-test',
  'hook-pause',
  'hook-resume',
  'hook-narrow',
  'hook-widen',
  'hook-ask-remove',
  'hook-remove',
];

const command =
  (name: string, subcommand: string, options: Record<string, string | boolean> = {}): Action =>
  (person) =>
    person.command(name, options, { subcommand, force: true });
const forged =
  (customId: string): Action =>
  (person) =>
    person.forge(customId);

const EVERYONE: Who[] = ['member', 'moderator', 'manager', 'operator', 'elsewhere'];

/**
 * Who may do what; everyone else is refused, even with forged interactions. The pending links are the manager's and the
 * operator's.
 */
const TABLE: Row[] = [
  ['/entity link', command('entity', 'link', { id: 'ent_1' }), MANAGERS],
  [
    '/entity link for another guild',
    command('entity', 'link', { id: 'ent_1', guild: OTHER_GUILD_ID }),
    ['operator', 'elsewhere'],
  ],
  [
    '/entity link for the home guild',
    command('entity', 'link', { id: 'ent_1', guild: HOME_GUILD_ID }),
    ['manager', 'operator'],
  ],
  ['/entity unlink', command('entity', 'unlink', { id: 'ent_1' }), MANAGERS],
  ['/entity list', command('entity', 'list'), MANAGERS],
  ['/settings token', command('settings', 'token'), MANAGERS],
  ['/settings vote-link', command('settings', 'vote-link'), MANAGERS],
  ['/settings announcements', command('settings', 'announcements', { on: false }), MANAGERS],
  ['/settings alerts', command('settings', 'alerts', { on: false }), MANAGERS],
  ['/settings moderators', command('settings', 'moderators', { on: false }), MANAGERS],
  ['/settings panel', command('settings', 'panel'), MANAGERS],
  ...['panel-edit', 'panel-usual', 'panel-remove'].map((action): Row => [
    `a forged settings:${action}`,
    forged(`settings:${action}`),
    MANAGERS,
  ]),
  [
    'a forged text of the panel',
    (person) => person.forgeModal(modal('settings:panel-text', 'text'), { text: 'forged' }),
    MANAGERS,
  ],
  ['a forged choice of a vote link', (person) => person.forgeSelect('settings:vote-link', ['no-such-link']), MANAGERS],
  ['a forged *Claim my vote*', forged('claimvote:panel'), EVERYONE],
  ['/settings voter-role', command('settings', 'voter-role'), MANAGERS],
  ['/settings goal', command('settings', 'goal', { on: false }), MANAGERS],
  ['/settings reminders', command('settings', 'reminders', { on: false }), MANAGERS],
  ['/remind', (person) => person.command('remind'), EVERYONE],
  ...['remind:on', `remind:stop:${OTHER_GUILD_ID}`, 'remind:always'].map((customId): Row => [
    `a forged ${customId}`,
    forged(customId),
    EVERYONE,
  ]),
  ['/settings rewards', command('settings', 'rewards'), MANAGERS],
  ...HOOK_BUTTONS.map((action): Row => [
    `a forged settings:${action}`,
    forged(`settings:${action}:no-such-hook`),
    MANAGERS,
  ]),
  ['a forged *Add a webhook*', forged('settings:hook-add'), MANAGERS],
  ['a forged choice of a webhook', (person) => person.forgeSelect('settings:hook', ['no-such-hook']), MANAGERS],
  ['a forged *Add NuVotifier*', forged('settings:votifier-add'), MANAGERS],
  [
    'a forged modal of NuVotifier',
    (person) => person.forgeModal(VOTIFIER_MODAL, { address: 'game.example', token: 'forged' }),
    MANAGERS,
  ],
  ...[
    ['hook-address', 'address'],
    ['votifier-token', 'token'],
    ['votifier-test', 'player'],
  ].map(([action = '', input = '']): Row => [
    `a forged modal of ${action}`,
    (person) => person.forgeModal(modal(`settings:${action}:no-such-hook`, input), { [input]: 'forged' }),
    MANAGERS,
  ]),
  [
    'a forged address modal',
    (person) => person.forgeModal(ADDRESS_MODAL, { address: 'https://game.example/' }),
    MANAGERS,
  ],
  ['/setup', (person) => person.command('setup', {}, { force: true }), MANAGERS],
  ...['setup:show', 'setup:page:goal', 'setup:change:goal', 'setup:off:goal'].map((customId): Row => [
    `a forged ${customId}`,
    forged(customId),
    MANAGERS,
  ]),
  ['a forged choice of a setting', (person) => person.forgeSelect('setup:page', ['goal']), MANAGERS],
  ['/help', (person) => person.command('help'), EVERYONE],
  ['/privacy export', command('privacy', 'export'), EVERYONE],
  ['a forged page of the list', forged('entity:page:1'), MANAGERS],
  ['a forged *Clear token*', forged('settings:clear-token'), MANAGERS],
  ['a forged question of *Clear token*', forged('settings:ask-clear:9876'), MANAGERS],
  ['a forged *Refresh*', forged('plan:refresh:ent_1'), ['moderator']],
  ['a forged *Share*', forged('plan:share:ent_1'), MANAGERS],
  ['a forged page of plans', forged('plans:all:list:1'), ['moderator']],
  ['a forged *Download CSV* of plans', forged('plans:file:list'), ['moderator']],
  ['a forged *Download CSV* of claims', forged('claims:file:list'), ['moderator']],
  ['a forged *Needs attention*', forged('plans:attention:list:1'), ['moderator']],
  ['/claims', (person) => person.command('claims', {}, { force: true }), EVERYONE],
  [
    'Claims of this member',
    (person) => person.commandOn(person.id, 'Claims of this member', { force: true }),
    EVERYONE,
  ],
  ['a forged page of the claims', forged('claims:page:list:1'), ['moderator']],
  ['a forged choice of a claim', (person) => person.forgeSelect('claims:show:list:1', ['claim']), ['moderator']],
  ['a forged *Check again* of a parked claim', forged('claims:recheck:claim'), ['moderator']],
  ['a forged *Mark resolved*', forged('claims:resolve:claim:list:1'), ['moderator']],
  ['a forged *It was claimed*', forged('claims:claimed:claim:list:1'), ['moderator']],
  ['a forged *It was not claimed*', forged('claims:unclaimed:claim:list:1'), ['moderator']],
  ['a forged *Send again*', forged('claims:send:claim:list:1'), ['moderator']],
  ['a forged *Hand it out again*', forged('claims:repeat:0:claim:list:1'), MANAGERS],
  ['a forged *It arrived*', forged('claims:arrived:claim:list:1'), ['moderator']],
  ['a forged *Send again* of a post', forged('claims:post-send:claim'), ['moderator']],
  ['a forged *It arrived* of a post', forged('claims:post-arrived:claim'), ['moderator']],
  ['a forged *Open claim*', forged('claims:open:ABCD2345'), ['moderator']],
  ...['post-claimed', 'post-unclaimed'].map((action): Row => [
    `a forged modal of ${action}`,
    (person) => person.forgeModal(modal(`claims:${action}:claim`, 'note'), { note: 'forged' }),
    ['moderator'],
  ]),
  [
    'a forged modal of *It was claimed*',
    (person) => person.forgeModal(modal('claims:claimed:claim:list:1', 'note'), { note: 'forged' }),
    ['moderator'],
  ],
  [
    'a forged modal of *It was not claimed*',
    (person) => person.forgeModal(modal('claims:unclaimed:claim:list:1', 'note'), { note: 'forged' }),
    ['moderator'],
  ],
  [
    'a forged note modal',
    (person) => person.forgeModal(modal('claims:resolve:claim:list:1', 'note'), { note: 'forged' }),
    ['moderator'],
  ],
  ['a forged token modal', (person) => person.forgeModal(TOKEN_MODAL, { token: 'forged-token' }), MANAGERS],
  ["a forged *Cancel* of the manager's link", (person, { own }) => person.forge(`entity:cancel:${own}`), ['manager']],
  ["a forged *Link it* of the manager's link", (person, { own }) => person.forge(`entity:confirm:${own}`), ['manager']],
  [
    "a forged *Link it* of the operator's link for another guild",
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
    return message.components[0]?.components?.[0]?.custom_id?.split(':')[2] ?? '';
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

it.each(TABLE)('%s is open to the right people, and to nobody else', async (_what, action, may) => {
  const { people, pending } = await gather();
  const refused: Who[] = [];

  // Whoever may do it comes last: it may be done only once.
  for (const who of EVERYONE.toSorted((one, other) => Number(may.includes(one)) - Number(may.includes(other)))) {
    const title = await titleOf(await action(people[who], pending));
    if (title === FORBIDDEN) refused.push(who);
  }

  expect(refused).toEqual(EVERYONE.filter((who) => !may.includes(who)));
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

  it.each([
    'entity:constructor:1',
    'settings:toString',
    'plan:__proto__',
    'entity',
    'entity:',
    'settings:token',
    'setup:page',
    'setup:page:constructor',
    'setup:change:rewards',
    'setup:off:token',
    'remind:stop',
    'remind:stop:x',
  ])('the button %j belongs to no handler', async (customId) => {
    const { discord, people } = await gather();
    const both = discord.addPerson({
      guild: people.member.guild,
      name: 'Bo',
      permissions: MANAGE_GUILD | MODERATE_MEMBERS,
    });

    expect(await titleOf(both.forge(customId))).toBe('This is no longer here');
  });

  it('a webhook of another guild can be neither seen nor touched', async () => {
    const { people } = await gather();
    const { elsewhere, manager } = people;
    const address = 'https://game.example/canary';
    const added = await answerTo(elsewhere.forgeModal(ADDRESS_MODAL, { address }));
    const id = added.message.components[0]?.components?.[0]?.custom_id?.split(':')[2] ?? '';
    expect(id).not.toBe('');

    for (const action of HOOK_BUTTONS.filter((name) => name !== 'hook-remove')) {
      expect([action, await titleOf(manager.forge(`settings:${action}:${id}`))]).toEqual([action, 'Not found']);
    }
    expect(await titleOf(manager.forgeSelect('settings:hook', [id]))).toBe('Not found');
    await titleOf(manager.forge(`settings:hook-remove:${id}`));
    const hooks = await answerTo(elsewhere.command('settings', {}, { subcommand: 'rewards' }));
    expect(hooks.message.embeds[0]?.description).toContain(address);
  });

  it('an entity of another guild is not linked here', async () => {
    const { people } = await gather();
    const { operator, elsewhere, manager } = people;
    const asked = await answerTo(
      operator.command('entity', { id: 'ent_2', guild: OTHER_GUILD_ID }, { subcommand: 'link' }),
    );
    await answerTo(operator.click(asked.message, 'Link it'));
    const foreign = await answerTo(elsewhere.command('entity', {}, { subcommand: 'list' }));
    const entityId = foreign.message.components[0]?.components?.[0]?.options?.[0]?.value ?? '';

    const answer = await titleOf(manager.forgeSelect('entity:default:1', [entityId]));

    expect(answer).toBe('Not linked in this server');
  });
});
