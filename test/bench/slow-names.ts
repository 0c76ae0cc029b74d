import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { DnsServer } from '../dns-server.ts';
import { quantile } from './quantile.ts';
import type { Scenario } from './scenario.ts';
import { openHooks, Street } from './street.ts';

const BOT = fileURLToPath(new URL('bot-asking.ts', import.meta.url));
const GUILDS = 8;
const NAMES_EACH = 5;
const MANAGERS = 2;
/** A person may six times in a minute, and a look-up lasts for five seconds. */
const CLICKED_EVERY_MS = 2_500;
const NEIGHBOURS = 20;
const PER_SECOND = 20;

/** A host before another one that ends each connection with its answer, so that the name is looked up each time. */
async function listenBefore(url: string): Promise<Server> {
  const { host } = new URL(url);
  const server = createServer((asked, answer) => {
    const { method, headers } = asked;
    const passedOn = request(new URL(asked.url ?? '', url), { method, headers: { ...headers, host } }, (answered) => {
      answer.writeHead(answered.statusCode ?? NaN, { ...answered.headers, connection: 'close' });
      answered.pipe(answer);
    });
    asked.pipe(passedOn);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return server;
}

/** Clicks _Send a test_ until told to stop. @returns what was read, and how often */
async function keepTesting(manager: Person, stopping: AbortSignal): Promise<Map<string, number>> {
  const titles = new Map<string, number>();
  const list = await openHooks(manager);
  const select = list.components[0]?.components?.[0];
  const hook = await manager.select(list, select?.custom_id ?? '', [select?.options?.[0]?.value ?? '']).reply();
  const buttons = hook.components.flatMap(({ components = [] }) => components);
  const test = buttons.find(({ label }) => label === 'Send a test')?.custom_id ?? '';
  const clicks: Promise<void>[] = [];
  while (!stopping.aborted) {
    const exchange = manager.forge(test, hook);
    const answer = Promise.race([exchange.reply(), exchange.nextFollowUp()]).catch(() => undefined);
    clicks.push(
      answer.then((message) => {
        const title = message?.embeds[0]?.title ?? 'no answer';
        titles.set(title, (titles.get(title) ?? 0) + 1);
      }),
    );
    await delay(CLICKED_EVERY_MS);
  }
  await Promise.all(clicks);
  return titles;
}

/** A bot that looks up the main service by its name for each claim. */
async function openStreet(dns: DnsServer) {
  const sandbox = await startSandbox();
  const front = await listenBefore(sandbox.main.url);
  const { port } = front.address() as AddressInfo;
  const environment = { BASE_URL: `http://localhost:${port}`, NAME_SERVERS: dns.address };
  const street = await Street.open(sandbox, BOT, environment);
  const neighbours = await Promise.all(Array.from({ length: NEIGHBOURS }, () => street.addHouse()));
  return {
    street,
    claim: (count: number) => street.claimPaced(neighbours, { count, perSecond: PER_SECOND }),
    close: async () => {
      await street.close();
      front.close();
    },
  };
}

/**
 * 40 names whose servers never answer, rewards that are due there, and two managers who click _Send a test_: how long
 * the claims of other guilds take, side by side with a bot that has nothing else to do.
 */
export const SLOW_NAMES: Scenario = {
  name: 'slow-names',
  async run(quick) {
    const count = quick ? 60 : 300;
    const dns = await DnsServer.listen(() => 'silence');
    const quiet = await openStreet(dns);
    const slow = await openStreet(dns);
    try {
      await Promise.all([quiet.claim(count / 2), slow.claim(count / 2)]);
      const silent = await Promise.all(
        Array.from({ length: GUILDS }, (_, guild) =>
          slow.street.addHouse(
            Array.from({ length: NAMES_EACH }, (_hook, name) => `https://silent-${guild}-${name}.example/`),
          ),
        ),
      );
      await slow.street.claimPaced(silent, { count: GUILDS, perSecond: PER_SECOND });
      await dns.hasBeenAsked(GUILDS * NAMES_EACH);
      const stopping = new AbortController();
      const testing = silent.slice(0, MANAGERS).map(({ manager }) => keepTesting(manager, stopping.signal));
      const [heard, slowlyHeard] = await Promise.all([quiet.claim(count), slow.claim(count)]);
      stopping.abort();
      const read = (await Promise.all(testing)).flatMap((titles) => [...titles]);

      const [quietP95, slowP95] = [quantile(heard.times, 0.95), quantile(slowlyHeard.times, 0.95)];
      return {
        'claims told by a quiet bot, p95, ms': quietP95,
        'claims told among silent names, p95, ms': slowP95,
        ratio: slowP95 / quietP95,
        'claims told among silent names, slowest, ms': quantile(slowlyHeard.times, 1),
        'told anything untrue': heard.untrue + slowlyHeard.untrue,
        'names asked for': new Set(dns.asked).size,
        'managers read': read.map(([title, times]) => `${times} × ${title}`).join(', '),
      };
    } finally {
      await Promise.all([quiet.close(), slow.close()]);
      dns.close();
    }
  },
};
