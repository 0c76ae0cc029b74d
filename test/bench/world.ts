import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Guild } from '../../src/sandbox/discord/guild.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { Balancer } from '../balancer.ts';
import type { Answer, CommandName, Result, Task } from './messages.ts';

/** Discord, both hosts and the people, in a process of their own: `test/bench/run.ts` starts one for each bot. */
const GUILDS = 200;
const MODERATE_MEMBERS = 1n << 40n;
/** What is followed by an answer: a claim that is not confirmed, and what a bot shows while it works on one. */
const NOT_FINAL: readonly (string | undefined)[] = ['Claim not confirmed yet', undefined];

const sandbox = await startSandbox();
const { discord, main, identity, examples } = sandbox;
const guilds: Guild[] = Array.from({ length: GUILDS }, () => discord.addGuild());
const entityId = examples[0]?.plan.entity.id ?? '';
let people = 0;

function tell(answer: Answer): void {
  process.send?.(answer);
}

/** Somebody who has not claimed before, in the next guild. */
function act(command: CommandName): Exchange {
  const number = (people += 1);
  const guild = guilds[number % GUILDS];
  if (!guild) throw new Error('there is no guild');
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

async function perform(task: Exclude<Task, { kind: 'post' }>): Promise<Result> {
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
  void perform(task).then((result) => {
    tell({ result });
  });
});
tell({ environment: { ...sandbox.environment, PLAN_CACHE_TTL_SECONDS: '3600' } });
await once(process, 'disconnect');
await Promise.all([discord.close(), identity.close(), main.close()]);
process.exit();
