import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Fault } from '../../src/sandbox/loopback-server.ts';
import { LIMITS } from '../../src/work/limits.ts';
import { type Bot, MODERATE_MEMBERS, startBot } from './bot.ts';
import {
  addClaimants,
  addGuilds,
  arrivals,
  type Claimant,
  claimAtOnce,
  expectTruth,
  type Heard,
  misled,
  PATIENT_TIMINGS,
  PENDING,
  setOwnToken,
  UNAVAILABLE,
  WAIT,
} from './crowd-scene.ts';

const ABUSER = 'Abuser';
const ABUSERS = /"playername":"Abuser/;

const addNeighbours = (bot: Bot): Claimant[] =>
  addClaimants(bot, { guilds: addGuilds(bot, 20), count: 200, name: 'Neighbour' });

/** What each of those read whom the main service never answers: it depends on whether anything was sent for them. */
function expectHonest({ main }: Bot, heard: readonly Heard[]): void {
  const sent = new Set(
    main.server.requests.map(({ requestBody }) => (JSON.parse(requestBody) as { playername: string }).playername),
  );
  const wrong = heard.filter(({ playername, shown: [title = '', ...more] }) => {
    const honest = sent.has(playername) ? [PENDING] : [UNAVAILABLE, WAIT];
    return more.length > 0 || !honest.includes(title);
  });
  expect(wrong.map(({ playername, shown }) => ({ playername, shown }))).toEqual([]);
}

describe('200 people of other guilds are told the truth', () => {
  it('while 600 people claim at once in one guild', async () => {
    const bot = await startBot({ app: { limits: LIMITS, timings: { claims: PATIENT_TIMINGS } } });
    const crowd = addClaimants(bot, { guilds: [bot.guild], count: 600, name: ABUSER });
    const neighbours = addNeighbours(bot);

    const [crowdHeard, heard] = await Promise.all([claimAtOnce(crowd), claimAtOnce(neighbours)]);

    expectTruth(bot, neighbours, heard);
    expectTruth(bot, crowd, crowdHeard);
  });

  it.each<[string, Fault]>([
    ['fails', { kind: 'status', status: 500 }],
    ['never answers', { kind: 'hang' }],
  ])('while the main service %s for a guild with a token of its own', async (_what, fault) => {
    const bot = await startBot();
    await setOwnToken(bot, bot.guild, 'a-token-of-its-own');
    bot.main.server.inject(fault, { body: ABUSERS });
    const abusers = addClaimants(bot, { guilds: [bot.guild], count: 100, name: ABUSER });
    const neighbours = addNeighbours(bot);

    // Fewer than open the circuit of this token, after which nothing more arrives.
    const begun = arrivals(bot, 10);
    const abusersHeard = claimAtOnce(abusers);
    await begun;
    const heard = await claimAtOnce(neighbours);

    expectTruth(bot, neighbours, heard);
    expectHonest(bot, await abusersHeard);
  });

  it('while ten members of a guild with the same token claim for a name with which the main service fails', async () => {
    const bot = await startBot();
    bot.main.server.inject({ kind: 'status', status: 500 }, { body: ABUSERS });
    const abusers = addClaimants(bot, { guilds: [bot.guild], count: 10, name: ABUSER });
    const neighbours = addNeighbours(bot);

    const begun = arrivals(bot, 1);
    const abusersHeard = claimAtOnce(abusers.map((abuser) => ({ ...abuser, playername: ABUSER, truth: PENDING })));
    await begun;
    const heard = await claimAtOnce(neighbours);

    expectTruth(bot, neighbours, heard);
    expect(misled(await abusersHeard)).toEqual([]);
  });

  it('while a guild floods the bot with exports, lists and typing', async () => {
    const bot = await startBot({ app: { limits: LIMITS, timings: { claims: PATIENT_TIMINGS } } });
    const flooders = Array.from({ length: 100 }, (_, index) =>
      bot.discord.addPerson({ guild: bot.guild, name: `${ABUSER}${index}`, permissions: MODERATE_MEMBERS }),
    );
    const neighbours = addNeighbours(bot);
    const answered = async (exchange: Exchange) => (await exchange.reply()).ephemeral;

    const flood = Promise.all(
      flooders.flatMap((person) => [
        answered(person.command('privacy', {}, { subcommand: 'export' })),
        answered(person.command('claims')),
        answered(person.command('plans', { entities: 'ent_1 ent_2 ent_3' })),
        ...['S', 'St', 'Ste'].map((typed) => person.autocomplete('claimvote', 'playername', typed).then(() => true)),
      ]),
    );
    const heard = await claimAtOnce(neighbours);

    expectTruth(bot, neighbours, heard);
    expect(new Set(await flood)).toEqual(new Set([true]));
  });
});
