import { expect, it, onTestFinished } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import { openSqlite } from '../../src/database/sqlite.ts';
import { TransactionError } from '../../src/database/store.ts';
import { createPrometheusMetrics } from '../../src/metrics/prometheus.ts';
import { HOUR_MS } from '../../src/work/clock.ts';
import { freePort } from '../database/free-port.ts';
import { answerTo, link, prepareBot, type BotOptions } from '../e2e/bot.ts';
import { until } from '../until.ts';

/** The values by name and labels, as Prometheus reads them. */
type Metrics = ReadonlyMap<string, number>;

const INTERACTIONS = 'planvote_interactions_total';

async function startMeasured(app: BotOptions['app'] = {}) {
  const port = await freePort();
  const bot = await prepareBot({ app, environment: { METRICS_PORT: String(port) } });
  await bot.app.start();
  const metrics = async (): Promise<Metrics> => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    );
  };
  /** Read again until as many interactions are over: an interaction ends a little after its reply is in the channel. */
  const metricsAfter = async (interactions: number): Promise<Metrics> => {
    const read = await metrics();
    const totals = [...read].flatMap(([name, value]) => (name.startsWith(INTERACTIONS) ? value : []));
    const over = totals.reduce((sum, value) => sum + value, 0);
    return over < interactions ? metricsAfter(interactions) : read;
  };
  return { ...bot, metrics, metricsAfter };
}

const interactions = (type: string, command: string, result: string) =>
  `${INTERACTIONS}{type="${type}",command="${command}",result="${result}"}`;

it('interactions are counted by what became of them', async () => {
  const { discord, guild, member, moderator, metricsAfter } = await startMeasured({
    limits: { ordinary: { perPerson: { uses: 2, seconds: 10 }, perGuild: { uses: 9, seconds: 10 } } },
  });
  await member.command('claimvote', { playername: 'Steve' }).reply();
  await member.autocomplete('claimvote', 'playername', 'S');
  await moderator.command('plan').reply();
  const other = discord.addPerson({ guild, name: 'Other' });
  for (let times = 0; times < 3; times += 1) await other.forge('entity:page:1').reply();
  await discord.addPerson({ guild, name: 'Another' }).forge('no-such-command:page:1').reply();

  const counted = await metricsAfter(7);
  const totals = [...counted].filter(([name]) => name.startsWith(INTERACTIONS));
  expect(Object.fromEntries(totals)).toEqual({
    [interactions('command', 'claimvote', 'answered')]: 1,
    [interactions('autocomplete', 'claimvote', 'answered')]: 1,
    [interactions('command', 'plan', 'answered')]: 1,
    [interactions('component', 'entity', 'forbidden')]: 2,
    [interactions('component', 'entity', 'limited')]: 1,
    [interactions('component', 'unknown', 'failed')]: 1,
  });
  expect(counted.get('planvote_interaction_ack_seconds_count{type="component"}')).toBe(4);
  expect(counted.get('planvote_interaction_reply_seconds_count{command="entity"}')).toBe(3);
});

it('claims, calls and what is stored are counted', async () => {
  // Who gets no answer is told so at once, and everything else is done twenty times a second.
  const timings = { ...CLAIM_TIMINGS, backoffBaseMs: HOUR_MS, recoveryEveryMs: 50 };
  const { main, member, moderator, manager, metrics } = await startMeasured({ timings: { claims: timings } });
  main.castVote('Steve');
  await answerTo(
    manager.command('settings', { channel: manager.channel.id, on: true }, { subcommand: 'announcements' }),
  );
  await answerTo(member.command('claimvote', { playername: 'Steve' }));
  await answerTo(moderator.command('claimvote', { playername: 'Alex' }));
  main.server.inject({ kind: 'status', status: 500 });
  await answerTo(manager.command('claimvote', { playername: 'Lost' }));
  await link(manager, { id: 'ent_1' });
  await answerTo(moderator.command('plan'));
  await answerTo(moderator.command('plan'));
  const counted = await until(async () => {
    const found = await metrics();
    return found.get('planvote_outbox_due{outbox="posts"}') === 0 && found;
  });

  expect(counted.get('planvote_claims_total{verdict="granted"}')).toBe(1);
  expect(counted.get('planvote_claims_total{verdict="none"}')).toBe(1);
  const claimed = 'host="main",route="/api/v1/votes/claim"';
  expect(counted.get(`planvote_upstream_requests_total{${claimed},status="2xx"}`)).toBe(2);
  expect(counted.get(`planvote_upstream_requests_total{${claimed},status="500"}`)).toBeGreaterThan(0);
  const plan = 'host="identity",route="/api/v1/entities/{entity}/plan"';
  expect(counted.get(`planvote_upstream_request_seconds_count{${plan}}`)).toBeGreaterThan(0);
  expect(counted.get('planvote_plan_cache_reads_total{result="hit"}')).toBeGreaterThan(0);
  expect(counted.get('planvote_claims_open')).toBe(1);
  expect(counted.get('planvote_claims_oldest_open_seconds')).toBeGreaterThanOrEqual(0);
  expect(counted.get('planvote_claims_under_way')).toBe(0);
  expect(counted.get('planvote_gateway_shard_connected{shard="0"}')).toBe(1);
  expect(counted.get('planvote_upstream_circuit_open{host="main"}')).toBe(0);
});

it('reads and writes of the database are counted, and those that fail', async () => {
  const { metrics, registry } = createPrometheusMetrics();
  const store = metrics.ofStore(await openSqlite(':memory:'));
  onTestFinished(() => store.close());
  await store.read((db) => db.selectFrom('guilds').select('id').execute());
  const failure = new TransactionError('no');
  await expect(store.write(() => Promise.reject(failure))).rejects.toBe(failure);

  const text = await registry.metrics();

  expect(text).toContain('planvote_database_seconds_count{operation="read"} 1\n');
  expect(text).toContain('planvote_database_seconds_count{operation="write"} 1\n');
  expect(text).toContain('planvote_database_failures_total{operation="write"} 1\n');
  expect(text).not.toContain('planvote_database_failures_total{operation="read"}');
});

it('no metric says anything of a person, a Discord server or an entity', async () => {
  const { guild, manager, member, moderator, metrics } = await startMeasured();
  await link(manager, { id: 'ent_1' });
  await answerTo(moderator.command('plan'));
  await answerTo(member.command('claimvote', { playername: 'Steve' }));

  const text = [...(await metrics()).keys()].join('\n');

  for (const secret of [guild.id, member.id, manager.id, 'Steve', 'ent_1']) expect(text).not.toContain(secret);
});
