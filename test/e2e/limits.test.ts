import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { SECOND_MS } from '../../src/work/clock.ts';
import { LIMITS, type MemberLimits, type UseLimit } from '../../src/work/limits.ts';
import { answerTo, type Bot, MANAGE_GUILD, MODERATE_MEMBERS, startBot } from './bot.ts';
import { modal } from './forged-modals.ts';
import { read, valuesIn } from './reading.ts';

const WAIT = 'Please wait';
const STRICT: MemberLimits = { perPerson: { uses: 2, seconds: 60 }, perGuild: { uses: 3, seconds: 60 } };

/** What each limit counts: two uses of each kind would be one too many for somebody who used the first twice. */
const USES: Record<UseLimit, [what: string, use: (person: Person) => Exchange][]> = {
  ordinary: [
    ['/claimvote', (person) => person.command('claimvote', { playername: 'Steve' })],
    ['a button', (person) => person.forge('privacy:keep')],
  ],
  lookUp: [
    ['/plan', (person) => person.command('plan', { entity: 'ent_active' })],
    ['a refresh', (person) => person.forge('plan:refresh:ent_active')],
    ['/claims', (person) => person.command('claims')],
    ['a page of claims', (person) => person.forge('claims:page:list:2')],
    ['a page of plans', (person) => person.forge('plans:all:list:2')],
    ['/entity', (person) => person.command('entity', {}, { subcommand: 'list', force: true })],
  ],
  report: [
    ['/plans', (person) => person.command('plans', { entities: 'ent_active' })],
    ['the file of plans', (person) => person.forge('plans:file:list')],
    ['the file of claims', (person) => person.forge('claims:file:list')],
  ],
  call: [
    ['a test', (person) => person.forge('settings:hook-test:hook')],
    ['a new address', (person) => person.forgeModal(modal('settings:hook-address:hook', 'address'), { address: 'a' })],
    ['_Resume_', (person) => person.forge('settings:hook-resume:hook')],
    ['_Send the reward again_', (person) => person.forge('claims:send:claim:list:1')],
    ['_Send the reward again_ under a post', (person) => person.forge('claims:post-send:claim')],
  ],
  personalData: [
    ['/privacy export', (person) => person.command('privacy', {}, { subcommand: 'export' })],
    ['a deletion', (person) => person.forge('privacy:delete')],
  ],
};

/** What a person reads beside a message that they clicked on, or in the reply. */
const titleOf = async (exchange: Exchange): Promise<string> =>
  read(await Promise.race([exchange.reply(), exchange.nextFollowUp()])).title;

function addManager({ discord, guild }: Bot, name: string): Person {
  return discord.addPerson({ guild, name, permissions: MANAGE_GUILD | MODERATE_MEMBERS });
}

describe.each(Object.entries(USES))('what counts as %s', (limit, uses) => {
  const [[, use] = ['', () => expect.fail('nothing to use')]] = uses;

  it('is each of its uses: over the limit a person is asked to wait, and nobody else', async () => {
    const bot = await startBot({ app: { limits: { [limit]: STRICT } } });
    for (const [what, use] of uses) {
      const here = { ...bot, guild: bot.discord.addGuild() };
      const [ada, bob] = [addManager(here, 'Ada'), addManager(here, 'Bob')];
      for (let used = 0; used < STRICT.perPerson.uses; used += 1) expect(await titleOf(use(ada)), what).not.toBe(WAIT);

      const refused = await answerTo(use(ada));

      expect(refused, what).toMatchObject({ title: WAIT, colour: '95A5A6' });
      const words = /^Requests are coming in too fast\. Try again <t:\d+:R>\./;
      expect(refused.message.embeds[0]?.description).toMatch(words);
      expect(await titleOf(use(bob)), what).not.toBe(WAIT);
    }
    expect(bot.log.filter((line) => line.includes(`"refusedBy":"limit ${limit}"`))).toHaveLength(uses.length);
  });

  it('is counted for a guild too: over its limit everyone there waits, and nobody elsewhere, nor for other uses', async () => {
    const bot = await startBot({ app: { limits: { [limit]: STRICT } } });
    for (let used = 0; used < STRICT.perGuild.uses; used += 1) await titleOf(use(addManager(bot, `Person ${used}`)));
    const late = addManager(bot, 'Late');
    const elsewhere = addManager({ ...bot, guild: bot.discord.addGuild() }, 'Eve');

    expect(await titleOf(use(late))).toBe(WAIT);
    expect(await titleOf(use(elsewhere))).not.toBe(WAIT);
    for (const [other, [first]] of Object.entries(USES)) {
      if (other !== limit && first) expect(await titleOf(first[1](late))).not.toBe(WAIT);
    }
  });
});

