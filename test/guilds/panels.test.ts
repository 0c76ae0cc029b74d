import { DefaultRestOptions } from 'discord.js';
import { expect, test } from 'vitest';

import { createPanelMessages } from '../../src/discord/outgoing/panel-messages.ts';
import { createPanelKeeping } from '../../src/guilds/panel-keeping.ts';
import { PANEL_LEASE_MS, type PanelMessages, POSTED_AGAIN_WITHIN_MS } from '../../src/guilds/panel-message.ts';
import { createPanels } from '../../src/guilds/panels.ts';
import { createGoals } from '../../src/guilds/store/goals.ts';
import { createGuilds } from '../../src/guilds/store/guilds.ts';
import { createPanelPosts } from '../../src/guilds/store/panel-posts.ts';
import type { Channel } from '../../src/sandbox/discord/guild.ts';
import { UNCLEAR_PAUSE_MS } from '../../src/work/discord-patience.ts';
import { createLog } from '../../src/work/log.ts';
import { PAUSES_MS } from '../../src/work/retry.ts';
import { sealer } from '../claims/store/ledger-scene.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../database/databases.ts';
import { rowsIn } from '../database/rows.ts';
import { openOnClock } from '../database/store-on-clock.ts';
import { openRest } from '../discord/open-rest.ts';
import { openDiscord } from '../sandbox/discord/bots.ts';

const LOCALE = 'en-US';
const going = new AbortController().signal;

/** What becomes of the answer to a post that was made. */
type PostAnswer = 'ok' | 'server-error' | 'lost';
/** Never comes back. */
type Die = () => Promise<never>;
type Calls = Partial<PanelMessages>;
/** `dies`: calls that never come back */
type Faults = { answers?: PostAnswer[]; dies?: (messages: PanelMessages) => Calls };

