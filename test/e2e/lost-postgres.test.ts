import { expect, it, onTestFinished } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import { Secret } from '../../src/secret.ts';
import { describeOnPostgres } from '../database/databases.ts';
import { freePort } from '../database/free-port.ts';
import { Link } from '../database/link.ts';
import { PostgresServer } from '../database/postgres-server.ts';
import { until } from '../until.ts';
import {
  addClaimants,
  ALREADY,
  type Claimant,
  claimAtOnce,
  environmentOf,
  expectTruth,
  GRANTED,
  type Heard,
  NONE,
  allSettled,
  startOn,
} from './crowd-scene.ts';

const PEOPLE = 12;
const FAST = { ...CLAIM_TIMINGS, recoveryEveryMs: 50 };
const CERTAIN = [GRANTED, NONE, ALREADY];

/** Two processes by the gateway, the first of which reaches Postgres by a link that can be cut. */
async function startTwo() {
  const server = await PostgresServer.start();
  onTestFinished(() => server.stop());
  const url = await server.createDatabase();
  const link = await Link.to(Number(new URL(url).port));
  onTestFinished(() => link.close());
  const environmentFor = async (databaseUrl: string) => {
    const port = await freePort();
    const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
    const database = { kind: 'postgres', url: new Secret(databaseUrl) } as const;
    return { environment: { ...environmentOf(database), METRICS_PORT: String(port) }, ready };
  };
  const [near, far] = [await environmentFor(url), await environmentFor(link.through(url))];
  // What the test itself reads, it reads without the link.
  const bot = await startOn(
    { kind: 'postgres', url: new Secret(url) },
    { app: { timings: { claims: FAST } }, environment: near.environment },
  );
  await bot.startAnother({ timings: { claims: FAST } }, far.environment);
  let named = 0;
  const people = (): Claimant[] =>
    addClaimants(bot, { guilds: [bot.guild], count: PEOPLE, name: `Player${(named += 1)}-` });
  return { bot, server, link, people, near: near.ready, far: far.ready };
}

/** Asks until the answer is this one. */
const untilIs = (status: () => Promise<number>, expected: number) => until(async () => (await status()) === expected);

/** Those who read a certainty that is not the truth. */
const deceived = (heard: readonly Heard[]) =>
  heard.filter(({ shown, truth }) => shown.some((title) => CERTAIN.includes(title) && title !== truth));

describeOnPostgres('two processes', () => {
  it('of which one is cut off mislead nobody; it says that it is not ready, and comes back by itself', async () => {
    const { bot, link, people, near, far } = await startTwo();
    await untilIs(far, 200);

    link.cut();
    const asked = claimAtOnce(people());
    await untilIs(far, 503);
    expect(await near()).toBe(200);
    expect(deceived(await asked)).toEqual([]);
    link.mend();
    await untilIs(far, 200);

    const after = people();
    const heard = await claimAtOnce(after);
    await allSettled(bot.store);
    expectTruth(bot, after, heard);
  });

  it('whose Postgres is restarted mislead nobody, say that they are not ready, and come back by themselves', async () => {
    const { bot, server, people, near, far } = await startTwo();
    await Promise.all([untilIs(near, 200), untilIs(far, 200)]);

    const asked = claimAtOnce(people());
    await server.kill();
    expect(deceived(await asked)).toEqual([]);
    await Promise.all([untilIs(near, 503), untilIs(far, 503)]);
    await server.revive();
    await Promise.all([untilIs(near, 200), untilIs(far, 200)]);

    const after = people();
    const heard = await claimAtOnce(after);
    await allSettled(bot.store);
    expectTruth(bot, after, heard);
  });
});
