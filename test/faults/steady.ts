import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { systemClock } from '../../src/work/clock.ts';
import type { Play, Shape } from './batch.ts';
import type { Ask, History } from './history.ts';
import type { Random } from './random.ts';
import { DISCORD, IS_PATIENT, TIMINGS } from './timings.ts';
import type { World } from './world.ts';

/** A hundred people a second: far fewer than a crowd. */
const NEXT_ASKS_AFTER_MS = 10;
const MAX_START_MS = 20_000;
/** How often somebody asks between two kills. */
const ASKS_A_KILL = 60;
const PEOPLE = 60;
/** As many as the bot takes for one, if one process has them all. */
const A_CROWD = 100;

/** People who ask at a steady pace, each time for another player, while one process is killed again and again. */
export function steadily(kills: number): Shape {
  let asked = 0;
  const people: Person[] = [];
  const play: Play = async (world, name, random) => {
    const guild = random.pick(world.guilds);
    if (people.length < PEOPLE) people.push(world.discord.addPerson({ guild, name: `Person ${people.length}` }));
    const person = random.pick(people);
    await world.until(() => (IS_PATIENT ? areAllReady(world) : world.isServed()), MAX_START_MS);
    if (random.next() < 0.5) world.main.castVote(name);
    world.ask(person, name, person.command('claimvote', { playername: name }));
    asked += 1;
    if (asked % ASKS_A_KILL === 0) kill(world, random);
    else await systemClock.sleep(NEXT_ASKS_AFTER_MS);
  };
  return {
    players: kills * ASKS_A_KILL,
    atOnce: 1,
    play,
    weather: {},
    disturbedEveryMs: undefined,
    renewsToken: false,
    isOver: () => false,
  };
}

/** Whether each process has started: else patience would be tried by starts alone. */
function areAllReady({ lives }: World): boolean {
  return lives.all.values().every(({ isReady }) => isReady);
}

function kill({ lives }: World, random: Random): void {
  const running = [...lives.all].filter(({ isReady }) => isReady);
  if (running.length > 0) random.pick(running).signal('SIGKILL');
}

/**
 * Those whom Discord shows "thinking…" for good: nothing is on record that could tell them anything. Those are not among
 * them whose acknowledgement may have gone ahead of the record, {@link inCrowd} or {@link recordedLate}.
 */
export function silent(history: History): string[] {
  return lost(history)
    .filter((ask) => !recordedLate(ask) && !inCrowd(history, ask))
    .map(
      ({ id, playername, acknowledgedAfterMs }) =>
        `the request ${id} for ${playername} was acknowledged after ${acknowledgedAfterMs} ms, and is nowhere on record`,
    );
}

/** Whether somebody was acknowledged so late that their record was not waited for any longer. */
export function recordedLate({ acknowledgedAfterMs = 0 }: Ask): boolean {
  return acknowledgedAfterMs >= TIMINGS.recordedFirstMs;
}

/** Whether somebody asked while so many waited for their acknowledgement that it goes ahead of the record. */
export function inCrowd({ asks }: History, { at }: Ask): boolean {
  const waiting = asks.filter((ask) => ask.at < at && at < ask.at + (ask.acknowledgedAfterMs ?? DISCORD.ackDeadlineMs));
  return waiting.length >= A_CROWD;
}

/** Those who were acknowledged, and are nowhere on record. */
export function lost({ asks }: History): Ask[] {
  return asks.filter(({ fate }) => fate === 'lost');
}
