import { join } from 'node:path';

import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';

import type { Message } from '../../src/sandbox/discord/message.ts';
import type { ModalValues } from '../../src/sandbox/discord/person/component-data.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { answerTo, choose, fillIn, letGiveRoles, link, setting, setToken, setUpOf, startBot } from './bot.ts';
import { buttonsOf, descriptionOf, doneIn, fieldsOf, valuesIn } from './reading.ts';

const OWN_TOKEN = 'canary-own-token-9876';

const titlesOf = ({ embeds }: Message) => embeds.map(({ title }) => title);
const nextIn = ({ embeds }: Message) =>
  embeds.flatMap(({ fields = [] }) => fields).find(({ name }) => name === 'Next step')?.value ?? '';

/** What was typed, as a form has it that opens again. */
const withoutToken = (typed: ModalValues) => ({ ...typed, ...('token' in typed && { token: undefined }) });

describe('/setup', () => {
  it('leads from step to step in one message, which is up to date after each', async () => {
    const { guild, manager } = await startBot({ environment: { ACCESS_TOKEN: '', VOTE_URL: '' } });
    const moderators = guild.addChannel('moderators');
    moderators.isPrivate = true;
    const first = await setUpOf(manager);
    expect(buttonsOf(first)).toEqual(['', 'Add NuVotifier', 'Add a webhook', 'By hand', 'Check again']);
    expect(doneIn(first)).toEqual({ '': '' });

    const byHand = await answerTo(manager.click(first, 'By hand'));
    expect(titlesOf(byHand.message)).toEqual(['Your staff hand out rewards', 'Setup of this Discord server']);
    const withToken = await fillIn(manager, byHand.message, 'Set up: Access token', { token: OWN_TOKEN });
    expect(titlesOf(withToken.message)).toEqual(['Access token saved', 'Setup of this Discord server']);
    const url = 'https://vote.example/?for={player}';
    const withLink = await fillIn(manager, withToken.message, 'Set up: Vote links', { url });
    const channel = [guild.channel.id];
    const announced = await fillIn(manager, withLink.message, 'Set up: Announcements', { channel });
    const told = await fillIn(manager, announced.message, "Set up: Moderators' channel", { channel: [moderators.id] });
    expect(titlesOf(told.message)).toEqual(["Moderators' channel saved", 'Setup of this Discord server']);
    const asked = await fillIn(manager, told.message, 'Set up: Linked servers and teams', { id: 'ent_1' });
    const all = await answerTo(manager.click(asked.message, 'Link it'));

    expect(all.message.id).toBe(first.id);
    expect(doneIn(all.message)).toEqual({
      Rewards: 'By your staff, by hand',
      'Access token': 'Ends in `9876`',
      'Linked servers and teams': '1',
      'Vote links': '1',
      Announcements: `<#${guild.channel.id}>`,
      "Moderators' channel": `<#${moderators.id}>`,
    });
    expect(nextIn(all.message)).toBe('None: everything needed is set up.');
    expect(buttonsOf(all.message)).toEqual(['', 'Check again']);
  });

  it('asks again how players get their rewards once the last target is removed', async () => {
    const { manager } = await startBot();
    const { message: byHand } = await answerTo(manager.click(await setUpOf(manager), 'By hand'));
    expect(nextIn(byHand)).not.toContain('How do players get their rewards?');
    const announcements = manager.click(
      (await choose(manager, byHand, 'announcements')).message,
      'Set up: Announcements',
    );
    expect((await announcements.modal()).components).toMatchObject([{ label: 'Channel' }]);
    const { message: page } = await choose(manager, await setUpOf(manager), 'rewards');
    expect(descriptionOf(page)).toContain('Your staff hand out each reward by hand');
    expect(buttonsOf(page)).toEqual(['Add NuVotifier', 'Add a webhook', 'All settings']);

    const wrong = await fillIn(manager, page, 'Add NuVotifier', { address: 'my server', token: 'token' });
    expect(wrong.title).toBe('Check the address');
    const typed = { address: 'play.example.org:1', token: 'a b' };
    const blank = await fillIn(manager, wrong.message, 'Back to the form', typed);
    const waysOn = ['Back to the form', 'Back to the list', 'All settings'];
    expect([blank.title, buttonsOf(blank.message)]).toEqual(['Check the token', waysOn]);
    const list = (await answerTo(manager.click(blank.message, 'Back to the list'))).message;
    const added = await fillIn(manager, list, 'Add NuVotifier', { address: 'play.example.org:1', token: 'token' });
    const hook = await answerTo(manager.click(added.message, 'Show NuVotifier 1'));
    const retried = await fillIn(manager, hook.message, 'New token', { token: 'a b' });
    expect(buttonsOf(retried.message)).toEqual(waysOn);

    const mended = await fillIn(manager, retried.message, 'Back to the form', { token: 'another' });
    const asked = await answerTo(manager.click(mended.message, 'Remove'));
    const removed = await answerTo(manager.click(asked.message, 'Remove'));
    const { message } = await answerTo(manager.click(removed.message, 'All settings'));
    expect(nextIn(message)).toContain('How do players get their rewards?');
  });

  it('opens the page of each setting, and comes back', async () => {
    const { manager } = await startBot();
    const pages = {
      rewards: 'Rewards',
      token: 'Access token',
      'vote-link': 'Vote links',
      announcements: 'Announcements',
      moderators: "Moderators' channel",
      entities: 'No server or team linked',
      panel: 'Claim panel',
      alerts: 'Plan alerts',
      'voter-role': 'Voter role',
      reminders: 'Reminders to vote',
      goal: 'Goal',
      names: 'Reserved names',
    };
    let message = await setUpOf(manager);
    expect(message.components[0]?.components?.[0]?.options?.map(({ value }) => value)).toEqual(Object.keys(pages));
    for (const [setting, title] of Object.entries(pages)) {
      const page = await choose(manager, message, setting);
      expect(page.title).toBe(title);
      ({ message } = await answerTo(manager.click(page.message, 'All settings')));
      expect(titlesOf(message)).toEqual(['Setup of this Discord server']);
    }
  });

  it('sets what is optional by forms, leaves as it is what is left out, and turns it off', async () => {
    const { guild, manager } = await startBot();
    guild.appRole.permissions |= PermissionFlagsBits.ManageRoles;
    const role = guild.addRole('Voter');
    letGiveRoles(manager, guild);
    const channel = [guild.channel.id];
    let message = await setUpOf(manager);
    const change = async (setting: string, values: Record<string, string | string[]>, button = 'Change') => {
      const page = await choose(manager, message, setting);
      ({ message } = await fillIn(manager, page.message, button, values));
    };
    await change('announcements', { channel, arrival: ['true'] }, 'Set up: Announcements');
    await change('alerts', { channel, role: [role.id] }, 'Set up: Plan alerts');
    await change('panel', { channel }, 'Set up: Claim panel');
    expect(descriptionOf(message)).toBe(`The panel is in <#${guild.channel.id}>.`);
    await change('voter-role', { role: [role.id], hours: '12' }, 'Set up: Voter role');
    await change('reminders', { hours: '20' }, 'Set up: Reminders to vote');
    await change('goal', { claims: '50', every: ['month'] }, 'Set up: Goal');
    const set = {
      'Plan alerts': `<#${guild.channel.id}> · <@&${role.id}>`,
      'Claim panel': `<#${guild.channel.id}>`,
      'Voter role': `<@&${role.id}>`,
      'Reminders to vote': '20 hours',
      Goal: '0 / 50',
    };
    expect(doneIn(message)).toMatchObject(set);

    for (const setting of ['announcements', 'alerts', 'voter-role', 'reminders', 'goal']) await change(setting, {});
    const { message: announcements } = await choose(manager, message, 'announcements');
    expect(descriptionOf(announcements)).toContain('each announcement also says when its reward has reached it.');
    ({ message } = await answerTo(manager.click(announcements, 'All settings')));
    expect(doneIn(message)).toMatchObject(set);

    const off = {
      announcements: 'Announcements are off',
      alerts: 'Plan alerts are off',
      'voter-role': 'The voter role is off',
      reminders: 'Reminders are off',
      goal: 'The goal is off',
    };
    for (const [setting, title] of Object.entries(off)) {
      const page = await choose(manager, message, setting);
      ({ message } = await answerTo(manager.click(page.message, 'Turn off')));
      expect(titlesOf(message)[0]).toBe(title);
    }
    expect(Object.keys(doneIn(message))).toEqual(['Access token', 'Vote links', 'Claim panel']);
  });

  it.each([
    ['goal', { claims: 'many', timezone: 'Berlin' }, 'Check the number'],
    ['reminders', { hours: '20', timezone: 'Nowhere' }, 'Check the time zone'],
    ['vote-link', { url: 'vote.example', label: 'Ours' }, 'Check the vote link'],
    ['entities', { id: 'a b', label: 'Ours' }, 'Check the entity ID'],
    ['token', { token: 'canary token' }, 'Check the access token'],
  ])('leads back from a mistake to the form of %s, with all that was typed but a token', async (name, typed, title) => {
    const { manager } = await startBot();
    const wrong = await answerTo(await manager.submit(manager.forge(`setup:change:${name}`), typed));

    expect([wrong.title, buttonsOf(wrong.message)]).toEqual([title, ['Back to the form', 'All settings']]);
    expect(JSON.stringify(wrong.message)).not.toContain('canary');
    const form = await manager.click(wrong.message, 'Back to the form').modal();
    const labels = form.components.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(Object.keys(fieldsOf(wrong.message))));
    expect(valuesIn(form)).toMatchObject(withoutToken(typed));
  });
});

