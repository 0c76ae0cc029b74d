import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, onTestFinished } from 'vitest';

import { freePort } from '../database/free-port.ts';
import { answerTo, link, prepareBot } from '../e2e/bot.ts';
import { findProgram, maySkip } from '../services-at-hand.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';

const prometheusPath = findProgram('prometheus');
const promtoolPath = findProgram('promtool');
const ops = (name: string) => fileURLToPath(new URL(`../../ops/${name}`, import.meta.url));

type Panel = { title: string; targets?: { expr: string }[] };
type Rules = { data: { groups: { rules: { name: string; query: string; health: string; lastError?: string }[] }[] } };

const { panels } = JSON.parse(readFileSync(ops('dashboard.json'), 'utf8')) as { panels: Panel[] };
const expressions = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '1m')] as const),
);

/** A bot that people have used, and where its metrics are. */
async function startUsed() {
  const port = await freePort();
  const bot = await prepareBot({ environment: { METRICS_PORT: String(port) } });
  await bot.app.start();
  bot.main.castVote('Steve');
  await answerTo(bot.member.command('claimvote', { playername: 'Steve' }));
  await link(bot.manager, { id: 'ent_1' });
  await answerTo(bot.moderator.command('plan'));
  return { port, text: await (await fetch(`http://127.0.0.1:${port}/metrics`)).text() };
}

/** A Prometheus that reads the bot each second, with the rules of `ops/`; ends with the test. */
async function startPrometheus(target: number): Promise<(path: string) => Promise<unknown>> {
  const folder = temporaryFolder();
  const port = await freePort();
  const config = join(folder, 'prometheus.json');
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [ops('alerts.yaml')],
      scrape_configs: [{ job_name: 'plan-vote-bot', static_configs: [{ targets: [`127.0.0.1:${target}`] }] }],
    }),
  );
  const flags = [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'data')}`];
  flags.push(`--web.listen-address=127.0.0.1:${port}`);
  const server = spawn(prometheusPath ?? 'prometheus', flags, { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  });
  return async (path) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => undefined);
    return response?.ok ? response.json() : undefined;
  };
}

/** The values that an expression has now. @throws when Prometheus cannot evaluate it */
async function evaluate(ask: (path: string) => Promise<unknown>, expression: string): Promise<unknown[]> {
  const answer = (await ask(`query?query=${encodeURIComponent(expression)}`)) as
    { status: string; error?: string; data: { result: unknown[] } } | undefined;
  if (answer?.status === 'error') throw new Error(answer.error);
  return answer?.data.result ?? [];
}

/** The metrics that an expression names, without what Prometheus adds to a histogram's. */
function metricsIn(expression: string): string[] {
  const names = expression.match(/\b(?:planvote|nodejs|process)_\w+/g) ?? [];
  return names.map((name) => name.replace(/_bucket$/, ''));
}

it('docs/operations.md and the dashboard have every metric', async () => {
  const { text } = await startUsed();
  const there = Array.from(text.matchAll(/^# TYPE planvote_(\w+)/gm), ([, name]) => name).toSorted();
  const paper = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const [, table = ''] = /^\| metric .*\n((?:\|.*\n)+)/m.exec(paper) ?? [];
  const listed = Array.from(table.matchAll(/^\| ([^|]+)/gm), ([, names = '']) => names.match(/\w+/g) ?? []).flat();
  expect(listed.toSorted()).toEqual(there);
  const drawn = expressions.flatMap(([, expression]) => metricsIn(expression));
  const own = drawn.flatMap((name) => /^planvote_(.*)/.exec(name)?.[1] ?? []);
  expect([...new Set(own)].toSorted()).toEqual(there);
});

describe.skipIf(maySkip(prometheusPath) || maySkip(promtoolPath))('by a real Prometheus', () => {
  it('the metrics are named as its conventions ask for', async () => {
    const { text } = await startUsed();
    const own = text.split('\n').filter((line) => line.includes('planvote_'));
    const checked = spawnSync(promtoolPath ?? 'promtool', ['check', 'metrics'], {
      input: `${own.join('\n')}\n`,
      encoding: 'utf8',
    });
    expect(checked.stderr + checked.stdout).toBe('');
    expect(checked.status).toBe(0);
  });

  it('every panel of the dashboard and every alert is evaluated, over metrics that there are', async () => {
    const { port, text } = await startUsed();
    const there = new Set(Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name));
    const ask = await startPrometheus(port);
    // A rate needs two readings.
    await until(async () => (await evaluate(ask, 'count_over_time(up[1m]) > 2')).length > 0);

    for (const [title, expression] of expressions) {
      const values = await evaluate(ask, expression);
      const isRare = /failures|reward|reminders/.test(expression);
      expect([title, values.length > 0 || isRare]).toEqual([title, true]);
      expect([title, metricsIn(expression).filter((name) => !there.has(name))]).toEqual([title, []]);
    }
    const rulesThere = async () => ((await ask('rules')) as Rules).data.groups.flatMap(({ rules }) => rules);
    await until(async () => (await rulesThere()).every(({ health }) => health !== 'unknown'));
    const rules = await rulesThere();
    expect(rules.length).toBeGreaterThan(10);
    for (const { name, query, health, lastError } of rules) {
      expect({ name, health, lastError }).toEqual({ name, health: 'ok', lastError: undefined });
      expect([name, metricsIn(query).filter((metric) => !there.has(metric))]).toEqual([name, []]);
    }
  }, 60_000);
});
