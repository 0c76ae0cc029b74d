import SqliteDatabase from 'better-sqlite3';
import { ApplicationCommandOptionType } from 'discord.js';
import { expect, it, onTestFinished, vi } from 'vitest';

import claims from '../../commands/claims.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import { answerTo, type Bot, startBot } from './bot.ts';
import { SENT } from './handlers.ts';

/** Tables that grow with every claim, or every member. */
const GROWING = [
  ...['claims', 'claim_requests', 'claim_attempts', 'posts', 'reward_deliveries'],
  ...['voter_role_grants', 'reminders', 'saved_names', 'owned_names', 'name_questions'],
];
/** Once for all, a migration goes through what was told. */
const ONCE = "update claim_requests set told = 'reviewed'";

type Database = SqliteDatabase.Database;

/** @returns every statement that a bot of this process has prepared since, and where */
function watchStatements(): () => ReadonlyMap<string, Database> {
  const spy = vi.spyOn(SqliteDatabase.prototype, 'prepare');
  onTestFinished(() => {
    spy.mockRestore();
  });
  const { mock } = spy;
  return () => new Map(mock.calls.map(([text], index) => [text, mock.contexts[index] as Database]));
}

/** The tables of which a statement reads every row: a partial index has few. */
function readWhole(text: string, database: Database): string[] {
  const parameters = Array.from(text.matchAll(/\?/g), () => null);
  const steps = database.prepare(`explain query plan ${text}`).all(...parameters) as { detail: string }[];
  return steps.flatMap(({ detail }) => {
    const [, table = '', index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
    return GROWING.includes(table) && !isPartial(index, database) ? [table] : [];
  });
}

function isPartial(index: string | undefined, database: Database): boolean {
  const definition = database
    .prepare('select sql from sqlite_master where name = ?')
    .pluck()
    .get(index ?? '');
  return String(definition).includes(' where ');
}

async function useEverything({ both: person, guild, main }: Bot): Promise<void> {
  const use = (name: string, options = {}, subcommand?: string) =>
    answerTo(person.command(name, options, subcommand === undefined ? {} : { subcommand }));
  for (const send of Object.values(SENT)) await send(person).acknowledged();
  const channel = guild.channel.id;
  for (const posts of ['announcements', 'moderators']) await use('settings', { channel, on: true }, posts);
  await use('settings', { hours: 12 }, 'reminders');
  main.castVote('Steve');
  for (let claim = 0; claim < 2; claim += 1) await use('claimvote', { playername: 'Steve' });
  const filters = (claims.definition.options ?? []).flatMap(({ name, ...option }) => {
    const choices = 'choices' in option ? option.choices : undefined;
    const typed = option.type === ApplicationCommandOptionType.User ? person.id : 'st';
    return (choices?.map(({ value }) => value) ?? [typed]).map((value) => ({ [name]: value }));
  });
  for (const options of [{}, ...filters]) await use('claims', options);
  await person.click(await person.command('claims').reply(), 'Download CSV').reply();
  await person.command('privacy', {}, { subcommand: 'export' }).reply();
}

it('no statement of a start, a command or a job goes through all claims', async () => {
  const watched = watchStatements();
  const timings = { claims: { ...CLAIM_TIMINGS, recoveryEveryMs: 100 } };
  const bot = await startBot({ app: { timings } });
  await useEverything(bot);
  const statements = watched();
  const scans = Array.from(statements, ([statement, database]) => {
    const text = statement.trim().replace(/\s+/g, ' ');
    return { text, tables: /^(?:select|with|insert|update|delete)\b/i.test(text) ? readWhole(text, database) : [] };
  }).filter(({ text, tables }) => tables.length > 0 && !text.startsWith(ONCE));
  expect(statements.size).toBeGreaterThan(200);
  expect(scans).toEqual([]);
});