describe('what was chosen in a form with a mistake', () => {
  it.each([
    [
      'setup:change:goal',
      { claims: 'many', every: ['month'], 'day-begins': ['6'] },
      { Claims: '`many`', Period: '`Month`', 'Beginning of the day': '`06:00`' },
    ],
    [
      'settings:votifier-add',
      { address: 'play.example.org:99999', token: 'canary', 'sent-claims': ['of-current-token'] },
      {
        'Address that rewards are sent to': '`play.example.org:99999`',
        'Which claims to send': '`Only claims made with the access token set now`',
      },
    ],
  ])('is named as the form of %s does, and chosen when it opens again', async (form, typed, shown) => {
    const { manager } = await startBot();
    const wrong = await answerTo(await manager.submit(manager.forge(form), typed));
    expect(fieldsOf(wrong.message)).toMatchObject(shown);
    expect(valuesIn(await manager.click(wrong.message, 'Back to the form').modal())).toMatchObject(withoutToken(typed));
  });
});

describe('what is wrong', () => {
  /** What is wrong, a line each; empty when it says that nothing is. */
  async function wrong(person: Person): Promise<string[]> {
    const { message, colour } = await answerTo(person.command('setup'));
    const lines = (message.embeds[0]?.description ?? '').split('\n').filter((line) => line.startsWith('▲'));
    expect([colour, message.embeds[0]?.description?.includes('✓ Nothing is wrong.')]).toEqual(
      lines.length > 0 ? ['FEE75C', false] : ['5865F2', true],
    );
    return lines;
  }

  it('names what the bot lacks in other channels, and those that are gone, as Discord says', async () => {
    const { guild, manager } = await startBot();
    const [closed, hidden, gone] = [guild.addChannel('closed'), guild.addChannel('hidden'), guild.addChannel('gone')];
    await answerTo(setting(manager, 'announcements', { channel: closed.id }));
    await answerTo(setting(manager, 'alerts', { channel: hidden.id }));
    await link(manager, { id: 'ent_1' });
    await answerTo(setting(manager, 'moderators', { channel: gone.id }));
    closed.appPermissions &= ~PermissionFlagsBits.EmbedLinks;
    hidden.appPermissions = 0n;
    guild.channels.delete(gone.id);
    expect(await wrong(manager)).toEqual([
      `▲ Announcements: the bot cannot post in <#${closed.id}>. Grant it there: *Embed Links*.`,
      `▲ Plan alerts: the bot cannot post in <#${hidden.id}>. Grant it there: *View Channel*.`,
      expect.stringMatching(
        /^▲ Moderators' channel: the channel is gone. Choose another one with <\/settings moderators:\d+>\.$/,
      ),
    ]);
  });

  it("says that everybody can see the moderators' channel, until they cannot", async () => {
    const { guild, manager } = await startBot();
    const saved = await answerTo(setting(manager, 'moderators', { channel: guild.channel.id }));
    const isPublic = `Moderators' channel: everybody can see <#${guild.channel.id}>`;
    expect([saved.title, saved.colour]).toEqual(["Moderators' channel saved", 'FEE75C']);
    expect(descriptionOf(saved.message)).toContain(isPublic);
    expect(await wrong(manager)).toEqual([expect.stringContaining(isPublic)]);
    guild.channel.isPrivate = true;
    expect(await wrong(manager)).toEqual([]);
  });

  it('says that the token was refused at the last claim, until one is taken', async () => {
    const { main, manager, member } = await startBot();
    await setToken(manager, OWN_TOKEN);
    await answerTo(member.command('claimvote', { playername: 'Steve' }));
    expect(await wrong(manager)).toEqual([expect.stringContaining('refused it at the last claim')]);
    const page = await answerTo(manager.click(await setUpOf(manager), 'Fix: Access token'));
    expect(page).toMatchObject({ title: 'Access token', colour: 'FEE75C' });
    expect(descriptionOf(page.message)).toMatch(/^▲ Access token: the vote service refused it.*\n\nEnds in `/);
    main.tokens.set(OWN_TOKEN, 'own game server');
    await answerTo(member.command('claimvote', { playername: 'Alex' }));
    expect(await wrong(manager)).toEqual([]);
  });

  it('says that a panel shows no link, until one needs no name', async () => {
    const { guild, manager } = await startBot({ environment: { VOTE_URL: '' } });
    await answerTo(setting(manager, 'panel', { channel: guild.channel.id }));
    await answerTo(setting(manager, 'vote-link', { url: 'https://vote.example/{player}' }));
    expect(await wrong(manager)).toEqual([expect.stringContaining('Claim panel: it asks members to vote')]);
    await answerTo(setting(manager, 'vote-link', { url: 'https://vote.example/' }));
    expect(await wrong(manager)).toEqual([]);
  });

  it('says that plan alerts are about nothing, until something is linked', async () => {
    const { guild, manager } = await startBot();
    await answerTo(setting(manager, 'alerts', { channel: guild.channel.id }));
    expect(await wrong(manager)).toEqual([expect.stringContaining('no server or team is linked')]);
    await link(manager, { id: 'ent_1' });
    expect(await wrong(manager)).toEqual([]);
  });

  it.each([
    [403, "refuses the bot's application key"],
    [500, 'does not answer'],
  ])('says that the plan service gives no plan, when it answers %i', async (status, words) => {
    const bot = await startBot({ environment: { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'bot.db')}` } });
    await link(bot.manager, { id: 'ent_1' });
    await bot.app.stop();
    await bot.startAnother({});
    bot.identity.server.inject({ kind: 'status', status });
    expect(await wrong(bot.manager)).toEqual([expect.stringContaining(words)]);
  });
});
