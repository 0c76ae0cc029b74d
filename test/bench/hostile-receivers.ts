import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { quantile } from './quantile.ts';
import type { Scenario } from './scenario.ts';
import { type House, openHooks, Street } from './street.ts';

const HOSTILES = fileURLToPath(new URL('hostiles.ts', import.meta.url));
const HOOKS = 5;
const CLAIMS = 3;
const NEIGHBOURS = 10;
const PER_SECOND = 10;
/** Sixty in twenty seconds, had nobody limited them. */
const RESUMED_EVERY_MS = 333;

/** A guild whose manager has five places at this receiver. @returns their ids too */
async function addHostileHouse(street: Street, address: string): Promise<{ house: House; hooks: string[] }> {
  const isServer = !address.includes('://');
  const paths = Array.from({ length: HOOKS }, (_, hook) => `${address}/${hook}`);
  const house = await street.addHouse(isServer ? [] : paths);
  const { manager } = house;
  if (isServer) {
    const modal = manager.click(await openHooks(manager), 'Add NuVotifier');
    await (await manager.submit(modal, { address, token: 'token' })).reply();
  }
  const list = await openHooks(manager);
  const selects = list.components.flatMap(({ components = [] }) => components);
  const hooks = selects.flatMap(({ options = [] }) => options.map(({ value }) => value));
  return { house, hooks };
}

/** Clicks _Resume_ until told to stop. @returns how often, and how often that was refused */
async function keepResuming({ manager }: House, hooks: readonly string[], stopping: AbortSignal) {
  const message = await openHooks(manager);
  const titles: Promise<string | undefined>[] = [];
  while (!stopping.aborted) {
    const exchange = manager.forge(`settings:hook-resume:${hooks[titles.length % hooks.length] ?? ''}`, message);
    const answer = Promise.race([exchange.reply(), exchange.nextFollowUp()]);
    titles.push(answer.then(({ embeds }) => embeds[0]?.title).catch(() => undefined));
    await delay(RESUMED_EVERY_MS);
  }
  const read = await Promise.all(titles);
  return { clicks: read.length, refused: read.filter((title) => title === 'Please wait').length };
}

/** People of these guilds claim at a steady pace. @returns until each was acknowledged, in ms */
async function claimPaced(street: Street, neighbours: readonly House[], ms: number): Promise<number[]> {
  const { discord, main } = street.sandbox;
  const acks: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < (ms * PER_SECOND) / 1_000; index += 1) {
    await delay(Math.max(0, startedAt + (index * 1_000) / PER_SECOND - performance.now()));
    const guild = neighbours[index % neighbours.length]?.guild;
    if (!guild) continue;
    const playername = `Neighbour${index}At${Math.round(startedAt)}`;
    main.castVote(playername);
    const exchange = discord.addPerson({ guild, name: playername.slice(0, 32) }).command('claimvote', { playername });
    acks.push(
      exchange.reply().then(
        () => exchange.acknowledgedAfterMs ?? Infinity,
        () => Infinity,
      ),
    );
  }
  return Promise.all(acks);
}

/**
 * One manager with five receivers of one kind at a time, rewards due at each, who clicks _Resume_ all the time: how long
 * people of other guilds wait for the acknowledgement of a claim.
 */
export const HOSTILE_RECEIVERS: Scenario = {
  name: 'hostile-receivers',
  async run(quick) {
    const ms = quick ? 4_000 : 10_000;
    const hostiles = fork(HOSTILES, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const [addresses] = (await once(hostiles, 'message')) as [[kind: string, address: string][]];
    const environment = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
    const figures: Record<string, number | string> = {};
    try {
      for (const [kind, address] of addresses) {
        const street = await Street.open(await startSandbox(), 'src/main.ts', environment);
        try {
          const neighbours: House[] = [];
          for (let index = 0; index < NEIGHBOURS; index += 1) neighbours.push(await street.addHouse());
          await claimPaced(street, neighbours, ms / 4);
          const quiet = await claimPaced(street, neighbours, ms);
          const { house, hooks } = await addHostileHouse(street, address);
          await street.claimPaced([house], { count: CLAIMS, perSecond: PER_SECOND });
          const stopping = new AbortController();
          const resuming = keepResuming(house, hooks, stopping.signal);
          const then = await claimPaced(street, neighbours, ms);
          stopping.abort();
          const { clicks, refused } = await resuming;
          figures[`${kind}: acknowledged, quiet p95, ms`] = quantile(quiet, 0.95);
          figures[`${kind}: acknowledged, p95, ms`] = quantile(then, 0.95);
          figures[`${kind}: acknowledged, slowest, ms`] = quantile(then, 1);
          figures[`${kind}: Resume refused`] = `${refused} of ${clicks}`;
        } finally {
          await street.close();
        }
      }
    } finally {
      hostiles.kill();
    }
    return figures;
  },
};
