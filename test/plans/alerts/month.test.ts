import { expect, test } from 'vitest';

import type { Guild } from '../../../src/sandbox/discord/guild.ts';
import { rateLimited } from '../../../src/sandbox/discord/rest/rate-limited.ts';
import type { IdentityHost } from '../../../src/sandbox/hosts/identity-host.ts';
import type { PlanRecord } from '../../../src/sandbox/hosts/plan-record.ts';
import type { Fault } from '../../../src/sandbox/loopback-server.ts';
import { DAY_MS } from '../../../src/work/clock.ts';
import { describeOnEachDatabase } from '../../database/databases.ts';
import { rowsIn } from '../../database/rows.ts';
import { mulberry32 } from '../../mulberry32.ts';
import { type HostEvent, writeMonth } from './month-script.ts';
import { createWatchedWorld, INTERVAL_MS, type WatchedWorld, type WatchProcess } from './watched-world.ts';

const SEED = Number(process.env.ALERT_SEED ?? 20_261_121);
const DAYS = 30;
const ENTITIES = 150;
const LIVELY_ENTITIES = 12;
const BATCHES_A_ROUND = Math.ceil(ENTITIES / 100);
const BATCH_EVERY_MS = INTERVAL_MS / BATCHES_A_ROUND;
/** Longer than any lease, and short enough for four tries before Discord forgets a nonce. */
const TRY_AGAIN_AFTER_MS = 61_000;
const MOST_TRIES = 12;
const LISTING = /\/entities\/plans$/;
const MESSAGES = /\/messages$/;
const POST_FAULTS: readonly Fault[] = [
  { kind: 'status', status: 503 },
  { kind: 'lost-answer' },
  { kind: 'lost-answer' },
  { kind: 'reset' },
  rateLimited(0),
];

const IDS = Array.from({ length: ENTITIES }, (_, index) => `ent_${index}`);

function setUpPlans(identity: IdentityHost): void {
  for (const id of IDS) {
    identity.setPlan(id, { entity: { name: id }, plan: 'basic' });
    identity.setPlan(id, { plan: 'premium', current_period_end: '2027-01-01T00:00:00.000Z' });
  }
}

function play(identity: IdentityHost, { entityId, what }: HostEvent, hidden: Map<string, PlanRecord>): void {
  if (typeof what === 'object') {
    identity.setPlan(entityId, what);
    return;
  }
  const record = hidden.get(entityId) ?? identity.planOf(entityId);
  if (what === 'shown') hidden.delete(entityId);
  else hidden.set(entityId, record);
  if (what === 'shown') identity.plans.set(entityId, record);
  else if (what === 'older') identity.plans.set(entityId, { ...record, plan: 'basic', version: record.version - 1 });
  else identity.plans.delete(entityId);
}

/** What was posted, line by line, after the name that ends each title. */
const readIn = (guild: Guild): string[] =>
  guild.channel.messages.flatMap(({ embeds: [embed] }) => {
    const label = embed?.title?.split(': ').at(-1) ?? '';
    return (embed?.description ?? '').split('\n').map((line) => `${label}: ${line}`);
  });

async function isAnythingDue({ store }: WatchedWorld): Promise<boolean> {
  return (await rowsIn(store, 'posts')).some(({ posted_at }) => posted_at === null);
}

describeOnEachDatabase('a month of alerts', (_open, create) => {
  test('tells each guild everything exactly once, whatever fails and whoever dies', async () => {
    const world = await createWatchedWorld(await create());
    const { clock, discord, identity } = world;
    const random = mulberry32(SEED);
    const startsAt = clock.now();
    setUpPlans(identity);
    const lively = IDS.filter((_, index) => index % Math.floor(ENTITIES / LIVELY_ENTITIES) === 0);
    const half = lively.filter((_, index) => index % 2 === 0);
    const castle = await world.addGuild(new Map(IDS.map((id) => [id, `Castle ${id.slice(4)}`])));
    const keep = await world.addGuild(new Map(half.map((id) => [id, `Keep ${id.slice(4)}`])));
    const { events, expected } = writeMonth(lively, startsAt, SEED);
    const hidden = new Map<string, PlanRecord>();
    const processes = [await world.startProcess(), await world.startProcess()];

    /**
     * Lets both processes act at the same time, or one of them alone. A process that dies is restarted; the other no
     * longer has to.
     */
    async function act(deed: (process: WatchProcess) => Promise<void>): Promise<void> {
      const alone = Math.floor(random() * 4);
      const acting = processes.filter((_, index) => index !== 1 - alone);
      await Promise.all(acting.map((process) => deed(process).catch(() => undefined)));
      for (const [index, process] of processes.entries()) {
        process.life.endsAfter(Infinity);
        if (!process.life.isOver) continue;
        await process.close();
        processes[index] = await world.startProcess();
      }
    }
    const mayDie = (share: number, deeds: { min: number; max: number }): void => {
      const after = deeds.min + Math.floor(random() * (deeds.max - deeds.min + 1));
      if (random() < share) processes[Math.floor(random() * 2)]?.life.endsAfter(after);
    };

    for (let step = 0; step <= (DAYS * DAY_MS) / BATCH_EVERY_MS; step += 1) {
      await clock.advance(startsAt + step * BATCH_EVERY_MS - clock.now());
      for (let next = events[0]; next && next.at <= clock.now(); next = events[0]) {
        play(identity, next, hidden);
        events.shift();
      }
      // Every other round goes well, so that no entity stays unread for a day.
      if (step % (2 * BATCHES_A_ROUND) < BATCHES_A_ROUND) {
        mayDie(0.7, { min: 2, max: 7 });
        if (random() < 0.2) identity.server.inject({ kind: 'status', status: 503 }, { times: 3, path: LISTING });
      }
      if (random() < 0.3) {
        const fault = POST_FAULTS[Math.floor(random() * POST_FAULTS.length)];
        if (fault) discord.server.inject(fault, { times: 2, path: MESSAGES });
      }
      await act((process) => process.watch());
      for (let tries = 0; await isAnythingDue(world); tries += 1) {
        expect(tries).toBeLessThan(MOST_TRIES);
        if (tries === 0) mayDie(0.25, { min: 1, max: 6 });
        await act((process) => process.post());
        await clock.advance(TRY_AGAIN_AFTER_MS);
      }
      identity.server.heal();
      discord.server.heal();
    }

    const expectedIn = (name: string, ids: readonly string[]) =>
      expected
        .filter(({ entityId }) => ids.includes(entityId))
        .map(({ entityId, line }) => `${name} ${entityId.slice(4)}: ${line}`)
        .toSorted();
    expect(expected.length).toBeGreaterThan(100);
    expect(readIn(castle).toSorted()).toEqual(expectedIn('Castle', lively));
    expect(readIn(keep).toSorted()).toEqual(expectedIn('Keep', half));
    expect(discord.rejections).toEqual([]);
  });
});