describe('over a limit', () => {
  it('a modal is refused too, and nothing is done', async () => {
    const limits = { ordinary: { ...STRICT, perPerson: { uses: 1, seconds: 60 } } };
    const { app, main, member } = await startBot({ app: { limits } });
    const asked = member.command('claimvote');
    const submitted = await member.submit(asked, { playername: 'Steve' });
    expect(await titleOf(submitted)).toBe(WAIT);
    await app.stop();
    expect(main.claims).toEqual([]);
  });

  it('a form that was filled in opens again with what was typed, but for a token', async () => {
    const limits = { call: { ...STRICT, perPerson: { uses: 1, seconds: 60 } } };
    const { manager } = await startBot({ app: { limits } });
    const typed = { address: 'play.example.org', token: 'canary-token', 'sent-claims': ['of-current-token'] };
    await manager.submit(manager.forge('settings:votifier-add'), { ...typed, address: 'nowhere' });
    const refused = await answerTo(await manager.submit(manager.forge('settings:votifier-add'), typed));

    expect(refused.title).toBe(WAIT);
    expect(JSON.stringify(refused.message)).not.toContain('canary');
    const again = await manager.click(refused.message, 'Back to the form').modal();
    expect(valuesIn(again)).toEqual({ ...typed, token: undefined });
  });

  it('a form opens all the same: only what is submitted counts as a call', async () => {
    const { manager } = await startBot({ app: { limits: { call: STRICT } } });
    for (let opened = 0; opened <= STRICT.perGuild.uses; opened += 1) {
      expect((await manager.forge('settings:votifier-test:hook').modal()).title).toBe('Send a test vote');
    }
  });

  it('typing goes on without suggestions, and does not count as a use', async () => {
    const { main, member } = await startBot({ app: { limits: { typing: STRICT, ordinary: STRICT } } });
    main.castVote('Steve');
    const save = await answerTo(member.command('claimvote', { playername: 'Steve' }));
    await answerTo(member.click(save.message, 'Remember this name'));
    const typed = () => member.autocomplete('claimvote', 'playername', '');

    expect([await typed(), await typed()]).toMatchObject([[{ value: 'Steve' }], [{ value: 'Steve' }]]);
    expect(await typed()).toEqual([]);
  });

  it('what somebody may not use is not taken from those who may', async () => {
    const bot = await startBot({ app: { limits: { report: STRICT } } });
    const [ada, bob] = [
      bot.discord.addPerson({ guild: bot.guild, name: 'Ada' }),
      bot.discord.addPerson({ guild: bot.guild, name: 'Bob' }),
    ];
    for (const person of [ada, ada, bob, bob]) {
      expect(await titleOf(person.forge('plans:file:list'))).toBe("You can't use this here");
    }
    expect(await titleOf(bot.moderator.command('plans', { entities: 'ent_active' }))).not.toBe(WAIT);
  });
});

describe('a person at work', () => {
  /** What hands do at their fastest, all the time. */
  const EVERY_MS: Record<Exclude<keyof typeof LIMITS, 'claim' | 'look'>, number> = {
    typing: SECOND_MS / 5,
    ordinary: SECOND_MS / 2,
    lookUp: SECOND_MS,
    report: 15 * SECOND_MS,
    personalData: 15 * SECOND_MS,
    call: 15 * SECOND_MS,
  };

  it.each(Object.entries(EVERY_MS))('never meets the limit of %s', (limit, everyMs) => {
    const { uses, seconds } = LIMITS[limit as keyof typeof EVERY_MS].perPerson;
    expect(uses / (seconds * SECOND_MS)).toBeGreaterThan(1 / everyMs);
  });
});
