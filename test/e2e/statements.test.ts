import diagnostics from 'node:diagnostics_channel';
import { setImmediate as nextTurn } from 'node:timers/promises';

import SqliteDatabase from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import { SECOND_MS, systemClock } from '../../src/work/clock.ts';
import { answerTo, type Bot, startBot, startWithExamples } from './bot.ts';

/** What jobs wait for does not come: they look around once, at the start. */
const clock = {
  ...systemClock,
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms < SECOND_MS ? ms : 2 ** 31 - 1, signal),
};
const USES = 5;
const EDIT = 'the answer is shown';

/** @returns the statements that a bot of this process has run, and in between that it showed an answer */
function watchStatements(): string[] {
  const seen: string[] = [];
  const prepare = Reflect.get(SqliteDatabase.prototype, 'prepare') as (text: string) => SqliteDatabase.Statement;
  const spy = vi.spyOn(SqliteDatabase.prototype, 'prepare').mockImplementation(function (
    this: SqliteDatabase.Database,
    text,
  ) {
    const statement = prepare.call(this, text);
    for (const how of ['all', 'run'] as const) {
      const run = statement[how].bind(statement) as (parameters: unknown) => never;
      statement[how] = (parameters: unknown) => {
        seen.push(text);
        return run(parameters);
      };
    }
    return statement;
  });
  const onCall = (message: unknown) => {
    const { request } = message as { request: { method: string } };
    if (request.method === 'PATCH') seen.push(EDIT);
  };
  diagnostics.subscribe('undici:request:create', onCall);
  onTestFinished(() => {
    spy.mockRestore();
    diagnostics.unsubscribe('undici:request:create', onCall);
  });
  return seen;
}

/** Resolves once so many interactions are over, with all that follows their answers. */
async function over({ log }: Bot, count: number): Promise<void> {
  while (log.filter((line) => line.includes('"interaction answered"')).length < count) await nextTurn();
}

const isCommit = (text: string) => text === 'commit';
const count = (statements: readonly string[]) => ({
  statements: statements.length,
  commits: statements.filter(isCommit).length,
});

/** @returns what the use ran that ran the fewest: what a bot does once after its start may come in between */
async function fewest(seen: string[], bot: Bot, use: (nth: number) => Exchange): Promise<string[]> {
  const runs: string[][] = [];
  for (let nth = 1; nth <= USES; nth += 1) {
    seen.length = 0;
    await answerTo(use(nth));
    await over(bot, nth);
    runs.push([...seen]);
  }
  return runs.reduce((least, run) => (run.length < least.length ? run : least));
}

it('a claim that is granted at once runs few statements, and commits three times before it is told', async () => {
  const seen = watchStatements();
  const bot = await startBot({ app: { clock } });
  const run = await fewest(seen, bot, (nth) => {
    const playername = `Steve${nth}`;
    bot.main.castVote(playername);
    return bot.member.command('claimvote', { playername });
  });
  const shown = run.indexOf(EDIT);
  expect(count(run.slice(0, shown))).toEqual({ statements: 13, commits: 3 });
  expect(count(run.slice(shown + 1))).toEqual({ statements: 4, commits: 1 });
});

it('a plan that is cached runs one statement: whether there is a late answer', async () => {
  const seen = watchStatements();
  const bot = await startWithExamples({ app: { clock } });
  expect(await fewest(seen, bot, () => bot.moderator.command('plan', { entity: 'studio' }))).toHaveLength(1);
});
