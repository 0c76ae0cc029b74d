import { EventEmitter, once } from 'node:events';

import type { Capacity } from '../../src/claims/capacity.ts';
import { readConfig } from '../../src/config.ts';
import { createApp } from '../../src/process/app.ts';
import { type Clock, systemClock } from '../../src/work/clock.ts';
import { FatalError, StorageUnavailableError } from '../../src/work/errors.ts';
import { createLog } from '../../src/work/log.ts';
import { type Arm, createReach, reaching } from '../faults/kill-points.ts';
import type { Lifetime } from '../faults/history.ts';
import type { Life, LivesEvents, Places } from '../faults/lives.ts';
import { type Watch, watchParts } from '../faults/parts.ts';
import { REST_TIMEOUT_MS, TIMINGS } from '../faults/timings.ts';
import { WIDE_LIMITS } from '../wide-limits.ts';
import { currentMachine, type Fates, Machine, type Watcher } from './machine.ts';
import { time } from './time.ts';
import { type Receiver, receiverOf } from './way-in.ts';

const log = createLog({ level: process.env.FAULT_LOG_LEVEL ?? 'silent', secrets: [] });
/** Most looks at the database find nothing to do: here there are fewer of them. */
const TELL_FOR_OTHERS_EVERY_MS = 2 * TIMINGS.tellForOthersEveryMs;
/** How long a process takes to start, in ms. */
const START_MS = { least: 50, more: 350 };

/** What reaches the points of each process. */
const watches = new WeakMap<Machine, Watch>();
watchParts(() => {
  const watch = watches.get(currentMachine());
  if (!watch) throw new Error('nothing watches a process');
  return watch;
});

type Listener = Pick<Watcher, 'freezeMs' | 'onCrossing' | 'onFrozen' | 'onDatabase'> & {
  fates: (isReady: boolean) => Fates;
  calmFates: Fates;
  capacity: Partial<Capacity>;
  leaseMs: number;
  /** where each process stands still */
  stops: readonly Arm[];
  maxSkewMs: number;
};

/** The processes of the bot, all of them in this one. */
export class SimulatedLives extends EventEmitter<LivesEvents> {
  kills = 0;
  rounds = 0;
  readonly crashes: string[] = [];
  readonly lifetimes: Lifetime[] = [];
  readonly all: ReadonlySet<Life>;
  readonly #places: Places;
  readonly #listener: Listener;
  readonly #machines = new Map<Life, Machine>();
  #started = 0;
  #ending = false;
  #disarmed = false;

  constructor(places: Places, listener: Listener) {
    super();
    this.setMaxListeners(0);
    this.all = places.running;
    this.#places = places;
    this.#listener = listener;
  }

  async start(): Promise<void> {
    for (let place = 0; place < this.#places.places; place += 1) this.#launch(place);
    while (![...this.all].every(({ isReady }) => isReady) || this.all.size === 0) await once(this, 'change');
  }

  disarm(): void {
    this.#disarmed = true;
    for (const { losses } of this.#machines.values()) losses.clear();
  }

  end(): Promise<void> {
    this.#ending = true;
    for (const machine of this.#machines.values()) machine.kill();
    return Promise.resolve();
  }

  #launch(place: number): void {
    const { running } = this.#places;
    const machine = new Machine(`${place}.${(this.#started += 1)}`, {
      ...this.#listener,
      fates: () => (this.#disarmed ? this.#listener.calmFates : this.#listener.fates(life.isReady)),
      onKilled: (_, where) => {
        this.#listener.onCrossing(machine, `killed ${where}`);
        this.kills += 1;
        this.#end(life, machine);
      },
      onFrozen: (_, where, ms) => {
        this.#listener.onFrozen(machine, where, ms);
        life.isPaused = true;
        time.after(
          ms,
          () => {
            life.isPaused = false;
            this.emit('change');
          },
          null,
        );
        this.emit('stopped', Date.now(), Date.now() + ms);
      },
      onDatabase: (_, isUnclear, what) => {
        this.#listener.onDatabase(machine, isUnclear, what);
        if (isUnclear) this.emit('lost');
      },
    });
    const ownSkewMs = (time.random.next() - 0.5) * 2 * this.#listener.maxSkewMs;
    machine.skewMs = ownSkewMs;
    const lifetime: Lifetime = { number: this.lifetimes.length, from: Infinity, until: Infinity };
    this.lifetimes.push(lifetime);
    const life: Receiver = {
      place,
      pid: undefined,
      lifetime,
      isReady: false,
      isPaused: false,
      signal: (name) => {
        if (name === 'SIGSTOP') machine.freeze();
        else if (name === 'SIGCONT') machine.thaw();
        else {
          machine.kill();
          this.#end(life, machine);
        }
      },
      tell: (command) => {
        if (command === 'disarmed') machine.losses.clear();
        else if ('loseCommit' in command) machine.losses.add(command.loseCommit);
        else machine.skewMs = ownSkewMs + command.skewMs;
      },
      receive: (payload) => {
        machine.enter(() => {
          receiverOf(machine)(payload);
        });
      },
    };
    running.add(life);
    this.#machines.set(life, machine);
    time.after(
      START_MS.least + time.random.next() * START_MS.more,
      () => {
        void this.#boot(life, machine).catch((error: unknown) => {
          const isExpected = error instanceof FatalError || error instanceof StorageUnavailableError;
          if (!isExpected) this.crashes.push(`a process could not start: ${String(error)}`);
          machine.kill();
          this.#end(life, machine);
        });
      },
      machine,
    );
  }

  async #boot(life: Life, machine: Machine): Promise<void> {
    const clock: Clock = { ...systemClock, now: () => Math.floor(time.now + machine.skewMs) };
    const reach = createReach(
      () => (this.#disarmed ? [] : this.#listener.stops),
      ({ point, stoppedMs }) => {
        if (stoppedMs === undefined) {
          machine.die(point);
          return machine.never();
        }
        machine.standStill(stoppedMs, point);
        return machine.sleep(0);
      },
    );
    const watch = reaching(reach, () => {
      this.rounds += 1;
      this.emit('change');
    });
    watches.set(machine, watch);
    const config = readConfig(this.#places.environment(life.place));
    const app = await createApp({
      config,
      log,
      clock,
      limits: WIDE_LIMITS,
      capacity: this.#listener.capacity,
      timings: {
        claims: { ...TIMINGS, leaseMs: this.#listener.leaseMs, tellForOthersEveryMs: TELL_FOR_OTHERS_EVERY_MS },
        discordTryMs: REST_TIMEOUT_MS,
      },
    });
    await app.start();
    life.isReady = true;
    life.lifetime.from = Date.now();
    this.emit('change');
  }

  #end(life: Life, machine: Machine): void {
    if (!this.#machines.delete(life)) return;
    this.#places.running.delete(life);
    life.lifetime.until = Date.now();
    if (this.#ending || !machine.isDead) return;
    this.emit('ended');
    this.#launch(life.place);
    this.emit('change');
  }
}
