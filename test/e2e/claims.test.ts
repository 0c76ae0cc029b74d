import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import type { Message } from '../../src/sandbox/discord/message.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { createSqlite } from '../database/databases.ts';
import { answerTo, MODERATE_MEMBERS, pick } from './bot.ts';
import { allSettled, onRecord, requestsIn, startOn } from './crowd-scene.ts';
import { buttonsOf, descriptionOf, fileOf, footerOf, idOf, read, referenceIn, titleOf } from './reading.ts';
import { PARK_AT_ONCE } from './reward-scene.ts';

/** A bot with a way to wait until it is on record who was shown what. */
async function start() {
  const bot = await startOn(createSqlite(), { app: { timings: { claims: PARK_AT_ONCE } } });
  const { store } = bot;
  const isTold = sql<boolean>`told is not null`;

  /** Claims, and waits until it is on record that the person was shown the answer. */
  async function claim(person: Person, playername: string) {
    const before = await requestsIn(store, isTold);
    const answer = await answerTo(person.command('claimvote', { playername }));
    await onRecord(store, isTold, before + 1);
    return answer;
  }

  /** Leaves a claim of the member on the moderators' list. */
  async function park(playername: string): Promise<void> {
    bot.main.server.inject({ kind: 'status', status: 503 });
    await claim(bot.member, playername);
    await allSettled(store);
    bot.main.server.heal();
  }

  return { ...bot, claim, park };
}

const list = async (person: Person, options: Record<string, string> = {}) =>
  (await answerTo(person.command('claims', options))).message;

const playersOf = (message: Message) =>
  [...descriptionOf(message).matchAll(/^\S \*\*(\w+)\*\*/gm)].map(([, name]) => name);

/** Opens the first claim of a list on show. */
const show = (person: Person, message: Message) => pick(person, message).reply();

describe('/claims', () => {
  it('finds claims by player, member and outcome', async () => {
    const { claim, discord, guild, main, member, moderator } = await start();
    const other = discord.addPerson({ guild, name: 'Sam' });
    main.castVote('Steve');
    await claim(member, 'Steve');
    await claim(other, 'Steven');
    await claim(other, 'Alex');

    expect(playersOf(await list(moderator, { playername: 'STEV' }))).toEqual(['Steven', 'Steve']);
    expect(playersOf(await list(moderator, { member: other.id }))).toEqual(['Alex', 'Steven']);
    expect(playersOf(await list(moderator, { outcome: 'granted' }))).toEqual(['Steve']);
    expect(playersOf(await list(moderator, { playername: 'stev', outcome: 'none', member: other.id }))).toEqual([
      'Steven',
    ]);
  });

  it('opens the claim whose reference a member names, with a way to the list', async () => {
    const { claim, member, moderator } = await start();
    const told = await claim(member, 'Steve');
    await claim(member, 'Alex');
    const reference = referenceIn(told.message);

    const shown = await list(moderator, { reference: reference.toLowerCase() });

    expect(titleOf(shown)).toBe(`Claim ${reference}`);
    expect(playersOf(await moderator.click(shown, 'Back to the list').reply())).toEqual(['Steve']);
    expect((await answerTo(moderator.command('claims', { reference: 'AAAABBBB' }))).title).toBe(
      'No claim with this reference',
    );
  });

  it('has everything that fits in a file, for whoever has the list open', async () => {
    const { claim, discord, guild, main, member, moderator } = await start();
    main.castVote('=1+1');
    await claim(member, '=1+1');
    for (let index = 0; index < 11; index += 1) await claim(member, `Player${index}`);

    const first = await list(moderator);
    expect(first.attachments).toEqual([]);
    const beside = await moderator.click(first, 'Download CSV').reply();
    expect(beside).toMatchObject({ ephemeral: true, attachments: [{ filename: 'claims.csv' }] });
    expect(beside.id).not.toBe(first.id);
    const rows = (await fileOf(beside)).trim().split('\r\n');

    expect(rows[0]).toBe(
      'opened_at,reference,player,outcome,reward,attempts,asked_by,shown_to,decision,resolved_at,resolved_by,note,reward_decisions',
    );
    expect(rows).toHaveLength(13);
    expect(rows[12]).toMatch(
      new RegExp(String.raw`^[\d-]+ [\d:]+,\w{8},'=1\+1,granted,,1,<@${member.id}>,<@${member.id}>,,,,,$`),
    );
    const other = discord.addPerson({ guild, name: 'Nora', permissions: MODERATE_MEMBERS });
    const refused = await other.forge(idOf(first, 'Download CSV')).reply();
    expect(read(refused)).toMatchObject({ title: 'This list is closed' });
  });
});

describe('a parked claim', () => {
  it('is checked again in the name of the moderator, beside it, and stays until it is marked as resolved', async () => {
    const bot = await start();
    await bot.park('Steve');
    bot.main.castVote('Steve');
    const detail = await show(bot.moderator, await list(bot.moderator));
    expect(buttonsOf(detail)).toEqual([
      'Check again',
      'Mark resolved',
      'It was claimed',
      'It was not claimed',
      'Back to the list',
    ]);

    const answer = await answerTo(bot.moderator.click(detail, 'Check again'));

    expect(answer).toMatchObject({ title: 'Reward claimed' });
    expect(answer.message.id).not.toBe(detail.id);
    const after = await list(bot.moderator);
    expect(playersOf(after)).toEqual(['Steve', 'Steve']);
    expect(descriptionOf(after)).toContain(`<@${bot.moderator.id}>`);
    expect(footerOf(after)).toContain('questions for moderators: 1');
  });

  it('is checked again as often as a moderator wants, neither looked for nor with another name, while they may', async () => {
    const bot = await start();
    await bot.park('Steve');
    const { moderator } = bot;
    const detail = await show(moderator, await list(moderator));
    const { message } = await answerTo(moderator.click(detail, 'Check again'));
    expect(buttonsOf(message)).toEqual(['Vote', 'Check again']);
    await answerTo(moderator.click(message, 'Check again'));
    const rechecks = await requestsIn(bot.store, sql<boolean>`is_recheck = 1 and user_id = ${moderator.id}`);
    expect([rechecks, bot.main.claims.length]).toEqual([2, 2]);
    moderator.permissions = 0n;
    const refused = await moderator.click(message, 'Check again').reply();
    expect([read(refused).title, bot.main.claims.length]).toEqual(["You can't use this here", 2]);
  });
});

it('a role that /claims was opened to may read, but neither check again nor resolve', async () => {
  const bot = await start();
  await bot.park('Steve');
  bot.guild.allow('claims', bot.member.id);
  const posts = bot.main.claims.length;

  const detail = await show(bot.member, await list(bot.member));

  const refused = "You can't use this here";
  expect(read(await bot.member.click(detail, 'Check again').reply())).toMatchObject({ title: refused });
  expect(read(await bot.member.click(detail, 'Mark resolved').reply())).toMatchObject({ title: refused });
  expect(buttonsOf(await bot.member.click(detail, 'Back to the list').reply())).not.toEqual([]);
  expect(bot.main.claims).toHaveLength(posts);
});