/** A guild with two channels, and processes that share a database. */
async function createScene(open: OpenTestStore) {
  const { clock, store } = await openOnClock(open);
  const discord = await openDiscord({ now: clock.now });
  const guild = discord.addGuild();
  const channel = guild.channel;
  const other = guild.addChannel('other');
  const guilds = createGuilds({ store, sealer });
  const lines: string[] = [];
  const log = createLog({ level: 'warn', secrets: [], destination: { write: (line) => lines.push(line) } });

  function startProcess({ answers = [], dies }: Faults = {}) {
    const rest = openRest(discord, {
      retries: 3,
      async makeRequest(url, init) {
        const response = await DefaultRestOptions.makeRequest(url, init);
        const answer = init.method === 'POST' ? answers.shift() : 'ok';
        if (answer === 'server-error') return new Response('', { status: 502 });
        if (answer === 'lost') throw new Error('lost by the test');
        return response;
      },
    });
    const living = createPanelMessages({ rest, commandIds: new Map(), clock });
    const messages = { ...living, ...dies?.(living) };
    const panelPosts = createPanelPosts(store);
    const goals = createGoals(store);
    const settings = { voteLinks: () => Promise.resolve([]) };
    const panels = createPanels({ guilds, settings, goals, panelPosts, messages, clock, log });
    const keeping = createPanelKeeping({ panelPosts, goals, panels, log });
    return {
      goOn: async () => {
        await keeping.round(going);
        await keeping.idle();
      },
      put: (to: Channel) => panels.put(guild.id, to.id, LOCALE),
      remove: () => panels.remove(guild.id, LOCALE),
      refresh: () => panels.refresh(guild.id, LOCALE),
    };
  }

  /** A process puts a panel, and is killed where `die` is called. */
  async function killedPutting(to: Channel, dies: (messages: PanelMessages, die: Die) => Calls) {
    const { promise: died, resolve } = Promise.withResolvers<undefined>();
    const die = () => {
      resolve(undefined);
      return new Promise<never>(() => undefined);
    };
    void startProcess({ dies: (messages) => dies(messages, die) }).put(to);
    await died;
  }
  const killedOncePosted = (to: Channel) =>
    killedPutting(to, (messages, die) => ({ post: (...message) => messages.post(...message).then(die) }));

  /** A process puts a panel, and stands still until it goes on. */
  async function stalledPutting(to: Channel, when: 'before it posts' | 'once it has posted') {
    const [stands, goesOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const standStill = () => {
      stands.resolve(undefined);
      return goesOn.promise;
    };
    const put = startProcess({
      dies: (messages) => ({
        async post(...message) {
          if (when === 'before it posts') await standStill();
          const id = await messages.post(...message);
          if (when === 'once it has posted') await standStill();
          return id;
        },
      }),
    }).put(to);
    await stands.promise;
    const goOn = () => {
      goesOn.resolve(undefined);
      return put;
    };
    return { goOn };
  }

  const requests = (method: string) => discord.server.requests.filter((request) => request.method === method);
  const shown = () => [channel, other].flatMap(({ messages }) => messages.map(({ id }) => id));
  const onRecord = async () => (await guilds.find(guild.id))?.panel;
  const unfinished = () => rowsIn(store, 'panel_posts');
  /** There is one panel, on record, and nothing else to see or to do. */
  async function expectOnly(place: Channel) {
    expect(await onRecord()).toEqual({ channelId: place.id, messageId: place.messages[0]?.id });
    expect(shown()).toHaveLength(1);
    expect(await unfinished()).toEqual([]);
  }
  return {
    ...{ clock, guilds, guild, channel, other, lines, startProcess, killedPutting, killedOncePosted, stalledPutting },
    ...{ requests, shown, onRecord, unfinished, expectOnly },
  };
}

describeOnEachDatabase('the message of a panel', (open) => {
  test('is posted once, although Discord says that the post failed', async () => {
    const { channel, startProcess, requests, expectOnly } = await createScene(open);
    const put = await startProcess({ answers: ['server-error'] }).put(channel);
    expect(put).toMatchObject({ state: { kind: 'shown', location: { channelId: channel.id } } });
    expect(requests('POST')).toHaveLength(2);
    await expectOnly(channel);
  });

  test('is found again by another process when its answer was lost, and the one before it is taken away', async () => {
    const { clock, channel, other, guilds, guild, startProcess, requests, expectOnly } = await createScene(open);
    await startProcess().put(channel);
    await expect(startProcess({ answers: ['lost'] }).put(other)).rejects.toThrow('lost by the test');
    expect(await guilds.find(guild.id)).toMatchObject({ panel: { channelId: channel.id } });
    await guilds.setPanelText(guild.id, 'Vote!');

    await clock.advance(UNCLEAR_PAUSE_MS);
    await startProcess().goOn();

    await expectOnly(other);
    expect(other.messages[0]?.embeds[0]?.description).toBe('Vote!');
    expect(requests('DELETE')).toHaveLength(1);
  });

  test('is found again by one of two processes when the one that posted it was killed', async () => {
    const { clock, channel, other, startProcess, killedOncePosted, requests, shown, expectOnly } =
      await createScene(open);
    await startProcess().put(channel);
    await killedOncePosted(other);
    const processes = [startProcess(), startProcess()];

    await clock.advance(PANEL_LEASE_MS - 1);
    await Promise.all(processes.map(({ goOn }) => goOn()));
    expect(shown()).toHaveLength(2);
    await clock.advance(1);
    await Promise.all(processes.map(({ goOn }) => goOn()));

    await expectOnly(other);
    expect(requests('POST')).toHaveLength(3);
    expect(requests('DELETE')).toHaveLength(1);
  });

  test('that was replaced is taken away by another process when the one that replaced it was killed', async () => {
    const { clock, channel, other, startProcess, killedPutting, shown, expectOnly } = await createScene(open);
    await startProcess().put(channel);
    await killedPutting(other, (_messages, die) => ({ delete: die }));
    expect(shown()).toHaveLength(2);
    await clock.advance(PANEL_LEASE_MS);
    await startProcess().goOn();
    await expectOnly(other);
  });

  test('that was replaced is taken away later when Discord fails', async () => {
    const { clock, channel, other, startProcess, shown, expectOnly } = await createScene(open);
    await startProcess().put(channel);
    const failing = () => Promise.reject(new Error('refused by the test'));
    const put = await startProcess({ dies: () => ({ delete: failing }) }).put(other);
    expect(put).toMatchObject({ state: { kind: 'shown' } });
    expect(shown()).toHaveLength(2);

    const goesOn = startProcess({ dies: () => ({ delete: failing }) });
    for (const pauseMs of PAUSES_MS.slice(0, 3)) {
      await clock.advance(pauseMs - 1);
      await startProcess().goOn();
      expect(shown()).toHaveLength(2);
      await clock.advance(1);
      await goesOn.goOn();
    }
    await clock.advance(PAUSES_MS[3]);
    await startProcess().goOn();
    await expectOnly(other);
  });

  test('is the one of two managers who post at once, in two processes', async () => {
    const { channel, other, startProcess, shown, onRecord, unfinished } = await createScene(open);
    await startProcess().put(channel);
    await Promise.all([startProcess().put(channel), startProcess().put(other), startProcess().put(other)]);
    expect(shown()).toEqual([(await onRecord())?.messageId]);
    expect(await unfinished()).toEqual([]);
  });

  test('gives way to one that was begun later, however long Discord takes', async () => {
    const { clock, channel, other, startProcess, stalledPutting, expectOnly } = await createScene(open);
    const slow = await stalledPutting(channel, 'once it has posted');
    await clock.advance(1);
    await startProcess().put(other);
    expect(await slow.goOn()).toMatchObject({ state: { kind: 'shown', location: { channelId: other.id } } });
    await expectOnly(other);
  });

  test('is taken away once it is found, when another one was posted since, or the panel was removed', async () => {
    const { clock, channel, other, startProcess, shown, expectOnly, unfinished } = await createScene(open);
    const fail = () => expect(startProcess({ answers: ['lost'] }).put(channel)).rejects.toThrow('lost by the test');
    await fail();
    await clock.advance(UNCLEAR_PAUSE_MS);
    await startProcess().put(other);
    await startProcess().goOn();
    await expectOnly(other);

    await fail();
    await startProcess().remove();
    await clock.advance(UNCLEAR_PAUSE_MS);
    await startProcess().goOn();
    expect(shown()).toEqual([]);
    expect(await unfinished()).toEqual([]);
  });

  test('is left where it is once Discord may have forgotten its nonce, and the panel stays what it was', async () => {
    const scene = await createScene(open);
    const { clock, channel, other, lines, startProcess, killedOncePosted, shown, unfinished, onRecord } = scene;
    await startProcess().put(channel);
    const before = await onRecord();
    await killedOncePosted(other);
    await clock.advance(POSTED_AGAIN_WITHIN_MS + 1);
    const living = startProcess();
    await living.goOn();
    expect(lines.join('')).toContain('a panel may have been posted that is not on record');
    expect(await unfinished()).toEqual([]);
    expect(await living.refresh()).toMatchObject({ state: { kind: 'shown', location: before } });
    expect(shown()).toHaveLength(2);
  });

  test('is taken away by a process that went on too late, once the panel is another one', async () => {
    const { clock, channel, other, startProcess, stalledPutting, expectOnly } = await createScene(open);
    const late = await stalledPutting(channel, 'before it posts');
    await clock.advance(POSTED_AGAIN_WITHIN_MS + 1);
    await startProcess().goOn();
    await startProcess().put(other);
    expect(await late.goOn()).toMatchObject({ state: { kind: 'shown', location: { channelId: other.id } } });
    await expectOnly(other);
  });
});
