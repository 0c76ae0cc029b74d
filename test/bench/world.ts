import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Guild } from '../../src/sandbox/discord/guild.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { Balancer } from '../balancer.ts';
import { COLLECTOR, HISTORY_GUILDS } from './history.ts';
import type { Answer, CommandName, Look, Result, Task } from './messages.ts';

/** Discord, both hosts and the people, in a process of their own: `test/bench/run.ts` starts one for each bot. */
const MODERATE_MEMBERS = 1n << 40n;
/** What is followed by an answer: a claim that is not confirmed, and what a bot shows while it works on one. */
const NOT_FINAL: readonly (string | undefined)[] = ['Claim not confirmed yet', undefined];

const sandbox = await startSandbox();
const { discord, main, identity, examples } = sandbox;
const guilds: Guild[] = HISTORY_GUILDS.map((id) => discord.addGuild({ id }));
const [firstGuild = discord.addGuild()] = guilds;
const collector = discord.addPerson({
  id: COLLECTOR,
  guild: firstGuild,
  name: 'Collector',
  permissions: MODERATE_MEMBERS,
});
const entityId = examples[0]?.plan.entity.id ?? '';
let people = 0;

function tell(answer: Answer): void {
  process.send?.(answer);
}

/** Somebody who has not claimed before, in the next guild. */
function act(command: CommandName): Exchange {
  const number = (people += 1);
  const guild = guilds[number % guilds.length] ?? firstGuild;
  const person = discord.addPerson({ guild, name: `Person ${number}`, permissions: MODERATE_MEMBERS });
  if (command === 'plan') return person.command('plan', { entity: entityId });
  const playername = `Player${number}`;
  main.castVote(playername);
  return person.command('claimvote', { playername });
}

async function watch(exchange: Exchange, result: Result): Promise<void> {
  const startedAt = performance.now();
  try {
    await exchange.acknowledged();
    result.acks.push(performance.now() - startedAt);
    let message = await exchange.reply();
    while (NOT_FINAL.includes(message.embeds[0]?.title)) message = await exchange.nextEdit();
    result.answers.push(performance.now() - startedAt);
    const title = message.embeds[0]?.title ?? '';
    result.titles[title] = (result.titles[title] ?? 0) + 1;
  } catch {
    result.unacknowledged += 1;
  }
}

/** What the person with the most claims, who is a moderator of the guild with the most, does: until it is answered. */
const LOOKS: Readonly<Record<Look, () => Promise<unknown>>> = {
  'list of claims': () => collector.command('claims').reply(),
  'claims of a name': () => collector.command('claims', { playername: 'old77' }).reply(),
  'claims of a member': () => collector.command('claims', { member: COLLECTOR }).reply(),
  'claims that wait': () => collector.command('claims', { outcome: 'parked' }).reply(),
  'claims not confirmed': () => collector.command('claims', { outcome: 'none' }).reply(),
  'file of claims': async () => {
    const list = await collector.command('claims').reply();
    return collector.click(list, 'Download CSV').reply();
  },
  export: () => collector.command('privacy', {}, { subcommand: 'export' }).reply(),
  deletion: async () => {
    const question = await collector.command('privacy', {}, { subcommand: 'delete' }).reply();
    return collector.click(question, 'Delete my data').reply();
  },
};

async function look({ look: name }: { look: Look }): Promise<number> {
  const startedAt = performance.now();
  await LOOKS[name]();
  return performance.now() - startedAt;
}

async function perform(task: Exclude<Task, { kind: 'post' | 'look' }>): Promise<Result> {
  const { command, count } = task;
  const result: Result = { seconds: 0, acks: [], answers: [], titles: {}, unacknowledged: 0, posts: 0, repeated: 0 };
  const claimsBefore = main.claims.length;
  const startedAt = performance.now();
  const use = () => watch(act(command), result);
  switch (task.kind) {
    case 'stream': {
      let begun = 0;
      const turns = Array.from({ length: task.inFlight }, async () => {
        while ((begun += 1) <= count) await use();
      });
      await Promise.all(turns);
      break;
    }
    case 'paced': {
      const uses: Promise<void>[] = [];
      for (let index = 0; index < count; index += 1) {
        await delay(Math.max(0, startedAt + (index * 1_000) / task.perSecond - performance.now()));
        uses.push(use());
      }
      await Promise.all(uses);
      break;
    }
    case 'burst':
      await Promise.all(Array.from({ length: count }, use));
  }
  result.seconds = (performance.now() - startedAt) / 1_000;
  const claims = main.claims.slice(claimsBefore);
  result.posts = claims.length;
  result.repeated = claims.length - new Set(claims.map(({ playername }) => playername)).size;
  return result;
}

discord.commands.on('overwritten', () => {
  tell({ ready: performance.timeOrigin + performance.now() });
});
process.on('message', (task: Task) => {
  if (task.kind === 'post') {
    const balancer = new Balancer(() => task.ports.map((port) => ({ port })));
    void balancer.listen().then(() => {
      discord.application.endpoint.url = balancer.url;
      tell({ posts: task.ports });
    });
    return;
  }
  if (task.kind === 'look') {
    void look(task).then((looked) => {
      tell({ looked });
    });
    return;
  }
  void perform(task).then((result) => {
    tell({ result });
  });
});
tell({ environment: { ...sandbox.environment, PLAN_CACHE_TTL_SECONDS: '3600' } });
await once(process, 'disconnect');
await Promise.all([discord.close(), identity.close(), main.close()]);
process.exit();
