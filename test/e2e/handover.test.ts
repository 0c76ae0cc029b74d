import { once } from 'node:events';

import { expect, it } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { App } from '../../src/process/app.ts';
import { Balancer } from '../balancer.ts';
import { describeOnEachDatabase } from '../database/databases.ts';
import { listening } from '../loopback.ts';
import { answerTo, type Bot } from './bot.ts';
import {
  addClaimants,
  addGuilds,
  type Claimant,
  claimAtOnce,
  GRANTED,
  misled,
  namesOf,
  openClaimsIn,
  postsFor,
  startOn,
} from './crowd-scene.ts';

const RESTARTS = 12;
const GUILDS = 4;
const ASKING_AT_ONCE = 4;
const CLAIMANTS = 3;
const FAST = { ...CLAIM_TIMINGS, recoveryEveryMs: 50 };

/** People who claim all the time, a few at once, each as soon as the one before has read an answer. */
function claimAllTheTime(bot: Bot, guilds: ReturnType<typeof addGuilds>) {
  let over = false;
  const all: Claimant[] = [];
  const asking = Array.from({ length: ASKING_AT_ONCE }, async (_, lane) => {
    const wrong = [];
    for (let turn = 0; !over; turn += 1) {
      const claimants = addClaimants(bot, { guilds, count: CLAIMANTS, name: `Player${lane}-${turn}-` });
      all.push(...claimants);
      wrong.push(...misled(await claimAtOnce(claimants)));
    }
    return wrong;
  });
  return {
    all,
    /** Resolves once more people have been told something. */
    async isUnderWay() {
      const { length } = all;
      while (all.length < length + 2 * CLAIMANTS) await once(bot.discord, 'message');
    },
    /** @returns who did not read the truth, and nothing else, once */
    async end() {
      over = true;
      return (await Promise.all(asking)).flat();
    },
  };
}

const portOf = (app: App) => app.interactionsPort() ?? 0;

/** By HTTP, the processes take turns behind a load balancer; by the gateway, each of them gets everything. */
async function takeTurns({ app, discord }: Bot, byHttp: boolean) {
  const processes = new Set<App>([app]);
  const balancer = new Balancer(() => [...processes].map((one) => ({ port: portOf(one) })));
  await listening(balancer);
  const post = () => {
    if (byHttp) discord.application.endpoint.url = balancer.url;
  };
  post();
  return {
    join(next: App) {
      processes.add(next);
      post();
    },
    /** Resolves once nothing is on its way to this process, which happens while it lingers. */
    leave(old: App) {
      processes.delete(old);
      return balancer.answered(portOf(old));
    },
  };
}

describeOnEachDatabase(`${RESTARTS} handovers from one process to the next`, (_open, create) => {
  it.each([
    ['through the gateway', false],
    ['by HTTP', true],
  ])(
    'leave nobody without an answer, send no POST twice, and announce each grant once: %s',
    async (_way, byHttp) => {
      const bot = await startOn(await create(), { app: { timings: { claims: FAST } }, byHttp });
      const guilds = [bot.guild, ...addGuilds(bot, GUILDS - 1)];
      const { channel } = bot.guild;
      const announcements = { channel: channel.id, on: true };
      await answerTo(bot.manager.command('settings', announcements, { subcommand: 'announcements' }));
      const turns = await takeTurns(bot, byHttp);
      const crowd = claimAllTheTime(bot, guilds);

      let running: App = bot.app;
      for (let restarts = 0; restarts < RESTARTS; restarts += 1) {
        const next = await bot.startAnother({ timings: { claims: FAST } });
        turns.join(next);
        await crowd.isUnderWay();
        await turns.leave(running);
        await running.stop();
        running = next;
      }
      const wrong = await crowd.end();

      expect(wrong).toEqual([]);
      expect(postsFor(bot, crowd.all).toSorted()).toEqual(namesOf(crowd.all).toSorted());
      expect(await openClaimsIn(bot.store)).toBe(0);
      const granted = crowd.all.filter(({ person, truth }) => truth === GRANTED && person.guild.id === bot.guild.id);
      while (announced(bot).length < granted.length) await once(bot.discord, 'message');
      expect(announced(bot)).toHaveLength(new Set(announced(bot)).size);
      expect(announced(bot)).toHaveLength(granted.length);
    },
    180_000,
  );
});

/** What has been posted in the guild's channel, by the claim's reference. */
function announced({ guild }: Bot): (string | undefined)[] {
  return guild.channel.messages.map(({ embeds: [embed] }) => embed?.footer?.text);
}
