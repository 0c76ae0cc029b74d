import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Guild } from '../../src/sandbox/discord/guild.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { startBot } from './bot-process.ts';

const MANAGE_GUILD = 1n << 5n;
const CLAIMED = 'Reward claimed';
const WORKING: readonly (string | undefined)[] = ['Claim not confirmed yet', undefined];

/** A guild with a manager, and the webhooks that they added. */
export type House = { guild: Guild; manager: Person };

/** What the neighbours saw. `times`: until each was told, in ms; `untrue`: how many read anything but the truth */
export type Seen = { times: number[]; untrue: number };

/** A bot in a process of its own, and guilds that live side by side with it. */
export class Street {
  readonly sandbox: Sandbox;
  readonly #stop: () => Promise<void>;
  #people = 0;

  private constructor(sandbox: Sandbox, stop: () => Promise<void>) {
    this.sandbox = sandbox;
    this.#stop = stop;
  }

  /** @param program - the file that starts the bot */
  static async open(sandbox: Sandbox, program: string, environment: Record<string, string>): Promise<Street> {
    const folder = mkdtempSync(join(tmpdir(), 'plan-vote-bot-bench-'));
    const database = { DATABASE_URL: `sqlite:${join(folder, 'bench.db')}` };
    // It ends when this process is gone.
    const bot = startBot(program, { ...sandbox.environment, LOG_LEVEL: 'fatal', ...database, ...environment });
    await once(sandbox.discord.commands, 'overwritten');
    return new Street(sandbox, async () => {
      const ended = once(bot, 'exit');
      bot.kill('SIGTERM');
      await ended;
      await sandbox.close();
      rmSync(folder, { recursive: true });
    });
  }

  /** A guild whose manager adds webhooks to these addresses. */
  async addHouse(addresses: readonly string[] = []): Promise<House> {
    const { discord } = this.sandbox;
    const guild = discord.addGuild();
    const manager = discord.addPerson({ guild, name: 'Manager', permissions: MANAGE_GUILD });
    for (const address of addresses) {
      const list = await openHooks(manager);
      const added = await (await manager.submit(manager.click(list, 'Add a webhook'), { address })).reply();
      if (added.embeds[0]?.title !== 'Webhook added') throw new Error(`no webhook was added: ${JSON.stringify(added)}`);
    }
    return { guild, manager };
  }

  /** Somebody who voted claims. @returns until they were told, in ms, and whether that was true */
  async claim({ guild }: House): Promise<{ ms: number; isTrue: boolean; playername: string }> {
    const { discord, main } = this.sandbox;
    const playername = `Player${(this.#people += 1)}`;
    main.castVote(playername);
    const person = discord.addPerson({ guild, name: playername });
    const startedAt = performance.now();
    const title = await told(person.command('claimvote', { playername }));
    return { ms: performance.now() - startedAt, isTrue: title === CLAIMED, playername };
  }

  /** People of these guilds claim in turns, so many a second, whether or not those before were told. */
  async claimPaced(
    houses: readonly House[],
    { count, perSecond }: { count: number; perSecond: number },
  ): Promise<Seen> {
    const startedAt = performance.now();
    const claims: ReturnType<Street['claim']>[] = [];
    for (let index = 0; index < count; index += 1) {
      await delay(Math.max(0, startedAt + (index * 1_000) / perSecond - performance.now()));
      const house = houses[index % houses.length];
      if (house) claims.push(this.claim(house));
    }
    const seen = await Promise.all(claims);
    return { times: seen.map(({ ms }) => ms), untrue: seen.filter(({ isTrue }) => !isTrue).length };
  }

  /** Ends the sandbox too. */
  close(): Promise<void> {
    return this.#stop();
  }
}

export const openHooks = (manager: Person) => manager.command('settings', {}, { subcommand: 'rewards' }).reply();

/** @returns the title of what somebody reads in the end; undefined when the application did not respond */
async function told(exchange: Exchange): Promise<string | undefined> {
  try {
    let message = await exchange.reply();
    while (WORKING.includes(message.embeds[0]?.title)) message = await exchange.nextEdit();
    return message.embeds[0]?.title;
  } catch {
    return undefined;
  }
}
